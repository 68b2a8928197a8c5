import { meanDemandBetween } from '../history.ts'
import { YEAR_DAYS } from './annual-seasonal-index.ts'
import type { EarlierYears } from './earlier-years.ts'
import type { View } from './features.ts'
import { SEGMENTS } from './segments.ts'

/** Weight of the seasonal naive forecast within the first days of the horizon, and later. */
const WEIGHT = 0.15
const FIRST_DAYS = 30
const LATER_WEIGHT = 0.35
/** How many times larger or smaller than the other forecast it counts at most. */
const MAX_MULTIPLE = 2
/** Earlier years that count, and days that a series must be older than their same days. */
const MAX_YEARS = 2
const MIN_DAYS_BEFORE = 28

/**
 * Returns the weighted mean of a level and the seasonal naive forecast of one segment of the horizon, units a day; the level
 * itself in a shop or for a series without a year before. The pooled regression and its trees follow the latest sales too
 * closely, the more so the further ahead they look. The weights are fixed, because estimated ones are rarely better.
 * Source: Bates and Granger 1969, "The combination of forecasts"; Claeskens, Magnus, Vasnev and Wang 2016, "The forecast
 * combination puzzle: a simple theoretical explanation".
 */
export function combinedWithYearsBefore(
  level: number,
  view: Pick<View, 'history' | 'end'>,
  segment: number,
  earlierYears: EarlierYears | null,
): number {
  const years = yearsBefore(view)
  if (!earlierYears || years === 0) return level
  const naive = seasonalNaive(view, segment, { growth: earlierYears.growth, years })
  const bounded = Math.min(level * MAX_MULTIPLE, Math.max(level / MAX_MULTIPLE, naive))
  const weight = SEGMENTS[segment]!.start < FIRST_DAYS ? WEIGHT : LATER_WEIGHT
  return level + weight * (bounded - level)
}

/** Returns how many earlier years of a series count. */
export function yearsBefore({ end }: Pick<View, 'end'>): number {
  return Math.min(MAX_YEARS, Math.max(0, Math.floor((end - MIN_DAYS_BEFORE) / YEAR_DAYS)))
}

/**
 * Returns the mean of the same days of this many years before, multiplied by the shop's growth since, units a day.
 * Source: Hyndman and Athanasopoulos 2021, §5.2, here with the mean of a segment.
 */
function seasonalNaive(
  { history, end }: Pick<View, 'history' | 'end'>,
  segment: number,
  { growth, years }: { growth: number; years: number },
): number {
  const { start, end: stop } = SEGMENTS[segment]!
  let sum = 0
  for (let year = 1; year <= years; year++) {
    const origin = end - year * YEAR_DAYS
    sum += growth ** year * meanDemandBetween(history, origin + start, origin + stop)
  }
  return sum / years
}
