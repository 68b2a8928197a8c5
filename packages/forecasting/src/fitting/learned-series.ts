import { historyBuffers, usedDays } from '../history.ts'
import type { SeriesInput, SeriesList } from '../types.ts'
import { ShopPart } from './shop-part.ts'
import { MIN_SELLING_DAYS } from './training-origins.ts'

/** Series in a part: small enough to balance threads, large enough for sums of their own. */
const PART = 64
/** A larger shop is learned from about this many of its series. */
const MAX_SERIES = 10_000

/** Some of the series of a list. */
class ListedSeries implements SeriesList {
  readonly length: number
  private readonly series: SeriesList
  private readonly rows: Uint32Array

  constructor(series: SeriesList, rows: Uint32Array) {
    this.length = rows.length
    this.series = series
    this.rows = rows
  }

  at(index: number): SeriesInput | undefined {
    return this.series.at(this.rows[index] as number)
  }
}

/**
 * Returns which series a shop is learned from: all of them, or in a very large shop about 10,000 of those with enough
 * sales, evenly across the catalogue.
 */
export function learnedRows(series: SeriesList): Uint32Array {
  const all = Uint32Array.from({ length: series.length }, (_, row) => row)
  if (series.length <= MAX_SERIES) return all
  const selling = all.filter((row) => sellsEnough(series.at(row) as SeriesInput))
  const stride = Math.ceil(selling.length / MAX_SERIES)
  return selling.filter((_, i) => i % stride === 0)
}

function sellsEnough(series: SeriesInput): boolean {
  const { unitsSold } = series
  let days = 0
  for (let t = unitsSold.length - usedDays(series); t < unitsSold.length; t++)
    if (unitsSold[t]! > 0 && ++days === MIN_SELLING_DAYS) return true
  return false
}

/**
 * Returns the parts of these series that belong to one of `threads` threads, with their places among all parts. No series
 * has more than `longest` days that are used.
 */
export function getParts(
  series: SeriesList,
  rows: Uint32Array,
  { longest, thread = 0, threads = 1 }: { longest: number; thread?: number; threads?: number },
): { index: number; part: ShopPart; rows: Uint32Array }[] {
  const buffers = historyBuffers(longest)
  const parts = []
  for (let index = thread; index * PART < rows.length; index += threads) {
    const own = rows.subarray(index * PART, (index + 1) * PART)
    parts.push({
      index,
      rows: own,
      part: new ShopPart(new ListedSeries(series, own), index * PART, buffers),
    })
  }
  return parts
}
