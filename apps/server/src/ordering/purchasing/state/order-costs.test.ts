import { inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getShares, landedUnitCostMinor, sharedCosts, unitCostFor } from './order-costs.ts'

describe('a price', () => {
  const prices = {
    unitCostMinor: 500,
    priceBreaks: [
      { fromUnits: 10, unitCostMinor: 450 },
      { fromUnits: 50, unitCostMinor: 400 },
    ],
  }

  it.each([
    [9, 500],
    [10, 450],
    [49, 450],
    [50, 400],
  ])('of %i units is that of the last price break that they reach', (units, cost) => {
    expect(unitCostFor(units, prices)).toBe(cost)
  })

  it('that is unknown stays unknown, and is not zero', () => {
    expect(unitCostFor(5, { unitCostMinor: null, priceBreaks: [] })).toBeNull()
  })
})

describe('shared costs', () => {
  it('give the remaining cents to the largest line', () => {
    expect(getShares(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(getShares(100, [1, 2, 3])).toEqual([16, 33, 51])
  })

  it('go by value, by units, or nowhere', () => {
    const lines = [
      { units: 1, unitCostMinor: 900 },
      { units: 9, unitCostMinor: 11 },
    ]
    expect(sharedCosts(1000, 'units', lines)).toEqual([100, 900])
    expect(sharedCosts(1000, 'value', lines)[0]).toBeGreaterThan(890)
    expect(sharedCosts(1000, 'none', lines)).toEqual([0, 0])
  })

  it('are shared by units if no line has a cost', () => {
    const lines = [
      { units: 3, unitCostMinor: null },
      { units: 1, unitCostMinor: null },
    ]
    expect(sharedCosts(100, 'value', lines)).toEqual([75, 25])
  })

  it('leave every other line its exact share, rounded down, and the largest line at least that', () => {
    const line = fc.record({
      units: fc.integer({ min: 1, max: 10 ** 6 }),
      unitCostMinor: fc.option(fc.nat(10 ** 9)),
    })
    const lines = fc.array(line, { minLength: 1, maxLength: 30 })
    inCases(1000, fc.nat(10 ** 12), fc.constantFrom('value', 'units'), lines, (extra, sharing, all) => {
      const values = all.map(({ units, unitCostMinor }) => BigInt(units) * BigInt(unitCostMinor ?? 0))
      const isByUnits = sharing === 'units' || values.every((value) => value === 0n)
      const weights = isByUnits ? all.map(({ units }) => BigInt(units)) : values
      const total = weights.reduce((sum, weight) => sum + weight, 0n)
      const largest = weights.reduce((best, weight, i) => (weight > weights[best]! ? i : best), 0)
      sharedCosts(extra, sharing, all).forEach((share, i) => {
        const exact = Number((BigInt(extra) * weights[i]!) / total)
        if (i === largest) expect(share).toBeGreaterThanOrEqual(exact)
        else expect(share).toBe(exact)
      })
    })
  })

  it('are part of the landed cost of a unit, which is unknown without a unit cost', () => {
    expect(landedUnitCostMinor({ units: 3, unitCostMinor: 100 }, 100)).toBe(133)
    expect(landedUnitCostMinor({ units: 3, unitCostMinor: null }, 100)).toBeNull()
    expect(landedUnitCostMinor({ units: 0, unitCostMinor: 100 }, 0)).toBe(100)
  })

  it('always add up to the amount, each rounded by less than the number of lines', () => {
    inCases(
      1000,
      fc.nat(10 ** 12),
      fc.array(fc.nat(10 ** 9), { minLength: 1, maxLength: 30 }),
      (amount, weights) => {
        const shares = getShares(amount, weights)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
        expect(shares.every((share) => Number.isInteger(share) && share >= 0)).toBe(true)
      },
    )
  })
})
