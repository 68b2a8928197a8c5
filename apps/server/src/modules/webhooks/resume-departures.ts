import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { confirmDepartureTask } from './confirm-departure.task.ts'
import { findOpenWork } from './queries.ts'
import { isDeparture } from './webhook-state.ts'

/** Queues departures that Shopify has yet to confirm, for a shop that is not read otherwise. */
export async function resumeDepartures(
  kernel: Pick<Kernel, 'jobs'>,
  tx: Tx,
  merchantId: number,
): Promise<void> {
  const { unreadKinds } = await findOpenWork(tx, merchantId)
  if (!unreadKinds.some(isDeparture)) return
  await kernel.jobs.send(confirmDepartureTask, { merchantId }, { tx, key: String(merchantId) })
}
