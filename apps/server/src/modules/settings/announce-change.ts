import { AT_ONCE } from '../../due/due-kinds.ts'
import { setDueAtLatest } from '../../due/queries.ts'
import type { Context } from '../../verb-context.ts'
import { refreshProjectionsTask } from '../projection/index.ts'

/** More products than this are derived again with the whole catalogue. */
const MOST_NAMED = 5000

/**
 * Queues the refresh of stock projections and alerts of these products (or of all), and informs open pages.
 * The scorecard depends on lead times, and is due when they changed.
 */
export async function announceChange(
  { jobs, live, merchantId, tx }: Context<'jobs' | 'live'>,
  { variantIds, isOfLeadTimes }: { variantIds: readonly number[] | null; isOfLeadTimes: boolean },
): Promise<void> {
  if (isOfLeadTimes) await setDueAtLatest(tx, { kind: 'simulation', merchantId, dueAt: AT_ONCE })
  const named = variantIds !== null && variantIds.length <= MOST_NAMED ? { variantIds: [...variantIds] } : {}
  const data = { merchantId, ...named, isChangeOfSettings: true }
  await jobs.send(refreshProjectionsTask, data, { tx, key: String(merchantId) })
  await live.publish(tx, merchantId, { type: 'settings' })
}
