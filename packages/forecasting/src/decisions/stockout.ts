import { requireCount, requireNotNegative } from '../arguments.ts'
import { type DemandDistribution, dropElapsedDays, meanDemand } from '../distribution/demand-distribution.ts'
import { probabilityOfSelling } from '../distribution/read-distribution.ts'
import {
  arrivalsAfter,
  laterBy,
  requireStockPath,
  type StockPath,
  stockoutCurve,
  unitsWithin,
} from './stock-path.ts'

export type StockoutProjection =
  | { kind: 'out_of_stock' }
  | { kind: 'no_demand' }
  | { kind: 'beyond'; horizonDays: number; low: number | null }
  | { kind: 'days'; daysUntilStockout: number; low: number; high: number | null }

/** Ends of the range on screen: the 10 % and 90 % quantiles of the stockout day. */
const EARLY = 0.1
const LATE = 0.9

/**
 * Returns when stock runs out: the median day and the 10–90 % range, in whole days rounded down (7.8 days is
 * 7). Selling exactly the last unit counts half here, so that for steady demand the median is stock ÷ daily
 * demand, as a merchant would expect; `stockoutProbability` counts it in full. Without stock the result is
 * `out_of_stock` whatever the demand; without demand, `no_demand`; with a median after the horizon, `beyond`.
 * A late end after the horizon is null.
 */
export function stockoutProjection(path: StockPath): StockoutProjection {
  requireStockPath(path)
  const { distribution } = path
  if (unitsWithin(path, 0) <= 0) return { kind: 'out_of_stock' }
  if (meanDemand(distribution, distribution.horizonDays) === 0) return { kind: 'no_demand' }
  const curve = stockoutCurve(path, distribution.horizonDays, middleProbability, LATE)
  const low = crossing(curve, EARLY)
  const median = crossing(curve, 0.5)
  if (median === null) return { kind: 'beyond', horizonDays: distribution.horizonDays, low }
  return { kind: 'days', daysUntilStockout: median, low: low ?? median, high: crossing(curve, LATE) }
}

/** Returns the mean of P(demand >= units) and P(demand > units). */
function middleProbability(distribution: DemandDistribution, days: number, units: number): number {
  const whole = Math.ceil(units)
  return (
    0.5 *
    (probabilityOfSelling(distribution, days, whole) + probabilityOfSelling(distribution, days, whole + 1))
  )
}

/**
 * Returns the whole days until the curve, linear within a day, reaches `probability`; null if it does not.
 */
function crossing(curve: Float64Array, probability: number): number | null {
  const day = curve.findIndex((p) => p >= probability)
  if (day <= 0) return day === 0 ? 0 : null
  const before = curve[day - 1] as number
  const share = (probability - before) / ((curve[day] as number) - before)
  return Math.floor(day - 1 + share)
}

/**
 * Returns the probability of a stockout by the end of day `withinDays`: P(demand >= stock + arrivals).
 * It is 1 without stock and 0 without demand.
 */
export function stockoutProbability(path: StockPath & { withinDays: number }): number {
  requireStockPath(path)
  requireCount('withinDays', path.withinDays, 0)
  return stockoutCurve(path, path.withinDays)[path.withinDays] as number
}

/**
 * Returns `count` equally likely stockout days in ascending order (1 = the first day after the origin): null
 * for a day after the horizon, 0 when there is no stock now.
 */
export function stockoutFutures(path: StockPath & { count?: number }): (number | null)[] {
  requireStockPath(path)
  const count = path.count ?? 20
  requireCount('count', count, 1)
  const last = (count - 0.5) / count
  const curve = stockoutCurve(path, path.distribution.horizonDays, probabilityOfSelling, last)
  return Array.from({ length: count }, (_, i) => {
    const day = curve.findIndex((p) => p >= (i + 0.5) / count)
    return day === -1 ? null : day
  })
}

/**
 * Returns the same as `stockoutFutures`, but when out of stock today, the days of the next stockout. These
 * start from the first arrival that leaves units to sell, with the demand of the days after it. Demand until
 * then is lost; units owed to customers (stock below zero) are delivered first. The days are zero if no
 * arrival ends the current stockout.
 */
export function stockoutFuturesAfterArrival(path: StockPath & { count?: number }): (number | null)[] {
  requireStockPath(path)
  const { distribution, incoming = [], ...facts } = path
  if (unitsWithin(path, 0) > 0) return stockoutFutures(path)
  const days = incoming.map((receipt) => receipt.day).sort((a, b) => a - b)
  const unitsOn = (day: number) => unitsWithin(path, day + 1)
  const backOn = days.find((day) => unitsOn(day) > 0)
  if (backOn === undefined) return stockoutFutures(path)
  const futures = stockoutFutures({
    ...facts,
    distribution: dropElapsedDays(distribution, backOn),
    available: unitsOn(backOn),
    incoming: arrivalsAfter(incoming, backOn),
  })
  return futures.map((day) => laterBy(backOn, day))
}

/**
 * Returns stock ÷ average daily sales (units a day, zero days counted), rounded down, for variants without a
 * forecast. It has no measure of uncertainty, so both ends of the range are the same day.
 */
export function plainProjection(facts: { available: number; averageDailySales: number }): StockoutProjection {
  const { available, averageDailySales } = facts
  requireStockPath({ available })
  requireNotNegative('averageDailySales', averageDailySales)
  if (available <= 0) return { kind: 'out_of_stock' }
  if (averageDailySales === 0) return { kind: 'no_demand' }
  const days = Math.floor(available / averageDailySales)
  return { kind: 'days', daysUntilStockout: days, low: days, high: days }
}
