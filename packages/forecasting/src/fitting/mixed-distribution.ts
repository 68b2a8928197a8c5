import { type DemandDistribution, makeDistribution } from '../distribution/demand-distribution.ts'
import { keptRelative } from './daily-means.ts'

/** One of two ways in which demand may go on: the mean of each day, and the variance of each sum of the first days. */
export interface Way {
  daily: Float64Array
  variance: Float64Array
  /** Variance-to-mean ratio of single days. */
  ofDay: number
}

export function getWay({
  horizonDays,
  cumulativeMean,
  varianceToMean,
  dayVarianceToMean,
}: DemandDistribution): Way {
  return {
    daily: Float64Array.from(
      { length: horizonDays },
      (_, i) => cumulativeMean[i]! - (cumulativeMean[i - 1] ?? 0),
    ),
    variance: cumulativeMean.map((mean, i) => mean * varianceToMean[i]!),
    ofDay: dayVarianceToMean,
  }
}

/** Returns the distribution with the mean and the variance of a mixture of two; `chance` is the probability of the first. */
export function mixedDistribution(first: Way, second: Way, chance: number): DemandDistribution {
  const rest = 1 - chance
  const dailyMean = first.daily.map((mean, day) => chance * mean + rest * second.daily[day]!)
  let [one, other] = [0, 0]
  const varianceToMean = dailyMean.map((_, day) => {
    one += first.daily[day]!
    other += second.daily[day]!
    const mean = chance * one + rest * other
    const variance =
      chance * first.variance[day]! + rest * second.variance[day]! + chance * rest * (one - other) ** 2
    return mean > 0 ? variance / mean : 1
  })
  return makeDistribution({
    dailyMean,
    varianceToMean,
    dayVarianceToMean: Math.max(chance * first.ofDay + rest * second.ofDay, varianceToMean[0] ?? 1),
  })
}

/** Returns the distribution with more demand on top, by the mean and the variance of each sum of the first days. */
export function withMore(
  usual: DemandDistribution,
  more: { mean: Float64Array; variance: Float64Array },
): DemandDistribution {
  const { daily, variance, ofDay } = getWay(usual)
  const dailyMean = daily.map((mean, day) => mean + more.mean[day]! - (more.mean[day - 1] ?? 0))
  const added = keptRelative(more.variance.map(Math.sqrt), dailyMean)
  let mean = 0
  return makeDistribution({
    dailyMean,
    varianceToMean: dailyMean.map((one, day) => {
      mean += one
      return mean > 0 ? (variance[day]! + added[day]! ** 2) / mean : 1
    }),
    dayVarianceToMean: ofDay,
  })
}
