import { type BinnedRows, binRows } from '../boosting/binned-rows.ts'
import { boostTrees } from '../boosting/boost-trees.ts'
import type { BoostingSettings } from '../boosting/boosting-settings.ts'
import { sumOfTrees, type Trees } from '../boosting/regression-trees.ts'
import type { View } from './features.ts'
import { COLUMNS, PARTS, type ResidualRows, treeFeatures } from './residual-rows.ts'
import { SEGMENTS } from './segments.ts'

/** Days before the origin whose demand the trees do not see when their weight is chosen. */
const HELD_OUT_DAYS = 60
/** Weight, in series, of leaving the trees out. */
const SHRINKAGE = 500
const LEAST_ROWS = 1000
const SETTINGS = { trees: 20, rate: 0.15, leastRows: 200, penalty: 1000 }

/**
 * For each part of the horizon that was learned, the weight of the trees, and those for each half of the catalogue, which were fitted
 * on the other half.
 */
export type BoostedResiduals = readonly { weight: number; trees: readonly Trees[] }[]

/**
 * Fits regression trees to what the pooled regression missed at past origins, in standard deviations of a day.
 * A series is forecast by the trees of the other half of the catalogue, so that its past errors are honest
 * (cross-fitting, Chernozhukov et al. 2018). The weight of the trees is that of least squared error on later
 * origins, for trees that saw earlier demand only (stacking, Breiman 1996), and it is shrunk towards 0 in a small
 * catalogue. Returns null with few origins whose whole horizon is known, `whole`. The trees that it yields for are grown by `growTrees`, in any thread.
 */
export function* fitBoostedResiduals(
  { parts, whole }: { parts: readonly ResidualRows[]; whole: number },
  series: number,
): Generator<readonly TreesTask[], BoostedResiduals | null, readonly Trees[]> {
  if (whole < LEAST_ROWS) return null
  const share = series / (series + SHRINKAGE)
  const data = parts.map(({ features }) => binRows(features, COLUMNS))
  const tasksOf = (p: number, least: number) =>
    [0, 1].map((half) => treesTask(half, { rows: parts[p]!, data: data[p]!, least }))
  const ends = parts.map((_, p) => SEGMENTS[PARTS[p]!.last]!.end)
  const tried = yield ends.flatMap((end, p) => tasksOf(p, HELD_OUT_DAYS + end))
  const weights = parts.map(
    (rows, p) =>
      share * stackedWeight(rows, tried.slice(2 * p, 2 * p + 2), Math.max(HELD_OUT_DAYS, ends[p]! + 15)),
  )
  const used = weights.flatMap((weight, p) => (weight > 0 ? [p] : []))
  const trees = yield used.flatMap((p) => tasksOf(p, 0))
  return weights.map((weight, p) => {
    const at = 2 * used.indexOf(p)
    return { weight, trees: weight > 0 ? trees.slice(at, at + 2) : [] }
  })
}

/** Rows from which trees are grown. Plain data, which can be sent to a worker thread. */
export interface TreesTask {
  kind: 'trees'
  data: BinnedRows
  members: Int32Array
  missed: Float64Array
  settings: BoostingSettings
}

export function growTrees({ data, members, missed, settings }: TreesTask): Trees {
  return boostTrees(data, members, missed, settings)
}

/** Takes the rows for one half of the catalogue: the origins of the other one that are at least `least` days back. */
function treesTask(
  half: number,
  { rows, data, least }: { rows: ResidualRows; data: BinnedRows; least: number },
): TreesTask {
  const members: number[] = []
  for (let i = 0; i < rows.count; i++) if (rows.half[i] !== half && rows.back[i]! >= least) members.push(i)
  const missed = Float64Array.from(members, (i) => rows.missed[i]!)
  return { kind: 'trees', data, members: Int32Array.from(members), missed, settings: SETTINGS }
}

/**
 * Returns the weight of the trees with the least squared error at origins up to `latest` days back, minus half its
 * standard error between origins; within 0 and 1.
 */
function stackedWeight(rows: ResidualRows, trees: readonly Trees[], latest: number): number {
  const origins = new Map<number, { product: number; square: number }>()
  for (let i = 0; i < rows.count; i++) {
    const back = rows.back[i]!
    if (back > latest) continue
    const added = sumOfTrees(trees[rows.half[i]!]!, rows.features.subarray(i * COLUMNS, (i + 1) * COLUMNS))
    const sums = origins.get(back) ?? { product: 0, square: 0 }
    sums.product += added * rows.missed[i]!
    sums.square += added * added
    origins.set(back, sums)
  }
  const all = [...origins.values()]
  const square = all.reduce((sum, one) => sum + one.square, 0)
  if (all.length < 2 || square === 0) return 0
  const weight = all.reduce((sum, one) => sum + one.product, 0) / square
  const errors = all.reduce((sum, one) => sum + (one.product - weight * one.square) ** 2, 0)
  const standardError = Math.sqrt((errors * all.length) / (all.length - 1)) / square
  return Math.min(1, Math.max(0, weight - 0.5 * standardError))
}

/** Buffer for one forecast. */
const added = new Float64Array(SEGMENTS.length)

/** Returns what the trees add to the level of each segment, units a day, until the next call. */
export function addedByTrees(
  boost: BoostedResiduals,
  view: View,
  half: number,
  seasonalIndices: Float64Array | null,
): Float64Array {
  treeFeatures.start(view)
  added.fill(0)
  for (let p = 0; p < boost.length; p++) {
    const { weight, trees } = boost[p]!
    if (weight === 0) continue
    const { first, last } = PARTS[p]!
    treeFeatures.segment(view, last, seasonalIndices)
    added.fill(weight * treeFeatures.scale * sumOfTrees(trees[half]!, treeFeatures.features), first, last + 1)
  }
  return added
}
