import { requireCount, requireNotNegative } from '../arguments.ts'
import type { DemandLaw } from '../law/demand-law.ts'
import { probabilityOfSelling } from '../law/read-law.ts'

/** Units on the way: sellable from the start of day `day`, counted from today (0 = today). */
export interface Incoming {
  day: number
  units: number
}

export interface StockPath {
  law: DemandLaw
  available: number
  incoming?: readonly Incoming[] | undefined
}

/** RangeError unless stock is a number and every arrival a day from today and a count of units. */
export function requireStockPath({ available, incoming }: Omit<StockPath, 'law'>): void {
  if (!Number.isFinite(available)) throw new RangeError(`available must be a finite number, got ${available}`)
  for (const arrival of incoming ?? []) {
    requireCount('incoming.day', arrival.day, 0)
    requireNotNegative('incoming.units', arrival.units)
  }
}

/** What can be sold over the first `days` days: today's stock and all that has arrived before the last of them ends. */
export function unitsWithin({ available, incoming }: Omit<StockPath, 'law'>, days: number): number {
  let units = available
  for (const arrival of incoming ?? []) if (arrival.day < days || arrival.day === 0) units += arrival.units
  return units
}

export type EventProbability = (law: DemandLaw, days: number, units: number) => number

/**
 * Index t = 0…days: probability that the stock has run out by the end of day t. A later arrival does not undo a
 * stockout that came before it, so the curve is the running maximum of P(demand over t days >= units within t).
 * (A lower bound of the first-passage probability, exact without incoming stock.)
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
