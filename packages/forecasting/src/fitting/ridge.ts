/** Sums of a weighted least-squares problem: XᵀX (upper triangle), Xᵀy and the number of rows. */
export class NormalEquations {
  readonly size: number
  readonly matrix: Float64Array
  readonly right: Float64Array
  rows = 0

  constructor(size: number) {
    this.size = size
    this.matrix = new Float64Array(size * size)
    this.right = new Float64Array(size)
  }

  add(x: Float64Array, y: number): void {
    const { size, matrix, right } = this
    this.rows++
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

/**
 * Ridge regression (Hoerl and Kennard 1970): coefficients b that minimise |y − Xb|² + penalty · Σ (scale b)², the
 * scale of a column being its root mean square, so that units do not matter. Columns without any value get 0.
 * All zero when there are no rows.
 */
export function solveRidge(equations: NormalEquations, penalty: number): Float64Array {
  const { size, rows, right } = equations
  const solution = new Float64Array(size)
  if (rows === 0) return solution
  const scale = new Float64Array(size)
  for (let i = 0; i < size; i++) scale[i] = Math.sqrt((equations.matrix[i * size + i] as number) / rows)
  const system = new Float64Array(size * size)
  const target = new Float64Array(size)
  for (let i = 0; i < size; i++) {
    const si = scale[i] as number
    for (let j = i; j < size; j++) {
      const sj = scale[j] as number
      const value = si > 0 && sj > 0 ? (equations.matrix[i * size + j] as number) / (si * sj) : 0
      system[i * size + j] = value
      system[j * size + i] = value
    }
    system[i * size + i] = si > 0 ? (system[i * size + i] as number) + penalty : 1
    target[i] = si > 0 ? (right[i] as number) / si : 0
  }
  solveCholesky(system, target, size)
  for (let i = 0; i < size; i++)
    solution[i] = (scale[i] as number) > 0 ? (target[i] as number) / (scale[i] as number) : 0
  return solution
}

/** Solves the symmetric positive definite system in place; the answer is left in `b`. */
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
