import type { SeriesInput } from './types.ts'

/** The latest days of one series, ready for fitting; index n - 1 is the origin. */
export interface History {
  /** Epoch day of index 0. */
  firstDay: number
  /** Days. */
  n: number
  units: Float64Array
  /** 1 for a day in stock, whose sales are its demand. */
  inStock: Uint8Array
  /** Sales, or on days out of stock the level expected then, if that is higher. */
  demand: Float64Array
  /** Running totals: index t is the sum of the first t days. */
  demandBefore: Float64Array
  squaresBefore: Float64Array
  soldInStockBefore: Float64Array
  daysInStockBefore: Int32Array
  sellingDaysBefore: Int32Array
}

/** Most days used: a year of training origins with two years before each. */
const MOST_DAYS = 1200

/** Smoothing constant of the level used on days out of stock. */
const REPAIR_SMOOTHING = 0.05

/**
 * Checks the series and sums up its latest days. Sales equal demand only while there is stock (Nahmias 1994),
 * so a day out of stock counts with the level known by then. Throws a RangeError for a negative, infinite or
 * NaN number of units.
 */
export function prepareHistory(series: SeriesInput): History {
  requireUnits(series)
  const skipped = Math.max(0, series.unitsSold.length - MOST_DAYS)
  const units = series.unitsSold.subarray(skipped)
  const outOfStock = series.outOfStock?.subarray(skipped)
  const firstDay = series.firstDay + skipped
  const n = units.length
  const inStock = new Uint8Array(n).fill(1)
  if (!outOfStock?.includes(1))
    return { firstDay, n, units, inStock, demand: units, ...totals(units, inStock, units) }
  for (let t = 0; t < n; t++) inStock[t] = outOfStock[t] ? 0 : 1
  const demand = repairedDemand(units, inStock)
  return { firstDay, n, units, inStock, demand, ...totals(units, inStock, demand) }
}

function repairedDemand(units: Float64Array, inStock: Uint8Array): Float64Array {
  const demand = Float64Array.from(units)
  let level = startingLevel(units, inStock)
  for (let t = 0; t < units.length; t++) {
    const sold = units[t] as number
    if (inStock[t] === 0) demand[t] = Math.max(sold, level)
    else level += REPAIR_SMOOTHING * (sold - level)
  }
  return demand
}

function requireUnits({ id, unitsSold, outOfStock }: SeriesInput): void {
  for (let t = 0; t < unitsSold.length; t++) {
    const sold = unitsSold[t] as number
    if (!(sold >= 0 && sold < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`unitsSold[${t}] of series ${id} must be a finite number from zero, got ${sold}`)
    }
  }
  if (outOfStock && outOfStock.length !== unitsSold.length) {
    const days = unitsSold.length
    throw new RangeError(`outOfStock must have a flag for each of the ${days} days, got ${outOfStock.length}`)
  }
}

function startingLevel(units: Float64Array, inStock: Uint8Array): number {
  let sum = 0
  let days = 0
  for (let t = 0; t < units.length && days < 28; t++) {
    if (inStock[t] === 0) continue
    sum += units[t] as number
    days++
  }
  return days === 0 ? 0 : sum / days
}

function totals(units: Float64Array, inStock: Uint8Array, demand: Float64Array) {
  const n = units.length
  const demandBefore = new Float64Array(n + 1)
  const squaresBefore = new Float64Array(n + 1)
  const soldInStockBefore = demand === units ? demandBefore : new Float64Array(n + 1)
  const daysInStockBefore = new Int32Array(n + 1)
  const sellingDaysBefore = new Int32Array(n + 1)
  for (let t = 0; t < n; t++) {
    const sold = units[t] as number
    const wanted = demand[t] as number
    const flag = inStock[t] as number
    soldInStockBefore[t + 1] = (soldInStockBefore[t] as number) + flag * sold
    demandBefore[t + 1] = (demandBefore[t] as number) + wanted
    squaresBefore[t + 1] = (squaresBefore[t] as number) + wanted * wanted
    daysInStockBefore[t + 1] = (daysInStockBefore[t] as number) + flag
    sellingDaysBefore[t + 1] = (sellingDaysBefore[t] as number) + (sold > 0 ? 1 : 0)
  }
  return { demandBefore, squaresBefore, soldInStockBefore, daysInStockBefore, sellingDaysBefore }
}

/** Least days in stock for the mean of a window. */
export const LEAST_DAYS_IN_STOCK = 5

/**
 * Returns the average daily demand over the `days` days before index `end`, without days out of stock; null
 * for fewer than five days in stock.
 */
export function windowMean(history: History, end: number, days: number): number | null {
  const start = Math.max(0, end - days)
  const { soldInStockBefore: sold, daysInStockBefore: inStock } = history
  const counted = (inStock[end] as number) - (inStock[start] as number)
  if (counted < Math.min(LEAST_DAYS_IN_STOCK, end - start)) return null
  return counted === 0 ? null : ((sold[end] as number) - (sold[start] as number)) / counted
}

/** Returns the mean of `demand` from index `start` up to, not including, `end`. */
export function meanDemandBetween(history: History, start: number, end: number): number {
  const { demandBefore } = history
  return ((demandBefore[end] as number) - (demandBefore[start] as number)) / (end - start)
}
