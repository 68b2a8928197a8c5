import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { findOpenWork } from './queries.ts'
import { applyWebhooks, confirmDeparture, readChanges, readLevels } from './task-definitions.ts'
import { isDeparture } from './webhook-state.ts'

/**
 * Queues the work that the inbox still needs: after an outage, or a time without access, nothing else may
 * queue it.
 */
export async function resumeInbox(kernel: Pick<Kernel, 'jobs'>, tx: Tx, merchantId: number): Promise<void> {
  const { isWaiting, unreadKinds } = await findOpenWork(tx, merchantId)
  const options = { tx, key: String(merchantId) }
  if (isWaiting) await kernel.jobs.send(applyWebhooks, { merchantId }, options)
  if (unreadKinds.includes('level')) await kernel.jobs.send(readLevels, { merchantId }, options)
  if (unreadKinds.some((kind) => kind !== 'level' && !isDeparture(kind)))
    await kernel.jobs.send(readChanges, { merchantId }, options)
  if (unreadKinds.some(isDeparture)) await kernel.jobs.send(confirmDeparture, { merchantId }, options)
}
