import { describe, expect, it } from 'vitest'
import { FEATURES, SHARED } from './features.ts'
import { fitPooledLevel } from './level-regression.ts'
import { NormalEquations, residualVariance, solveRidge } from './ridge.ts'
import { SegmentEquations } from './segment-equations.ts'
import { SEGMENTS } from './segments.ts'
import { winsorised } from './winsorised.ts'

const UNRELIABLE = 0

/** Returns equations one of whose features is worth half of itself, with noise of this standard deviation. */
function getEquations(noise: number, feature = 0): SegmentEquations {
  const equations = new SegmentEquations()
  const x = new Float64Array(FEATURES)
  for (let row = 0; row < 400; row++) {
    x[feature] = ((row % 5) - 2) / 4
    equations.addOwn(0, x, 0.5 * x[feature] + (row % 2 === 0 ? noise : -noise))
    equations.addShared(1, x)
  }
  return equations
}

describe('fitPooledLevel', () => {
  it('where demand is regular, the penalty hardly draws a coefficient to zero', () => {
    const coefficient = (noise: number) => fitPooledLevel(getEquations(noise), 7, UNRELIABLE)[0]![0]!
    expect(coefficient(0)).toBeCloseTo(0.5, 2)
    expect(coefficient(1)).toBeLessThan(0.4)
    expect(coefficient(0.3)).toBeGreaterThan(coefficient(1))
    expect(coefficient(2)).toBeCloseTo(coefficient(1), 9)
  })

  it('without past origins the season returns as far as it is reliable', () => {
    const levels = fitPooledLevel(new SegmentEquations(), 90, 0.8)
    SEGMENTS.forEach((_, s) => {
      const sum = levels[s]!.subarray(SHARED).reduce((a, b) => a + b, 0)
      expect(sum).toBeCloseTo(0.8, 9)
    })
  })

  it('where demand is noisy, past origins change the season of the shop less than what one product did', () => {
    const coefficient = (noise: number, feature: number) =>
      fitPooledLevel(getEquations(noise, feature), 7, UNRELIABLE)[0]![feature]!
    const [ofShop, ofProduct] = [SHARED, SHARED + 4]
    expect(coefficient(0, ofShop)).toBeCloseTo(coefficient(0, ofProduct), 2)
    expect(coefficient(1, ofShop)).toBeLessThan(0.5 * coefficient(1, ofProduct))
  })
})

it('residualVariance is that of what the coefficients miss, and infinite without more rows than coefficients', () => {
  const rows = Array.from({ length: 30 }, (_, i) => ({
    x: Float64Array.of(1, i % 4, (i * i) % 7),
    y: i % 9,
  }))
  const equations = new NormalEquations(3)
  for (const { x, y } of rows) equations.add(x, y)
  const b = solveRidge(equations, 5)
  const squares = rows.map(({ x, y }) => (y - x.reduce((sum, one, i) => sum + one * b[i]!, 0)) ** 2)
  expect(residualVariance(equations, b)).toBeCloseTo(squares.reduce((sum, one) => sum + one) / 27, 9)
  expect(residualVariance(new NormalEquations(2), Float64Array.of(1, 2))).toBe(Number.POSITIVE_INFINITY)
})

it('winsorised limits what exceeded a forecast, and leaves what fell short of it', () => {
  expect([-3, 0.5, 2, 40].map(winsorised)).toEqual([-3, 0.5, 2, 2])
})
