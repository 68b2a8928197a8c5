import type { Histories } from '../histories.ts'
import { type History, meanDemandBetween } from '../history.ts'
import { LEVELS, levelsAt } from '../models/levels.ts'
import type { BulkDay } from '../types.ts'
import { addedByTrees, type BoostedResiduals } from './boosted-residuals.ts'
import { getHalf } from './catalogue-halves.ts'
import type { EarlierYears } from './earlier-years.ts'
import { baseLevel, FEATURES, getScale, SHARED, type View, writeAnnual, writeShared } from './features.ts'
import { combinedWithYearsBefore } from './seasonal-naive.ts'
import { SegmentEquations } from './segment-equations.ts'
import { type PooledLevel, SEGMENTS } from './segments.ts'
import {
  isInstructive,
  isTrainingOrigin,
  type TrainedSeries,
  type TrainingOrigins,
} from './training-origins.ts'
import { winsorised } from './winsorised.ts'

/** About how many origins of a shop the regressions are fitted to, evenly over its series. */
const MAX_ROWS = 40_000

/**
 * Sums up the equations of the regressions over some of the series of a shop, which has `series`, and returns them with the series'
 * levels.
 */
export function sumLevels(
  histories: Histories,
  origins: TrainingOrigins,
  series: number,
): { equations: SegmentEquations; trained: TrainedSeries[] } {
  const fit: Fit = {
    origins,
    equations: new SegmentEquations(),
    x: new Float64Array(FEATURES),
    scaled: new Float64Array(FEATURES),
  }
  const stride = Math.max(1, Math.round((series * origins.backs.length) / MAX_ROWS))
  const trained: TrainedSeries[] = []
  histories.forEach((history, id) => {
    const one = trainedSeries(history, origins.backs, getHalf(id))
    const index = trained.length
    for (let row = index % stride; row < one.ends.length; row += stride) addOrigin(fit, history, one, row)
    trained.push({ ...one, prepared: () => histories.preparedAt(index) })
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

type Levels = Omit<TrainedSeries, 'prepared'>

function trainedSeries(history: History, allBacks: readonly number[], half: number): Levels {
  const backs = allBacks.filter((back) => isInstructive(history, Math.max(0, history.n - back)))
  const ends = backs.map((back) => history.n - back)
  const bulkDays: BulkDay[] = []
  return { backs, ends, half, levels: levelsAt(history, [...ends, history.n], bulkDays), bulkDays }
}

function addOrigin(fit: Fit, history: History, { backs, ends, levels }: Levels, row: number): void {
  const { origins, equations, x, scaled } = fit
  const end = ends[row] as number
  const back = backs[row] as number
  const base = baseLevel(levels, row * LEVELS)
  if (!(base > 0)) return
  const scale = getScale(history, end)
  writeShared({ history, end, levels, offset: row * LEVELS }, x)
  for (let i = 0; i < SHARED; i++) scaled[i] = x[i]! / scale
  let segments = 0
  for (let s = 0; s < SEGMENTS.length; s++) {
    const segment = SEGMENTS[s]!
    if (!isTrainingOrigin(back, segment.end)) continue
    segments |= 1 << s
    if (segment.start >= origins.days) continue
    writeAnnual(history, end, s, origins.earlierYears.get(back) ?? null, x)
    for (let i = SHARED; i < FEATURES; i++) scaled[i] = x[i]! / scale
    const actual = meanDemandBetween(history, end + segment.start, end + segment.end)
    equations.addOwn(s, scaled, winsorised((actual - base) / scale))
  }
  equations.addShared(segments, scaled)
}

/** What was learned about levels: the regression, and the trees that correct it. */
export interface LevelModel {
  level: PooledLevel
  boost: BoostedResiduals | null
}

/** Bounds of the forecast: a share of the base level, and a multiple of the largest level. */
const MIN_SHARE = 0.1
const MAX_MULTIPLE = 3

/** Buffer for the features of one forecast. */
const features = new Float64Array(FEATURES)

/**
 * Returns the average daily demand in each segment of the horizon, units a day, from the days before
 * `view.end`. Only the first `segments` are forecast, by default those that were learned; the others have the base level.
 */
export function segmentLevels(
  view: View,
  { level, boost }: LevelModel,
  earlierYears: EarlierYears | null,
  segments = level.length,
): Float64Array {
  const { history, end, levels, offset } = view
  const base = baseLevel(levels, offset)
  const out = new Float64Array(SEGMENTS.length).fill(base)
  if (!(base > 0) || !isInstructive(history, end)) return out
  const x = features
  writeShared(view, x)
  const added = boost && addedByTrees(boost, view, earlierYears)
  let largest = base
  for (let k = 0; k < LEVELS; k++) largest = Math.max(largest, levels[offset + k] as number)
  for (let s = 0; s < segments; s++) {
    writeAnnual(history, end, s, earlierYears, x)
    const coefficients = level[s] as Float64Array
    let mean = base + (added?.[s] ?? 0)
    for (let i = 0; i < FEATURES; i++) mean += (x[i] as number) * (coefficients[i] as number)
    out[s] = combinedWithYearsBefore(bounded(mean, base, largest), view, s, earlierYears)
  }
  return out
}

/** Returns the level within its bounds. */
export function bounded(mean: number, base: number, largest: number): number {
  return Math.min(MAX_MULTIPLE * largest, Math.max(MIN_SHARE * base, mean))
}
