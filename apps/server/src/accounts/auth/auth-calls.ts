import {
  backupCodesSchema,
  errorBodySchema,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  signInAnswerSchema,
  twoFactorSetupSchema,
} from '@stockcast/contract'
import { z } from 'zod'
import { DEMO_USER_PATH } from './demo-sign-in.ts'

export interface AuthCall {
  method: 'get' | 'post'
  /** The path below the auth library's own path. */
  path: string
  summary: string
  query?: z.ZodObject
  body?: z.ZodObject
  answer: z.ZodType
  /** The answer has the user without the session token, which belongs in the cookie alone. */
  beginsSession?: true
  /** The status of answers that must not tell, by their time, whether an address has an account. */
  onBeat?: number
  /** Asks the browser to delete what the account stored in it. */
  endsSession?: true
}

const email = z.email()
const password = z.string().min(PASSWORD_MIN_LENGTH).max(PASSWORD_MAX_LENGTH)
const user = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string(), emailVerified: z.boolean() }).loose(),
})

/** The calls of the auth library that can be reached. Every other call answers 404. */
export const authCalls: readonly AuthCall[] = [
  {
    method: 'post',
    path: '/sign-up/email',
    summary: 'Creates an account and signs in with a cookie',
    body: z.object({ email, password, name: z.string(), callbackURL: z.string().optional() }),
    answer: user,
    beginsSession: true,
  },
  {
    method: 'post',
    path: '/sign-in/email',
    summary: 'Signs in with a cookie; two-step sign-in asks for a code first',
    body: z.object({ email, password: z.string() }),
    answer: z.union([user, signInAnswerSchema]),
    beginsSession: true,
    onBeat: 401,
  },
  {
    method: 'post',
    path: DEMO_USER_PATH,
    summary: 'Creates a demo account, which lasts as long as its session, and signs in with a cookie',
    body: z.object({}),
    answer: user,
    beginsSession: true,
  },
  {
    method: 'get',
    path: '/token',
    summary: 'Returns a short-lived access token for the bearer header; needs the session cookie',
    answer: z.object({ token: z.string() }),
  },
  {
    method: 'post',
    path: '/sign-out',
    summary: 'Ends the session and all its access tokens',
    body: z.object({}),
    answer: z.object({ success: z.boolean() }),
    endsSession: true,
  },
  {
    method: 'post',
    path: '/request-password-reset',
    summary: 'Mails a link for a new password; the answer does not tell whether there is an account',
    body: z.object({ email, redirectTo: z.string().optional() }),
    answer: z.object({ status: z.boolean() }).loose(),
    onBeat: 200,
  },
  {
    method: 'post',
    path: '/reset-password',
    summary: 'Sets a new password with the token from the mailed link, and ends every session',
    body: z.object({ newPassword: password, token: z.string() }),
    answer: z.object({ status: z.boolean() }),
  },
  {
    method: 'get',
    path: '/verify-email',
    summary: 'Confirms an address with the token from the mailed link',
    query: z.object({ token: z.string(), callbackURL: z.string().optional() }),
    answer: z.object({ status: z.boolean() }).loose(),
  },
  {
    method: 'post',
    path: '/change-password',
    summary: 'Changes the password and ends every other session',
    body: z.object({ currentPassword: z.string(), newPassword: password }),
    answer: user,
    beginsSession: true,
  },
  {
    method: 'post',
    path: '/two-factor/enable',
    summary:
      'Prepares two-step sign-in and returns the secret for an authenticator app; the first code turns it on',
    body: z.object({ password: z.string() }),
    answer: twoFactorSetupSchema.loose(),
  },
  {
    method: 'post',
    path: '/two-factor/verify-totp',
    summary: 'Accepts a code of the app, as the second step of sign-in or to turn two-step sign-in on',
    body: z.object({ code: z.string(), trustDevice: z.boolean().optional() }),
    answer: user,
    beginsSession: true,
  },
  {
    method: 'post',
    path: '/two-factor/verify-backup-code',
    summary: 'Accepts a backup code, once, in place of a code of the app',
    body: z.object({ code: z.string(), trustDevice: z.boolean().optional() }),
    answer: user,
    beginsSession: true,
  },
  {
    method: 'post',
    path: '/two-factor/generate-backup-codes',
    summary: 'Creates new backup codes; the former ones stop working',
    body: z.object({ password: z.string() }),
    answer: backupCodesSchema.loose(),
  },
  {
    method: 'post',
    path: '/two-factor/disable',
    summary: 'Turns two-step sign-in off',
    body: z.object({ password: z.string() }),
    answer: z.object({ status: z.boolean() }),
  },
  {
    method: 'post',
    path: '/delete-user',
    summary: 'Deletes the account and everything in it; `confirmation` is its email or the name of its shop',
    body: z.object({ password: z.string(), confirmation: z.string() }),
    answer: z.object({ success: z.boolean() }).loose(),
    endsSession: true,
  },
]

/**
 * A failure of these calls, in the auth library's form, or in ours when the request did not reach the
 * library.
 */
export const authFailureSchema = z.union([
  z.object({ code: z.string(), message: z.string() }),
  errorBodySchema,
])
