import { AppError } from '../../../errors.ts'
import type { SignedIn } from '../../../http/context.ts'
import type { Kernel } from '../../../kernel.ts'
import { deleteSessions, forgetTrustedDevices } from '../queries.ts'

/** Signs one device out and ends its access tokens. */
export async function endSession(
  kernel: Pick<Kernel, 'db'>,
  caller: SignedIn,
  sessionId: string,
): Promise<{ signedOut: number }> {
  const signedOut = await deleteSessions(kernel.db.directory, { userId: caller.userId, sessionId })
  if (signedOut === 0) throw new AppError('not_found', 'This device is no longer signed in.')
  return { signedOut }
}

/** Signs out on every device, including this one. Each device must pass the second step again. */
export async function endAllSessions(
  kernel: Pick<Kernel, 'db'>,
  { userId }: SignedIn,
): Promise<{ signedOut: number }> {
  await forgetTrustedDevices(kernel.db.directory, userId)
  return { signedOut: await deleteSessions(kernel.db.directory, { userId }) }
}
