import { FEATURES, SHARED } from './features.ts'
import { NormalEquations } from './ridge.ts'
import { SEGMENTS } from './segments.ts'

/**
 * The ridge equations of all segments of the horizon. Most features of a row are the same for every segment,
 * so their products are summed once for all the segments that have the row.
 */
export class SegmentEquations {
  /** Products of shared features, by the set of segments (one bit each) whose equations have them. */
  private readonly shared = new Map<number, Float64Array>()
  private readonly own = SEGMENTS.map(() => new NormalEquations(FEATURES))

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
    const { matrix, right } = this.own[segment]!
    this.own[segment]!.rows++
    for (let i = 0; i < FEATURES; i++) right[i]! += x[i]! * y
    for (let j = SHARED; j < FEATURES; j++) {
      const xj = x[j]!
      if (xj === 0) continue
      for (let i = 0; i <= j; i++) matrix[i * FEATURES + j]! += x[i]! * xj
    }
  }

  /** Returns the equations of each segment. */
  all(): NormalEquations[] {
    return this.own.map((own, segment) => {
      const whole = new NormalEquations(FEATURES)
      whole.rows = own.rows
      whole.right.set(own.right)
      whole.matrix.set(own.matrix)
      for (const [segments, matrix] of this.shared) {
        if ((segments & (1 << segment)) === 0) continue
        for (let i = 0; i < matrix.length; i++) whole.matrix[i]! += matrix[i]!
      }
      return whole
    })
  }
}
