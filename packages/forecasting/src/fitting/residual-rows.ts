import { type History, meanDemandBetween } from '../history.ts'
import { LEVELS } from '../models/levels.ts'
import type { EarlierYears } from './earlier-years.ts'
import { baseLevel, FEATURES, getScale, SHARED, type View, writeAnnual, writeShared } from './features.ts'
import { type PooledLevel, SEGMENTS } from './segments.ts'
import { STATES, writeState } from './state-features.ts'
import type { TrainedSeries, TrainingOrigins } from './training-origins.ts'
import { winsorised } from './winsorised.ts'

/** The parts of the horizon that have trees of their own: from segment `first` to `last`, both included. */
export const PARTS = [
  { first: 0, last: 1 },
  { first: 2, last: 2 },
  { first: 3, last: 4 },
] as const

/** Number of features of the trees. */
export const COLUMNS = FEATURES + STATES

/** About how many rows are taken, over the whole shop. */
const MAX_ROWS = 22_000
const ROWS_PER_SERIES = 6

/** Past origins of many series, for one part of the horizon. */
export interface ResidualRows {
  count: number
  /** One row of `COLUMNS` features after the other. */
  features: Float64Array
  /** What the regression missed, in standard deviations of a day. */
  missed: Float64Array
  half: Uint8Array
}

/** Returns the stride at which rows are taken from all training origins. */
export function rowStride(origins: number, series: number): number {
  return Math.max(1, Math.ceil(origins / Math.min(MAX_ROWS, ROWS_PER_SERIES * series)))
}

/**
 * Takes rows from the training origins of some of a shop's series, evenly across the catalogue, for each part of the
 * horizon that is learned: about 22,000 of the shop at most, and 6 for each series.
 */
export class ResidualSample {
  /** Rows of origins whose whole horizon is known. */
  whole = 0
  private readonly parts: ResidualRows[]
  private readonly from: { origins: TrainingOrigins; level: PooledLevel; stride: number }

  constructor(from: ResidualSample['from'], trained: readonly TrainedSeries[]) {
    this.from = from
    const most = trained.reduce((sum, { ends }) => sum + Math.ceil(ends.length / from.stride), 0)
    const learned = PARTS.filter(({ first }) => SEGMENTS[first]!.start < from.origins.days)
    this.parts = learned.map(() => ({
      count: 0,
      features: new Float64Array(most * COLUMNS),
      missed: new Float64Array(most),
      half: new Uint8Array(most),
    }))
  }

  /** Takes rows of one series; `index` is its place in the shop. */
  add(history: History, { backs, ends, levels, half }: TrainedSeries, index: number): void {
    const { origins, level, stride } = this.from
    for (let row = (stride - (index % stride)) % stride; row < ends.length; row += stride) {
      const view = { history, end: ends[row]!, levels, offset: row * LEVELS }
      if (!(baseLevel(levels, view.offset) > 0)) continue
      treeFeatures.start(view)
      const back = backs[row]!
      if (back >= SEGMENTS.at(-1)!.end) this.whole++
      const earlierYears = origins.earlierYears.get(back) ?? null
      for (let p = 0; p < this.parts.length; p++) {
        if (back < SEGMENTS[PARTS[p]!.last]!.end) continue
        const part = this.parts[p]!
        part.half[part.count] = half
        addRow(part, view, { p, level, earlierYears })
        part.count++
      }
    }
  }

  /** Returns the rows of each part of the horizon that is learned. */
  rows(): ResidualRows[] {
    return this.parts.map(({ count, features, missed, half }) => ({
      count,
      features: features.slice(0, count * COLUMNS),
      missed: missed.slice(0, count),
      half: half.slice(0, count),
    }))
  }
}

/** Joins the rows of several parts of the catalogue, in their order. */
export function joinRows(all: readonly ResidualRows[]): ResidualRows {
  const count = all.reduce((sum, one) => sum + one.count, 0)
  const joined = {
    count,
    features: new Float64Array(count * COLUMNS),
    missed: new Float64Array(count),
    half: new Uint8Array(count),
  }
  let at = 0
  for (const one of all) {
    joined.features.set(one.features, at * COLUMNS)
    joined.missed.set(one.missed, at)
    joined.half.set(one.half, at)
    at += one.count
  }
  return joined
}

function addRow(
  rows: ResidualRows,
  view: View,
  { p, level, earlierYears }: { p: number; level: PooledLevel; earlierYears: EarlierYears | null },
): void {
  const { history } = view
  const { first, last } = PARTS[p]!
  let missed = 0
  for (let s = first; s <= last; s++) {
    const { start, end } = SEGMENTS[s]!
    const { features, scale } = treeFeatures
    treeFeatures.segment(view, s, earlierYears)
    let mean = baseLevel(view.levels, view.offset) / scale
    for (let f = 0; f < FEATURES; f++) mean += features[f]! * level[s]![f]!
    missed += (end - start) * (meanDemandBetween(history, view.end + start, view.end + end) / scale - mean)
  }
  rows.features.set(treeFeatures.features, rows.count * COLUMNS)
  rows.missed[rows.count] = winsorised(missed / (SEGMENTS[last]!.end - SEGMENTS[first]!.start))
}

/** Buffer for the features of one origin: those of the regression in standard deviations of a day, then the state. */
class TreeFeatures {
  readonly features = new Float64Array(COLUMNS)
  /** Standard deviation of a day. */
  scale = 1
  private readonly units = new Float64Array(FEATURES)

  /** Writes what is the same for all segments. */
  start(view: View): void {
    this.scale = getScale(view.history, view.end)
    writeShared(view, this.units)
    for (let f = 0; f < SHARED; f++) this.features[f] = this.units[f]! / this.scale
    writeState(view, this.features, FEATURES)
  }

  /** Writes what belongs to one segment, after `start`. */
  segment(view: View, segment: number, earlierYears: EarlierYears | null): void {
    writeAnnual(view.history, view.end, segment, earlierYears, this.units)
    for (let f = SHARED; f < FEATURES; f++) this.features[f] = this.units[f]! / this.scale
  }
}

export const treeFeatures = new TreeFeatures()
