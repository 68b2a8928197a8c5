import {
  AUTH_PATH,
  backupCodesSchema,
  emailUndoneSchema,
  errorBodySchema,
  signInAnswerSchema,
  type TwoFactorSetup,
  twoFactorSetupSchema,
} from '@stockcast/contract'
import { z } from 'zod'
import { dropAccessToken, renewAccessToken } from '../api/access-token.ts'
import { AuthError } from '../api/auth-error.ts'
import { type Call, readAnswer, sendOnce } from '../api/http.ts'

/** Deleting years of sales takes a while. */
const DELETION_DEADLINE_MS = 180_000

const failureSchema = z.union([
  z.object({ code: z.string().optional(), message: z.string() }),
  errorBodySchema.transform(({ error }) => error),
])

export async function signUp({ email, password }: { email: string; password: string }): Promise<void> {
  await tell('/sign-up/email', { email, password, name: getName(email), callbackURL: '/add-payment' })
  await renewAccessToken()
}

/** Signs in; returns whether a code of the second step is still needed. */
export async function signIn(credentials: {
  email: string
  password: string
}): Promise<{ needsCode: boolean }> {
  const answer = await ask('/sign-in/email', credentials, signInAnswerSchema)
  if (answer.twoFactorRedirect === true) return { needsCode: true }
  await renewAccessToken()
  return { needsCode: false }
}

export interface SecondStep {
  code: string
  /** Signs in with one of the backup codes, in place of a code from the app. */
  isBackupCode: boolean
  trustDevice: boolean
}

/** Completes the second step of sign-in. */
export async function verifySecondStep({ code, isBackupCode, trustDevice }: SecondStep): Promise<void> {
  const path = isBackupCode ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp'
  await tell(path, { code, trustDevice })
  await renewAccessToken()
}

export async function changePassword(change: {
  currentPassword: string
  newPassword: string
}): Promise<void> {
  await tell('/change-password', change)
  await renewAccessToken()
}

/** Begins two-step sign-in, which is on once `confirmTwoFactor` took a first code. */
export function beginTwoFactor(password: string): Promise<TwoFactorSetup> {
  return ask('/two-factor/enable', { password }, twoFactorSetupSchema)
}

export async function confirmTwoFactor(code: string): Promise<void> {
  await tell('/two-factor/verify-totp', { code })
  await renewAccessToken()
}

export async function endTwoFactor(password: string): Promise<void> {
  await tell('/two-factor/disable', { password })
  await renewAccessToken()
}

export function makeBackupCodes(password: string): Promise<{ backupCodes: string[] }> {
  return ask('/two-factor/generate-backup-codes', { password }, backupCodesSchema)
}

export async function deleteAccount(proof: { password: string; confirmation: string }): Promise<void> {
  await keepingTheme(() => tell('/delete-user', proof, DELETION_DEADLINE_MS))
  dropAccessToken()
}

/**
 * Creates an account with the sample store, which lasts as long as its session; does nothing for anyone who
 * is signed in.
 */
export async function signInToDemo(): Promise<void> {
  await tell('/sign-in/demo', {})
  await renewAccessToken()
}

/**
 * Signs out. Throws when the server cannot be reached: its cookie would sign in whoever opens the page
 * next.
 */
export async function signOut(): Promise<void> {
  try {
    await keepingTheme(() => tell('/sign-out', {}))
  } catch (error) {
    const hasEndedBefore = error instanceof AuthError && error.status === 401
    if (!hasEndedBefore) throw error
  }
  dropAccessToken()
}

export async function requestPasswordReset(email: string): Promise<void> {
  await tell('/request-password-reset', { email, redirectTo: `${window.location.origin}/auth/reset` })
}

export async function resetPassword(reset: { newPassword: string; token: string }): Promise<void> {
  await tell('/reset-password', reset)
}

/** Restores the former address with the token that was mailed to it. */
export function undoEmailChange(token: string): Promise<{ token: string }> {
  return ask('/undo-email', { token }, emailUndoneSchema)
}

const THEME_KEY = 'mantine-color-scheme-value'

/** Keeps the light or dark scheme, which belongs to no account, when the end of a session empties this browser's storage. */
async function keepingTheme(work: () => Promise<void>): Promise<void> {
  const chosen = localStorage.getItem(THEME_KEY)
  try {
    await work()
  } finally {
    if (chosen !== null) localStorage.setItem(THEME_KEY, chosen)
  }
}

/** Returns the part before the @. */
export function getName(email: string): string {
  return email.split('@')[0] ?? email
}

/** Calls the auth provider; `tell` does so where the answer says nothing. */
export async function ask<Schema extends z.ZodType>(
  path: string,
  body: unknown,
  schema: Schema,
): Promise<z.output<Schema>> {
  const call = getCall(path, body)
  return readAnswer(await send(call), call, schema)
}

export async function tell(path: string, body: unknown, deadlineMs?: number): Promise<void> {
  await send(getCall(path, body, deadlineMs))
}

const getCall = (path: string, body: unknown, deadlineMs?: number): Call => ({
  method: 'POST',
  path: `${AUTH_PATH}${path}`,
  body,
  deadlineMs,
})

/** Sends with the cookie alone, which is what the auth provider reads. */
async function send(call: Call): Promise<Response> {
  const response = await sendOnce(call)
  if (response.ok) return response
  const failure = failureSchema.safeParse(await response.json().catch(() => null))
  if (!failure.success) throw new Error(`The auth service answered ${response.status}`)
  throw new AuthError({ code: failure.data.code, message: failure.data.message, status: response.status })
}
