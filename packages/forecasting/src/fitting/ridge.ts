/** Sums of a weighted least-squares problem: XᵀX (upper triangle), Xᵀy, yᵀy and the number of rows. */
export class NormalEquations {
  readonly size: number
  readonly matrix: Float64Array
  readonly right: Float64Array
  rows = 0
  squares = 0

  constructor(size: number) {
    this.size = size
    this.matrix = new Float64Array(size * size)
    this.right = new Float64Array(size)
  }

  add(x: Float64Array, y: number): void {
    const { size, matrix, right } = this
    this.rows++
    this.squares += y * y
    for (let i = 0; i < size; i++) {
      const xi = x[i] as number
      if (xi === 0) continue
      right[i] = (right[i] as number) + xi * y
      const offset = i * size
      for (let j = i; j < size; j++)
        matrix[offset + j] = (matrix[offset + j] as number) + xi * (x[j] as number)
    }
  }
}

/** What the coefficients are expected to be, and how many times the penalty counts for each of them. */
export interface Prior {
  mean: Float64Array
  strength: Float64Array
}

/**
 * Returns the coefficients b that minimise |y − Xb|² + penalty · Σ strength · (b − mean)² (ridge regression, Hoerl and
 * Kennard 1970; with a prior mean, Lindley and Smith 1972). Columns must have comparable units; one with almost no
 * variation keeps its prior, as all do without rows. By default the means are 0 and the strengths 1.
 */
export function solveRidge(equations: NormalEquations, penalty: number, prior?: Prior): Float64Array {
  const { size, matrix, right } = equations
  const system = new Float64Array(size * size)
  const solution = Float64Array.from(right)
  for (let i = 0; i < size; i++) {
    const own = prior ? penalty * prior.strength[i]! : penalty
    for (let j = i; j < size; j++) system[j * size + i] = matrix[i * size + j] as number
    system[i * size + i]! += own
    if (prior) solution[i]! += own * prior.mean[i]!
  }
  solveCholesky(system, solution, size)
  return solution
}

/**
 * Returns an unbiased estimate of the variance of what these coefficients miss; infinite unless there are more rows than
 * coefficients.
 */
export function residualVariance(
  { size, matrix, right, squares, rows }: NormalEquations,
  coefficients: Float64Array,
): number {
  if (rows <= size) return Number.POSITIVE_INFINITY
  let sum = squares
  for (let i = 0; i < size; i++) {
    const b = coefficients[i]!
    let row = matrix[i * size + i]! * b
    for (let j = i + 1; j < size; j++) row += 2 * matrix[i * size + j]! * coefficients[j]!
    sum += b * (row - 2 * right[i]!)
  }
  return Math.max(0, sum / (rows - size))
}

/** Solves a symmetric positive definite system, given its lower triangle, and writes the solution to `b`. */
function solveCholesky(a: Float64Array, b: Float64Array, size: number): void {
  for (let j = 0; j < size; j++) {
    let pivot = a[j * size + j] as number
    for (let k = 0; k < j; k++) pivot -= (a[j * size + k] as number) ** 2
    const root = Math.sqrt(Math.max(pivot, 1e-12))
    a[j * size + j] = root
    for (let i = j + 1; i < size; i++) {
      let sum = a[i * size + j] as number
      for (let k = 0; k < j; k++) sum -= (a[i * size + k] as number) * (a[j * size + k] as number)
      a[i * size + j] = sum / root
    }
  }
  for (let i = 0; i < size; i++) {
    let sum = b[i] as number
    for (let k = 0; k < i; k++) sum -= (a[i * size + k] as number) * (b[k] as number)
    b[i] = sum / (a[i * size + i] as number)
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = b[i] as number
    for (let k = i + 1; k < size; k++) sum -= (a[k * size + i] as number) * (b[k] as number)
    b[i] = sum / (a[i * size + i] as number)
  }
}
