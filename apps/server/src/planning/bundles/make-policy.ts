import {
  type DemandDistribution,
  meanDemand,
  type ReplenishmentPolicy,
} from '@stockcast/forecasting/decisions'
import type { VariantState } from '../projection/derive-projection.ts'
import { unitsFrom } from './bundle-stock.ts'
import type { ShopBundles } from './shop-bundles.ts'

/**
 * Returns a function that gives an assembly the policy by which it is made, and leaves other policies as they are. It takes the
 * days to make it; where the parts are not enough for what is expected to sell until then and in the days of cover, also the
 * longest lead time of those that are short.
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
    return { ...policy, leadTimeDays: makeDays + wait, leadTimes: undefined }
  }
}
