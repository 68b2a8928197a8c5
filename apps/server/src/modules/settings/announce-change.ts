import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { refreshProjections } from '../projection/index.ts'

/** More products than this are derived again with the whole catalogue. */
const MOST_NAMED = 5000

/**
 * Queues the refresh of stock projections and alerts of these products (or of all), and informs open pages.
 */
export async function announceChange(
  kernel: Pick<Kernel, 'jobs' | 'live'>,
  tx: Tx,
  { merchantId, variantIds }: { merchantId: number; variantIds: readonly number[] | null },
): Promise<void> {
  const named = variantIds !== null && variantIds.length <= MOST_NAMED ? { variantIds: [...variantIds] } : {}
  const data = { merchantId, ...named, isChangeOfSettings: true }
  await kernel.jobs.send(refreshProjections, data, { tx, key: String(merchantId) })
  await kernel.live.publish(tx, merchantId, { type: 'settings' })
}
