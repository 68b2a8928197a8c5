import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlacedVariant } from '../../../planning/index.ts'
import { partsOf, stepsOfPart } from './part-of-location.ts'

const place = (locationId: number, share: number, available: number, incoming = 0): PlacedVariant => {
  return { variantId: 1, locationId, available, incoming, share, dailyDemand: null, daysUntilStockout: null }
}
const sum = (parts: Iterable<number>) => [...parts].reduce((total, part) => total + part, 0)

describe('the parts of an order', () => {
  it('sum to the order, in whole packs if the order is, for any stock, shares and moves', () => {
    const any = fc.record({
      packs: fc.integer({ min: 1, max: 200 }),
      packSize: fc.integer({ min: 1, max: 24 }),
      minimumUnits: fc.option(fc.integer({ min: 1, max: 100 })),
      stock: fc.array(fc.tuple(fc.nat(9), fc.integer({ min: -50, max: 300 })), {
        minLength: 1,
        maxLength: 6,
      }),
      moved: fc.nat(40),
    })
    forAll(any, ({ packs, packSize, minimumUnits, stock, moved }) => {
      const weight = Math.max(1, sum(stock.map(([share]) => share)))
      const places = stock.map(([share, available], i) => place(i, share / weight, available))
      const units = packs * packSize
      const moves = [{ from: 0, to: stock.length - 1, units: moved }]
      const parts = [...partsOf({ units, packSize, minimumUnits }, { places, moves }).values()]
      expect(sum(parts)).toBe(units)
      expect(parts.every((part) => part >= 0 && part % packSize === 0)).toBe(true)
      const least = Math.min(minimumUnits ?? 0, units)
      expect(parts.every((part) => part === 0 || part >= least)).toBe(true)
    })
  })

  it('let the stock of all locations last about as long', () => {
    const places = [place(1, 0.5, 40), place(2, 0.3, 0, 10), place(3, 0.2, 0)]
    expect([...partsOf({ units: 50 }, { places, moves: [] }).values()]).toEqual([10, 20, 20])
  })

  it('leave out a location with more than its share, and count moved units at their destination', () => {
    const places = [place(1, 0.5, 200), place(2, 0.5, 0)]
    expect([...partsOf({ units: 60 }, { places, moves: [] }).values()]).toEqual([0, 60])
    expect([...partsOf({ units: 60 }, { places, moves: [{ from: 1, to: 2, units: 100 }] }).values()]).toEqual(
      [30, 30],
    )
  })

  it('that a supplier would refuse go with the largest', () => {
    const places = [place(1, 0.6, 0), place(2, 0.3, 0), place(3, 0.1, 0)]
    expect([...partsOf({ units: 20, minimumUnits: 6 }, { places, moves: [] }).values()]).toEqual([14, 6, 0])
  })
})

it('the steps of a part are its share of each step of the order, and sum to its units and value', () => {
  const steps = [
    { units: 10, cost: 100, value: 500 },
    { units: 10, cost: 100, value: 200 },
    { units: 20, cost: 200, value: 100 },
  ]
  const part = stepsOfPart({ steps, terms: null }, { units: 20, of: 40, packSize: 5 })
  expect(part.steps).toEqual([
    { units: 5, cost: 50, value: 250 },
    { units: 5, cost: 50, value: 100 },
    { units: 10, cost: 100, value: 50 },
  ])
})
