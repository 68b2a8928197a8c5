import { ApiError } from '../../api/api-error.ts'
import { AuthError } from '../../api/auth-error.ts'
import { sharedTexts } from './shared-texts.ts'

export interface Message {
  title: string
  message: string
}

/** What the merchant was doing when it failed. */
export type FailedAction = keyof typeof titles

export const syncFailedTitle = 'Sync Failed'

/** Titles of spec §8; the body is the server's own sentence, or says that nothing changed. */
const titles = {
  load_dashboard: 'Failed to load dashboard',
  load_products: 'Failed to load products',
  load_product: 'Failed to load product',
  load_alerts: 'Failed to load alerts',
  load_trends: 'Failed to load trends',
  load_scorecard: 'Failed to load the scorecard',
  save_sensitivity: 'Failed to save the setting',
  export_scorecard: 'Failed to export the scorecard',
  load_settings: 'Failed to load settings',
  load_sync: 'Failed to load progress',
  save_settings: 'Failed to save settings',
  apply_settings: 'Failed to apply global settings to all products',
  save_product_settings: 'Failed to save product settings',
  load_account: 'Failed to load account',
  load_activity: 'Failed to load activity',
  change_email: 'Failed to change the email address',
  load_team: 'Failed to load the team',
  change_team: 'Failed to change the team',
  open_shop: 'Failed to open the shop',
  join_team: 'Failed to join the shop',
  send_confirmation: 'Failed to send the link',
  load_billing: 'Failed to load billing',
  sign_out_device: 'Failed to sign out',
  export_account: 'Export failed',
  resolve_alert: 'Failed to resolve alert',
  undo_resolve: 'Failed to raise the alert again',
  export_products: 'Failed to export products',
  export_trends: 'Failed to export trends',
  sync: syncFailedTitle,
  run_forecasts: 'Forecast Failed',
  load_demo: 'Failed to load demo data',
  keep_account: 'Failed to keep the account',
  load_import: 'Failed to load the import',
  upload_import: 'Upload failed',
  apply_import: 'Import failed',
} as const

const accountExists: Message = {
  title: 'Account exists',
  message: 'This email is already registered. Please sign in instead.',
}
const unexpected: Message = { title: 'Error', message: 'An unexpected error occurred. Please try again.' }

const takenCodes: ReadonlySet<AuthError['code']> = new Set([
  'USER_ALREADY_EXISTS',
  'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
])

/** Returns why a sign-up failed. */
export const signUpFailure = (error: unknown): Message => {
  if (!(error instanceof AuthError)) return unexpected
  if (takenCodes.has(error.code)) return accountExists
  return { title: 'Signup failed', message: error.message }
}

export const signInFailure = (error: unknown): Message =>
  error instanceof AuthError ? { title: 'Sign in failed', message: error.message } : unexpected

export const demoSignInFailure = (error: unknown): Message =>
  error instanceof AuthError ? { title: titles.load_demo, message: error.message } : unexpected

export const keepAccountFailure = (error: unknown): Message =>
  error instanceof ApiError && error.code === 'conflict'
    ? accountExists
    : { title: titles.keep_account, message: toSentence(error) }

export const signOutFailure: Message = {
  title: 'You are still signed in',
  message: 'The server did not answer. Please sign out again.',
}

export const passwordResetFailure = (error: unknown): Message =>
  error instanceof AuthError ? { title: 'Password reset failed', message: error.message } : unexpected

export const undoEmailFailure = (error: unknown): Message =>
  error instanceof AuthError ? { title: titles.change_email, message: error.message } : unexpected

/** Returns the title of spec §8 for the action, and one sentence about what happened. */
export const getFailure = (action: FailedAction, error: unknown): Message => {
  if (action === 'run_forecasts') {
    return { title: titles.run_forecasts, message: 'Some forecasts could not be updated' }
  }
  return { title: titles[action], message: toSentence(error) }
}

export function toSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return sharedTexts.pageFault
  const who = navigator.onLine ? 'The server did not answer' : 'You are offline'
  if (error.code === 'unreachable') return `${who}. Nothing was changed.`
  if (error.code === 'unanswered')
    return `${who}, so the change may or may not have been made. Check before you try again.`
  return error.message
}
