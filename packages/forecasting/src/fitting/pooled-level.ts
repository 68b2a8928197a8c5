import type { Histories } from '../histories.ts'
import { type History, meanDemandBetween } from '../history.ts'
import { LEVELS, levelsAt } from '../models/levels.ts'
import { addedByTrees, type BoostedResiduals } from './boosted-residuals.ts'
import { halfOf } from './catalogue-halves.ts'
import {
  baseLevel,
  FEATURES,
  returningSeason,
  SHARED,
  scaleOf,
  type View,
  writeAnnual,
  writeShared,
} from './features.ts'
import { solveRidge } from './ridge.ts'
import { SegmentEquations } from './segment-equations.ts'
import { type PooledLevel, SEGMENTS } from './segments.ts'
import {
  isInstructive,
  isTrainingOrigin,
  type TrainedSeries,
  type TrainingOrigins,
} from './training-origins.ts'

/** Ridge penalty per row, and a fixed one in rows, which keeps small catalogues close to the base level. */
const PENALTY_PER_ROW = 0.005
const PENALTY = 50
/** Days of the horizon in which the season of earlier years is expected to return. */
const RETURNING_DAYS = 30
/** Share of it that returns without other evidence, if it is reliable: no year is quite like another. */
const RETURNING_SHARE = 0.5

/**
 * Learns from all series of the shop how far to move from the base level (the mean of simple levels), given
 * the differences between levels, how much rarer sales have become, and the year before. There is one ridge
 * regression per segment of the horizon, on past origins of all series, with rows scaled by the series'
 * standard deviation. Only segments that begin within the first `days` days are learned. Without evidence the shop's season
 * of the first 30 days returns by half, as far as `seasons` are reliable: past origins may not have seen those months.
 * Source: Montero-Manso and Hyndman 2021, "Principles and algorithms for forecasting groups of time series".
 */
export function fitPooledLevel(
  equations: SegmentEquations,
  days: number,
  seasons: { reliability: number },
): PooledLevel {
  const learned = SEGMENTS.filter(({ start }) => start < days)
  const prior = returningSeason(RETURNING_SHARE * seasons.reliability)
  return equations.of(learned.length).map((one, s) => {
    const penalty = PENALTY_PER_ROW * one.rows + PENALTY
    return learned[s]!.end <= RETURNING_DAYS ? solveRidge(one, penalty, prior) : solveRidge(one, penalty)
  })
}

/** Sums up the equations of the regressions over some of the series, and returns them with the series' levels. */
export function sumLevels(
  histories: Histories,
  origins: TrainingOrigins,
): { equations: SegmentEquations; trained: TrainedSeries[] } {
  const fit: Fit = {
    origins,
    equations: new SegmentEquations(),
    x: new Float64Array(FEATURES),
    scaled: new Float64Array(FEATURES),
  }
  const trained: TrainedSeries[] = []
  histories.forEach((history, id) => {
    const one = trainedSeries(history, origins.backs, halfOf(id))
    for (let row = 0; row < one.ends.length; row++) addOrigin(fit, history, one, row)
    trained.push(one)
  })
  return { equations: fit.equations, trained }
}

/** The sums so far, and a buffer for one row. */
interface Fit {
  origins: TrainingOrigins
  equations: SegmentEquations
  x: Float64Array
  scaled: Float64Array
}

function trainedSeries(history: History, allBacks: readonly number[], half: number): TrainedSeries {
  const backs = allBacks.filter((back) => isInstructive(history, Math.max(0, history.n - back)))
  const ends = backs.map((back) => history.n - back)
  return { backs, ends, half, levels: levelsAt(history, [...ends, history.n]) }
}

function addOrigin(fit: Fit, history: History, { backs, ends, levels }: TrainedSeries, row: number): void {
  const { origins, equations, x, scaled } = fit
  const end = ends[row] as number
  const back = backs[row] as number
  const base = baseLevel(levels, row * LEVELS)
  if (!(base > 0)) return
  const scale = scaleOf(history, end)
  writeShared({ history, end, levels, offset: row * LEVELS }, x)
  for (let i = 0; i < SHARED; i++) scaled[i] = x[i]! / scale
  let segments = 0
  for (let s = 0; s < SEGMENTS.length; s++) {
    const segment = SEGMENTS[s]!
    if (!isTrainingOrigin(back, segment.end)) continue
    segments |= 1 << s
    if (segment.start >= origins.days) continue
    writeAnnual(history, end, s, origins.seasonalIndices.get(back) ?? null, x)
    for (let i = SHARED; i < FEATURES; i++) scaled[i] = x[i]! / scale
    const actual = meanDemandBetween(history, end + segment.start, end + segment.end)
    equations.addOwn(s, scaled, (actual - base) / scale)
  }
  equations.addShared(segments, scaled)
}

/** What was learned about levels: the regression, and the trees that correct it. */
export interface LevelModel {
  level: PooledLevel
  boost: BoostedResiduals | null
}

/** Bounds of the forecast: a share of the base level, and a multiple of the largest level. */
const LEAST_SHARE = 0.1
const MOST_MULTIPLE = 3

/** Buffer for the features of one forecast. */
const features = new Float64Array(FEATURES)

/**
 * Returns the average daily demand in each segment of the horizon, units a day, from the days before
 * `view.end`. Only the first `segments` are forecast, by default those that were learned; the others have the base level.
 */
export function segmentLevels(
  view: View,
  { level, boost }: LevelModel,
  half: number,
  seasonalIndices: Float64Array | null,
  segments = level.length,
): Float64Array {
  const { history, end, levels, offset } = view
  const base = baseLevel(levels, offset)
  const out = new Float64Array(SEGMENTS.length).fill(base)
  if (!(base > 0) || !isInstructive(history, end)) return out
  const x = features
  writeShared(view, x)
  const added = boost && addedByTrees(boost, view, half, seasonalIndices)
  let largest = base
  for (let k = 0; k < LEVELS; k++) largest = Math.max(largest, levels[offset + k] as number)
  for (let s = 0; s < segments; s++) {
    writeAnnual(history, end, s, seasonalIndices, x)
    const coefficients = level[s] as Float64Array
    let mean = base + (added?.[s] ?? 0)
    for (let i = 0; i < FEATURES; i++) mean += (x[i] as number) * (coefficients[i] as number)
    out[s] = bounded(mean, base, largest)
  }
  return out
}

/** Returns the level within its bounds. */
export function bounded(mean: number, base: number, largest: number): number {
  return Math.min(MOST_MULTIPLE * largest, Math.max(LEAST_SHARE * base, mean))
}
