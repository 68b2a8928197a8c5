import { estimateDemand } from './censoring/estimate-demand.ts'
import { oneIfSold } from './one-if-sold.ts'
import type { Likeness, SeriesInput } from './types.ts'

/**
 * The latest days of one series, ready for fitting; index n - 1 is the origin. The arrays may have more elements,
 * which are not part of it.
 */
export interface History {
  /** Epoch day of index 0. */
  firstDay: number
  /** Days. */
  n: number
  likeness: Likeness | undefined
  /** Units sold; on a day that sold its last unit, the expected demand. */
  units: Float64Array
  /** 1 for a day whose units count: it was not without stock from beginning to end. */
  inStock: Uint8Array
  /** The units, or on days without stock the level expected then. */
  demand: Float64Array
  /** Running totals: index t is the sum of the first t days. */
  demandBefore: Float64Array
  squaresBefore: Float64Array
  soldInStockBefore: Float64Array
  daysInStockBefore: Int32Array
  sellingDaysBefore: Int32Array
}

/** The arrays of one history, to be filled. */
export type HistoryBuffers = Omit<History, 'firstDay' | 'n' | 'likeness'>

/** Maximum number of days used: a year of training origins with two years before each. */
export const MAX_DAYS = 1200

/** Minimum days in stock from which the level before the first day is taken. */
export const STARTING_DAYS = 28

/** Smoothing constant of the level used on days out of stock. */
const REPAIR_SMOOTHING = 0.05

/** Returns empty arrays for a history of at most `days` days. */
export function historyBuffers(days: number): HistoryBuffers {
  return {
    units: new Float64Array(days),
    inStock: new Uint8Array(days),
    demand: new Float64Array(days),
    demandBefore: new Float64Array(days + 1),
    squaresBefore: new Float64Array(days + 1),
    soldInStockBefore: new Float64Array(days + 1),
    daysInStockBefore: new Int32Array(days + 1),
    sellingDaysBefore: new Int32Array(days + 1),
  }
}

/** Returns how many days of a series are used. */
export function usedDays({ unitsSold }: SeriesInput): number {
  return Math.min(MAX_DAYS, unitsSold.length)
}

/**
 * Checks the series and sums up its latest days. Throws a RangeError for a negative, infinite or NaN number of
 * units.
 */
export function prepareHistory(series: SeriesInput): History {
  requireUnits(series)
  return fillHistory(estimateDemand(series), historyBuffers(usedDays(series)))
}

/**
 * Sums up the latest days of a checked series in these arrays; `estimateDemand` has replaced the sales of its
 * censored days. Sales equal demand only while there is stock (Nahmias 1994), so a day without stock counts with
 * the level known by then, or with its element of `wanted`, which has one for each such day in order.
 */
export function fillHistory(
  series: SeriesInput,
  buffers: HistoryBuffers,
  wanted: Float64Array | null = null,
): History {
  const skipped = series.unitsSold.length - usedDays(series)
  // Avoids creating a view of the whole array.
  const units = skipped === 0 ? series.unitsSold : series.unitsSold.subarray(skipped)
  const outOfStock = skipped === 0 ? series.outOfStock : series.outOfStock?.subarray(skipped)
  const days = {
    firstDay: series.firstDay + skipped,
    n: units.length,
    units,
    likeness: series.likeness,
  }
  if (!outOfStock?.includes(1)) {
    buffers.inStock.fill(1, 0, units.length)
    fillTotalsInStock(units, buffers)
    return getHistory(days, { ...buffers, demand: units, soldInStockBefore: buffers.demandBefore })
  }
  fillRepaired(units, outOfStock, buffers, wanted ?? wantedByLevel(units, outOfStock))
  return getHistory(days, buffers)
}

/** Returns a history of these arrays. All are built here, so that the engine optimises for one kind of object. */
export function getHistory(
  days: Pick<History, 'firstDay' | 'n' | 'units' | 'likeness'>,
  arrays: HistoryBuffers,
): History {
  return {
    firstDay: days.firstDay,
    n: days.n,
    likeness: days.likeness,
    units: days.units,
    inStock: arrays.inStock,
    demand: arrays.demand,
    demandBefore: arrays.demandBefore,
    squaresBefore: arrays.squaresBefore,
    soldInStockBefore: arrays.soldInStockBefore,
    daysInStockBefore: arrays.daysInStockBefore,
    sellingDaysBefore: arrays.sellingDaysBefore,
  }
}

export function requireUnits({ id, unitsSold, outOfStock }: SeriesInput): void {
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

function startingLevel(units: Float64Array, outOfStock: Uint8Array): number {
  let sum = 0
  let days = 0
  for (let t = 0; t < outOfStock.length && days < STARTING_DAYS; t++) {
    if (outOfStock[t]) continue
    sum += units[t] as number
    days++
  }
  return days === 0 ? 0 : sum / days
}

/** Writes the demand, the days in stock, and the running totals after element 0, which stays 0. */
function fillRepaired(
  units: Float64Array,
  outOfStock: Uint8Array,
  buffers: HistoryBuffers,
  wanted: Float64Array,
): void {
  const { inStock, demand, demandBefore, squaresBefore, soldInStockBefore } = buffers
  const { daysInStockBefore, sellingDaysBefore } = buffers
  let soldInStock = 0
  let sum = 0
  let squares = 0
  let days = 0
  let selling = 0
  for (let t = 0; t < units.length; t++) {
    const sold = units[t]!
    const counts = 1 - outOfStock[t]!
    const all = counts === 1 ? sold : wanted[t - days]!
    inStock[t] = counts
    demand[t] = all
    soldInStock += sold * counts
    days += counts
    sum += all
    squares += all * all
    selling += oneIfSold(sold)
    soldInStockBefore[t + 1] = soldInStock
    demandBefore[t + 1] = sum
    squaresBefore[t + 1] = squares
    daysInStockBefore[t + 1] = days
    sellingDaysBefore[t + 1] = selling
  }
}

/** Returns the demand of the days out of stock: the level known by then, or the units sold if they are more. */
function wantedByLevel(units: Float64Array, outOfStock: Uint8Array): Float64Array {
  let out = 0
  for (let t = 0; t < outOfStock.length; t++) out += outOfStock[t]!
  const wanted = new Float64Array(out)
  let level = startingLevel(units, outOfStock)
  for (let t = 0, i = 0; t < outOfStock.length; t++) {
    const sold = units[t]!
    if (outOfStock[t]) wanted[i++] = Math.max(sold, level)
    else level += REPAIR_SMOOTHING * (sold - level)
  }
  return wanted
}

/** Writes the arrays of a series that was always in stock, whose demand is its sales. */
function fillTotalsInStock(units: Float64Array, buffers: HistoryBuffers): void {
  const { demandBefore, squaresBefore, daysInStockBefore, sellingDaysBefore } = buffers
  let sum = 0
  let squares = 0
  let selling = 0
  for (let t = 0; t < units.length; t++) {
    const sold = units[t] as number
    sum += sold
    squares += sold * sold
    selling += oneIfSold(sold)
    demandBefore[t + 1] = sum
    squaresBefore[t + 1] = squares
    daysInStockBefore[t + 1] = t + 1
    sellingDaysBefore[t + 1] = selling
  }
}

/** Minimum days in stock for the mean of a window. */
export const MIN_DAYS_IN_STOCK = 5

/**
 * Returns the average daily demand over the `days` days before index `end`, without days out of stock; null
 * for fewer than five days in stock.
 */
export function windowMean(history: History, end: number, days: number): number | null {
  const start = Math.max(0, end - days)
  const { soldInStockBefore: sold, daysInStockBefore: inStock } = history
  const counted = (inStock[end] as number) - (inStock[start] as number)
  if (counted < Math.min(MIN_DAYS_IN_STOCK, end - start)) return null
  return counted === 0 ? null : ((sold[end] as number) - (sold[start] as number)) / counted
}

/** Returns the mean of `demand` from index `start` up to, not including, `end`. */
export function meanDemandBetween(history: History, start: number, end: number): number {
  const { demandBefore } = history
  return ((demandBefore[end] as number) - (demandBefore[start] as number)) / (end - start)
}
