import { PASSWORD_MIN_LENGTH } from '@stockcast/contract'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import { z } from 'zod'
import { passwordFault } from './common-passwords.ts'

const bodySchema = z
  .object({ email: z.string(), password: z.string(), newPassword: z.string() })
  .partial()
  .catch({})

type Call = Parameters<typeof getSessionFromCtx>[0] & { path?: string }

/** The calls of the auth library that take a new password, and where in the body it is. */
const fieldOf: Readonly<Record<string, 'password' | 'newPassword'>> = {
  '/sign-up/email': 'password',
  '/reset-password': 'newPassword',
  '/change-password': 'newPassword',
}

/** Refuses a new password that others use too, before the auth library takes it. */
export async function assertNewPassword(ctx: Call): Promise<void> {
  const field = fieldOf[ctx.path ?? '']
  if (field === undefined) return
  const body = bodySchema.parse(ctx.body)
  const password = body[field]
  // The library says so itself when it is too short.
  if (password === undefined || password.length < PASSWORD_MIN_LENGTH) return
  const session = ctx.path === '/change-password' ? await getSessionFromCtx(ctx) : null
  const message = await passwordFault(password, body.email ?? session?.user.email)
  if (message !== null) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON', message })
}
