import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meanDemand } from '../distribution/demand-distribution.ts'
import { steadyDistribution } from '../distribution/example-distributions.ts'
import { demandShares, shareOfDemand, splitUnits } from './demand-shares.ts'

const anySales = fc.array(
  fc.record({
    units: fc.integer({ min: 0, max: 500 }),
    daysOut: fc.integer({ min: 0, max: 120 }),
    shopUnits: fc.integer({ min: 0, max: 5000 }),
  }),
  { minLength: 1, maxLength: 12 },
)

describe('the shares of locations in the demand of a product', () => {
  it('sum to one, and so do the mean demands to that of the shop', () => {
    forAll(anySales, (sales) => {
      const shares = demandShares(sales)
      if (shares === null) return
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
      const shop = steadyDistribution(7.3, 2.1)
      for (const days of [1, 14, 90]) {
        const means = shares.map((share) => meanDemand(shareOfDemand(shop, Math.min(1, share)), days))
        expect(means.reduce((sum, mean) => sum + mean, 0)).toBeCloseTo(meanDemand(shop, days), 9)
      }
    })
  })

  it('follow the shop if the product has sold little, and the product if it has sold much', () => {
    const shop = [{ shopUnits: 900 }, { shopUnits: 100 }]
    const getShares = (first: number, second: number) =>
      demandShares([
        { ...shop[0]!, units: first, daysOut: 0 },
        { ...shop[1]!, units: second, daysOut: 0 },
      ])!
    expect(getShares(0, 0)[0]).toBeCloseTo(0.9, 9)
    expect(getShares(0, 1)[0]).toBeCloseTo(0.75, 9)
    expect(getShares(0, 500)[0]).toBeLessThan(0.01)
  })

  it('do not fall while a location is out of stock', () => {
    const [inStock] = demandShares([
      { units: 45, daysOut: 0, shopUnits: 1 },
      { units: 45, daysOut: 0, shopUnits: 1 },
    ])!
    const [halfOut] = demandShares([
      { units: 22.5, daysOut: 45, shopUnits: 1 },
      { units: 45, daysOut: 0, shopUnits: 1 },
    ])!
    expect(halfOut).toBeCloseTo(inStock!, 9)
  })

  it('are unknown when no sale is known by location', () => {
    expect(demandShares([{ units: 0, daysOut: 0, shopUnits: 0 }])).toBeNull()
  })

  it('of 0 and 1 give no demand and all of it', () => {
    const shop = steadyDistribution(3, 2)
    expect(meanDemand(shareOfDemand(shop, 0), 30)).toBe(0)
    expect(shareOfDemand(shop, 1)).toBe(shop)
    expect(() => shareOfDemand(shop, 1.1)).toThrow('share must lie between 0 and 1')
  })
})

it('units that are split are whole parts that sum to them, each within one of its share', () => {
  forAll(
    fc.integer({ min: 0, max: 100_000 }),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }),
    (units, weights) => {
      const parts = splitUnits(units, weights)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(units)
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      if (total < 1e-9) return
      for (const [i, part] of parts.entries())
        expect(Math.abs(part - (units * weights[i]!) / total)).toBeLessThan(1 + 1e-6)
    },
  )
})
