import {
  backupCodesSchema,
  errorBodySchema,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  signInAnswerSchema,
  twoFactorSetupSchema,
} from '@stockcast/contract'
import { z } from 'zod'
import { VISITOR_PATH } from './visitor-sign-in.ts'

export interface AuthCall {
  method: 'get' | 'post'
  /** Below the auth library's own path. */
  path: string
  summary: string
  query?: z.ZodObject
  body?: z.ZodObject
  answer: z.ZodType
  /** Answers with the user, without the session's token: that belongs in the cookie alone. */
  beginsSession?: true
}

const email = z.email()
const password = z.string().min(PASSWORD_MIN_LENGTH).max(PASSWORD_MAX_LENGTH)
const user = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string(), emailVerified: z.boolean() }).loose(),
})

/** All that is reachable of the auth library; what is not listed does not exist. */
export const authCalls: readonly AuthCall[] = [
  {
    method: 'post',
    path: '/sign-up/email',
    summary: 'Makes an account and signs in, by cookie',
    body: z.object({ email, password, name: z.string(), callbackURL: z.string().optional() }),
    answer: user,
    beginsSession: true,
  },
  {
    method: 'post',
    path: '/sign-in/email',
    summary: 'Signs in, by cookie; with two-step sign-in the code is asked for first',
    body: z.object({ email, password: z.string() }),
    answer: z.union([user, signInAnswerSchema]),
    beginsSession: true,
  },
  {
    method: 'post',
    path: VISITOR_PATH,
    summary:
      'Makes an account with the sample store, for as long as its session lasts, and signs in, by cookie',
    body: z.object({}),
    answer: user,
    beginsSession: true,
  },
  {
    method: 'get',
    path: '/token',
    summary: 'An access token of some minutes, for the bearer header; asks for the cookie of a sign-in',
    answer: z.object({ token: z.string() }),
  },
  {
    method: 'post',
    path: '/sign-out',
    summary: 'Ends the session and every access token of it',
    body: z.object({}),
    answer: z.object({ success: z.boolean() }),
  },
  {
    method: 'post',
    path: '/request-password-reset',
    summary: 'Mails a link for a new password, and answers alike whether there is an account or not',
    body: z.object({ email, redirectTo: z.string().optional() }),
    answer: z.object({ status: z.boolean() }).loose(),
  },
  {
    method: 'post',
    path: '/reset-password',
    summary: 'Sets the password with the token of the mailed link, and ends every session',
    body: z.object({ newPassword: password, token: z.string() }),
    answer: z.object({ status: z.boolean() }),
  },
  {
    method: 'get',
    path: '/verify-email',
    summary: 'Confirms an address with the token of the mailed link',
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
    summary: 'Begins two-step sign-in: the secret for an authenticator app; the first code turns it on',
    body: z.object({ password: z.string() }),
    answer: twoFactorSetupSchema.loose(),
  },
  {
    method: 'post',
    path: '/two-factor/verify-totp',
    summary: 'Takes a code of the app: the second step of sign-in, or the one that turns it on',
    body: z.object({ code: z.string(), trustDevice: z.boolean().optional() }),
    answer: user,
    beginsSession: true,
  },
  {
    method: 'post',
    path: '/two-factor/verify-backup-code',
    summary: 'Takes a backup code in place of a code of the app, once',
    body: z.object({ code: z.string(), trustDevice: z.boolean().optional() }),
    answer: user,
    beginsSession: true,
  },
  {
    method: 'post',
    path: '/two-factor/generate-backup-codes',
    summary: 'Makes new backup codes; the former ones end',
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
  },
]

/** Failures of these calls have the auth library's form, or ours when the request did not reach the library. */
export const authFailureSchema = z.union([
  z.object({ code: z.string(), message: z.string() }),
  errorBodySchema,
])
