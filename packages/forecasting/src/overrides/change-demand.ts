import {
  type DaySpread,
  type DemandDistribution,
  getVarianceToMean,
  makeDistribution,
  meanOfDay,
} from '../distribution/demand-distribution.ts'
import { scaledDays } from '../distribution/vincentization.ts'

/** Relative variance of a rate that is known only by its mean: its standard deviation is half the mean. */
const UNKNOWN_VARIANCE = 0.25
/**
 * Up to this factor the spread of a forecast is scaled with its mean; beyond it the forecast says little about what was
 * entered.
 */
const MAX_SCALING = 10

/** Returns the variance-to-mean ratio − 1 of `mean` units, if the forecast had a ratio − 1 of `rest` and is scaled. */
function scaledRest(rest: number, factor: number, mean: number): number {
  return Math.min(factor * rest, Math.max(MAX_SCALING * rest, UNKNOWN_VARIANCE * mean))
}

/** Returns the distribution with these units added to the mean of each day; negative ones are subtracted, down to zero. */
export function withAddedUnits(
  distribution: DemandDistribution,
  added: readonly number[],
): DemandDistribution {
  if (added.every((units) => units === 0)) return distribution
  const dailyMean = Float64Array.from({ length: distribution.horizonDays }, (_, i) =>
    Math.max(0, meanOfDay(distribution, i + 1) + (added[i] ?? 0)),
  )
  return withDailyMeans(distribution, dailyMean, () => false)
}

/**
 * Returns the distribution with these means of each day, which may be more days than its horizon. Its spread is scaled as by
 * `scaleDemand`, so that the relative uncertainty of the rate stays the same; where nothing was forecast, or days are `isNew`, the
 * standard deviation of the rate is half of it.
 */
export function withDailyMeans(
  distribution: DemandDistribution,
  dailyMean: Float64Array,
  isNew: (day: number) => boolean,
): DemandDistribution {
  const { dayVarianceToMean, empiricalDays = null } = distribution
  const varianceToMean = new Float64Array(dailyMean.length)
  const changedDays = new Map<number, DaySpread>()
  let [forecast, known, unknown] = [0, 0, 0]
  for (let day = 1; day <= dailyMean.length; day++) {
    const [before, mean] = [meanOfDay(distribution, day), dailyMean[day - 1]!]
    const isUnknown = isNew(day) || before === 0
    if (isUnknown) unknown += mean
    else {
      forecast += before
      known += mean
    }
    const rest = getVarianceToMean(distribution, day) - 1
    const scaled = forecast > 0 ? scaledRest(rest, known / forecast, known) : 0
    const sum = known + unknown
    varianceToMean[day - 1] = sum > 0 ? 1 + (known * scaled + unknown * UNKNOWN_VARIANCE * unknown) / sum : 1
    if (mean === before) continue
    const factor = mean / before
    changedDays.set(day, {
      varianceToMean:
        1 + (isUnknown ? UNKNOWN_VARIANCE * mean : scaledRest(dayVarianceToMean - 1, factor, mean)),
      empiricalDays: empiricalDays && !isUnknown && mean > 0 ? scaledDays(empiricalDays, factor) : null,
    })
  }
  return { ...makeDistribution({ ...distribution, dailyMean, varianceToMean }), changedDays }
}
