import { DAY_MS } from '@stockcast/contract'
import { setDueAtLatest } from '../../kernel/due/queries.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { beginTrial, bindTrial } from '../billing/trial/trial-memory.ts'
import { findMerchantOfUser } from '../queries.ts'
import { listMemberships } from '../team/queries.ts'
import { insertDirectoryRow, insertMerchant, nextMerchantId } from './queries.ts'

/**
 * Returns the merchant of a user. If there is none, creates the directory row, the merchant on trial and the
 * settings in one transaction. Any number of calls, even simultaneous ones, return the same merchant. Somebody who belongs
 * to a team has no shop of their own yet, and so no trial.
 */
export async function ensureMerchant(
  kernel: Pick<Kernel, 'db' | 'clock' | 'config'>,
  user: { id: string; email: string },
): Promise<number> {
  const known = await findMerchantOfUser(kernel.db.directory, user.id)
  if (known !== undefined) return known

  const merchantId = await nextMerchantId(kernel.db.directory)
  const email = user.email.toLowerCase()
  const at = kernel.clock.now()
  const isMemberOnly = (await listMemberships(kernel.db.directory, user.id)).length > 0
  await kernel.db.withTenant(merchantId, async (tx) => {
    const isNew = await insertDirectoryRow(tx, { merchantId, userId: user.id, email, at, isMemberOnly })
    if (!isNew) return
    const trial = isMemberOnly
      ? { trialEndsAt: at, trialExtended: false }
      : await beginTrial(kernel, tx, email)
    await insertMerchant(tx, { merchantId, email, ...trial, at })
    await bindTrial(kernel, tx, merchantId)
    await setDueAtLatest(tx, { kind: 'retention', merchantId, dueAt: new Date(at.getTime() + DAY_MS) })
  })
  const found = await findMerchantOfUser(kernel.db.directory, user.id)
  if (found === undefined) throw new AppError('conflict', 'This email belongs to another account.')
  return found
}
