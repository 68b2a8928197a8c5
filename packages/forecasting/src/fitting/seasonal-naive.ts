import { meanDemandBetween } from '../history.ts'
import { YEAR_DAYS } from './annual-seasonal-index.ts'
import type { EarlierYears } from './earlier-years.ts'
import { getScale, type View } from './features.ts'
import { SEGMENTS } from './segments.ts'

/** Weight of the seasonal naive forecast within the first days of the horizon, and later, in a shop that has learned its season. */
const WEIGHT = 0.15
const FIRST_DAYS = 30
const LATER_WEIGHT = 0.35
/** How many times larger or smaller than the other forecast it counts at most. */
const MAX_MULTIPLE = 2
/** Earlier years that count, and days that a series must be older than their same days. */
const MAX_YEARS = 2
const MIN_DAYS_BEFORE = 28
/** Variance of the logarithm of demand that an unknown season adds each day: a standard deviation of 30 % after 45 days. */
const SEASON_VARIANCE_PER_DAY = 0.002

/**
 * Returns the weighted mean of a level and the seasonal naive forecast of one segment of the horizon, units a day; the level
 * itself in a shop or for a series without a year before. The pooled regression and its trees follow the latest sales too
 * closely, the more so the further ahead they look. The weights are fixed, because estimated ones are rarely better, but
 * for a shop whose past origins with a year before do not span a year yet: its level does not know the whole season.
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
  const fixed = SEGMENTS[segment]!.start < FIRST_DAYS ? WEIGHT : LATER_WEIGHT
  const unlearned = 1 - earlierYears.seasonLearned[segment]!
  const more = unlearned > 0 ? Math.max(0, weightOfUnknownSeason(level, view, segment, years) - fixed) : 0
  return level + (fixed + unlearned * more) * (bounded - level)
}

/**
 * Returns the weight of the seasonal naive forecast beside a level that knows no season: both are weighted by the inverse of
 * their variances, which are those of an unknown season, and of the mean of so few days of earlier years.
 */
function weightOfUnknownSeason(
  level: number,
  { history, end }: Pick<View, 'history' | 'end'>,
  segment: number,
  years: number,
): number {
  const { start, end: stop } = SEGMENTS[segment]!
  const season = (SEASON_VARIANCE_PER_DAY * (start + stop)) / 2
  const noise = (getScale(history, end) / level) ** 2 / ((stop - start) * years)
  return season / (season + noise)
}

/** Returns how many earlier years of a series count. */
export function yearsBefore({ end }: Pick<View, 'end'>): number {
  return Math.min(MAX_YEARS, Math.max(0, Math.floor((end - MIN_DAYS_BEFORE) / YEAR_DAYS)))
}

/**
 * Returns the mean of the same days of so many years before, multiplied by the shop's growth since, units a day.
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
