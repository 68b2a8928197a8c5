import { APIError } from 'better-auth/api'
import type { Kernel } from '../../kernel.ts'
import { claimCode, hasTwoFactor } from './queries.ts'

interface BeginningCall {
  path?: string
  body?: { code?: unknown }
  redirect(url: string): Error
}

/** Before a session begins, whichever call begins it: what the auth library would let pass. */
export async function assertSecondStep(
  { db }: Pick<Kernel, 'db'>,
  { userId }: { userId: string },
  call: BeginningCall | null,
): Promise<void> {
  // The link that confirms an address also signs in. With two-step sign-in a mail alone must not.
  if (call?.path === '/verify-email' && (await hasTwoFactor(db.directory, userId)))
    throw call.redirect('/auth')
  if (call?.path === '/two-factor/verify-totp') await takeCode(db, userId, String(call.body?.code))
}

/** RFC 6238 §5.2: a code that was right once is not right again, to nobody who looked over a shoulder. */
async function takeCode({ directory }: Kernel['db'], userId: string, code: string): Promise<void> {
  if (await claimCode(directory, { userId, code })) return
  throw new APIError('UNAUTHORIZED', { code: 'CODE_USED', message: 'This code was used before.' })
}
