import { z } from 'zod'
import { PASSWORD_MAX_LENGTH } from './constants.ts'

/** `POST /api/account/email`: mails a link to the new address, which takes effect once the link is opened. */
export const changeEmailSchema = z.object({
  email: z.email().max(254),
  password: z.string().min(1).max(PASSWORD_MAX_LENGTH),
})

/** The requested address, or the one now in use. */
export const emailAnswerSchema = z.object({ email: z.string() })

/** `POST /api/account/email/confirm` and `POST /api/auth/undo-email`: the token from the mailed link. */
export const emailLinkSchema = z.object({ token: z.string().min(1).max(200) })

/** The token for choosing a new password. */
export const emailUndoneSchema = z.object({ token: z.string() })
