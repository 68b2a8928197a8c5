import { AppError } from '../../../errors.ts'
import type { SignedIn } from '../../../http/context.ts'
import type { Kernel } from '../../../kernel.ts'
import { type Origin, recordAudit } from '../../audit/index.ts'
import type { Auth } from '../auth/auth.ts'
import { findPassword } from '../email-change/queries.ts'
import { countTry, forgetTry, refusals, WAIT_SECONDS } from '../limits/limit-tries.ts'

/** Refuses unless the caller's own password was typed; wrong ones are counted like those of the auth library's calls. */
export async function assertPassword(
  kernel: Pick<Kernel, 'clock' | 'config' | 'db'>,
  auth: Auth,
  { caller, password, origin }: { caller: SignedIn; password: string; origin: Origin },
): Promise<void> {
  const { userId, merchantId, sessionId } = caller
  const counted = await countTry(kernel, { kind: 'password', sessionId })
  if (counted === null)
    throw new AppError('limit_exceeded', refusals.password, { retryAfterSeconds: WAIT_SECONDS })
  const { password: secrets } = await auth.$context
  const hash = await findPassword(kernel.db.directory, userId)
  if (hash !== null && (await secrets.verify({ hash, password }))) return forgetTry(kernel, counted)
  const at = kernel.clock.now()
  await kernel.db.withTenant(merchantId, (tx) =>
    recordAudit(tx, { merchantId, at, event: 'password_refused', origin }),
  )
  throw new AppError('invalid_input', 'This is not your current password.', { field: 'password' })
}
