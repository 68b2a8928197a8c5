import { APIError } from 'better-auth/api'
import type { Kernel } from '../../../kernel.ts'
import { claimCode } from '../queries.ts'

interface BeginningCall {
  path?: string
  body?: { code?: unknown }
}

/** Before a session begins, whichever call begins it: what the auth library would let pass. */
export async function assertSecondStep(
  { db }: Pick<Kernel, 'db'>,
  { userId }: { userId: string },
  call: BeginningCall | null,
): Promise<void> {
  if (call?.path === '/two-factor/verify-totp') await takeCode(db, userId, String(call.body?.code))
}

/** RFC 6238 §5.2: a code that was right once is not right again, to nobody who looked over a shoulder. */
async function takeCode({ directory }: Kernel['db'], userId: string, code: string): Promise<void> {
  if (await claimCode(directory, { userId, code })) return
  throw new APIError('UNAUTHORIZED', { code: 'CODE_USED', message: 'This code was used before.' })
}
