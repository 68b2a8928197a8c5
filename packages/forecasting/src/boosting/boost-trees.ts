import type { BinnedRows } from './binned-rows.ts'
import { NodeHistograms, type Split } from './node-histograms.ts'
import { type BoostingSettings, LEAVES, SPLITS, type Trees } from './regression-trees.ts'

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
  readonly members: Int32Array
  readonly target: Float64Array
  private readonly settings: BoostingSettings
  /** The node that each member has reached. */
  readonly nodes: Uint8Array
  /** How many members each node has. */
  readonly sizes = new Int32Array(SPLITS + LEAVES)
  private readonly splits: Split[] = []
  private readonly histograms: NodeHistograms

  constructor(data: BinnedRows, members: Int32Array, target: Float64Array, settings: BoostingSettings) {
    this.data = data
    this.members = members
    this.target = target
    this.settings = settings
    this.nodes = new Uint8Array(members.length)
    this.histograms = new NodeHistograms(data, settings, members.length)
  }

  /** Writes one more tree, and takes its values from the target. */
  grow(out: Trees, tree: number): void {
    this.nodes.fill(0)
    this.sizes[0] = this.members.length
    this.histograms.start(this.target)
    for (let first = 0; first < SPLITS; first = 2 * first + 1) {
      this.histograms.fill(first, this)
      for (let node = first; node <= 2 * first; node++) {
        const split = this.histograms.bestSplit(node)
        this.splits[node] = split
        out.features[tree * SPLITS + node] = split.feature
        out.thresholds[tree * SPLITS + node] = this.data.edges[split.feature]?.[split.bin] ?? Number.MAX_VALUE
      }
      this.descend(first)
    }
    this.fillLeaves(out.leaves.subarray(tree * LEAVES, (tree + 1) * LEAVES))
  }

  /** Moves each member to the next level. */
  private descend(first: number): void {
    const { nodes, members, data, splits, sizes } = this
    sizes.fill(0, 2 * first + 1, 4 * first + 3)
    for (let i = 0; i < members.length; i++) {
      const node = nodes[i]!
      const { feature, bin } = splits[node]!
      const next = 2 * node + (data.bins[members[i]! * data.features + feature]! > bin ? 2 : 1)
      nodes[i] = next
      sizes[next]!++
    }
  }

  private fillLeaves(leaves: Float64Array): void {
    const { nodes, target, settings, sizes } = this
    sumByLeaf(nodes, target, leaves)
    for (let k = 0; k < LEAVES; k++) leaves[k]! *= settings.rate / (sizes[SPLITS + k]! + settings.penalty)
    subtractLeaves(nodes, target, leaves)
  }
}

// A loop over all rows has a function of its own: V8 runs what follows it in the same function without optimisation.

function sumByLeaf(nodes: Uint8Array, target: Float64Array, leaves: Float64Array): void {
  for (let i = 0; i < target.length; i++) leaves[nodes[i]! - SPLITS]! += target[i]!
}

function subtractLeaves(nodes: Uint8Array, target: Float64Array, leaves: Float64Array): void {
  for (let i = 0; i < target.length; i++) target[i]! -= leaves[nodes[i]! - SPLITS]!
}
