import { BINS, type BinnedRows } from './binned-rows.ts'
import { LEAVES, SPLITS, type Trees } from './regression-trees.ts'

export interface BoostingSettings {
  trees: number
  /** Share of each tree that is added. */
  rate: number
  /** Least rows in a node, and the weight in rows of the value zero in each. */
  leastRows: number
  penalty: number
}

/**
 * Fits trees one after the other to what is left of the target in the rows `members` (gradient boosting with
 * squared loss), with splits chosen from histograms of the bins. `target` has a value for each member.
 * Sources: Friedman 2001, "Greedy function approximation: a gradient boosting machine"; Ke et al. 2017,
 * "LightGBM: a highly efficient gradient boosting decision tree".
 */
export function boostTrees(
  data: BinnedRows,
  members: Int32Array,
  target: Float64Array,
  settings: BoostingSettings,
): Trees {
  const { trees } = settings
  const out: Trees = {
    features: new Uint8Array(trees * SPLITS),
    thresholds: new Float64Array(trees * SPLITS),
    leaves: new Float64Array(trees * LEAVES),
  }
  const grower = new TreeGrower(data, members, Float64Array.from(target), settings)
  for (let tree = 0; tree < trees; tree++) grower.grow(out, tree)
  return out
}

class TreeGrower {
  private readonly data: BinnedRows
  private readonly members: Int32Array
  private readonly target: Float64Array
  private readonly settings: BoostingSettings
  /** The node that each member has reached. */
  private readonly nodes: Uint8Array
  private readonly splits: { feature: number; bin: number }[] = []
  /** For each node, feature and bin: the sum of the target, and the number of rows. */
  private readonly sums: Float64Array
  private readonly counts: Float64Array
  private readonly width: number

  constructor(data: BinnedRows, members: Int32Array, target: Float64Array, settings: BoostingSettings) {
    this.data = data
    this.members = members
    this.target = target
    this.settings = settings
    this.nodes = new Uint8Array(members.length)
    this.width = data.features * BINS
    this.sums = new Float64Array(SPLITS * this.width)
    this.counts = new Float64Array(SPLITS * this.width)
  }

  /** Writes one more tree, and takes its values from the target. */
  grow(out: Trees, tree: number): void {
    this.nodes.fill(0)
    for (let first = 0; first < SPLITS; first = 2 * first + 1) {
      this.fillHistograms(first)
      for (let node = first; node <= 2 * first; node++) {
        const split = this.bestSplit(node)
        this.splits[node] = split
        out.features[tree * SPLITS + node] = split.feature
        out.thresholds[tree * SPLITS + node] = this.data.edges[split.feature]?.[split.bin] ?? Number.MAX_VALUE
      }
      this.descend()
    }
    this.fillLeaves(out.leaves.subarray(tree * LEAVES, (tree + 1) * LEAVES))
  }

  /** Fills the histograms of a level that begins with node `first`; the right one of two is what the left one leaves. */
  private fillHistograms(first: number): void {
    const { data, members, target, nodes, sums, counts, width } = this
    sums.fill(0, first * width, (2 * first + 1) * width)
    counts.fill(0, first * width, (2 * first + 1) * width)
    const { bins, features } = data
    for (let i = 0; i < members.length; i++) {
      const node = nodes[i]!
      if (node % 2 === 0 && node > 0) continue
      const value = target[i]!
      let at = members[i]! * features
      for (let slot = node * width; slot < (node + 1) * width; slot += BINS) {
        const bin = slot + bins[at++]!
        sums[bin]! += value
        counts[bin]!++
      }
    }
    for (let right = first + 1; right <= 2 * first; right += 2) {
      const parent = ((right - 1) >> 1) * width
      const left = (right - 1) * width
      for (let i = 0; i < width; i++) {
        sums[right * width + i] = sums[parent + i]! - sums[left + i]!
        counts[right * width + i] = counts[parent + i]! - counts[left + i]!
      }
    }
  }

  /** Returns the split that explains most; a bin after the last one, with all rows on the left, if none does. */
  private bestSplit(node: number): { feature: number; bin: number } {
    const { sums, counts, width, data, settings } = this
    const { leastRows, penalty } = settings
    let most = 0
    let best = { feature: 0, bin: BINS }
    const sum = sums.subarray(node * width, node * width + BINS).reduce((a, b) => a + b)
    const count = counts.subarray(node * width, node * width + BINS).reduce((a, b) => a + b)
    const whole = (sum * sum) / (count + penalty)
    for (let feature = 0; feature < data.features; feature++) {
      let leftSum = 0
      let left = 0
      const last = data.edges[feature]!.length
      for (let bin = 0; bin < last; bin++) {
        const slot = node * width + feature * BINS + bin
        leftSum += sums[slot]!
        left += counts[slot]!
        const right = count - left
        if (left < leastRows) continue
        if (right < leastRows) break
        const rightSum = sum - leftSum
        const gain = leftSum ** 2 / (left + penalty) + rightSum ** 2 / (right + penalty) - whole
        if (gain <= most) continue
        most = gain
        best = { feature, bin }
      }
    }
    return best
  }

  /** Moves each member to the next level. */
  private descend(): void {
    const { nodes, members, data, splits } = this
    for (let i = 0; i < members.length; i++) {
      const node = nodes[i]!
      const { feature, bin } = splits[node]!
      nodes[i] = 2 * node + (data.bins[members[i]! * data.features + feature]! > bin ? 2 : 1)
    }
  }

  private fillLeaves(leaves: Float64Array): void {
    const { nodes, target, settings } = this
    const counts = new Float64Array(LEAVES)
    for (let i = 0; i < target.length; i++) {
      leaves[nodes[i]! - SPLITS]! += target[i]!
      counts[nodes[i]! - SPLITS]!++
    }
    for (let k = 0; k < LEAVES; k++) leaves[k]! *= settings.rate / (counts[k]! + settings.penalty)
    for (let i = 0; i < target.length; i++) target[i]! -= leaves[nodes[i]! - SPLITS]!
  }
}
