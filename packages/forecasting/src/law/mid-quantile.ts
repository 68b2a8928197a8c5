import { requireProbability } from '../arguments.ts'
import { type DemandLaw, meanOfDay } from './demand-law.ts'
import { fillNegativeBinomialQuantiles, fillNegativeBinomialTails } from './negative-binomial.ts'

/**
 * Mid-quantiles of one day's demand (1 = the first day after the origin) at ascending `probabilities` below 1, in units
 * with fractions, for charts: where the mean moves little they move little, while `dailyQuantile` jumps by whole units.
 * The inverse of Fmid(k) = P(X < k) + P(X = k)/2, linear between whole units; at zero the whole P(X = 0), so that what
 * hardly ever sells stays at zero. In the order of the probabilities, never below zero, within one unit of
 * `dailyQuantile` and zero where that is zero.
 * Source: Ma, Genton and Parzen 2011, "Asymptotic properties of sample quantiles of discrete distributions".
 */
export function fillDailyMidQuantiles(
  law: DemandLaw,
  day: number,
  probabilities: ArrayLike<number>,
  out: Float64Array,
): void {
  const mean = meanOfDay(law, day)
  fillNegativeBinomialQuantiles(probabilities, mean, law.dayDispersion, out, 0)
  let previous = 0
  for (let i = 0; i < probabilities.length; i++) {
    const probability = probabilities[i] as number
    requireProbability('probability', probability)
    previous = Math.max(previous, midQuantile(probability, out[i] as number, mean, law.dayDispersion))
    out[i] = previous
  }
}

/** From `whole`, the quantile in whole units: P(X < whole) < probability <= P(X <= whole). */
function midQuantile(probability: number, whole: number, mean: number, dispersion: number): number {
  if (whole === 0) return 0
  const tails = new Float64Array(4)
  fillNegativeBinomialTails([whole - 1, whole, whole + 1, whole + 2], mean, dispersion, tails)
  const [t0, t1, t2, t3] = tails as unknown as [number, number, number, number]
  const middle = 1 - (t1 + t2) / 2
  const isBelow = probability < middle
  const next = isBelow ? (whole === 1 ? 1 - t1 : 1 - (t0 + t1) / 2) : 1 - (t2 + t3) / 2
  const share = (probability - middle) / (next - middle)
  if (!(share >= 0)) return whole
  return isBelow ? whole - Math.min(1, share) : whole + Math.min(1, share)
}
