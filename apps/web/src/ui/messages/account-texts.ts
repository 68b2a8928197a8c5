import { callTexts } from '../../api/api-error.ts'
import { AuthError } from '../../api/auth-error.ts'
import type { Message } from './error-messages.ts'

const failures = {
  change_password: 'Failed to change password',
  set_up_two_factor: 'Failed to set up two-step sign-in',
  end_two_factor: 'Failed to turn off two-step sign-in',
  make_backup_codes: 'Failed to create backup codes',
  verify_code: 'This code was not accepted',
  delete_account: 'Failed to delete account',
} as const

/** Returns the auth provider's refusal, in its own words. */
export const accountFailure = (action: keyof typeof failures, error: unknown): Message => ({
  title: failures[action],
  message: error instanceof AuthError ? error.message : callTexts.unexpected,
})

export const accountSuccess = {
  passwordChanged: {
    title: 'Password changed',
    message: 'Every other device was signed out.',
  },
  emailAsked: {
    title: 'Check your new mailbox',
    message: 'Open the link in the email to use the new address.',
  },
  emailChanged: { title: 'Email changed', message: 'Sign in with the new address from now on.' },
  confirmationSent: {
    title: 'Check your email',
    message: 'Open the link in the email to confirm your address.',
  },
  twoFactorOn: { title: 'Two-step sign-in is on', message: 'You will be asked for a code when you sign in.' },
  twoFactorOff: { title: 'Two-step sign-in is off', message: '' },
  deviceSignedOut: { title: 'Device signed out', message: '' },
  exported: { title: 'Your data was exported', message: 'The ZIP file is in your downloads.' },
  deleted: { title: 'Account deleted', message: 'Everything in it is gone.' },
} as const satisfies Record<string, Message>

/** For a link from an email that was used before, or is older than an hour. */
export const confirmationFailedText =
  'This link no longer works, so your email address is not confirmed yet. Ask for a new one in your account settings.'
