import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { StockProjection } from '../projection/derive-projection.ts'
import { bundleStock } from './bundle-stock.ts'
import { type KnownBundle, listPartStock } from './queries.ts'

/**
 * Returns the projections with those of bundles derived from their parts. A part that is not among them counts as it was stored.
 */
export async function projectBundles(
  tx: Tx,
  args: {
    merchantId: number
    today: number
    projections: readonly StockProjection[]
    bundles: ReadonlyMap<number, KnownBundle>
  },
): Promise<readonly StockProjection[]> {
  const { merchantId, projections, bundles } = args
  const put = [...bundles.values()].filter(({ kind }) => kind !== 'assembly')
  if (put.length === 0) return projections
  const today = dayFromEpoch(args.today)
  const bundleIds = put.map(({ variantId }) => variantId)
  const stored = await listPartStock(tx, { merchantId, bundleIds, today })
  const fresh = new Map(projections.map((one) => [one.variant_id, one]))
  const partsOf = Map.groupBy(stored, ({ bundleId }) => bundleId)
  return projections.map((one) => {
    if (!bundles.has(one.variant_id) || bundles.get(one.variant_id)?.kind === 'assembly') return one
    const parts = (partsOf.get(one.variant_id) ?? []).map((part) => {
      const now = fresh.get(part.variantId)
      return now ? { ...part, ...figuresOf(now) } : part
    })
    return { ...one, ...bundleStock(parts), incoming: 0 }
  })
}

function figuresOf(now: StockProjection) {
  return {
    available: now.available,
    days: now.days_until_stockout,
    daysLow: now.days_low,
    daysHigh: now.days_high,
    daysSource: now.days_source,
    kind: now.projection_kind,
  }
}
