import type { DemandDistribution, Incoming } from '@stockcast/forecasting/decisions'
import { fillDemandQuantiles, type ReplenishmentPolicy } from '@stockcast/forecasting/decisions'

const LEVELS = 40
const probabilities = Float64Array.from({ length: LEVELS }, (_, i) => (i + 0.5) / LEVELS)

/**
 * Returns the expected lost sales (value) until an order placed today arrives: E[(D(L) − S)⁺] × price, where
 * D(L) is the demand over the lead time and S the stock with the receipts in that time. The expectation is
 * the mean over 40 equally likely demands. Takes unmet demand as lost, and receipts as if they were there
 * from the start. Returns null without a price.
 */
export function expectedLostSales(args: {
  distribution: DemandDistribution
  available: number
  incoming: readonly Incoming[]
  policy: Pick<ReplenishmentPolicy, 'leadTimeDays'>
  price: number | null
}): number | null {
  const { distribution, available, incoming, policy, price } = args
  if (price === null) return null
  const days = policy.leadTimeDays
  const stock = incoming.reduce(
    (sum, receipt) => sum + (receipt.day < days ? receipt.units : 0),
    Math.max(0, available),
  )
  const demands = new Float64Array(LEVELS)
  fillDemandQuantiles(distribution, days, probabilities, demands)
  const missed = demands.reduce((sum, demand) => sum + Math.max(0, demand - stock), 0) / LEVELS
  return missed * price
}
