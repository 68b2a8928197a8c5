import { type History, MOST_DAYS } from '../history.ts'
import { YEAR_DAYS } from '../fitting/annual-seasonal-index.ts'

/** What some of a shop's series sold on each of the latest days; the last element is the origin. */
export class ShopSales {
  /** Units ÷ the variance-to-mean ratio of each series, so that a large order of one series counts little. */
  readonly sums = new Float64Array(MOST_DAYS)
  /** The largest part of each sum that is of one series. */
  readonly largest = new Float64Array(MOST_DAYS)
  /** Series on sale. */
  readonly series = new Uint32Array(MOST_DAYS)

  add({ n, units, demandBefore, squaresBefore }: History): void {
    const start = Math.max(0, n - YEAR_DAYS)
    const days = n - start
    const mean = (demandBefore[n]! - demandBefore[start]!) / days
    const square = (squaresBefore[n]! - squaresBefore[start]!) / days
    const weight = mean > 0 ? 1 / Math.max(1, (square - mean * mean) / mean) : 1
    const first = MOST_DAYS - n
    for (let t = 0; t < n; t++) {
      const part = weight * units[t]!
      this.sums[first + t]! += part
      if (part > this.largest[first + t]!) this.largest[first + t] = part
      this.series[first + t]!++
    }
  }

  addAll({ sums, largest, series }: Pick<ShopSales, 'sums' | 'largest' | 'series'>): void {
    for (let t = 0; t < MOST_DAYS; t++) {
      this.sums[t]! += sums[t]!
      this.largest[t] = Math.max(this.largest[t]!, largest[t]!)
      this.series[t]! += series[t]!
    }
  }
}
