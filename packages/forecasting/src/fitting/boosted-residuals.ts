import { type BinnedRows, binRows } from '../boosting/binned-rows.ts'
import { boostTrees } from '../boosting/boost-trees.ts'
import { type BoostingSettings, sumOfTrees, type Trees } from '../boosting/regression-trees.ts'
import type { EarlierYears } from './earlier-years.ts'
import type { View } from './features.ts'
import { COLUMNS, PARTS, type ResidualRows, treeFeatures } from './residual-rows.ts'
import { SEGMENTS } from './segments.ts'

/** Weight, in series, of leaving the trees out. */
const SHRINKAGE = 250
const MIN_ROWS = 1000
const SETTINGS = { trees: 20, rate: 0.35, leastRows: 60, penalty: 300 }

/** Trees that are added to the levels of the regression. Plain data. */
export interface BoostedResiduals {
  weight: number
  /** For each part of the horizon that was learned, sets of trees whose mean counts. */
  parts: readonly (readonly Trees[])[]
}

/**
 * Fits regression trees to what the pooled regression missed at past origins, in standard deviations of a day, with a set
 * of trees for each half of the catalogue, fitted on the other half. Their weight is shrunk towards 0 in a small catalogue.
 * Returns null if `whole`, the number of origins whose whole horizon is known, is small. Yields tasks, whose trees `growTrees`
 * grows in any thread.
 */
export function* fitBoostedResiduals(
  { parts, whole }: { parts: readonly ResidualRows[]; whole: number },
  series: number,
): Generator<readonly TreesTask[], BoostedResiduals | null, readonly Trees[]> {
  if (whole < MIN_ROWS) return null
  const trees = yield parts.flatMap((rows) => {
    const data = binRows(rows.features, COLUMNS)
    return [0, 1].map((half) => treesTask(half, rows, data))
  })
  return {
    weight: series / (series + SHRINKAGE),
    parts: parts.map((_, p) => trees.slice(2 * p, 2 * p + 2)),
  }
}

/**
 * Returns the trees for the past of a series in this half of the catalogue: those that it has not taught, so that its past
 * errors are honest (cross-fitting, Chernozhukov et al. 2018).
 */
export function crossFitted({ weight, parts }: BoostedResiduals, half: number): BoostedResiduals {
  return { weight, parts: parts.map((trees) => [trees[half]!]) }
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

/** Takes the rows for one half of the catalogue, which are those of the other one. */
function treesTask(half: number, rows: ResidualRows, data: BinnedRows): TreesTask {
  const members: number[] = []
  for (let i = 0; i < rows.count; i++) if (rows.half[i] !== half) members.push(i)
  const missed = Float64Array.from(members, (i) => rows.missed[i]!)
  return { kind: 'trees', data, members: Int32Array.from(members), missed, settings: SETTINGS }
}

/** Buffer for one forecast. */
const added = new Float64Array(SEGMENTS.length)

/** Returns what the trees add to the level of each segment, units a day, until the next call. */
export function addedByTrees(
  { weight, parts }: BoostedResiduals,
  view: View,
  earlierYears: EarlierYears | null,
): Float64Array {
  treeFeatures.start(view)
  added.fill(0)
  parts.forEach((sets, p) => {
    const { first, last } = PARTS[p]!
    treeFeatures.segment(view, last, earlierYears)
    const { features, scale } = treeFeatures
    const sum = sets.reduce((total, trees) => total + sumOfTrees(trees, features), 0)
    added.fill((weight * scale * sum) / sets.length, first, last + 1)
  })
  return added
}
