import { type History, meanDemandBetween } from '../history.ts'
import { LEVELS, SES, WINDOWS } from '../models/levels.ts'
import { weeklyMedian } from '../models/weekly-median.ts'
import { clip, SEASONAL_INDEX_BASES, YEAR_DAYS } from './annual-seasonal-index.ts'
import type { EarlierYears } from './earlier-years.ts'
import type { Prior } from './ridge.ts'
import { SEGMENTS, type Segment } from './segments.ts'

const ANNUAL = 7
/** How many of the annual features, the first ones, apply the shop's seasonal indices to a level. */
const BY_INDEX = 4
const SHAPE = 7
/** Number of features of one series at one origin that are the same for all segments of the horizon. */
export const SHARED = 1 + LEVELS + SHAPE
/** Number of features of one series at one origin in the pooled regression. */
export const FEATURES = SHARED + ANNUAL

const LEVEL_28 = WINDOWS.indexOf(28)
const LEVEL_91 = WINDOWS.indexOf(91)

/**
 * Returns what a feature describes. The level and the age of a series stand for what other products of the shop did
 * next; the other features are its latest weeks and the year before.
 */
export function getSubject(feature: number): 'other_products' | 'recent' | 'season' {
  if (feature >= SHARED) return 'season'
  return feature === 0 || feature === SHARED - 1 ? 'other_products' : 'recent'
}

/**
 * Returns a prior for the coefficients by which `share` of the shop's season in earlier years comes back; `strength` is
 * how strongly it holds for the features that apply the shop's indices.
 */
export function returningSeason(share: number, strength: number): Prior {
  return {
    mean: new Float64Array(FEATURES).fill(share / BY_INDEX, SHARED, SHARED + BY_INDEX),
    strength: new Float64Array(FEATURES).fill(1).fill(strength, SHARED, SHARED + BY_INDEX),
  }
}

/** The base level is the mean of these: SES twice, and two long windows. */
const BASE_LEVELS = [SES, SES, LEVEL_91, WINDOWS.indexOf(182)]

/** Returns the base level in units a day, from the row of levels that starts at `offset`. */
export function baseLevel(levels: Float64Array, offset: number): number {
  let sum = 0
  for (let i = 0; i < BASE_LEVELS.length; i++) sum += levels[offset + BASE_LEVELS[i]!] as number
  return sum / BASE_LEVELS.length
}

/**
 * Returns the standard deviation of daily demand over the year before `end`; at least that of a single sale.
 */
export function getScale(history: History, end: number): number {
  const start = Math.max(0, end - YEAR_DAYS)
  const days = end - start
  const mean = meanDemandBetween(history, start, end)
  const { squaresBefore } = history
  const square = ((squaresBefore[end] as number) - (squaresBefore[start] as number)) / days
  return Math.sqrt(Math.max(square - mean * mean, 1 / days))
}

/** A series at one origin: the days before index `end`, with the row of levels that starts at `offset`. */
export interface View {
  history: History
  end: number
  levels: Float64Array
  offset: number
}

/** Writes the features shared by all segments, in units a day; the caller divides them by the scale. */
export function writeShared(view: View, x: Float64Array): void {
  const { levels, offset } = view
  const base = baseLevel(levels, offset)
  x[0] = base
  // Two products in place of a logarithm for each level; seven levels cannot leave the range of a number.
  let windows = 1
  let others = 1
  let least = base
  for (let k = 0; k < LEVELS; k++) {
    const level = levels[offset + k] as number
    x[1 + k] = level - base
    // Keeps a window without sales from setting the geometric mean to zero.
    const factor = level + 1e-3 * base + 1e-12
    if (k < WINDOWS.length) windows *= factor
    else others *= factor
    least = Math.min(least, level)
  }
  x[1 + LEVELS] = Math.exp((Math.log(windows) + Math.log(others)) / LEVELS) - base
  x[2 + LEVELS] = least - base
  writeShape(view, base, x, 3 + LEVELS)
}

/**
 * Writes how much rarer sales have become, the median of the latest weeks, and the age of the series. Rates are selling
 * days per day in stock.
 */
function writeShape({ history, end }: View, base: number, x: Float64Array, at: number): void {
  const yearRate = Math.max(sellingRate(history, end, YEAR_DAYS), 1 / Math.min(YEAR_DAYS, end))
  const missedSales = Math.max(0, daysSinceSale(history, end) * yearRate - 1)
  x[at] = base * (1 - Math.exp(-missedSales / 3))
  x[at + 1] = base * (Math.min(3, sellingRate(history, end, 7) / yearRate) - 1)
  x[at + 2] = base * (Math.min(3, sellingRate(history, end, 28) / yearRate) - 1)
  x[at + 3] = weeklyMedian(history, end) - base
  x[at + 4] = base * Math.exp(-end / 180)
}

/** Returns the selling rate of the last `days` days, or that of the year if none of them was in stock. */
export function sellingRate(history: History, end: number, days: number): number {
  const { sellingDaysBefore: selling, daysInStockBefore: inStock } = history
  const start = Math.max(0, end - days)
  const counted = (inStock[end] as number) - (inStock[start] as number)
  if (counted > 0) return ((selling[end] as number) - (selling[start] as number)) / counted
  return days < YEAR_DAYS ? sellingRate(history, end, YEAR_DAYS) : 0
}

/** Counts the days in stock since the last sale. */
export function daysSinceSale(
  { sellingDaysBefore: selling, daysInStockBefore: inStock }: History,
  end: number,
): number {
  const total = selling[end] as number
  let low = 0
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if ((selling[middle] as number) >= total) high = middle
    else low = middle + 1
  }
  return (inStock[end] as number) - (inStock[low] as number)
}

/** Writes the annual features of one segment; zeros where the series or the shop is younger than a year. */
export function writeAnnual(
  history: History,
  end: number,
  segment: number,
  earlierYears: EarlierYears | null,
  x: Float64Array,
): void {
  for (let i = SHARED; i < FEATURES; i++) x[i] = 0
  if (!earlierYears) return
  const base = x[0] as number
  const { start, end: stop } = SEGMENTS[segment] as Segment
  const seasonalIndex28 = earlierYears.seasonalIndices[segment * SEASONAL_INDEX_BASES.length]!
  const seasonalIndex91 = earlierYears.seasonalIndices[segment * SEASONAL_INDEX_BASES.length + 1]!
  const level28 = (x[1 + LEVEL_28] as number) + base
  const level91 = (x[1 + LEVEL_91] as number) + base
  x[SHARED] = base * (seasonalIndex28 - 1)
  x[SHARED + 1] = base * (seasonalIndex91 - 1)
  x[SHARED + 2] = level28 * (seasonalIndex28 - 1)
  x[SHARED + 3] = level91 * (seasonalIndex91 - 1)
  const lastYear = end - YEAR_DAYS
  if (lastYear < 28) return
  const piece = meanDemandBetween(history, lastYear + start, lastYear + stop)
  const before28 = meanDemandBetween(history, lastYear - 28, lastYear)
  const before91 = meanDemandBetween(history, Math.max(0, lastYear - 91), lastYear)
  x[SHARED + 4] = piece - base
  if (before28 > 0) x[SHARED + 5] = level28 * (clip(piece / before28) - 1)
  if (before91 > 0) x[SHARED + 6] = level91 * (clip(piece / before91) - 1)
}
