import type { EarlierYears } from './earlier-years.ts'

/** Standard deviation, as a share of demand, of the effect of an unknown season on all products of a shop together. */
const UNKNOWN_SEASON = 0.1
/** The standard deviation for a season that was seen once, and that the regression could not learn. */
const SEASON_SEEN_ONCE = 0.03

/**
 * Returns by how much the variance-to-mean ratio of a sum of `mean` units up to the end of a segment of the horizon is larger
 * because the shop has not seen that season yet. Its past forecasts cannot show this: they lie in the months that it has
 * seen. A factor with this variance on the mean of a sum adds variance × mean to the ratio. The standard deviation is the same for
 * sums of any length, so that demand over more days is never stochastically smaller.
 */
export function addedByUnknownSeason(
  earlierYears: EarlierYears | null,
  segment: number,
  mean: number,
): number {
  if (!earlierYears) return UNKNOWN_SEASON ** 2 * mean
  return (1 - earlierYears.seasonLearned[segment]!) * SEASON_SEEN_ONCE ** 2 * mean
}
