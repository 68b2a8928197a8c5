/** A sum of regression trees of depth 3. Plain data, which can be sent to a worker thread. */
export interface Trees {
  /** For each tree, the features and thresholds of its 7 splits: the root, then its two nodes, then their four. */
  features: Uint8Array
  thresholds: Float64Array
  /** For each tree, the values of its 8 leaves. */
  leaves: Float64Array
}

export const DEPTH = 3
export const SPLITS = 2 ** DEPTH - 1
export const LEAVES = 2 ** DEPTH

/** Returns the sum of the trees for one row of features. */
export function sumOfTrees({ features, thresholds, leaves }: Trees, x: Float64Array): number {
  let sum = 0
  for (let split = 0, leaf = 0; split < features.length; split += SPLITS, leaf += LEAVES) {
    let node = x[features[split]!]! > thresholds[split]! ? 2 : 1
    node = 2 * node + (x[features[split + node]!]! > thresholds[split + node]! ? 2 : 1)
    node = 2 * node + (x[features[split + node]!]! > thresholds[split + node]! ? 2 : 1)
    sum += leaves[leaf + node - SPLITS]!
  }
  return sum
}

export interface BoostingSettings {
  trees: number
  /** Share of each tree that is added. */
  rate: number
  /** Minimum rows in a node, and the weight in rows of the value zero in each. */
  leastRows: number
  penalty: number
}
