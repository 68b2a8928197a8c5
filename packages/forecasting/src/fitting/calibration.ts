import type { Histories } from '../histories.ts'
import { type History, meanDemandBetween } from '../history.ts'
import { LEVELS } from '../models/levels.ts'
import { ANCHOR_DAYS, anchorVarianceToMean, type PooledVarianceToMean } from '../models/variance-to-mean.ts'
import { type PooledProfile, weekdayProfile } from '../models/weekday-profile.ts'
import { dailyMeans, sumOver } from './daily-means.ts'
import {
  calibrated,
  fitDispersion,
  negativeBinomialLogLikelihood,
  type Outcomes,
  stateFactor,
  TERMS,
  writeTerms,
} from './dispersion.ts'
import type { View } from './features.ts'
import { type LevelModel, segmentLevels } from './pooled-level.ts'
import { fitRecalibration, type Recalibration } from './recalibration.ts'
import { STEP_DAYS, type TrainedSeries, type TrainingOrigins } from './training-origins.ts'

/** What the shop's past forecasts say about the spread of its demand. Plain data. */
export interface Calibration {
  /** Factor κ on (variance ÷ mean − 1), for each anchor. */
  factors: Float64Array
  /** Coefficients of the logarithm of a further κ in the state of a series, for each anchor. */
  dispersion: readonly Float64Array[]
  recalibration: Recalibration | null
}

/** Days of past outcomes that count. */
const LOOK_BACK_DAYS = 120
/** Approximate number of series sampled at each origin, evenly across the catalogue. */
const SERIES_PER_ORIGIN = 300
/** Weight, in outcomes, of leaving the variance-to-mean ratio unchanged. */
const SHRINKAGE = 200
/** Weight, in series, of a spread that is the same in every state: the outcomes of one series are alike. */
const SHRINKAGE_IN_SERIES = 150
const LEAST_SELLING_DAYS = 8
const LONGEST_ANCHOR_DAYS = 90

/**
 * Returns how much wider or narrower the shop's past forecasts should have been: for each anchor, the factor
 * κ on (variance ÷ mean − 1) that maximises the likelihood of actual demand, shrunk towards 1 when outcomes
 * are few, a further one that depends on the state of the series, and the recalibration that is left to do. The
 * forecasts use earlier days only, except for the pooled coefficients.
 */
export function calibrateVarianceToMean(args: {
  histories: Histories
  trained: readonly TrainedSeries[]
  origins: TrainingOrigins
  profile: PooledProfile
  varianceToMean: PooledVarianceToMean
  model: LevelModel
}): Calibration {
  const outcomes: Outcomes[] = ANCHOR_DAYS.map(() => ({
    mean: [],
    varianceToMean: [],
    actual: [],
    terms: [],
  }))
  const stride = Math.max(1, Math.floor(args.trained.length / SERIES_PER_ORIGIN))
  args.trained.forEach((series, index) => {
    let history: History | null = null
    series.backs.forEach((back, row) => {
      if ((index + row) % stride !== 0 || back > LOOK_BACK_DAYS + LONGEST_ANCHOR_DAYS) return
      history ??= args.histories.at(index)
      const view = { history, end: series.ends[row] as number, levels: series.levels, offset: row * LEVELS }
      if ((history.sellingDaysBefore[view.end] as number) >= LEAST_SELLING_DAYS)
        collect(view, { back, half: series.half }, args, outcomes)
    })
  })
  const share = args.trained.length / (args.trained.length + SHRINKAGE_IN_SERIES)
  const factors = Float64Array.from(outcomes, likeliestFactor)
  const dispersion = outcomes.map((one, a) => {
    applyFactors(one, () => factors[a]!)
    // Outcomes of sums longer than the step between origins overlap.
    const fitted = fitDispersion(one, Math.min(1, STEP_DAYS / ANCHOR_DAYS[a]!))
    const coefficients = fitted.map((value) => value * share)
    applyFactors(one, (i) => stateFactor(coefficients, one.terms, i * TERMS))
    return coefficients
  })
  return { factors, dispersion, recalibration: fitRecalibration(outcomes) }
}

function applyFactors({ varianceToMean }: Outcomes, factorOf: (outcome: number) => number): void {
  for (let i = 0; i < varianceToMean.length; i++)
    varianceToMean[i] = calibrated(varianceToMean[i]!, factorOf(i))
}

/** Buffer for the terms of one outcome. */
const terms = new Float64Array(TERMS)

function collect(
  view: View,
  { back, half }: { back: number; half: number },
  args: Parameters<typeof calibrateVarianceToMean>[0],
  outcomes: readonly Outcomes[],
): void {
  const { history, end } = view
  const seasonalIndices = args.origins.seasonalIndices.get(back) ?? null
  const pieces = segmentLevels(view, args.model, half, seasonalIndices)
  const ratios = weekdayProfile(history, end, args.profile)
  const daily = dailyMeans(pieces, ratios, history.firstDay + end, LONGEST_ANCHOR_DAYS)
  writeTerms(view, terms)
  for (let a = 0; a < ANCHOR_DAYS.length; a++) {
    const days = ANCHOR_DAYS[a] as number
    if (days > back || back - days > LOOK_BACK_DAYS) continue
    const mean = sumOver(daily, days)
    if (!(mean > 0)) continue
    const varianceToMean = anchorVarianceToMean(history, end, a, { pooled: args.varianceToMean, mean })
    const actual = meanDemandBetween(history, end, end + days) * days
    addOutcome(outcomes[a] as Outcomes, mean, varianceToMean, actual)
  }
}

function addOutcome(outcomes: Outcomes, mean: number, varianceToMean: number, actual: number): void {
  outcomes.mean.push(mean)
  outcomes.varianceToMean.push(varianceToMean)
  outcomes.actual.push(actual)
  for (let k = 0; k < TERMS; k++) outcomes.terms.push(terms[k]!)
}

const LEAST_LOG_FACTOR = -6
const MOST_LOG_FACTOR = 2

/**
 * Finds the maximum-likelihood κ by a search over ln κ with smaller and smaller steps; in practice the likelihood
 * has a single peak.
 */
function likeliestFactor(outcomes: Outcomes): number {
  const count = outcomes.mean.length
  if (count === 0) return 1
  let best = 0
  let most = logLikelihood(outcomes, 1)
  const consider = (log: number) => {
    const value = logLikelihood(outcomes, Math.exp(log))
    if (value > most) {
      most = value
      best = log
    }
  }
  for (let log = LEAST_LOG_FACTOR; log <= MOST_LOG_FACTOR; log++) if (log !== 0) consider(log)
  for (const step of [0.5, 0.25, 0.125]) {
    const centre = best
    consider(centre - step)
    consider(centre + step)
  }
  return Math.exp((best * count) / (count + SHRINKAGE))
}

function logLikelihood({ mean, varianceToMean, actual }: Outcomes, factor: number): number {
  let sum = 0
  for (let i = 0; i < mean.length; i++) {
    const v = calibrated(varianceToMean[i] as number, factor)
    sum += negativeBinomialLogLikelihood(actual[i] as number, mean[i] as number, v)
  }
  return sum
}
