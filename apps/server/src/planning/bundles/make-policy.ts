import type { DemandDistribution, ReplenishmentPolicy } from '@stockcast/forecasting/decisions'
import { meanDemand } from '@stockcast/forecasting/decisions'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { VariantState } from '../projection/derive-projection.ts'
import { type PartStock, unitsFrom } from './bundle-stock.ts'
import { type KnownBundle, listPartStock } from './queries.ts'

/**
 * Returns a function that gives an assembly the policy by which it is made, and leaves other policies as they are. It takes the
 * days to make it; where the parts are not enough for what is expected to sell until then and in the days of cover, also the
 * longest lead time of those that are short.
 */
export async function makePolicy(
  tx: Tx,
  args: {
    merchantId: number
    bundles: ReadonlyMap<number, KnownBundle>
    states: readonly { state: VariantState; distribution: DemandDistribution | null }[]
    today: number
  },
): Promise<(variantId: number, policy: ReplenishmentPolicy) => ReplenishmentPolicy> {
  const { merchantId, bundles, states } = args
  const made = [...bundles.values()].filter(({ kind }) => kind === 'assembly')
  if (made.length === 0) return (_, policy) => policy
  const bundleIds = made.map(({ variantId }) => variantId)
  const stock = await listPartStock(tx, { merchantId, bundleIds, today: dayFromEpoch(args.today) })
  const partsOf = Map.groupBy(stock, ({ bundleId }) => bundleId)
  const stateOf = new Map(states.map((one) => [one.state.variantId, one]))
  return (variantId, policy) => {
    const bundle = bundles.get(variantId)
    const known = stateOf.get(variantId)
    if (bundle?.kind !== 'assembly' || !known) return policy
    const { distribution, state } = known
    const days = bundle.makeDays + policy.reviewPeriodDays
    const wanted = distribution === null ? 0 : meanDemand(distribution, days) - state.available
    const parts = (partsOf.get(variantId) ?? []).map((part) => {
      const now = stateOf.get(part.variantId)?.state
      return now ? { ...part, available: now.available } : part
    })
    return madeBy(policy, { makeDays: bundle.makeDays, wanted, parts })
  }
}

/** `wanted`: units to make; each part has the lead time with which it is ordered. */
export function madeBy(
  policy: ReplenishmentPolicy,
  made: { makeDays: number; wanted: number; parts: readonly (PartStock & { leadTimeDays: number | null })[] },
): ReplenishmentPolicy {
  const short = made.parts.filter((part) => (unitsFrom(part) ?? Number.POSITIVE_INFINITY) < made.wanted)
  const wait = short.reduce((most, { leadTimeDays }) => Math.max(most, leadTimeDays ?? 0), 0)
  return { ...policy, leadTimeDays: made.makeDays + wait, leadTimes: undefined }
}
