import { requireCount, requireProbability } from '../arguments.ts'
import { type DemandLaw, dispersionOf, meanDemand, meanOfDay } from './demand-law.ts'
import {
  fillNegativeBinomialQuantiles,
  fillNegativeBinomialTails,
  negativeBinomialQuantile,
  negativeBinomialTail,
} from './negative-binomial.ts'

/** Quantiles are asked for below certainty: the law has no largest value. */
const MOST_PROBABILITY = 1 - 1e-9

/**
 * Whole units that demand over the next `days` days stays at or under with the given probability (0–1).
 * Never decreases with days or probability. Zero when nothing is expected to sell.
 */
export function demandQuantile(law: DemandLaw, days: number, probability: number): number {
  requireCount('days', days, 0)
  requireProbability('probability', probability)
  const target = Math.min(probability, MOST_PROBABILITY)
  return negativeBinomialQuantile(target, meanDemand(law, days), dispersionOf(law, days))
}

/** Probability that at least `units` are asked for within the next `days` days; 1 for zero units. */
export function probabilityOfSelling(law: DemandLaw, days: number, units: number): number {
  requireCount('days', days, 0)
  if (Number.isNaN(units)) throw new RangeError('units must be a number, got NaN')
  return negativeBinomialTail(units, meanDemand(law, days), dispersionOf(law, days))
}

/** As `demandQuantile`, for one day alone (1 = the first day after the origin), with that day's own dispersion. */
export function dailyQuantile(law: DemandLaw, day: number, probability: number): number {
  requireProbability('probability', probability)
  const target = Math.min(probability, MOST_PROBABILITY)
  return negativeBinomialQuantile(target, meanOfDay(law, day), law.dayDispersion)
}

/** Many quantiles of the sum over `days` days in one pass, at ascending probabilities below 1. */
export function fillDemandQuantiles(
  law: DemandLaw,
  days: number,
  probabilities: ArrayLike<number>,
  out: Float64Array,
): void {
  fillNegativeBinomialQuantiles(probabilities, meanDemand(law, days), dispersionOf(law, days), out, 0)
}

/** Many quantiles of one day in one pass, at ascending probabilities below 1. */
export function fillDailyQuantiles(
  law: DemandLaw,
  day: number,
  probabilities: ArrayLike<number>,
  out: Float64Array,
): void {
  fillNegativeBinomialQuantiles(probabilities, meanOfDay(law, day), law.dayDispersion, out, 0)
}

/** P(demand over `days` days >= units) for many ascending stock levels in one pass. */
export function fillProbabilitiesOfSelling(
  law: DemandLaw,
  days: number,
  units: ArrayLike<number>,
  out: Float64Array,
): void {
  fillNegativeBinomialTails(units, meanDemand(law, days), dispersionOf(law, days), out)
}
