import { type History, meanDemandBetween } from '../history.ts'
import { LEVELS } from '../models/levels.ts'
import { getScale } from './features.ts'
import { segmentLevels } from './pooled-level.ts'
import { type PooledLevel, SEGMENTS } from './segments.ts'
import { STEP_DAYS, type TrainedSeries, type TrainingOrigins } from './training-origins.ts'
import { winsorised } from './winsorised.ts'

/** Deviation of the whole shop's sales from its forecasts, and the share of it that persists for a step. */
export interface ShopDrift {
  /** ln(sold ÷ forecast) of the last step, minus its mean. */
  now: number
  /** Share of the deviation that remains one step later, 0–1. */
  persistence: number
}

const MIN_STEPS = 12
/** Minimum number of standard errors above zero at which a persistence is used. */
const MIN_EVIDENCE = 2
const MAX_PERSISTENCE = 0.95
/** Segments whose level is used for a step: those of the first two weeks. */
const FIRST_PIECES = 2

/**
 * Returns the drift of the shop, or null if there are too few steps or chance explains them. Products rise
 * and fall together with a season or a campaign, which their own histories show late. The errors of the
 * shop's past forecasts form a series with one value per step. If its first-order autoregression has a
 * coefficient at least two standard errors above zero, the latest error is carried forward and decays by that
 * coefficient. Box and Jenkins 1976, §3.2.
 */
export function shopDrift(steps: StepSums): ShopDrift | null {
  const errors = stepErrors(steps)
  if (errors.length < MIN_STEPS) return null
  const persistence = getPersistence(errors)
  return persistence === null ? null : { now: (errors.at(-1) as number) - getMean(errors), persistence }
}

/**
 * Returns the first-order autoregressive coefficient φ of the values, at most 0.95; null if chance explains
 * it. Estimated from n values, φ is on average too small by (1 + 3φ) ÷ n (Kendall 1954), which is added back.
 */
export function getPersistence(values: readonly number[]): number | null {
  const usual = getMean(values)
  let product = 0
  let square = 0
  for (let t = 1; t < values.length; t++) {
    const before = (values[t - 1] as number) - usual
    product += before * ((values[t] as number) - usual)
    square += before * before
  }
  const seen = square > 0 ? product / square : 0
  const standardError = Math.sqrt(Math.max(0, 1 - seen * seen) / values.length)
  if (!(seen > MIN_EVIDENCE * standardError)) return null
  return Math.min(MAX_PERSISTENCE, seen + (1 + 3 * seen) / values.length)
}

function getMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** What was forecast and sold at each training origin, oldest first, over some of the shop's series. */
export interface StepSums {
  forecast: Float64Array
  sold: Float64Array
}

export function emptySteps({ backs }: TrainingOrigins): StepSums {
  return { forecast: new Float64Array(backs.length), sold: new Float64Array(backs.length) }
}

/** Adds the sums of other series. */
export function addSteps(steps: StepSums, { forecast, sold }: StepSums): void {
  for (let i = 0; i < forecast.length; i++) {
    steps.forecast[i]! += forecast[i]!
    steps.sold[i]! += sold[i]!
  }
}

/**
 * Adds one series, forecast by this level without the trees, in standard deviations of a day: a single product is not the shop, however
 * much it sells, and neither is one that sold out of all proportion.
 */
export function addToSteps(
  steps: StepSums,
  { origins, level }: { origins: TrainingOrigins; level: PooledLevel },
  history: History,
  { backs, ends, levels }: TrainedSeries,
): void {
  // The origins of a series are among those of the shop, in the same order.
  let step = 0
  for (let row = 0; row < backs.length; row++) {
    const back = backs[row] as number
    const end = ends[row] as number
    if (back < STEP_DAYS) continue
    while (origins.backs[step] !== back) step++
    const earlierYears = origins.earlierYears.get(back) ?? null
    const view = { history, end, levels, offset: row * LEVELS }
    const pieces = segmentLevels(view, { level, boost: null }, earlierYears, FIRST_PIECES)
    let forecast = 0
    for (let s = 0; s < FIRST_PIECES; s++) forecast += (pieces[s] as number) / FIRST_PIECES
    const until = end + (SEGMENTS[FIRST_PIECES - 1] as { end: number }).end
    const scale = getScale(history, end)
    const sold = winsorised((meanDemandBetween(history, end, until) - forecast) / scale)
    steps.forecast[step]! += forecast / scale
    steps.sold[step]! += forecast / scale + sold
  }
}

/** Returns ln(sold ÷ forecast) of the whole shop at each training origin, oldest first. */
function stepErrors({ forecast, sold }: StepSums): number[] {
  const errors: number[] = []
  for (let i = 0; i < forecast.length; i++)
    if (forecast[i]! > 0 && sold[i]! > 0) errors.push(Math.log(sold[i]! / forecast[i]!))
  return errors
}

/** Returns the factor on the expected units of a day; day 0 is the first after the origin. */
export function driftOn({ now, persistence }: ShopDrift, day: number): number {
  return Math.exp(now * persistence ** ((day + STEP_DAYS / 2) / STEP_DAYS))
}
