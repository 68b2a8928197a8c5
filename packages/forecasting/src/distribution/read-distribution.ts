import { requireCount, requireProbability } from '../arguments.ts'
import {
  type DemandDistribution,
  getVarianceToMean,
  meanDemand,
  meanOfDay,
  spreadOfDay,
} from './demand-distribution.ts'
import {
  fillNegativeBinomialQuantiles,
  fillNegativeBinomialTails,
  negativeBinomialQuantile,
  negativeBinomialTail,
} from './negative-binomial.ts'
import { recalibratedTail, uncalibrated } from './recalibration-map.ts'
import { averagedQuantile } from './vincentization.ts'

/** Largest probability of a quantile, because the distribution has no largest value. */
const MAX_PROBABILITY = 1 - 1e-9

/**
 * Returns the quantile of demand over the next `days` days at the given probability (0–1), in whole units. It
 * never decreases with days or probability. Without demand it is zero.
 */
export function demandQuantile(distribution: DemandDistribution, days: number, probability: number): number {
  requireCount('days', days, 0)
  requireProbability('probability', probability)
  const target = Math.min(uncalibrated(distribution.recalibration, probability), MAX_PROBABILITY)
  const mean = meanDemand(distribution, days)
  const quantile = negativeBinomialQuantile(target, mean, getVarianceToMean(distribution, days))
  return narrowedQuantile(quantile, mean, distribution.narrowing)
}

/** Returns the probability that demand over the next `days` days is at least `units`; 1 for zero units. */
export function probabilityOfSelling(distribution: DemandDistribution, days: number, units: number): number {
  requireCount('days', days, 0)
  if (Number.isNaN(units)) throw new RangeError('units must be a number, got NaN')
  const mean = meanDemand(distribution, days)
  const counted = widenedUnits(units, mean, distribution.narrowing)
  const tail = negativeBinomialTail(counted, mean, getVarianceToMean(distribution, days))
  return recalibratedTail(distribution.recalibration, tail)
}

/** Returns a quantile of the demand of a single day (1 = the first after the origin), in whole units. */
export function dailyQuantile(distribution: DemandDistribution, day: number, probability: number): number {
  requireProbability('probability', probability)
  const out = new Float64Array(1)
  fillDailyQuantiles(distribution, day, [Math.min(probability, MAX_PROBABILITY)], out)
  return out[0] as number
}

/** Writes quantiles of demand over `days` days in one pass, at ascending probabilities below 1. */
export function fillDemandQuantiles(
  distribution: DemandDistribution,
  days: number,
  probabilities: ArrayLike<number>,
  out: Float64Array,
): void {
  const { recalibration, narrowing } = distribution
  const mean = meanDemand(distribution, days)
  fillNegativeBinomialQuantiles(
    recalibration ? Array.from(probabilities, (p) => uncalibrated(recalibration, p)) : probabilities,
    mean,
    getVarianceToMean(distribution, days),
    out,
    0,
  )
  if (!narrowing) return
  for (let i = 0; i < probabilities.length; i++) out[i] = narrowedQuantile(out[i]!, mean, narrowing)
}

/** Writes quantiles of the demand of one day in one pass, at ascending probabilities below 1, in whole units. */
export function fillDailyQuantiles(
  distribution: DemandDistribution,
  day: number,
  probabilities: ArrayLike<number>,
  out: Float64Array,
): void {
  const { varianceToMean, empiricalDays } = spreadOfDay(distribution, day)
  const mean = meanOfDay(distribution, day)
  fillNegativeBinomialQuantiles(probabilities, mean, varianceToMean, out, 0)
  if (!empiricalDays) return
  for (let i = 0; i < probabilities.length; i++)
    out[i] = Math.round(averagedQuantile(empiricalDays, mean, probabilities[i] as number, out[i] as number))
}

/** Writes P(demand over `days` days >= units) for ascending numbers of units in one pass. */
export function fillProbabilitiesOfSelling(
  distribution: DemandDistribution,
  days: number,
  units: ArrayLike<number>,
  out: Float64Array,
): void {
  const { recalibration, narrowing } = distribution
  const mean = meanDemand(distribution, days)
  const counted = narrowing ? Array.from(units, (one) => widenedUnits(one, mean, narrowing)) : units
  fillNegativeBinomialTails(counted, mean, getVarianceToMean(distribution, days), out)
  if (!recalibration) return
  for (let i = 0; i < units.length; i++) out[i] = recalibratedTail(recalibration, out[i]!)
}

/** Halves are rounded down, also where the sum of daily means is off by its last digits. */
const ROUNDING_SLACK = 1e-6

/**
 * Demand that varies less than Poisson, such as a subscription: the quantiles of a Poisson distribution, drawn to the mean by a share
 * `narrowing` of their distance, in whole units. No negative binomial is as narrow. Halves are rounded down, so that the units that
 * are sold on average are not likelier than not sold before their day.
 */
function narrowedQuantile(quantile: number, mean: number, narrowing: number | null | undefined): number {
  if (!narrowing) return quantile
  return Math.max(0, Math.ceil(mean + narrowing * (quantile - mean) - 0.5 - ROUNDING_SLACK))
}

/** Returns the number of units of the wider distribution that corresponds to `units` of the narrowed one. */
function widenedUnits(units: number, mean: number, narrowing: number | null | undefined): number {
  if (!narrowing || units <= 0) return units
  return Math.max(0, Math.floor(mean + (Math.ceil(units) - 0.5 - mean) / narrowing + ROUNDING_SLACK) + 1)
}
