import { forAll } from '@stockcast/testkit/for-all'
import { randomNumbers } from '@stockcast/testkit/random-numbers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateDemand, expectedDemandAbove } from './estimate-demand.ts'

/** Sums k p(k) over k > sold, and divides by the sum of p(k). */
function bySummation(sold: number, mean: number, varianceToMean: number): number {
  const r = mean / (varianceToMean - 1)
  const q = 1 - 1 / varianceToMean
  let p = varianceToMean ** -r
  let sum = 0
  let probability = 0
  for (let k = 0; k < 20_000; k++) {
    if (k > sold) {
      sum += k * p
      probability += p
    }
    p *= ((k + r) / (k + 1)) * q
  }
  return sum / probability
}

describe('expectedDemandAbove', () => {
  it.each([
    [0, 2, 1.5],
    [3, 2, 1.5],
    [7, 2, 4],
    [1, 0.2, 3],
    [40, 30, 12],
  ])('above %d units it is the sum over the probabilities, for mean %d and ratio %d', (sold, mean, v) => {
    expect(expectedDemandAbove(sold, mean, v)).toBeCloseTo(bySummation(sold, mean, v), 9)
  })

  it('a geometric demand exceeds any number of units by the same mean', () => {
    // With mean = v − 1 the negative binomial is geometric, which has no memory.
    expect(expectedDemandAbove(5, 2, 3) - 5).toBeCloseTo(3, 9)
    expect(expectedDemandAbove(50, 2, 3) - 50).toBeCloseTo(3, 6)
    expect(expectedDemandAbove(5000, 2, 3) - 5000).toBeCloseTo(3, 9)
  })

  it('a day of a product that almost never sells wanted the mean of the logarithmic distribution', () => {
    // The negative binomial above zero tends to it as its mean tends to zero.
    const logarithmic = (v: number) => (v - 1) / Math.log(v)
    for (const mean of [1e-6, 1e-9, 2.6e-9, 1e-12, 1e-300])
      for (const v of [1.5, 10, 150])
        expect(expectedDemandAbove(0, mean, v) / logarithmic(v)).toBeCloseTo(1, 5)
  })

  it('the expectation is finite and not below the units sold, and grows with the mean', () => {
    const units = fc.integer({ min: 0, max: 10_000 })
    const mean = fc.double({ min: 0, max: 1e4, noNaN: true })
    const ratio = fc.double({ min: 1.01, max: 200, noNaN: true })
    forAll(units, mean, ratio, (sold, low, v) => {
      const estimate = expectedDemandAbove(sold, low, v)
      expect(Number.isFinite(estimate)).toBe(true)
      expect(estimate).toBeGreaterThanOrEqual(sold)
      if (low > 0) expect(expectedDemandAbove(sold, 1.5 * low, v)).toBeGreaterThan(estimate * 0.999)
    })
  })
})

describe('estimateDemand', () => {
  const series = (unitsSold: number[], outOfStock?: number[]) => ({
    id: 'a',
    firstDay: 20_000,
    unitsSold: Float64Array.from(unitsSold),
    ...(outOfStock && { outOfStock: Uint8Array.from(outOfStock) }),
  })

  it('a series that never ran out is returned as it is', () => {
    const steady = series([3, 0, 3], [0, 0, 0])
    expect(estimateDemand(steady)).toBe(steady)
    const untold = series([3, 0, 3])
    expect(estimateDemand(untold)).toBe(untold)
  })

  it('a day that sold its last unit wanted more than it sold, and counts as a day in stock', () => {
    const sold = [4, 2, 5, 3, 4, 2, 0, 0, 5, 3]
    const { unitsSold, outOfStock } = estimateDemand(series(sold, [0, 0, 0, 0, 0, 1, 1, 1, 0, 0]))
    expect(unitsSold[5]).toBeGreaterThan(2)
    expect(unitsSold[5]).toBeLessThan(8)
    expect([...unitsSold].filter((_, t) => t !== 5)).toEqual(sold.filter((_, t) => t !== 5))
    expect([...(outOfStock ?? [])]).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 0, 0])
  })

  it('the level of a product that runs out in each period is nearer to demand than with its sales', () => {
    // Geometric demand with mean 4; each fourth day the stock is 9 units again.
    const random = randomNumbers(1)
    const demand = Array.from({ length: 600 }, () => Math.floor(Math.log(1 - random()) / Math.log(0.8)))
    const truth = demand.reduce((sum, one) => sum + one, 0) / demand.length
    let stock = 0
    const days = demand.map((wanted, t) => {
      if (t % 4 === 0) stock = 9
      const sold = Math.min(wanted, stock)
      stock -= sold
      return { sold, isOut: stock === 0 ? 1 : 0 }
    })
    const { unitsSold, outOfStock } = estimateDemand(
      series(
        days.map(({ sold }) => sold),
        days.map(({ isOut }) => isOut),
      ),
    )
    const mean = (units: ArrayLike<number>, counts: (t: number) => boolean) => {
      const kept = Array.from(units).filter((_, t) => counts(t))
      return kept.reduce((sum, one) => sum + one, 0) / kept.length
    }
    const dropped = mean(unitsSold, (t) => days[t]?.isOut === 0)
    const estimated = mean(unitsSold, (t) => outOfStock?.[t] === 0)
    expect(Math.abs(estimated - truth)).toBeLessThan(Math.abs(dropped - truth) / 3)
  })

  it('for a product that sells the same each day, demand on the last day in stock equals its sales', () => {
    const sold = Array.from({ length: 40 }, (_, t) => (t % 10 < 8 ? 4 : 0))
    const out = sold.map((_, t) => (t % 10 >= 7 ? 1 : 0))
    const { unitsSold } = estimateDemand(series(sold, out))
    expect(unitsSold[7]).toBeCloseTo(4, 6)
  })

  it('the input is not changed', () => {
    const one = series([4, 2, 5, 3], [0, 1, 0, 0])
    estimateDemand(one)
    expect([...one.unitsSold]).toEqual([4, 2, 5, 3])
    expect([...(one.outOfStock ?? [])]).toEqual([0, 1, 0, 0])
  })
})
