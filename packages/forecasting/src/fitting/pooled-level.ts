import { type History, meanDemandBetween } from '../history.ts'
import { LEVELS, levelsAt } from '../models/levels.ts'
import { baseLevel, FEATURES, scaleOf, type View, writeAnnual, writeShared } from './features.ts'
import { NormalEquations, solveRidge } from './ridge.ts'
import { SEGMENTS } from './segments.ts'
import { isInstructive, isTrainingOrigin, type TrainingOrigins } from './training-origins.ts'

/** One series with its levels at its training origins, kept for the calibration and the forecast that follow. */
export interface TrainedSeries {
  history: History
  /** Days before the origin, oldest first, and the index each one ends at. */
  backs: readonly number[]
  ends: readonly number[]
  /** One row for each of `ends`, and a last one at the origin. */
  levels: Float64Array
}

/** Penalty per row, and rows' worth of belief in the base level: a small catalogue stays close to it. */
const PENALTY_PER_ROW = 0.005
const PENALTY = 50

/** Regression coefficients for each piece of the horizon. */
export type PooledLevel = readonly Float64Array[]

/**
 * Learns across the shop's series how far to move from the base level (the mean of simple levels) given how the
 * levels differ, how sales have thinned out, and what happened a year ago: one ridge regression per piece of the
 * horizon, rows scaled by the series' standard deviation, on past origins of all series.
 * Source: Montero-Manso and Hyndman 2021, "Principles and algorithms for forecasting groups of time series".
 */
export function fitPooledLevel(
  histories: readonly History[],
  origins: TrainingOrigins,
): { level: PooledLevel; trained: TrainedSeries[] } {
  const fit: Fit = {
    origins,
    equations: SEGMENTS.map(() => new NormalEquations(FEATURES)),
    x: new Float64Array(FEATURES),
    scaled: new Float64Array(FEATURES),
  }
  const trained = histories.map((history) => trainedSeries(history, origins.backs))
  for (const one of trained) for (let row = 0; row < one.ends.length; row++) addOrigin(fit, one, row)
  return { level: fit.equations.map((one) => solveRidge(one, PENALTY_PER_ROW * one.rows + PENALTY)), trained }
}

/** The sums so far, and room for one row. */
interface Fit {
  origins: TrainingOrigins
  equations: readonly NormalEquations[]
  x: Float64Array
  scaled: Float64Array
}

function trainedSeries(history: History, allBacks: readonly number[]): TrainedSeries {
  const backs = allBacks.filter((back) => isInstructive(history, Math.max(0, history.n - back)))
  const ends = backs.map((back) => history.n - back)
  return { history, backs, ends, levels: levelsAt(history, [...ends, history.n]) }
}

function addOrigin(fit: Fit, { history, backs, ends, levels }: TrainedSeries, row: number): void {
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
    writeAnnual(history, end, s, origins.lifts.get(back) ?? null, x)
    for (let i = 0; i < FEATURES; i++) scaled[i] = (x[i] as number) / scale
    const actual = meanDemandBetween(history, end + segment.start, end + segment.end)
    equations[s]?.add(scaled, (actual - base) / scale)
  }
}

/** The forecast never falls below this share of the base level, nor rises above this multiple of the largest level. */
const LEAST_SHARE = 0.1
const MOST_MULTIPLE = 3

/** Room for the features of one forecast. */
const features = new Float64Array(FEATURES)

/** Average daily demand in each piece of the horizon, units a day, for the series as known just before index `end`. */
export function segmentLevels(view: View, level: PooledLevel, lifts: Float64Array | null): Float64Array {
  const { history, end, levels, offset } = view
  const base = baseLevel(levels, offset)
  const out = new Float64Array(SEGMENTS.length).fill(base)
  if (!(base > 0) || !isInstructive(history, end)) return out
  const x = features
  writeShared(view, x)
  let largest = base
  for (let k = 0; k < LEVELS; k++) largest = Math.max(largest, levels[offset + k] as number)
  for (let s = 0; s < SEGMENTS.length; s++) {
    writeAnnual(history, end, s, lifts, x)
    const coefficients = level[s] as Float64Array
    let mean = base
    for (let i = 0; i < FEATURES; i++) mean += (x[i] as number) * (coefficients[i] as number)
    out[s] = Math.min(MOST_MULTIPLE * largest, Math.max(LEAST_SHARE * base, mean))
  }
  return out
}
