import { requireProbability } from '../arguments.ts'
import { type DemandDistribution, meanOfDay, spreadOfDay } from './demand-distribution.ts'
import { fillNegativeBinomialQuantiles } from './negative-binomial.ts'
import { averagedQuantile } from './vincentization.ts'

/** Parts of a unit in which demand is counted; 1/32 of a unit is far below a pixel of any chart. */
const PARTS = 32

/** From this mean on, whole units are fine enough. */
const WHOLE_FROM_MEAN = 100

/**
 * Writes quantiles of one day's demand (1 = the first day after the origin) at ascending `probabilities`
 * below 1, in fractions of units, for charts. They change little when the mean changes little, while
 * `dailyQuantile` changes by whole units. The distribution is read in units of 1/32 with the same mean and
 * variance, close to the gamma distribution with shape mean ÷ v and scale v (v is the variance-to-mean
 * ratio), and averaged with past days as that is. The quantiles ascend, are never below zero, and lie within
 * one unit of `dailyQuantile`, or one and a half with past days. Without demand they are zero.
 * Source: Burgin 1975, "The gamma distribution and inventory control".
 */
export function fillDailySmoothQuantiles(
  distribution: DemandDistribution,
  day: number,
  probabilities: ArrayLike<number>,
  out: Float64Array,
): void {
  for (let i = 0; i < probabilities.length; i++) requireProbability('probability', probabilities[i] as number)
  const mean = meanOfDay(distribution, day)
  const parts = mean < WHOLE_FROM_MEAN ? PARTS : 1
  const { varianceToMean, empiricalDays } = spreadOfDay(distribution, day)
  fillNegativeBinomialQuantiles(probabilities, mean * parts, varianceToMean * parts, out, 0)
  for (let i = 0; i < probabilities.length; i++) {
    const quantile = (out[i] as number) / parts
    out[i] = empiricalDays
      ? averagedQuantile(empiricalDays, mean, probabilities[i] as number, quantile)
      : quantile
  }
}
