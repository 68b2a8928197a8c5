export type AbcClass = 'a' | 'b' | 'c'
export type XyzClass = 'x' | 'y' | 'z'

const A_SHARE = 0.8
const B_SHARE = 0.95

/**
 * Returns the importance of each variant by what it contributes (margin, or revenue without a cost): `a` for those
 * that make up the first 80 %, `b` for the next 15 %, `c` for the rest and for what contributes nothing. A variant
 * belongs to the class in which its share begins.
 */
export function abcClasses(contributions: readonly number[]): AbcClass[] {
  const total = contributions.reduce((sum, each) => sum + Math.max(0, each), 0)
  const order = contributions.map((_, i) => i).sort((a, b) => contributions[b]! - contributions[a]! || a - b)
  const classes = contributions.map((): AbcClass => 'c')
  let before = 0
  for (const i of order) {
    const own = contributions[i] as number
    if (!(own > 0)) break
    classes[i] = before < A_SHARE * total ? 'a' : before < B_SHARE * total ? 'b' : 'c'
    before += own
  }
  return classes
}

const X_VARIATION = 0.5
const Y_VARIATION = 1
const MIN_WEEKS = 8

/**
 * Returns how even the demand of a variant is, by the coefficient of variation of its weekly sales: `x` up to 0.5,
 * `y` up to 1, `z` above. The last days make up the last week; weeks with a day out of stock are left out. Returns
 * null with fewer than 8 such weeks or without sales.
 */
export function xyzClass(
  unitsSold: ArrayLike<number>,
  outOfStock: ArrayLike<number> | null,
): XyzClass | null {
  const weeks: number[] = []
  for (let end = unitsSold.length; end >= 7; end -= 7) {
    let units = 0
    let isComplete = true
    for (let t = end - 7; t < end; t++) {
      units += unitsSold[t] as number
      if (outOfStock && outOfStock[t] === 1) isComplete = false
    }
    if (isComplete) weeks.push(units)
  }
  const mean = weeks.reduce((sum, each) => sum + each, 0) / weeks.length
  if (weeks.length < MIN_WEEKS || !(mean > 0)) return null
  const variance = weeks.reduce((sum, each) => sum + (each - mean) ** 2, 0) / weeks.length
  const variation = Math.sqrt(variance) / mean
  return variation <= X_VARIATION ? 'x' : variation <= Y_VARIATION ? 'y' : 'z'
}
