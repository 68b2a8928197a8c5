import type { Account } from '@stockcast/contract'
import { deviceWords } from '../../kernel/audit/list-activity.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SignedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { listRefusedPermissions } from '../../store/index.ts'
import type { Auth } from '../auth/auth.ts'
import { deleteSessions, forgetTrustedDevices, listOpenSessions } from '../auth/session-queries.ts'
import { findNewEmail } from '../email-change/queries.ts'
import { hasTwoFactor, isUnconfirmed } from '../queries.ts'

/** Returns how the merchant signs in, and on which devices they are signed in. */
export async function getAccount(
  kernel: Pick<Kernel, 'config' | 'db' | 'store'>,
  auth: Auth,
  caller: SignedIn,
): Promise<Account> {
  const { directory } = kernel.db
  const isOn = await hasTwoFactor(directory, caller.userId)
  const codes = isOn ? await auth.api.viewBackupCodes({ body: { userId: caller.userId } }) : null
  const devices = (await listOpenSessions(directory, caller.userId)).map((session) => ({
    id: session.id,
    device: deviceWords(session.user_agent),
    signedInAt: session.created_at.toISOString(),
    lastSeenAt: session.last_seen_at.toISOString(),
    isCurrent: session.id === caller.sessionId,
  }))
  return {
    email: caller.email,
    isConfirmed: kernel.config.mail.mode !== 'live' || !(await isUnconfirmed(directory, caller.userId)),
    newEmail: await findNewEmail(directory, caller.userId),
    hasTwoFactor: isOn,
    backupCodesLeft: codes?.backupCodes.length ?? null,
    devices: devices.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
    refusedPermissions: await listRefusedPermissions(kernel, caller.merchantId),
  }
}

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
