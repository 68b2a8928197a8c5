import { pinball } from '../forecast/score.ts'

export const SCORED_AT = [0.05, 0.5, 0.8, 0.9, 0.95]

/** Minimum loss of the truth: a share of that of Poisson demand with the same mean, and a number of units. */
const MIN_OF_POISSON = 0.25
const MIN_LOSS = 0.2

/** Returns the sum of the pinball losses of these quantiles at `SCORED_AT`, the mean over sorted draws. */
export function pinballLoss(quantiles: readonly number[], draws: Float64Array): number {
  let loss = 0
  for (const units of draws)
    for (let i = 0; i < SCORED_AT.length; i++) loss += pinball(units, quantiles[i]!, SCORED_AT[i]!)
  return loss / draws.length
}

/** Returns the loss of the true quantiles, or the minimum that counts for it. */
export function trueLoss(draws: Float64Array): number {
  const mean = getMean(draws)
  return Math.max(pinballLoss(trueQuantiles(draws), draws), MIN_OF_POISSON * poissonLoss(mean), MIN_LOSS)
}

export function trueQuantiles(draws: Float64Array): number[] {
  return SCORED_AT.map((probability) => draws[Math.ceil(probability * draws.length) - 1] as number)
}

export function getMean(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] as number
  return sum / values.length
}

export function getCoverage(quantiles: readonly number[], draws: Float64Array): number {
  const [least, most] = [quantiles[0]!, quantiles.at(-1)!]
  return draws.filter((units) => units >= least && units <= most).length / draws.length
}

/** Means from which the loss of Poisson demand grows with the root of the mean. */
const NORMAL_FROM = 400
/** The sum of the losses of a standard normal variable at `SCORED_AT`. */
const NORMAL_LOSS = 1.0602

/** Returns the loss of Poisson demand with its own quantiles. */
function poissonLoss(mean: number): number {
  if (mean > NORMAL_FROM) return NORMAL_LOSS * Math.sqrt(mean)
  const most = Math.ceil(mean + 10 * Math.sqrt(mean) + 10)
  const shares = new Float64Array(most + 1)
  shares[0] = Math.exp(-mean)
  for (let k = 1; k <= most; k++) shares[k] = (shares[k - 1]! * mean) / k
  let loss = 0
  for (const probability of SCORED_AT) {
    let [quantile, below] = [0, shares[0]!]
    while (below < probability && quantile < most) below += shares[++quantile]!
    for (let k = 0; k <= most; k++) loss += shares[k]! * pinball(k, quantile, probability)
  }
  return loss
}
