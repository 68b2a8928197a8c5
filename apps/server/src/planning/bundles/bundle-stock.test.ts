import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bundleStock, type PartStock, scarcestPart } from './bundle-stock.ts'
import { eventsOfParts } from './lift-parts.ts'
import { partPrices } from './project-bundles.ts'
import type { ShopBundles } from './shop-bundles.ts'

const part = (changes: Partial<PartStock> = {}): PartStock => ({
  variantId: 1,
  quantity: 1,
  isThere: true,
  isTracked: true,
  available: 10,
  days: 20,
  daysLow: 15,
  daysHigh: 25,
  daysSource: 'forecast',
  kind: 'days',
  ...changes,
})

describe('the stock of a bundle', () => {
  it('is the largest number of whole bundles for which all parts are enough', () => {
    const any = fc.record({
      quantity: fc.integer({ min: 1, max: 9 }),
      available: fc.integer({ min: -20, max: 99 }),
      isTracked: fc.boolean(),
    })
    forAll(fc.array(any, { minLength: 1, maxLength: 6 }), (given) => {
      const parts = given.map((one, i) => part({ ...one, variantId: i }))
      const tracked = given.filter(({ isTracked }) => isTracked)
      const units = scarcestPart(parts)?.units ?? null
      const isEnough = (count: number) =>
        tracked.every(({ quantity, available }) => count * quantity <= Math.max(0, available))
      if (units === null) expect(tracked).toEqual([])
      else expect([isEnough(units), isEnough(units + 1)]).toEqual([true, false])
      expect(bundleStock(parts).available).toBe(units)
    })
  })

  it('lasts until the first of its parts runs out, with the range of that part', () => {
    const parts = [part({ days: 20 }), part({ variantId: 2, days: 6, daysLow: 4, daysHigh: 9 })]
    expect(bundleStock(parts)).toMatchObject({
      days_until_stockout: 6,
      days_low: 4,
      days_high: 9,
      status: 'critical',
    })
  })

  it('is out when a part is not enough for one bundle, however long that part lasts', () => {
    const parts = [part({ available: 2, quantity: 3, days: 30 })]
    expect(bundleStock(parts)).toMatchObject({ available: 0, status: 'out_of_stock', days_until_stockout: 0 })
  })

  it('is unknown if one of its parts was deleted', () => {
    expect(
      bundleStock([part(), part({ isThere: false, isTracked: false, available: null })]).available,
    ).toBeNull()
  })

  it('has no demand if its parts have none', () => {
    const parts = [part({ days: 999, kind: 'no_demand', daysLow: null, daysHigh: null })]
    expect(bundleStock(parts)).toMatchObject({
      available: 10,
      status: 'healthy',
      projection_kind: 'no_demand',
    })
  })
})

describe('a lost unit of a part', () => {
  const getBundles = (parts: readonly PartStock[]): ShopBundles => ({
    of: () => undefined,
    getParts: () => parts.map((one) => ({ ...one, bundleId: 9, title: 'Part', leadTimeDays: 14 })),
    putTogether: [{ variantId: 9, kind: 'virtual', makeDays: 0 }],
    assemblies: [],
  })
  const states = [
    { variantId: 9, available: 0, price: 50, unitsSold30: 10 },
    { variantId: 1, available: 4, price: 12, unitsSold30: 60 },
    { variantId: 2, available: 90, price: 8, unitsSold30: 10 },
  ]

  it('costs its own price and, if it is the scarcest part, its share of the bundle’s price', () => {
    const prices = partPrices(getBundles([part({ quantity: 2 }), part({ variantId: 2 })]), states)
    // 40 by itself at 12, and 20 in ten bundles of 50.
    expect(prices.get(1)).toBeCloseTo((40 * 12 + 10 * 50) / 60, 9)
    // All units are sold in the bundle, and another part of it is scarcer.
    expect(prices.get(2)).toBe(0)
  })

  it('is unknown if its own price is', () => {
    const unpriced = states.map((state) => (state.variantId === 1 ? { ...state, price: null } : state))
    expect(partPrices(getBundles([part({ quantity: 2 })]), unpriced).has(1)).toBe(false)
  })
})

describe('a sale of a bundle', () => {
  const sale = { kind: 'sale', from: 10, to: 12, effect: 3, series: ['9'] } as const
  const shares = [
    { bundleId: 9, partId: 1, share: 0.5 },
    { bundleId: 9, partId: 2, share: 1 },
    { bundleId: 8, partId: 3, share: 1 },
  ]

  it('sells more of its parts, in proportion to what they sell in it', () => {
    expect(eventsOfParts(sale, shares)).toEqual([
      { ...sale, series: ['1'], effect: 2 },
      { ...sale, series: ['2'], effect: 3 },
    ])
  })

  it('of unknown effect is learned from the parts’ own past, and parts that are named are lifted once', () => {
    const { effect: _, ...unknown } = sale
    expect(eventsOfParts({ ...unknown, series: ['9', '2'] }, shares)).toEqual([{ ...unknown, series: ['1'] }])
  })
})
