import { negativeBinomialLogLikelihood } from '../fitting/dispersion.ts'
import type { LevelBreak } from './level-break.ts'

/** Kinds of breaks that are trusted apart: nothing is sold any more, less, or more. */
const KINDS = 3
/** For each kind, the sum of the differences of log-likelihoods, in one number. */
export const BREAK_LOSSES = KINDS
/** Logarithm of the odds that breaks are what they seem in a shop that has had none. */
const IN_FAVOUR = 4
/** Share of a difference that counts: breaks of one shop are often those of one day. */
const SHARE = 0.5
/** What a break must gain to be one: those of a shop whose products move anyway gain nothing. */
const LEAST_GAIN = 0.5
/** Only what is more probable than not was a break, and only if it changes the forecast by more than its standard deviation. */
const LEAST_CHANCE = 0.5
/** A mean of zero explains nothing that is sold. */
const LEAST_MEAN = 1e-3
/** Most that one break may say. */
const MOST = 5
/** Below and above these odds, trust is none and whole. */
const [NONE, WHOLE] = [0.05, 0.9]

/** Returns the kind of a change from `usual` to another daily demand. */
function kindOf({ mean }: Pick<LevelBreak, 'mean'>, usual: number): number {
  return mean < 0.05 * usual ? 0 : mean < usual ? 1 : 2
}

/**
 * Adds to `sums` how much better the level since a break explains a sum of `days` days after a past origin than the usual forecast
 * does, which has this mean and variance-to-mean ratio.
 */
export function addBreakOutcome(
  sums: Float64Array,
  at: number,
  broken: LevelBreak,
  { days, mean, varianceToMean, actual }: { days: number; mean: number; varianceToMean: number; actual: number },
): void {
  const since = Math.max(LEAST_MEAN, broken.mean * days)
  if (broken.chance < LEAST_CHANCE || !(mean > 0)) return
  if (Math.abs(since - mean) < Math.sqrt(mean * varianceToMean)) return
  const ratio = broken.ofSums + since * broken.relativeVariance
  const gain =
    negativeBinomialLogLikelihood(actual, since, Math.max(1.01, ratio)) -
    negativeBinomialLogLikelihood(actual, mean, Math.max(1.01, varianceToMean))
  sums[at + kindOf(broken, mean / days)]! += Math.max(-MOST, Math.min(MOST, gain)) - LEAST_GAIN
}

/** How far each kind of break is trusted, 0–1, by what past ones were followed by. */
export type BreakTrust = Float64Array

export function breakTrust(sums: Float64Array): BreakTrust {
  return sums.map((gain) => {
    const trust = 1 / (1 + Math.exp(-IN_FAVOUR - SHARE * gain))
    return trust < NONE ? 0 : trust > WHOLE ? 1 : trust
  })
}

export function trustIn(trust: BreakTrust, broken: LevelBreak, usual: number): number {
  return trust[kindOf(broken, usual)]!
}
