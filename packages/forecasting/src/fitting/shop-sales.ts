import { type History, MAX_DAYS } from '../history.ts'
import { YEAR_DAYS } from './annual-seasonal-index.ts'

/**
 * A series counts at most with this multiple of its usual day towards a sale of the whole shop, so that a few series alone are
 * not one.
 */
const MAX_OF_ONE = 2.5
/** Days of history from which on a series counts towards a sale, because new products raise the shop's sales, too. */
const MIN_DAYS = 60

/** What some of a shop's series sold on each of the latest days; the last element is the origin. */
export class ShopSales {
  /** Units ÷ the variance-to-mean ratio of each series, so that a large order of one series counts little. */
  readonly sums = new Float64Array(MAX_DAYS)
  /** Like `sums`, but only of series with enough history, and each capped at a multiple of its usual day. */
  readonly broad = new Float64Array(MAX_DAYS)
  /** Series with sales. */
  series = 0

  /** Adds a series by its demand, so that a product out of stock does not look like a closed shop. */
  add({ n, demand, demandBefore, squaresBefore }: History): void {
    const start = Math.max(0, n - YEAR_DAYS)
    const days = n - start
    const mean = (demandBefore[n]! - demandBefore[start]!) / days
    if (!(mean > 0)) return
    this.series++
    const weight = 1 / getSpread((squaresBefore[n]! - squaresBefore[start]!) / days, mean)
    const most = n >= MIN_DAYS ? MAX_OF_ONE * mean : 0
    let sum = 0
    let squares = 0
    for (let t = start; t < n; t++) {
      const counted = Math.min(most, demand[t]!)
      sum += counted
      squares += counted * counted
    }
    const weightOfBroad = sum > 0 ? 1 / getSpread(squares / days, sum / days) : 0
    const { sums, broad } = this
    for (let t = 0, day = MAX_DAYS - n; t < n; t++, day++) {
      const sold = demand[t]!
      sums[day]! += weight * sold
      broad[day]! += weightOfBroad * Math.min(most, sold)
    }
  }

  addAll({ sums, broad, series }: Pick<ShopSales, 'sums' | 'broad' | 'series'>): void {
    for (let t = 0; t < MAX_DAYS; t++) {
      this.sums[t]! += sums[t]!
      this.broad[t]! += broad[t]!
    }
    this.series += series
  }
}

/** Returns the variance-to-mean ratio, at least that of Poisson demand. */
function getSpread(square: number, mean: number): number {
  return Math.max(1, (square - mean * mean) / mean)
}
