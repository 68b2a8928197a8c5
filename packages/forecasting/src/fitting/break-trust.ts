import { negativeBinomialLogLikelihood } from './dispersion.ts'
import type { LevelBreak } from './level-break.ts'

/** What is trusted apart: breaks after which nothing is sold, less, or more; and a season of the product itself. */
const KINDS = 4
const SEASON = 3
/** For each kind, the sum of the differences of log-likelihoods; then all forecasts that were judged, and those after a break. */
export const BREAK_LOSSES = KINDS + 2
/** Largest share of forecasts after a break: in a shop that has more of them, products come and go by themselves. */
const MOST_BREAKS = 0.08
/** Logarithm of the odds that breaks and seasons are what they seem in a shop that has had none. */
const IN_FAVOUR = 4
/** Share of a difference that counts: breaks of one shop are often those of one day. */
const SHARE = 0.33
/** What a break must gain to be one: those of a shop whose products move anyway gain nothing. */
const LEAST_GAIN = 1
/** Most that one forecast may say. */
const MOST = 3
/** Only what is more probable than not was a break. */
export const LEAST_CHANCE_OF_PAST = 0.5
/** A mean of zero explains nothing that is sold. */
const LEAST_MEAN = 1e-3
/** With a smaller chance, no break is one. */
const LEAST_TRUST = 0.8

/** Whether each kind is trusted, 1 or 0, by what was sold after past ones. */
export type BreakTrust = Float64Array

/** The sum of some days after a past origin: what was sold, and the usual forecast of it. */
interface PastSum {
  days: number
  mean: number
  varianceToMean: number
  actual: number
}

/** Adds a past sum to `sums`, from index `at`, before which there was neither a season nor a break. */
export function addUsualOutcome(sums: Float64Array, at: number): void {
  sums[at + KINDS]!++
}

/**
 * Adds to `sums`, from index `at`, how much better a season or the level since a break explains a past sum than the usual forecast
 * does. Only forecasts count that differ from the usual one by more than its standard deviation.
 */
export function addBreakOutcome(
  sums: Float64Array,
  at: number,
  { season, broken }: { season: { mean: number; ratio: number } | null; broken: LevelBreak | null },
  past: PastSum,
): void {
  const { days, mean } = past
  addUsualOutcome(sums, at)
  if (!(mean > 0)) return
  if (season) {
    addGain(sums, at + SEASON, season, past)
    return
  }
  if (!broken || broken.chance < LEAST_CHANCE_OF_PAST) return
  const since = broken.mean * days
  const other = { mean: since, ratio: broken.ofSums + since * broken.relativeVariance }
  if (addGain(sums, at + kindOf(broken, mean / days), other, past)) sums[at + KINDS + 1]!++
}

function addGain(
  sums: Float64Array,
  at: number,
  other: { mean: number; ratio: number },
  { mean, varianceToMean, actual }: PastSum,
): boolean {
  if (Math.abs(other.mean - mean) < Math.sqrt(mean * varianceToMean)) return false
  const gain =
    negativeBinomialLogLikelihood(actual, Math.max(LEAST_MEAN, other.mean), Math.max(1.01, other.ratio)) -
    negativeBinomialLogLikelihood(actual, mean, Math.max(1.01, varianceToMean))
  sums[at]! += Math.max(-MOST, Math.min(MOST, gain)) - LEAST_GAIN
  return true
}

/** Returns the kind of a change from `usual` to another daily demand. */
function kindOf({ mean }: Pick<LevelBreak, 'mean'>, usual: number): number {
  return mean < 0.05 * usual ? 0 : mean < usual ? 1 : 2
}

export function breakTrust(sums: Float64Array): BreakTrust {
  const [judged, broken] = [sums[KINDS]!, sums[KINDS + 1]!]
  return sums.slice(0, KINDS).map((gain, kind) => {
    if (kind !== SEASON && broken > MOST_BREAKS * judged) return 0
    return 1 / (1 + Math.exp(-IN_FAVOUR - SHARE * gain)) < LEAST_TRUST ? 0 : 1
  })
}

export function isBreakTrusted(trust: BreakTrust, broken: LevelBreak, usual: number): boolean {
  return trust[kindOf(broken, usual)]! > 0
}

export function isAnyBreakTrusted(trust: BreakTrust): boolean {
  return trust.some((one, kind) => kind !== SEASON && one > 0)
}

export function isSeasonTrusted(trust: BreakTrust): boolean {
  return trust[SEASON]! > 0
}
