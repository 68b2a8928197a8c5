import { BINS, type BinnedRows } from './binned-rows.ts'
import { type BoostingSettings, SPLITS } from './regression-trees.ts'

/** Values of a feature up to the edge of a bin go to the left. */
export interface Split {
  feature: number
  bin: number
}

/** The rows that a tree is grown from. */
interface Members {
  /** Their places among the binned rows. */
  members: Int32Array
  /** The node that each one has reached, and how many each node has. */
  nodes: Uint8Array
  sizes: Int32Array
}

/** A cell of a histogram is its number of rows × `ROW` + the sum of their whole targets, which is far smaller. */
const ROW = 2 ** 38
/** Largest whole target: 32,768 of them stay below half of `ROW`, and as many rows below 2 ** 53. */
const LARGEST_TARGET = 2 ** 22

/**
 * For each node, feature and bin: the number of rows and the sum of their targets, which are rounded to whole numbers
 * of a small unit. Sums of whole numbers are exact, so that splits which divide the rows alike are equal, and the first
 * of them is taken whatever the order of the rows.
 */
export class NodeHistograms {
  private readonly data: BinnedRows
  private readonly settings: BoostingSettings
  private readonly width: number
  private readonly cells: Float64Array
  /** The cell of each member alone, and the unit of its target. */
  private readonly own: Float64Array
  private unit = 1

  constructor(data: BinnedRows, settings: BoostingSettings, members: number) {
    this.data = data
    this.settings = settings
    this.width = data.features * BINS
    this.cells = new Float64Array(SPLITS * this.width)
    this.own = new Float64Array(members)
  }

  /** Takes the targets of the next tree. */
  start(target: Float64Array): void {
    let largest = 0
    for (let i = 0; i < target.length; i++) largest = Math.max(largest, Math.abs(target[i]!))
    this.unit = largest > 0 ? largest / LARGEST_TARGET : 1
    for (let i = 0; i < target.length; i++) this.own[i] = ROW + Math.round(target[i]! / this.unit)
  }

  /** Fills the histograms of a level that begins with node `first`; the larger one of two is what the other leaves. */
  fill(first: number, members: Members): void {
    const { cells, width } = this
    cells.fill(0, first * width, (2 * first + 1) * width)
    const isCounted = Uint8Array.from({ length: SPLITS }, (_, node) =>
      isSmaller(members.sizes, node) ? 1 : 0,
    )
    this.count(members, isCounted)
    this.fillOthers(first, isCounted)
  }

  /** Adds the rows of the nodes that are counted, in a function of its own for the reason that `boost-trees.ts` has. */
  private count({ members, nodes }: Members, isCounted: Uint8Array): void {
    const { cells, own, width } = this
    const { bins, features } = this.data
    for (let i = 0; i < members.length; i++) {
      const node = nodes[i]!
      if (isCounted[node] === 1) addRow(cells, node * width, bins, members[i]! * features, features, own[i]!)
    }
  }

  private fillOthers(first: number, isCounted: Uint8Array): void {
    const { cells, width } = this
    for (let left = first; left < 2 * first; left += 2) {
      const counted = isCounted[left] === 1 ? left : left + 1
      const other = 2 * left + 1 - counted
      const parent = ((left - 1) >> 1) * width
      for (let i = 0; i < width; i++)
        cells[other * width + i] = cells[parent + i]! - cells[counted * width + i]!
    }
  }

  /** Returns the split that explains most; a bin after the last one, with all rows on the left, if none does. */
  bestSplit(node: number): Split {
    const { cells, width, data, settings, unit } = this
    const { leastRows, penalty } = settings
    let most = 0
    let best = { feature: 0, bin: BINS }
    const whole = cells.subarray(node * width, node * width + BINS).reduce((a, b) => a + b)
    const count = Math.round(whole / ROW)
    const sum = (whole - count * ROW) * unit
    const before = (sum * sum) / (count + penalty)
    for (let feature = 0; feature < data.features; feature++) {
      let cell = 0
      const last = data.edges[feature]!.length
      for (let bin = 0; bin < last; bin++) {
        cell += cells[node * width + feature * BINS + bin]!
        const left = Math.round(cell / ROW)
        const right = count - left
        if (left < leastRows) continue
        if (right < leastRows) break
        const leftSum = (cell - left * ROW) * unit
        const rightSum = sum - leftSum
        const gain = leftSum ** 2 / (left + penalty) + rightSum ** 2 / (right + penalty) - before
        if (gain <= most) continue
        most = gain
        best = { feature, bin }
      }
    }
    return best
  }
}

/** Adds the value of a row to the cell of each of its bins. */
function addRow(
  cells: Float64Array,
  node: number,
  bins: Uint8Array,
  row: number,
  features: number,
  value: number,
): void {
  for (let f = 0, slot = node; f < features; f++, slot += BINS) cells[slot + bins[row + f]!]! += value
}

/** Returns whether a node is the root or the smaller one of two, whose rows are counted. */
function isSmaller(sizes: Int32Array, node: number): boolean {
  if (node === 0) return true
  return node % 2 === 1 ? sizes[node]! <= sizes[node + 1]! : sizes[node]! < sizes[node - 1]!
}
