import { noise } from '@stockcast/testkit/random-numbers'
import { describe, expect, it } from 'vitest'
import { digamma } from '../distribution/digamma.ts'
import { RECALIBRATED_AT } from '../distribution/recalibration-map.ts'
import { getHalf } from './catalogue-halves.ts'
import {
  fitDispersion,
  negativeBinomialLogLikelihood,
  type Outcomes,
  slopeInLogFactor,
  stateFactor,
  TERMS,
} from './dispersion.ts'
import { FEATURES, SHARED } from './features.ts'
import { fitRecalibration, getRecalibration } from './recalibration.ts'
import { NormalEquations } from './ridge.ts'
import { SegmentEquations } from './segment-equations.ts'

/** Returns a number of units from a negative binomial distribution, by inversion. */
function draw(probability: number, mean: number, varianceToMean: number): number {
  const r = mean / (varianceToMean - 1)
  let p = varianceToMean ** -r
  let below = p
  let units = 0
  while (below < probability && units < 5000) {
    p *= ((units + r) / (units + 1)) * (1 - 1 / varianceToMean)
    below += p
    units++
  }
  return units
}

/** Returns outcomes with mean 8 that were forecast with variance ÷ mean 3. */
function getOutcomes(count: number, getActual: (i: number) => number, state = (_: number) => 0): Outcomes {
  const outcomes: Outcomes = { mean: [], varianceToMean: [], actual: [], terms: [] }
  for (let i = 0; i < count; i++) {
    outcomes.mean.push(8)
    outcomes.varianceToMean.push(3)
    outcomes.actual.push(getActual(i))
    outcomes.terms.push(
      ...Array.from({ length: TERMS }, (_, k) => (k === 0 ? state(i) : k === TERMS - 1 ? 1 : 0)),
    )
  }
  return outcomes
}

it.each([
  [1, -0.577_215_664_901_532_9],
  [0.5, -1.963_510_026_021_423_5],
  [2, 0.422_784_335_098_467_1],
  [10, 2.251_752_589_066_721],
  [0.01, -100.560_885_457_868_7],
])('digamma at %d is the value in Abramowitz and Stegun 1964, table 6.1', (x, value) => {
  expect(digamma(x)).toBeCloseTo(value, 9)
})

describe('the dispersion', () => {
  it('the slope of the likelihood is its derivative', () => {
    for (const [units, mean, v] of [
      [0, 2, 1.5],
      [3, 2, 1.5],
      [40, 8, 6],
      [1, 12, 30],
    ] as const) {
      const at = (log: number) => negativeBinomialLogLikelihood(units, mean, 1 + Math.exp(log) * (v - 1))
      expect(slopeInLogFactor(units, mean, v)).toBeCloseTo((at(1e-5) - at(-1e-5)) / 2e-5, 5)
    }
  })

  it('finds how much wider demand is in one state than in another', () => {
    const wide = (i: number) => i % 2
    const outcomes = getOutcomes(4000, (i) => draw(noise(i), 8, wide(i) ? 9 : 3), wide)
    const coefficients = fitDispersion(outcomes, 1)
    const factor = (state: number) =>
      stateFactor(
        coefficients,
        Array.from({ length: TERMS }, (_, k) => (k === 0 ? state : k === TERMS - 1 ? 1 : 0)),
      )
    expect(factor(0)).toBeGreaterThan(0.8)
    expect(factor(0)).toBeLessThan(1.4)
    expect(factor(1)).toBeGreaterThan(2.8)
    expect(factor(1)).toBeLessThan(4.6)
  })

  it('is the same in every state with few outcomes or none', () => {
    expect([
      ...fitDispersion(
        getOutcomes(0, () => 0),
        1,
      ),
    ]).toEqual(new Array(TERMS).fill(0))
    const few = fitDispersion(
      getOutcomes(
        4,
        (i) => 30 * (i % 2),
        (i) => i % 2,
      ),
      1,
    )
    expect(Math.abs(few[0]!)).toBeLessThan(0.2)
  })
})

describe('the recalibration', () => {
  const anchors = (one: Outcomes) =>
    [0, 1, 2, 3, 4, 5].map((a) => (a === 2 || a === 3 ? one : getOutcomes(0, () => 0)))

  it('leaves probabilities unchanged if they matched what was observed', () => {
    const all = fitRecalibration(anchors(getOutcomes(6000, (i) => draw((i + 0.5) / 6000, 8, 3))), 1)
    const map = getRecalibration(all, 1000)!
    for (const [k, at] of [
      [0, 0.05],
      [5, 0.5],
      [9, 0.9],
    ] as const)
      expect(map[k]).toBeCloseTo(at, 2)
  })

  it('says that a stockout is likelier if demand was higher than forecast', () => {
    const all = fitRecalibration(anchors(getOutcomes(6000, (i) => draw((i + 0.5) / 6000, 12, 3))), 1)
    const map = getRecalibration(all, 1000)!
    expect(map[5]).toBeLessThan(0.3)
    for (let k = 1; k < map.length; k++) expect(map[k]).toBeGreaterThan(map[k - 1]!)
  })

  it('moves probabilities in a small shop by its weight only', () => {
    const outcomes = anchors(getOutcomes(6000, (i) => draw((i + 0.5) / 6000, 10, 3)))
    const [whole, half] = [1, 0.5].map(
      (weight) => getRecalibration(fitRecalibration(outcomes, weight), 1000)!,
    )
    for (const [k, at] of RECALIBRATED_AT.entries())
      expect(half![k]! - at).toBeCloseTo((whole![k]! - at) / 2, 9)
  })

  it('hardly moves with few outcomes, and is null with none', () => {
    const few = fitRecalibration(anchors(getOutcomes(20, () => 40)), 1)
    expect(Math.abs(getRecalibration(few, 1000)![5]! - 0.5)).toBeLessThan(0.03)
    expect(getRecalibration(fitRecalibration(anchors(getOutcomes(0, () => 0)), 1), 5)).toBeNull()
  })
})

it('the equations of a segment are those of its own rows', () => {
  const shared = new SegmentEquations()
  const alone = [0, 1].map(() => new NormalEquations(FEATURES))
  for (let row = 0; row < 30; row++) {
    const x = Float64Array.from({ length: FEATURES }, (_, i) => noise(row * 31 + i))
    const segments = row % 3 === 0 ? [0] : [0, 1]
    for (const s of segments) {
      for (let i = SHARED; i < FEATURES; i++) x[i] = noise(row + s + i)
      shared.addOwn(s, x, noise(row))
      alone[s]!.add(x, noise(row))
    }
    shared.addShared(segments.length === 1 ? 1 : 3, x)
  }
  const all = shared.of(2)
  alone.forEach((one, s) => {
    expect(all[s]!.rows).toBe(one.rows)
    for (const [i, value] of one.matrix.entries()) expect(all[s]!.matrix[i]).toBeCloseTo(value, 9)
    for (const [i, value] of one.right.entries()) expect(all[s]!.right[i]).toBeCloseTo(value, 9)
  })
})

it('halfOf puts about half of a catalogue on each side', () => {
  const second = Array.from({ length: 2000 }, (_, i) => getHalf(String(40_000 + i))).reduce((a, b) => a + b)
  expect(second).toBeGreaterThan(900)
  expect(second).toBeLessThan(1100)
})
