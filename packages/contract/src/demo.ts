import { z } from 'zod'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './constants.ts'

/** `POST /api/account/keep`: turns the account of a demo user into a permanent one. */
export const keepAccountSchema = z.object({
  email: z.email('must be a complete email address').max(320),
  password: z.string().min(PASSWORD_MIN_LENGTH).max(PASSWORD_MAX_LENGTH),
})
export type KeepAccount = z.infer<typeof keepAccountSchema>
export const keptAccountSchema = z.object({ email: z.string() })
