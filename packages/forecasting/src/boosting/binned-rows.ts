/** Rows of features, each value as the index of its bin, and the upper edges of the bins of each feature. */
export interface BinnedRows {
  rows: number
  features: number
  /** One row of `features` bins after the other. */
  bins: Uint8Array
  edges: readonly Float64Array[]
}

export const BINS = 32

/** About how many rows the edges of the bins are taken from. */
const ROWS_FOR_EDGES = 2000

/** Sorts each feature into at most 32 bins of about equally many rows. `values` has one row after the other. */
export function binRows(values: Float64Array, features: number): BinnedRows {
  const rows = values.length / features
  const bins = new Uint8Array(values.length)
  const step = Math.max(1, Math.floor(rows / ROWS_FOR_EDGES))
  const column = new Float64Array(Math.ceil(rows / step))
  const edges = Array.from({ length: features }, (_, f) => {
    for (let i = 0; i < column.length; i++) column[i] = values[i * step * features + f]!
    return getEdges(column.sort())
  })
  const all = new Float64Array(features * BINS).fill(Number.POSITIVE_INFINITY)
  for (let f = 0; f < features; f++) all.set(edges[f]!, f * BINS)
  for (let at = 0; at < values.length; at += features) binRow(values, at, all, features, bins)
  return { rows, features, bins, edges }
}

function binRow(
  values: Float64Array,
  row: number,
  edges: Float64Array,
  features: number,
  bins: Uint8Array,
): void {
  for (let f = 0; f < features; f++) bins[row + f] = getBin(edges, f * BINS, values[row + f]!)
}

/** Returns distinct quantiles of sorted values, without the largest. */
function getEdges(sorted: Float64Array): Float64Array {
  const edges: number[] = []
  for (let b = 1; b < BINS; b++) {
    const edge = sorted[Math.floor((b * sorted.length) / BINS)] ?? 0
    if (edge !== edges.at(-1) && edge < (sorted.at(-1) ?? 0)) edges.push(edge)
  }
  return Float64Array.from(edges)
}

/** Returns the first bin whose edge, from index `start`, is not below the value. The search among 31 edges has no branches. */
function getBin(edges: Float64Array, start: number, value: number): number {
  let at = edges[start + 15]! < value ? start + 16 : start
  at += edges[at + 7]! < value ? 8 : 0
  at += edges[at + 3]! < value ? 4 : 0
  at += edges[at + 1]! < value ? 2 : 0
  return at - start + (edges[at]! < value ? 1 : 0)
}
