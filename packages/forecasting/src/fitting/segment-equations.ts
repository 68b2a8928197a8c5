import { FEATURES, SHARED } from './features.ts'
import { NormalEquations } from './ridge.ts'
import { SEGMENTS } from './segments.ts'

/** The sums of `SegmentEquations` as plain data. */
export interface SegmentSums {
  shared: ReadonlyMap<number, Float64Array>
  own: readonly { rows: number; squares: number; matrix: Float64Array; right: Float64Array }[]
}

/**
 * The ridge equations of all segments of the horizon. Most features of a row are the same for every segment,
 * so their products are summed once for all the segments that have the row.
 */
export class SegmentEquations {
  /** Products of shared features, by the set of segments (one bit each) whose equations have them. */
  readonly shared = new Map<number, Float64Array>()
  /** The equations of each segment without those products; their matrices have the lower triangle. */
  readonly own = SEGMENTS.map(() => new NormalEquations(FEATURES))

  /** Adds the shared features of a row that belongs to the segments in the set. */
  addShared(segments: number, x: Float64Array): void {
    let matrix = this.shared.get(segments)
    if (!matrix) {
      matrix = new Float64Array(FEATURES * SHARED)
      this.shared.set(segments, matrix)
    }
    for (let i = 0; i < SHARED; i++) {
      const xi = x[i]!
      if (xi === 0) continue
      const offset = i * FEATURES
      for (let j = i; j < SHARED; j++) matrix[offset + j]! += xi * x[j]!
    }
  }

  /** Adds the rest of the row for one segment: products with the segment's features, and with its target. */
  addOwn(segment: number, x: Float64Array, y: number): void {
    const own = this.own[segment]!
    const { matrix, right } = own
    own.rows++
    own.squares += y * y
    for (let i = 0; i < FEATURES; i++) right[i]! += x[i]! * y
    for (let j = SHARED; j < FEATURES; j++) {
      const xj = x[j]!
      if (xj === 0) continue
      const offset = j * FEATURES
      for (let i = 0; i <= j; i++) matrix[offset + i]! += x[i]! * xj
    }
  }

  /** Adds the sums of other rows. */
  addAll({ shared, own }: SegmentSums): void {
    for (const [segments, matrix] of shared) {
      const known = this.shared.get(segments)
      if (known) addTo(known, matrix)
      else this.shared.set(segments, matrix.slice())
    }
    own.forEach(({ rows, squares, matrix, right }, segment) => {
      const equations = this.own[segment]!
      equations.rows += rows
      equations.squares += squares
      addTo(equations.matrix, matrix)
      addTo(equations.right, right)
    })
  }

  /** Returns the equations of each of the first `segments` segments. */
  of(segments: number): NormalEquations[] {
    return this.own.slice(0, segments).map((own, segment) => {
      const whole = new NormalEquations(FEATURES)
      whole.rows = own.rows
      whole.squares = own.squares
      whole.right.set(own.right)
      for (let j = SHARED; j < FEATURES; j++)
        for (let i = 0; i <= j; i++) whole.matrix[i * FEATURES + j] = own.matrix[j * FEATURES + i]!
      for (const [having, matrix] of this.shared) {
        if ((having & (1 << segment)) === 0) continue
        addTo(whole.matrix, matrix)
      }
      return whole
    })
  }
}

/** Adds the values of another matrix or vector to this one, which may be larger. */
function addTo(sums: Float64Array, values: Float64Array): void {
  for (let i = 0; i < values.length; i++) sums[i]! += values[i]!
}
