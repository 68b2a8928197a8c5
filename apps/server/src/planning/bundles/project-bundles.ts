import type { StockProjection } from '../projection/derive-projection.ts'
import { bundleStock } from './bundle-stock.ts'
import type { ShopBundles } from './shop-bundles.ts'

/** Returns the projections with those of bundles derived from their parts. A part that is not among them counts as it was stored. */
export function projectBundles(
  bundles: ShopBundles,
  projections: readonly StockProjection[],
): readonly StockProjection[] {
  if (bundles.putTogether.length === 0) return projections
  const fresh = new Map(projections.map((one) => [one.variant_id, one]))
  const isPutTogether = new Set(bundles.putTogether.map(({ variantId }) => variantId))
  return projections.map((one) => {
    if (!isPutTogether.has(one.variant_id)) return one
    const parts = bundles.getParts(one.variant_id).map((part) => {
      const now = fresh.get(part.variantId)
      return now ? { ...part, ...getFigures(now) } : part
    })
    return { ...one, ...bundleStock(parts), incoming: 0 }
  })
}

function getFigures(now: StockProjection) {
  return {
    available: now.available,
    days: now.days_until_stockout,
    daysLow: now.days_low,
    daysHigh: now.days_high,
    daysSource: now.days_source,
    kind: now.projection_kind,
  }
}
