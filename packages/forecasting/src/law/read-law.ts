import { requireCount, requireProbability } from '../arguments.ts'
import { type DemandLaw, dispersionOf, meanDemand, meanOfDay } from './demand-law.ts'
import {
  fillNegativeBinomialQuantiles,
  fillNegativeBinomialTails,
  negativeBinomialQuantile,
  negativeBinomialTail,
} from './negative-binomial.ts'

/** Largest probability of a quantile, because the distribution has no largest value. */
const MOST_PROBABILITY = 1 - 1e-9

/**
 * Returns the quantile of demand over the next `days` days at the given probability (0–1), in whole units. It
 * never decreases with days or probability. Without demand it is zero.
 */
export function demandQuantile(law: DemandLaw, days: number, probability: number): number {
  requireCount('days', days, 0)
  requireProbability('probability', probability)
  const target = Math.min(probability, MOST_PROBABILITY)
  return negativeBinomialQuantile(target, meanDemand(law, days), dispersionOf(law, days))
}

/** Returns the probability that demand over the next `days` days is at least `units`; 1 for zero units. */
export function probabilityOfSelling(law: DemandLaw, days: number, units: number): number {
  requireCount('days', days, 0)
  if (Number.isNaN(units)) throw new RangeError('units must be a number, got NaN')
  return negativeBinomialTail(units, meanDemand(law, days), dispersionOf(law, days))
}

/** Returns a quantile of the demand of a single day (1 = the first after the origin), in whole units. */
export function dailyQuantile(law: DemandLaw, day: number, probability: number): number {
  requireProbability('probability', probability)
  const target = Math.min(probability, MOST_PROBABILITY)
  return negativeBinomialQuantile(target, meanOfDay(law, day), law.dayDispersion)
}

/** Writes quantiles of demand over `days` days in one pass, at ascending probabilities below 1. */
export function fillDemandQuantiles(
  law: DemandLaw,
  days: number,
  probabilities: ArrayLike<number>,
  out: Float64Array,
): void {
  fillNegativeBinomialQuantiles(probabilities, meanDemand(law, days), dispersionOf(law, days), out, 0)
}

/** Writes quantiles of the demand of one day in one pass, at ascending probabilities below 1. */
export function fillDailyQuantiles(
  law: DemandLaw,
  day: number,
  probabilities: ArrayLike<number>,
  out: Float64Array,
): void {
  fillNegativeBinomialQuantiles(probabilities, meanOfDay(law, day), law.dayDispersion, out, 0)
}

/** Writes P(demand over `days` days >= units) for ascending numbers of units in one pass. */
export function fillProbabilitiesOfSelling(
  law: DemandLaw,
  days: number,
  units: ArrayLike<number>,
  out: Float64Array,
): void {
  fillNegativeBinomialTails(units, meanDemand(law, days), dispersionOf(law, days), out)
}
