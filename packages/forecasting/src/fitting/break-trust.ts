import { negativeBinomialLogLikelihood } from './dispersion.ts'
import { type LevelBreak, meanAhead } from './level-break.ts'

/**
 * Kinds of change that are trusted separately: breaks after which nothing, less, more or clearly more is sold, and a season of
 * the product itself.
 */
const [NOTHING, LESS, MORE, CLEARLY_MORE, SEASON, KINDS] = [0, 1, 2, 3, 4, 5]
/** Logarithm of the odds of a break that is clear. */
const CLEAR = 15
/** For each kind, the sum of the differences of log-likelihoods; then all forecasts that were judged, and those after a break. */
export const BREAK_LOSSES = KINDS + 2
/** Largest share of forecasts after a break: in a shop that has more of them, products come and go by themselves. */
const MAX_BREAKS = 0.08
/** Logarithm of the odds that breaks and seasons are what they seem in a shop that has had none. */
const IN_FAVOUR = 4
/** Share of a difference that counts: breaks of one shop are often those of one day. */
const SHARE = 0.33
/** The share for a clear break: if one did not last, they do not last in this shop. */
const SHARE_OF_CLEAR = 1
/** What a break must gain in log-likelihood to count: in a shop whose products move anyway, breaks gain nothing. */
const MIN_GAIN = 1
/** Largest gain or loss that one forecast may contribute. */
const MAX = 3
/** A past change counts as a break only if that is more probable than not. */
export const MIN_CHANCE_OF_PAST = 0.5
/** A mean of zero explains nothing that is sold. */
const MIN_MEAN = 1e-3
/** With a smaller probability, no break of the kind is trusted. */
const MIN_TRUST = 0.9

/** Whether each kind is trusted, 1 or 0, by what was sold after past ones. */
export type BreakTrust = Float64Array

/** Days ahead whose mean tells whether a break is one to more or to less. */
const USUAL_DAYS = 14

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
 * Adds to `sums`, from index `at`, how much better a season or the level since a break explains a past sum than the usual
 * forecast does. Only forecasts that differ from the usual one by more than its standard deviation count.
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
  if (!broken || broken.chance < MIN_CHANCE_OF_PAST) return
  const since = meanAhead(broken, days) * days
  const other = { mean: since, ratio: broken.ofSums + since * broken.relativeVariance }
  if (addGain(sums, at + getKind(broken, mean / days, days), other, past)) sums[at + KINDS + 1]!++
}

function addGain(
  sums: Float64Array,
  at: number,
  other: { mean: number; ratio: number },
  { mean, varianceToMean, actual }: PastSum,
): boolean {
  if (Math.abs(other.mean - mean) < Math.sqrt(mean * varianceToMean)) return false
  const gain =
    negativeBinomialLogLikelihood(actual, Math.max(MIN_MEAN, other.mean), Math.max(1.01, other.ratio)) -
    negativeBinomialLogLikelihood(actual, mean, Math.max(1.01, varianceToMean))
  sums[at]! += Math.max(-MAX, Math.min(MAX, gain)) - MIN_GAIN
  return true
}

/** Returns the kind of a change from `usual` to another daily demand of the days ahead. */
function getKind(broken: LevelBreak, usual: number, days: number): number {
  const mean = meanAhead(broken, days)
  if (mean < usual) return mean < 0.05 * usual ? NOTHING : LESS
  return broken.logOdds < CLEAR ? MORE : CLEARLY_MORE
}

export function breakTrust(sums: Float64Array): BreakTrust {
  const [judged, broken] = [sums[KINDS]!, sums[KINDS + 1]!]
  return sums.slice(0, KINDS).map((gain, kind) => {
    if (kind !== SEASON && broken > MAX_BREAKS * judged) return 0
    const all = kind === MORE ? gain + sums[CLEARLY_MORE]! : gain
    const share = kind === CLEARLY_MORE ? SHARE_OF_CLEAR : SHARE
    return 1 / (1 + Math.exp(-IN_FAVOUR - share * all)) < MIN_TRUST ? 0 : 1
  })
}

export function isBreakTrusted(trust: BreakTrust, broken: LevelBreak, usual: number): boolean {
  return trust[getKind(broken, usual, USUAL_DAYS)]! > 0
}

export function isAnyBreakTrusted(trust: BreakTrust): boolean {
  return trust.some((one, kind) => kind !== SEASON && one > 0)
}

export function isSeasonTrusted(trust: BreakTrust): boolean {
  return trust[SEASON]! > 0
}
