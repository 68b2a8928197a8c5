import type { Histories } from '../histories.ts'
import { type History, meanDemandBetween } from '../history.ts'
import { LEVELS } from '../models/levels.ts'
import { baseLevel, FEATURES, SHARED, scaleOf, type View, writeAnnual, writeShared } from './features.ts'
import { type PooledLevel, SEGMENTS } from './segments.ts'
import { STATES, writeState } from './state-features.ts'
import type { TrainedSeries, TrainingOrigins } from './training-origins.ts'

/** The parts of the horizon that have trees of their own: from segment `first` to `last`, both included. */
export const PARTS = [
  { first: 0, last: 1 },
  { first: 2, last: 2 },
  { first: 3, last: 4 },
] as const

/** Number of features of the trees. */
export const COLUMNS = FEATURES + STATES

const MOST_ROWS = 12_000
const ROWS_PER_SERIES = 6

/** Past origins of many series, for one part of the horizon. */
export interface ResidualRows {
  count: number
  /** One row of `COLUMNS` features after the other. */
  features: Float64Array
  /** What the regression missed, in standard deviations of a day. */
  missed: Float64Array
  half: Uint8Array
  /** Days before the origin. */
  back: Uint16Array
}

/** Takes at most about 12,000 rows, 6 for each series, from the training origins, evenly across the catalogue, for each part of the horizon. */
export function residualRows(shop: {
  histories: Histories
  trained: readonly TrainedSeries[]
  origins: TrainingOrigins
  level: PooledLevel
}): ResidualRows[] {
  const { histories, trained, origins, level } = shop
  const total = trained.reduce((sum, { ends }) => sum + ends.length, 0)
  const stride = Math.max(1, Math.ceil(total / Math.min(MOST_ROWS, ROWS_PER_SERIES * trained.length)))
  const most = Math.ceil(total / stride) + trained.length
  const rows: ResidualRows[] = PARTS.map(() => ({
    count: 0,
    features: new Float64Array(most * COLUMNS),
    missed: new Float64Array(most),
    half: new Uint8Array(most),
    back: new Uint16Array(most),
  }))
  trained.forEach(({ backs, ends, levels, half }, index) => {
    let history: History | null = null
    for (let row = 0; row < ends.length; row++) {
      if ((index + row) % stride !== 0) continue
      history ??= histories.at(index)
      const view = { history, end: ends[row]!, levels, offset: row * LEVELS }
      if (!(baseLevel(levels, view.offset) > 0)) continue
      treeFeatures.start(view)
      const back = backs[row]!
      const seasonalIndices = origins.seasonalIndices.get(back) ?? null
      for (let p = 0; p < PARTS.length; p++) {
        if (back < SEGMENTS[PARTS[p]!.last]!.end) continue
        const part = rows[p]!
        part.half[part.count] = half
        part.back[part.count] = back
        addRow(part, view, { p, level, seasonalIndices })
        part.count++
      }
    }
  })
  return rows
}

function addRow(
  rows: ResidualRows,
  view: View,
  { p, level, seasonalIndices }: { p: number; level: PooledLevel; seasonalIndices: Float64Array | null },
): void {
  const { history } = view
  const { first, last } = PARTS[p]!
  let missed = 0
  for (let s = first; s <= last; s++) {
    const { start, end } = SEGMENTS[s]!
    const { features, scale } = treeFeatures
    treeFeatures.segment(view, s, seasonalIndices)
    let mean = baseLevel(view.levels, view.offset) / scale
    for (let f = 0; f < FEATURES; f++) mean += features[f]! * level[s]![f]!
    missed += (end - start) * (meanDemandBetween(history, view.end + start, view.end + end) / scale - mean)
  }
  rows.features.set(treeFeatures.features, rows.count * COLUMNS)
  rows.missed[rows.count] = missed / (SEGMENTS[last]!.end - SEGMENTS[first]!.start)
}

/** Buffer for the features of one origin: those of the regression in standard deviations of a day, then the state. */
class TreeFeatures {
  readonly features = new Float64Array(COLUMNS)
  /** Standard deviation of a day. */
  scale = 1
  private readonly units = new Float64Array(FEATURES)

  /** Writes what is the same for all segments. */
  start(view: View): void {
    this.scale = scaleOf(view.history, view.end)
    writeShared(view, this.units)
    for (let f = 0; f < SHARED; f++) this.features[f] = this.units[f]! / this.scale
    writeState(view, this.features, FEATURES)
  }

  /** Writes what belongs to one segment, after `start`. */
  segment(view: View, segment: number, seasonalIndices: Float64Array | null): void {
    writeAnnual(view.history, view.end, segment, seasonalIndices, this.units)
    for (let f = SHARED; f < FEATURES; f++) this.features[f] = this.units[f]! / this.scale
  }
}

export const treeFeatures = new TreeFeatures()
