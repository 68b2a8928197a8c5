import { BINS, type BinnedRows } from './binned-rows.ts'
import type { BoostingSettings } from './boosting-settings.ts'
import { SPLITS } from './regression-trees.ts'

/** Values of a feature up to the edge of a bin go to the left. */
export interface Split {
  feature: number
  bin: number
}

/** The rows that a tree is grown from. */
interface Members {
  /** Their places among the binned rows. */
  members: Int32Array
  target: Float64Array
  /** The node that each one has reached, and how many each node has. */
  nodes: Uint8Array
  sizes: Int32Array
}

/** Relative difference of splits that is a matter of rounding; of such, the first is taken. */
const TIE = 1e-9

/** For each node, feature and bin: the sum of the target, and the number of rows. */
export class NodeHistograms {
  private readonly data: BinnedRows
  private readonly settings: BoostingSettings
  private readonly width: number
  private readonly sums: Float64Array
  private readonly counts: Float64Array

  constructor(data: BinnedRows, settings: BoostingSettings) {
    this.data = data
    this.settings = settings
    this.width = data.features * BINS
    this.sums = new Float64Array(SPLITS * this.width)
    this.counts = new Float64Array(SPLITS * this.width)
  }

  /** Fills the histograms of a level that begins with node `first`; the larger one of two is what the other leaves. */
  fill(first: number, { members, target, nodes, sizes }: Members): void {
    const { data, sums, counts, width } = this
    sums.fill(0, first * width, (2 * first + 1) * width)
    counts.fill(0, first * width, (2 * first + 1) * width)
    const { bins, features } = data
    const isCounted = Uint8Array.from({ length: SPLITS }, (_, node) => (isSmaller(sizes, node) ? 1 : 0))
    for (let i = 0; i < members.length; i++) {
      const node = nodes[i]!
      if (isCounted[node] === 0) continue
      const value = target[i]!
      const end = (node + 1) * width
      for (let slot = node * width, at = members[i]! * features; slot < end; slot += BINS, at++) {
        const bin = slot + bins[at]!
        sums[bin]! += value
        counts[bin]!++
      }
    }
    for (let left = first; left < 2 * first; left += 2) {
      const [counted, other] = isCounted[left] ? [left, left + 1] : [left + 1, left]
      subtract(sums, ((left - 1) >> 1) * width, counted * width, other * width, width)
      subtract(counts, ((left - 1) >> 1) * width, counted * width, other * width, width)
    }
  }

  /** Returns the split that explains most; a bin after the last one, with all rows on the left, if none does. */
  bestSplit(node: number): Split {
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
        if (gain <= most * (1 + TIE)) continue
        most = gain
        best = { feature, bin }
      }
    }
    return best
  }
}

/** Returns whether a node is the root or the smaller one of two, whose rows are counted. */
function isSmaller(sizes: Int32Array, node: number): boolean {
  if (node === 0) return true
  return node % 2 === 1 ? sizes[node]! <= sizes[node + 1]! : sizes[node]! < sizes[node - 1]!
}

/** Writes the values from `whole` minus those from `part`, so many, to `rest`. */
function subtract(values: Float64Array, whole: number, part: number, rest: number, count: number): void {
  for (let i = 0; i < count; i++) values[rest + i] = values[whole + i]! - values[part + i]!
}
