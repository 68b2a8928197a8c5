import {
  type DemandDistribution,
  meanDemand,
  type ReplenishmentPolicy,
} from '@stockcast/forecasting/decisions'
import type { StockProjection, VariantState } from '../projection/derive-projection.ts'
import { bundleStock, scarcestPart, unitsFrom } from './bundle-stock.ts'
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

/**
 * Returns a function that gives an assembly its own policy and leaves other policies unchanged. The lead time of an assembly is
 * the time to make it; if its parts are not enough for the demand until then and in the review period, the longest lead time of
 * the short parts is added.
 */
export function makePolicy(
  bundles: ShopBundles,
  states: readonly { state: VariantState; distribution: DemandDistribution | null }[],
): (variantId: number, policy: ReplenishmentPolicy) => ReplenishmentPolicy {
  if (bundles.assemblies.length === 0) return (_, policy) => policy
  const stateOf = new Map(states.map((one) => [one.state.variantId, one]))
  return (variantId, policy) => {
    const bundle = bundles.of(variantId)
    const known = stateOf.get(variantId)
    if (bundle?.kind !== 'assembly' || !known) return policy
    const { distribution, state } = known
    const { makeDays } = bundle
    const sold = distribution === null ? 0 : meanDemand(distribution, makeDays + policy.reviewPeriodDays)
    let wait = 0
    for (const part of bundles.getParts(variantId)) {
      const available = stateOf.get(part.variantId)?.state.available ?? part.available
      const enoughFor = unitsFrom({ ...part, available }) ?? Number.POSITIVE_INFINITY
      if (enoughFor < sold - state.available) wait = Math.max(wait, part.leadTimeDays ?? 0)
    }
    return { ...policy, leadTimeDays: makeDays + wait, leadTimes: undefined, leadTimeRange: null }
  }
}

type Sold = Pick<VariantState, 'variantId' | 'available' | 'price' | 'unitsSold30'>

/**
 * Returns the value of a lost unit of each part: its own price for the share that is sold by itself, and the bundle's price for
 * the share that is sold in each bundle whose scarcest part it is. Only parts of bundles have a value.
 */
export function partPrices(bundles: ShopBundles, states: readonly Sold[]): Map<number, number | null> {
  const prices = new Map<number, number | null>()
  if (bundles.putTogether.length === 0) return prices
  const stateOf = new Map(states.map((state) => [state.variantId, state]))
  const inBundles = new Map<number, { units: number; value: number }>()
  for (const { variantId } of bundles.putTogether) {
    const bundle = stateOf.get(variantId)
    if (!bundle) continue
    const parts = bundles.getParts(variantId).map((part) => {
      return { ...part, available: stateOf.get(part.variantId)?.available ?? part.available }
    })
    const scarcest = scarcestPart(parts)?.part.variantId
    for (const part of parts) {
      const known = inBundles.get(part.variantId) ?? { units: 0, value: 0 }
      known.units += bundle.unitsSold30 * part.quantity
      if (part.variantId === scarcest) known.value += bundle.unitsSold30 * (bundle.price ?? 0)
      inBundles.set(part.variantId, known)
    }
  }
  for (const [variantId, { units, value }] of inBundles) {
    const state = stateOf.get(variantId)
    if (!state || units === 0) continue
    const own = Math.max(0, state.unitsSold30 - units)
    if (own > 0 && state.price === null) continue
    prices.set(variantId, (own * (state.price ?? 0) + value) / (own + units))
  }
  return prices
}
