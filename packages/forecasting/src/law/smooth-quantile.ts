import { requireProbability } from '../arguments.ts'
import { type DemandLaw, meanOfDay } from './demand-law.ts'
import { fillNegativeBinomialQuantiles } from './negative-binomial.ts'

/** Demand is counted in parts of a unit this small; 1/32 of a unit is far below a pixel of any chart. */
const PARTS = 32

/** From this mean on a whole unit is small enough. */
const WHOLE_FROM_MEAN = 100

/**
 * Quantiles of one day's demand (1 = the first day after the origin) at ascending `probabilities` below 1, in units with
 * fractions, for charts: where the mean moves little they move little, while `dailyQuantile` jumps by whole units.
 * The law is read in 1/32 units with the same mean and variance, close to the gamma distribution of that shape and scale
 * (mean ÷ v, v the variance ÷ mean). In the order of the probabilities, never below zero, within one unit of
 * `dailyQuantile`; zero when nothing is expected to sell.
 * Source: Burgin 1975, "The gamma distribution and inventory control".
 */
export function fillDailySmoothQuantiles(
  law: DemandLaw,
  day: number,
  probabilities: ArrayLike<number>,
  out: Float64Array,
): void {
  for (let i = 0; i < probabilities.length; i++) requireProbability('probability', probabilities[i] as number)
  const mean = meanOfDay(law, day)
  const parts = mean < WHOLE_FROM_MEAN ? PARTS : 1
  fillNegativeBinomialQuantiles(probabilities, mean * parts, law.dayDispersion * parts, out, 0)
  for (let i = 0; i < probabilities.length; i++) out[i] = (out[i] as number) / parts
}
