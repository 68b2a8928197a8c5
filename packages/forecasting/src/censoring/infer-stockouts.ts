import { oneIfSold } from '../one-if-sold.ts'
import type { SeriesInput } from '../types.ts'

/** Days on each side of a run of days without sales from which its probability is computed. */
const SIDE_DAYS = 56
/** The smallest share of days without sales on both sides that is assumed; it limits how short an improbable run can be. */
const MIN_QUIET = 1 / (2 * SIDE_DAYS + 1)
/** Days with sales needed on each side. */
const MIN_SELLING_DAYS = 6
/** Runs that are less probable than this under the demand are taken for stockouts. */
const MIN_PROBABILITY = 1e-4
/** The limit for a series whose stock was never recorded. */
const MIN_PROBABILITY_UNKNOWN = 1e-15
/** A longer run may be the time between two seasons. */
const MAX_RUN_DAYS = 120
/** A product that was without stock for longer when its stock was first recorded has probably ended. */
const MAX_EMPTY_DAYS = 56

/**
 * Finds stockouts on days before the stock was recorded, `stockKnownFrom`: runs of days without sales that are too
 * improbable, because sales were frequent before and after them. Their probability is the share of days without
 * sales around them to the power of their length. The last day with sales before a run is taken for the one that
 * sold the last unit, where the stock was recorded later. A run that lasts until the stock was recorded is a stockout if
 * the stock was zero then; otherwise it is not judged, because the product may just have stopped selling. Returns the
 * series with these days out of stock; the series itself if there are none.
 */
export function inferStockouts(series: SeriesInput): SeriesInput {
  const { firstDay, unitsSold, stockKnownFrom } = series
  if (stockKnownFrom === undefined && series.outOfStock && !series.isStockUnrecorded) return series
  const end =
    stockKnownFrom === undefined ? unitsSold.length : Math.min(unitsSold.length, stockKnownFrom - firstDay)
  const most = stockKnownFrom === undefined ? MIN_PROBABILITY_UNKNOWN : MIN_PROBABILITY
  const shortest = Math.ceil(Math.log(most) / Math.log(MIN_QUIET))
  let outOfStock: Uint8Array | null = null
  let isCounted = false
  let start = 0
  while (start + shortest + 1 < end) {
    // A sale within the shortest run rules out a run that begins at `start`; the search goes on from the latest such sale.
    let t = start + shortest
    while (t > start && unitsSold[t] === 0) t--
    if (t > start) {
      start = t
      continue
    }
    t = start + shortest + 1
    while (t < end && unitsSold[t] === 0) t++
    if (t < end && t - start <= MAX_RUN_DAYS && !series.outOfStock?.[t - 1]) {
      if (!isCounted) sellingBefore = countSelling(unitsSold)
      isCounted = true
      if (isImprobable(unitsSold.length, start, t, most)) {
        outOfStock ??= series.outOfStock?.slice() ?? new Uint8Array(unitsSold.length)
        // If the stock was never recorded, something other than a stockout may have ended the sales, so the last day with sales
        // stays in stock.
        outOfStock.fill(1, stockKnownFrom === undefined ? start + 1 : start, t)
      }
    }
    start = t
  }
  if (series.wasEmptyWhenRecorded) {
    const last = lastSaleBefore(unitsSold, end)
    if (last >= 0 && end - last <= MAX_EMPTY_DAYS) {
      outOfStock ??= series.outOfStock?.slice() ?? new Uint8Array(unitsSold.length)
      outOfStock.fill(1, last, end)
    }
  }
  return outOfStock ? { ...series, outOfStock } : series
}

/** Returns the index of the last day with sales before `end`; -1 if there is none. */
function lastSaleBefore(units: Float64Array, end: number): number {
  let t = end - 1
  while (t >= 0 && units[t] === 0) t--
  return t
}

/** Returns the days of a series that only `inferStockouts` says were out of stock. */
export function daysInferred(series: SeriesInput): number {
  const inferred = inferStockouts(series)
  if (inferred === series) return 0
  let days = 0
  inferred.outOfStock?.forEach((flag, t) => {
    if (flag && !series.outOfStock?.[t]) days++
  })
  return days
}

/** Returns whether the days without sales between `start` and `end`, which have sales, are too improbable, in a series of `n`. */
function isImprobable(n: number, start: number, end: number, most: number): boolean {
  const from = Math.max(0, start + 1 - SIDE_DAYS)
  const until = Math.min(n, end + SIDE_DAYS)
  const before = sellingBefore[start + 1]! - sellingBefore[from]!
  if (before < MIN_SELLING_DAYS) return false
  const after = sellingBefore[until]! - sellingBefore[end]!
  if (after < MIN_SELLING_DAYS) return false
  const days = start + 1 - from + until - end
  const quiet = Math.max(1 - before / (start + 1 - from), 1 - after / (until - end), 1 / (days + 1))
  return quiet ** (end - start - 1) < most
}

/** Days with sales before each index of the series that is searched. Kept between calls, to save the allocation. */
let sellingBefore: Uint32Array = new Uint32Array(0)

function countSelling(units: Float64Array): Uint32Array {
  const before = sellingBefore.length > units.length ? sellingBefore : new Uint32Array(units.length + 1)
  let selling = 0
  for (let t = 0; t < units.length; t++) {
    selling += oneIfSold(units[t]!)
    before[t + 1] = selling
  }
  return before
}
