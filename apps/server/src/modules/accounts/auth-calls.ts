import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@stockcast/contract'
import { z } from 'zod'

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
    summary: 'Signs in, by cookie',
    body: z.object({ email, password: z.string() }),
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
]

/** Failures of these calls have a form of their own: the auth library's. */
export const authFailureSchema = z.object({ code: z.string(), message: z.string() })
