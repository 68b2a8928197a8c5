import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { applyWebhooksTask } from './apply-webhooks.task.ts'
import { confirmDepartureTask } from './confirm-departure.task.ts'
import { findOpenWork } from './queries.ts'
import { readChangesTask } from './read-changes.task.ts'
import { readLevelsTask } from './read-levels.task.ts'
import { isDeparture } from './webhook-state.ts'

/**
 * Queues the work that the inbox still needs: after an outage, or a time without access, nothing else may
 * queue it.
 */
export async function resumeInbox(kernel: Pick<Kernel, 'jobs'>, tx: Tx, merchantId: number): Promise<void> {
  const { isWaiting, unreadKinds } = await findOpenWork(tx, merchantId)
  const options = { tx, key: String(merchantId) }
  if (isWaiting) await kernel.jobs.send(applyWebhooksTask, { merchantId }, options)
  if (unreadKinds.includes('level')) await kernel.jobs.send(readLevelsTask, { merchantId }, options)
  if (unreadKinds.some((kind) => kind !== 'level' && !isDeparture(kind)))
    await kernel.jobs.send(readChangesTask, { merchantId }, options)
  if (unreadKinds.some(isDeparture)) await kernel.jobs.send(confirmDepartureTask, { merchantId }, options)
}

/**
 * Queues departures that the store has yet to confirm, for a shop that is not read otherwise. Returns whether
 * there are any.
 */
export async function resumeDepartures(
  kernel: Pick<Kernel, 'jobs'>,
  tx: Tx,
  merchantId: number,
): Promise<boolean> {
  const { unreadKinds } = await findOpenWork(tx, merchantId)
  if (!unreadKinds.some(isDeparture)) return false
  await kernel.jobs.send(confirmDepartureTask, { merchantId }, { tx, key: String(merchantId) })
  return true
}
