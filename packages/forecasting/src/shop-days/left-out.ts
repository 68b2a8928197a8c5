import type { SeriesInput } from '../types.ts'

/** Days that teach nothing, of all series or of some. */
export interface LeftOut {
  /** Epoch days, both included. */
  from: number
  to: number
  /** Ids of the series; all where absent. */
  series?: readonly string[]
}

/** Returns a series whose days of these periods are missing: nothing is known of their demand. The same one if it has none of them. */
export function withoutDays(series: SeriesInput, leftOut: readonly LeftOut[]): SeriesInput {
  const { id, firstDay, unitsSold: sold } = series
  let unitsSold: Float64Array | null = null
  let outOfStock: Uint8Array | null = null
  for (const { from, to, series: ids } of leftOut) {
    const [start, end] = [Math.max(0, from - firstDay), Math.min(sold.length, to - firstDay + 1)]
    if (start >= end || (ids && !ids.includes(id))) continue
    unitsSold ??= sold.slice()
    outOfStock ??= series.outOfStock?.slice() ?? new Uint8Array(sold.length)
    unitsSold.fill(0, start, end)
    outOfStock.fill(1, start, end)
  }
  return unitsSold && outOfStock ? { ...series, unitsSold, outOfStock } : series
}
