import type { VariantState } from '../projection/derive-projection.ts'
import { scarcestPart } from './bundle-stock.ts'
import type { ShopBundles } from './shop-bundles.ts'

type Sold = Pick<VariantState, 'variantId' | 'available' | 'price' | 'unitsSold30'>

/**
 * Returns what a lost unit of each part costs: the share sold by itself at its own price, and the share of each bundle of which it
 * is the scarcest part at the bundle's price. Only parts of bundles have one.
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
