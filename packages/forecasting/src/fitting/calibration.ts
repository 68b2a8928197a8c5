import { ANCHOR_DAYS } from '../models/variance-to-mean.ts'
import {
  calibrated,
  fitDispersion,
  negativeBinomialLogLikelihood,
  type Outcomes,
  stateFactor,
  TERMS,
} from './dispersion.ts'
import { fitRecalibration, type Recalibration } from './recalibration.ts'
import { STEP_DAYS } from './training-origins.ts'

/** What the shop's past forecasts say about the spread of its demand. Plain data. */
export interface Calibration {
  /** Factor κ on (variance ÷ mean − 1), for each anchor. */
  factors: Float64Array
  /** Coefficients of the logarithm of a further κ in the state of a series, for each anchor. */
  dispersion: readonly Float64Array[]
  recalibration: Recalibration | null
}

/** Weight, in outcomes, of leaving the variance-to-mean ratio unchanged. */
const SHRINKAGE = 200
/**
 * Weight, in series, of a spread that is the same in every state and of probabilities that stay as they are: the outcomes
 * of one series are alike.
 */
const SHRINKAGE_IN_SERIES = 150

/**
 * Returns how much wider or narrower the shop's past forecasts should have been: for each anchor, the factor
 * κ on (variance ÷ mean − 1) that maximises the likelihood of actual demand, shrunk towards 1 when outcomes
 * are few, a further one that depends on the state of the series, and the recalibration that is left to do. The
 * forecasts use earlier days only, except for the pooled coefficients. The anchors that it yields are calibrated by
 * `calibrateAnchor`, in any thread.
 */
export function* calibrateVarianceToMean(
  outcomes: readonly Outcomes[],
  series: number,
): Generator<readonly AnchorTask[], Calibration, readonly AnchorCalibration[]> {
  const share = series / (series + SHRINKAGE_IN_SERIES)
  const fitted = yield outcomes.map((one, anchor) => ({ kind: 'anchor', anchor, outcomes: one, share }))
  return {
    factors: Float64Array.from(fitted, ({ factor }) => factor),
    dispersion: fitted.map(({ dispersion }) => dispersion),
    recalibration: fitRecalibration(
      outcomes.map((one, a) => ({ ...one, varianceToMean: fitted[a]!.varianceToMean })),
      share,
    ),
  }
}

/**
 * Returns what a variance-to-mean ratio at one anchor (index of `ANCHOR_DAYS`) is by the shop's past forecasts; `terms`
 * are those of the state of the series, null for a series without enough history to have one.
 */
export function calibratedAt(
  { factors, dispersion }: Calibration,
  anchor: number,
  varianceToMean: number,
  terms: Float64Array | null,
): number {
  const byShop = calibrated(varianceToMean, factors[anchor]!)
  return terms ? calibrated(byShop, stateFactor(dispersion[anchor]!, terms)) : byShop
}

/** Past forecasts of sums of one length. Plain data, which can be sent to a worker thread. */
export interface AnchorTask {
  kind: 'anchor'
  anchor: number
  outcomes: Outcomes
  /** Weight of the spread that depends on the state, which grows with the shop. */
  share: number
}

export interface AnchorCalibration {
  factor: number
  dispersion: Float64Array
  /** The variance-to-mean ratio of each outcome after both. */
  varianceToMean: number[]
}

export function calibrateAnchor({ anchor, outcomes, share }: AnchorTask): AnchorCalibration {
  const one = { ...outcomes, varianceToMean: outcomes.varianceToMean.slice() }
  const factor = likeliestFactor(one)
  applyFactors(one, () => factor)
  // Outcomes of sums longer than the step between origins overlap.
  const fitted = fitDispersion(one, Math.min(1, STEP_DAYS / ANCHOR_DAYS[anchor]!))
  const dispersion = fitted.map((value) => value * share)
  applyFactors(one, (i) => stateFactor(dispersion, one.terms, i * TERMS))
  return { factor, dispersion, varianceToMean: one.varianceToMean }
}

function applyFactors({ varianceToMean }: Outcomes, getFactor: (outcome: number) => number): void {
  for (let i = 0; i < varianceToMean.length; i++)
    varianceToMean[i] = calibrated(varianceToMean[i]!, getFactor(i))
}

const MIN_LOG_FACTOR = -6
const MAX_LOG_FACTOR = 2

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
  for (let log = MIN_LOG_FACTOR; log <= MAX_LOG_FACTOR; log++) if (log !== 0) consider(log)
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
