import { AT_ONCE } from '../../due/due-kinds.ts'
import { setDueAtLatest } from '../../due/queries.ts'
import type { Context } from '../../verb-context.ts'
import { refreshProjectionsTask } from '../projection/index.ts'

/** More products than this are derived again with the whole catalogue. */
const MOST_NAMED = 5000

/**
 * Informs open pages of a change of suppliers or of what they sell, and has the stock projections of these products
 * derived again. The scorecard depends on lead times, and is due again.
 */
export async function announceChange(
  { jobs, live, merchantId, tx }: Context<'jobs' | 'live'>,
  { variantIds }: { variantIds: readonly number[] },
): Promise<void> {
  await live.publish(tx, merchantId, { type: 'purchasing' })
  if (variantIds.length === 0) return
  await setDueAtLatest(tx, { kind: 'simulation', merchantId, dueAt: AT_ONCE })
  const named = variantIds.length <= MOST_NAMED ? { variantIds: [...variantIds] } : {}
  const data = { merchantId, ...named, isChangeOfSettings: true }
  await jobs.send(refreshProjectionsTask, data, { tx, key: String(merchantId) })
}
