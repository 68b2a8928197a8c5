const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const

/** Returns ln Γ(x) for x > 0 (Lanczos 1964, g = 7, n = 9; relative error below 1e-13). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const shifted = x - 1
  let sum = LANCZOS[0] as number
  for (let i = 1; i < LANCZOS.length; i++) sum += (LANCZOS[i] as number) / (shifted + i)
  const t = shifted + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum)
}

/**
 * Returns the regularised incomplete beta function I_x(a, b) for a and b > 0 and x in 0–1, from the continued
 * fraction of DLMF 8.17.22 by Lentz's method. The number of terms grows with the square root of max(a, b).
 * Small values keep their relative precision.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  if (x >= (a + 1) / (a + b + 2)) {
    const rest = (front * continuedFraction(1 - x, b, a)) / b
    if (rest < LARGEST_REST) return Math.min(1, 1 - rest)
  }
  return Math.min(1, (front * continuedFraction(x, a, b)) / a)
}

/** A value nearer to zero, as the rest up to 1, would lose its last digits. Its own fraction converges too, slowly. */
const LARGEST_REST = 0.9999
const TINY = 1e-300
const MAX_TERMS = 100_000

function continuedFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1))
  let product = d
  for (let m = 1; m <= MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / awayFromZero(1 + even * d)
    c = awayFromZero(1 + even / c)
    product *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / awayFromZero(1 + odd * d)
    c = awayFromZero(1 + odd / c)
    const step = d * c
    product *= step
    if (Math.abs(step - 1) < 1e-14) break
  }
  return product
}

function awayFromZero(x: number): number {
  return Math.abs(x) < TINY ? TINY : x
}
