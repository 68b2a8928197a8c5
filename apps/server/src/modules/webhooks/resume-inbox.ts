import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { findOpenWork } from './queries.ts'
import { applyWebhooks, readChanges, readLevels } from './task-definitions.ts'

/** Queues what the inbox still needs: after an outage, or a time without access, nobody else may ask for it. */
export async function resumeInbox(kernel: Pick<Kernel, 'jobs'>, tx: Tx, merchantId: number): Promise<void> {
  const { isWaiting, hasUnreadLevels, hasUnreadThings } = await findOpenWork(tx, merchantId)
  const options = { tx, key: String(merchantId) }
  if (isWaiting) await kernel.jobs.send(applyWebhooks, { merchantId }, options)
  if (hasUnreadLevels) await kernel.jobs.send(readLevels, { merchantId }, options)
  if (hasUnreadThings) await kernel.jobs.send(readChanges, { merchantId }, options)
}
