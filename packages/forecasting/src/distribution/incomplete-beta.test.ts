import { describe, expect, it } from 'vitest'
import { incompleteBeta, logGamma } from './incomplete-beta.ts'

describe('logGamma', () => {
  it('is the logarithm of the factorial on whole numbers', () => {
    let logFactorial = 0
    for (let n = 1; n <= 150; n++) {
      expect(Math.abs(logGamma(n) - logFactorial)).toBeLessThan(1e-11 * Math.max(1, logFactorial))
      logFactorial += Math.log(n)
    }
  })

  it('is ln √π at one half', () => {
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 12)
  })
})

describe('incompleteBeta', () => {
  it('equals the corresponding binomial tail (DLMF 8.17.5) to 1e-9', () => {
    const choose = (n: number, k: number) => Math.exp(logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1))
    for (const n of [1, 5, 20, 60]) {
      for (const x of [0.02, 0.3, 0.5, 0.9]) {
        for (let m = 1; m <= n; m++) {
          let tail = 0
          for (let k = m; k <= n; k++) tail += choose(n, k) * x ** k * (1 - x) ** (n - k)
          expect(Math.abs(incompleteBeta(x, m, n - m + 1) - tail)).toBeLessThan(1e-9)
        }
      }
    }
  })

  it('satisfies I_x(a, b) = 1 − I_1−x(b, a), for small and for large parameters', () => {
    for (const [a, b] of [
      [0.01, 3],
      [2.5, 0.2],
      [40, 900],
      [1e5, 2e5],
    ] as const) {
      for (const x of [0.001, 0.2, 1 / 3, 0.7, 0.999]) {
        expect(incompleteBeta(x, a, b) + incompleteBeta(1 - x, b, a)).toBeCloseTo(1, 8)
      }
    }
  })

  it('is 0 and 1 at the ends', () => {
    expect(incompleteBeta(0, 2, 3)).toBe(0)
    expect(incompleteBeta(1, 2, 3)).toBe(1)
  })
})
