import type { ShopFormats } from '@stockcast/contract'
import type { AlertType, ResolveReason, VariantFacts } from '@stockcast/forecasting/decisions'

/** Why the system resolves an alert, as the merchant reads it. True whatever made the condition clear. */
export function closingReason(args: {
  facts: Pick<VariantFacts, 'available' | 'incoming' | 'isQuiet' | 'policy'>
  type: AlertType
  reason: ResolveReason
  formats: ShopFormats
}): string {
  return `Closed by itself: ${cause(args)}.`
}

/** For alerts of variants that the store has no more. */
export const removedReason = 'Closed by itself: the product is no longer in the store.'

function cause({ facts, type, reason, formats }: Parameters<typeof closingReason>[0]): string {
  if (facts.isQuiet) return 'the product is no longer on sale or its stock is not tracked'
  const units = (count: number) => (count === 1 ? '1 unit is' : `${formats.number(count)} units are`)
  const incoming = facts.incoming.reduce((sum, arrival) => sum + arrival.units, 0)
  if (reason === 'covered') return `${units(incoming)} on the way`
  if (type === 'low_stock') {
    return `${units(facts.available)} in stock, above the safety stock of ${formats.number(facts.policy.safetyStock)}`
  }
  if (reason === 'restocked') return `${units(facts.available)} in stock`
  return 'the stock is expected to last until a new order would arrive'
}
