import { requireCount, requireNotNegative } from '../arguments.ts'
import type { DemandLaw } from '../law/demand-law.ts'
import { probabilityOfSelling } from '../law/read-law.ts'

/** Units on the way, sellable from the start of day `day`, counted from today (0 = today). */
export interface Incoming {
  day: number
  units: number
}

export interface StockPath {
  law: DemandLaw
  available: number
  incoming?: readonly Incoming[] | undefined
}

/**
 * Throws a RangeError unless stock is finite and every arrival has a day from today on and a number of units.
 */
export function requireStockPath({ available, incoming }: Omit<StockPath, 'law'>): void {
  if (!Number.isFinite(available)) throw new RangeError(`available must be a finite number, got ${available}`)
  for (const arrival of incoming ?? []) {
    requireCount('incoming.day', arrival.day, 0)
    requireNotNegative('incoming.units', arrival.units)
  }
}

/**
 * Returns the units that can be sold over the first `days` days: today's stock and the arrivals of those
 * days.
 */
export function unitsWithin({ available, incoming }: Omit<StockPath, 'law'>, days: number): number {
  let units = available
  for (const arrival of incoming ?? []) if (arrival.day < days || arrival.day === 0) units += arrival.units
  return units
}

export type EventProbability = (law: DemandLaw, days: number, units: number) => number

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
    if (soFar < 1) soFar = Math.max(soFar, probability(path.law, t, unitsWithin(path, t)))
    curve[t] = soFar
  }
  return curve
}
