import { type DemandDistribution, meanDemand } from '../distribution/demand-distribution.ts'
import {
  demandQuantile,
  fillProbabilitiesOfSelling,
  probabilityOfSelling,
} from '../distribution/read-distribution.ts'

/** Returns the mean of `figureOf` over equally likely numbers of days. */
export function meanOver(days: ArrayLike<number>, getFigure: (days: number) => number): number {
  if (days.length === 1) return getFigure(days[0] as number)
  let sum = 0
  let last = Number.NaN
  let value = 0
  for (let k = 0; k < days.length; k++) {
    const next = days[k] as number
    if (next !== last) value = getFigure(next)
    last = next
    sum += value
  }
  return sum / days.length
}

/** Returns the expected units sold over equally likely numbers of days. */
export function meanDemandDuring(distribution: DemandDistribution, days: ArrayLike<number>): number {
  return meanOver(days, (each) => meanDemand(distribution, each))
}

/** Returns P(demand >= units) when the number of days is one of `days`, all equally likely. */
export function probabilityOfSellingDuring(
  distribution: DemandDistribution,
  days: ArrayLike<number>,
  units: number,
): number {
  return meanOver(days, (each) => probabilityOfSelling(distribution, each, units))
}

/** Numbers of units that are compared at once while a quantile is searched. */
const TRIALS = 8

/**
 * Returns the least whole number of units s with mean_k P(D(L_k) <= s) >= probability, for equally likely numbers
 * of days L_k in ascending order. It lies between the quantiles over the shortest and the longest time. With one
 * number of days it is `demandQuantile`.
 * Source: Silver, Pyke and Thomas 2017, "Inventory and Production Management in Supply Chains", 6.10, with the
 * exact mixture in place of a normal distribution.
 */
export function demandQuantileDuring(
  distribution: DemandDistribution,
  days: ArrayLike<number>,
  probability: number,
): number {
  let low = demandQuantile(distribution, days[0] as number, probability)
  if (days.length === 1) return low
  let high = demandQuantile(distribution, days[days.length - 1] as number, probability)
  const units = new Float64Array(TRIALS)
  while (low < high) {
    const step = (high - low) / TRIALS
    // The probability of selling one more than a trial is the probability that the trial is not enough.
    for (let i = 0; i < TRIALS; i++) units[i] = low + Math.floor(i * step) + 1
    const short = shortfallProbabilities(distribution, days, units)
    let enough = short.findIndex((p) => 1 - p >= probability)
    if (enough === -1) enough = TRIALS
    const nextHigh = enough === TRIALS ? high : (units[enough] as number) - 1
    low = enough === 0 ? low : Math.min(high, units[enough - 1] as number)
    high = nextHigh
  }
  return high
}

function shortfallProbabilities(
  distribution: DemandDistribution,
  days: ArrayLike<number>,
  units: Float64Array,
): Float64Array {
  const sum = new Float64Array(units.length)
  const one = new Float64Array(units.length)
  let last = Number.NaN
  for (let k = 0; k < days.length; k++) {
    const each = days[k] as number
    if (each !== last) fillProbabilitiesOfSelling(distribution, each, units, one)
    last = each
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (one[i] as number)
  }
  return sum.map((total) => total / days.length)
}
