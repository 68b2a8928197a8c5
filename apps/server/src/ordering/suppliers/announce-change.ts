import { AT_ONCE } from '../../kernel/due/due-kinds.ts'
import { setDueAtLatest } from '../../kernel/due/queries.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { queueRefresh } from '../../store/index.ts'

/**
 * Notifies open pages of a change of suppliers or of what they sell, and queues the refresh of these products' stock
 * projections. The scorecard depends on lead times, so it is due again.
 */
export async function announceChange(
  { jobs, live, merchantId, tx }: Context<'jobs' | 'live'>,
  { variantIds }: { variantIds: readonly number[] },
): Promise<void> {
  await live.publish(tx, merchantId, { type: 'purchasing' })
  if (variantIds.length === 0) return
  await setDueAtLatest(tx, { kind: 'simulation', merchantId, dueAt: AT_ONCE })
  await queueRefresh({ jobs }, tx, { merchantId, variantIds, isChangeOfSettings: true })
}
