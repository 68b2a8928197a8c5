import { fillDemandQuantiles } from '../distribution/read-distribution.ts'
import { meanOver } from '../lead-time/demand-during.ts'
import { expectedUnits, type StockPath } from './stock-path.ts'

const LEVELS = 40
const probabilities = Float64Array.from({ length: LEVELS }, (_, i) => (i + 0.5) / LEVELS)

/**
 * Returns the expected units of lost sales over equally likely numbers of days: mean_k E[(D(L_k) − S)⁺], where D is
 * the demand and S the stock with the receipts in that time. Each expectation is the mean over 40 equally likely
 * demands. Takes unmet demand as lost, and receipts as if they were there from the start; units owed to customers (stock
 * below zero) go out of them first.
 */
export function expectedLostUnits(
  { distribution, available, incoming = [] }: StockPath,
  days: ArrayLike<number>,
): number {
  const demands = new Float64Array(LEVELS)
  return meanOver(days, (each) => {
    const units = incoming.reduce(
      (sum, receipt) => sum + (receipt.day < each ? expectedUnits(receipt) : 0),
      available,
    )
    const stock = Math.max(0, units)
    fillDemandQuantiles(distribution, each, probabilities, demands)
    return demands.reduce((sum, demand) => sum + Math.max(0, demand - stock), 0) / LEVELS
  })
}
