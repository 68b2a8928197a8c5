import { z } from 'zod'
import { PASSWORD_MAX_LENGTH } from './constants.ts'

/** `POST /api/account/email`: mails a link to the new address; nothing changes until it is opened. */
export const changeEmailSchema = z.object({
  email: z.email().max(254),
  password: z.string().min(1).max(PASSWORD_MAX_LENGTH),
})

/** The address that was asked for, or is in use now. */
export const emailAnswerSchema = z.object({ email: z.string() })

/** `POST /api/account/email/confirm` and `POST /api/auth/undo-email`: what the mailed link carries. */
export const emailLinkSchema = z.object({ token: z.string().min(1).max(200) })

/** With this token a new password is chosen. */
export const emailUndoneSchema = z.object({ token: z.string() })
