import { type History, meanDemandBetween } from '../history.ts'
import { LEVELS, levelsAt } from '../models/levels.ts'
import { baseLevel, FEATURES, scaleOf, type View, writeAnnual, writeShared } from './features.ts'
import { NormalEquations, solveRidge } from './ridge.ts'
import { SEGMENTS } from './segments.ts'
import { isInstructive, isTrainingOrigin, type TrainingOrigins } from './training-origins.ts'

/** The levels of one series at its training origins, for use in the calibration and the forecast. */
export interface TrainedSeries {
  /**
   * Training origins in days before the origin, oldest first; `ends` has the index at which each one ends.
   */
  backs: readonly number[]
  ends: readonly number[]
  /** One row of levels for each of `ends`, and a last row at the origin. */
  levels: Float64Array
}

/** Ridge penalty per row, and a fixed one in rows, which keeps small catalogues close to the base level. */
const PENALTY_PER_ROW = 0.005
const PENALTY = 50

/** Regression coefficients for each segment of the horizon. */
export type PooledLevel = readonly Float64Array[]

/**
 * Learns from all series of the shop how far to move from the base level (the mean of simple levels), given
 * the differences between levels, how much rarer sales have become, and the year before. There is one ridge
 * regression per segment of the horizon, on past origins of all series, with rows scaled by the series'
 * standard deviation.
 * Source: Montero-Manso and Hyndman 2021, "Principles and algorithms for forecasting groups of time series".
 */
export function fitPooledLevel(
  histories: Iterable<History>,
  origins: TrainingOrigins,
): { level: PooledLevel; trained: TrainedSeries[] } {
  const fit: Fit = {
    origins,
    equations: SEGMENTS.map(() => new NormalEquations(FEATURES)),
    x: new Float64Array(FEATURES),
    scaled: new Float64Array(FEATURES),
  }
  const trained: TrainedSeries[] = []
  for (const history of histories) {
    const one = trainedSeries(history, origins.backs)
    for (let row = 0; row < one.ends.length; row++) addOrigin(fit, history, one, row)
    trained.push(one)
  }
  return { level: fit.equations.map((one) => solveRidge(one, PENALTY_PER_ROW * one.rows + PENALTY)), trained }
}

/** The sums so far, and a buffer for one row. */
interface Fit {
  origins: TrainingOrigins
  equations: readonly NormalEquations[]
  x: Float64Array
  scaled: Float64Array
}

function trainedSeries(history: History, allBacks: readonly number[]): TrainedSeries {
  const backs = allBacks.filter((back) => isInstructive(history, Math.max(0, history.n - back)))
  const ends = backs.map((back) => history.n - back)
  return { backs, ends, levels: levelsAt(history, [...ends, history.n]) }
}

function addOrigin(fit: Fit, history: History, { backs, ends, levels }: TrainedSeries, row: number): void {
  const { origins, equations, x, scaled } = fit
  const end = ends[row] as number
  const back = backs[row] as number
  const base = baseLevel(levels, row * LEVELS)
  if (!(base > 0)) return
  const scale = scaleOf(history, end)
  writeShared({ history, end, levels, offset: row * LEVELS }, x)
  for (let s = 0; s < SEGMENTS.length; s++) {
    const segment = SEGMENTS[s] as (typeof SEGMENTS)[number]
    if (!isTrainingOrigin(back, segment.end)) continue
    writeAnnual(history, end, s, origins.seasonalIndices.get(back) ?? null, x)
    for (let i = 0; i < FEATURES; i++) scaled[i] = (x[i] as number) / scale
    const actual = meanDemandBetween(history, end + segment.start, end + segment.end)
    equations[s]?.add(scaled, (actual - base) / scale)
  }
}

/** Bounds of the forecast: a share of the base level, and a multiple of the largest level. */
const LEAST_SHARE = 0.1
const MOST_MULTIPLE = 3

/** Buffer for the features of one forecast. */
const features = new Float64Array(FEATURES)

/**
 * Returns the average daily demand in each segment of the horizon, units a day, from the days before
 * `view.end`.
 */
export function segmentLevels(
  view: View,
  level: PooledLevel,
  seasonalIndices: Float64Array | null,
): Float64Array {
  const { history, end, levels, offset } = view
  const base = baseLevel(levels, offset)
  const out = new Float64Array(SEGMENTS.length).fill(base)
  if (!(base > 0) || !isInstructive(history, end)) return out
  const x = features
  writeShared(view, x)
  let largest = base
  for (let k = 0; k < LEVELS; k++) largest = Math.max(largest, levels[offset + k] as number)
  for (let s = 0; s < SEGMENTS.length; s++) {
    writeAnnual(history, end, s, seasonalIndices, x)
    const coefficients = level[s] as Float64Array
    let mean = base
    for (let i = 0; i < FEATURES; i++) mean += (x[i] as number) * (coefficients[i] as number)
    out[s] = Math.min(MOST_MULTIPLE * largest, Math.max(LEAST_SHARE * base, mean))
  }
  return out
}
