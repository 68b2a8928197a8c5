import { requireCount, requireNotNegative } from '../arguments.ts'
import type { DemandDistribution } from '../distribution/demand-distribution.ts'
import { probabilityOfSelling } from '../distribution/read-distribution.ts'

/** Units on the way, sellable from the start of day `day`, counted from today (0 = today). */
export interface Incoming {
  day: number
  units: number
}

export interface StockPath {
  distribution: DemandDistribution
  available: number
  incoming?: readonly Incoming[] | undefined
}

/**
 * Throws a RangeError unless stock is finite and every arrival has a day from today on and a number of units.
 */
export function requireStockPath({ available, incoming }: Omit<StockPath, 'distribution'>): void {
  if (!Number.isFinite(available)) throw new RangeError(`available must be a finite number, got ${available}`)
  for (const receipt of incoming ?? []) {
    requireCount('incoming.day', receipt.day, 0)
    requireNotNegative('incoming.units', receipt.units)
  }
}

/**
 * Returns the units that can be sold over the first `days` days: today's stock and the arrivals of those
 * days.
 */
export function unitsWithin({ available, incoming }: Omit<StockPath, 'distribution'>, days: number): number {
  let units = available
  for (const receipt of incoming ?? []) if (receipt.day < days || receipt.day === 0) units += receipt.units
  return units
}

export type EventProbability = (distribution: DemandDistribution, days: number, units: number) => number

/**
 * Returns, for t = 0…days, the probability of a stockout by the end of day t. A later arrival does not undo
 * an earlier stockout, so the curve is the running maximum of P(demand over t days >= units within t). This
 * is a lower bound of the first-passage probability, and exact without incoming stock.
 */
export function stockoutCurve(
  path: StockPath,
  days: number,
  probability: EventProbability = probabilityOfSelling,
): Float64Array {
  const curve = new Float64Array(days + 1)
  let soFar = unitsWithin(path, 0) <= 0 ? 1 : 0
  curve[0] = soFar
  for (let t = 1; t <= days; t++) {
    if (soFar < 1) soFar = Math.max(soFar, probability(path.distribution, t, unitsWithin(path, t)))
    curve[t] = soFar
  }
  return curve
}
