import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noDemandLaw } from './demand-law.ts'
import { steadyLaw } from './example-laws.ts'
import { fillDailyMidQuantiles } from './mid-quantile.ts'
import { dailyQuantile } from './read-law.ts'

const LEVELS = [0.1, 0.25, 0.5, 0.75, 0.9]
const anyDispersion = fc.double({ min: 1, max: 40, noNaN: true })
const anyMean = fc.double({ min: 0, max: 400, noNaN: true })

function midQuantiles(mean: number, dispersion: number): number[] {
  const out = new Float64Array(LEVELS.length)
  fillDailyMidQuantiles(steadyLaw(mean, dispersion), 1, LEVELS, out)
  return [...out]
}

describe('fillDailyMidQuantiles', () => {
  it('are those of the definition, worked by hand for the geometric law of mean 1', () => {
    // Variance ÷ mean 2: P(X = k) = 2^-(k+1). From (1/2, 0) to (5/8, 1), (13/16, 2), (29/32, 3).
    const expected = [0, 0, 0, 1 + (0.75 - 5 / 8) / (3 / 16), 2 + (0.9 - 13 / 16) / (3 / 32)]
    for (const [i, units] of midQuantiles(1, 2).entries()) {
      expect(units).toBeCloseTo(expected[i] as number, 9)
    }
  })

  it('are in order, never below zero and within one unit of the whole quantile', () => {
    fc.assert(
      fc.property(anyMean, anyDispersion, (mean, dispersion) => {
        const units = midQuantiles(mean, dispersion)
        expect(units).toEqual([...units].sort((a, b) => a - b))
        expect(units[0]).toBeGreaterThanOrEqual(0)
        const law = steadyLaw(mean, dispersion)
        units.forEach((value, i) => {
          const whole = dailyQuantile(law, 1, LEVELS[i] as number)
          expect(Math.abs(value - whole)).toBeLessThanOrEqual(1)
          if (whole === 0) expect(value).toBe(0)
        })
      }),
    )
  })

  it('never fall where the mean grows', () => {
    const moreMean = fc.double({ min: 0, max: 3, noNaN: true })
    fc.assert(
      fc.property(anyMean, moreMean, fc.double({ min: 1, max: 8, noNaN: true }), (mean, more, dispersion) => {
        const before = midQuantiles(mean, dispersion)
        midQuantiles(mean + more, dispersion).forEach((units, i) => {
          expect(units).toBeGreaterThanOrEqual((before[i] as number) - 1e-6)
        })
      }),
    )
  })

  it('of a slow seller do not jump where the whole ones do: a step of 0.01 in the mean moves none by 0.2', () => {
    for (let mean = 0.2; mean < 3; mean += 0.01) {
      const here = midQuantiles(mean, 1.3)
      const next = midQuantiles(mean + 0.01, 1.3)
      expect(Math.max(...next.map((units, i) => units - (here[i] as number)))).toBeLessThan(0.2)
    }
  })

  it('stay finite and in order at any volume', () => {
    for (const mean of [1e-9, 1e4, 1e7, 1e11]) {
      for (const dispersion of [1, 30, 1e5]) {
        const units = midQuantiles(mean, dispersion)
        expect(units.every(Number.isFinite)).toBe(true)
        expect(units).toEqual([...units].sort((a, b) => a - b))
      }
    }
  })

  it('are zero where nothing sells, and refuse what is no probability', () => {
    const out = new Float64Array(2)
    fillDailyMidQuantiles(noDemandLaw(90), 1, [0.5, 0.999], out)
    expect([...out]).toEqual([0, 0])
    expect(() => fillDailyMidQuantiles(noDemandLaw(90), 1, [1.2], out)).toThrow(/probability/)
  })
})
