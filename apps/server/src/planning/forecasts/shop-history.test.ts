import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packHistory, type VariantHistory } from './shop-history.ts'

const origin = 1000
const earliest = origin - 99

const variant: fc.Arbitrary<VariantHistory> = fc
  .record({
    firstSeen: fc.integer({ min: origin - 200, max: origin + 3 }),
    sales: fc.uniqueArray(
      fc.tuple(fc.integer({ min: earliest, max: origin }), fc.integer({ min: 1, max: 9 })),
      {
        selector: ([day]) => day,
      },
    ),
    daysWithoutStock: fc.uniqueArray(fc.integer({ min: earliest, max: origin })),
    stockKnownFrom: fc.integer({ min: earliest, max: origin + 1 }),
  })
  .map(({ firstSeen, sales, daysWithoutStock, stockKnownFrom }) => ({
    variantId: 7,
    firstSeen,
    saleDays: sales.map(([day]) => day),
    units: sales.map(([, units]) => units),
    daysWithoutStock,
    stockKnownFrom,
    wasEmptyWhenRecorded: false,
    likeness: {},
  }))

describe('the packed history of a shop', () => {
  it('keeps every unit on its day, up to the origin, and starts no later than the first sale', () => {
    forAll(fc.array(variant, { maxLength: 5 }), (variants) => {
      const packed = packHistory({ origin, variants, earliest })
      variants.forEach((one, i) => {
        const days = Array.from(packed.unitsSold.subarray(packed.starts[i], packed.starts[i + 1]))
        const firstDay = packed.firstDays[i]!
        expect(firstDay + days.length - 1).toBe(origin)
        expect(firstDay).toBeLessThanOrEqual(Math.min(origin + 1, ...one.saleDays))
        const sold = new Map(one.saleDays.map((day, j) => [day, one.units[j]!]))
        expect(days).toEqual(Array.from(days, (_, j) => sold.get(firstDay + j) ?? 0))
        expect(days.reduce((sum, units) => sum + units, 0)).toBe(
          one.units.reduce((sum, units) => sum + units, 0),
        )
      })
    })
  })

  it('marks the days without stock', () => {
    const sold = { variantId: 1, firstSeen: 997, saleDays: [998], units: [4], wasEmptyWhenRecorded: true }
    const one = { ...sold, daysWithoutStock: [999, 900], stockKnownFrom: 998, likeness: {} }
    const packed = packHistory({ origin, variants: [one], earliest })
    expect([...packed.outOfStock]).toEqual([0, 0, 1, 0])
    expect([...packed.unitsSold]).toEqual([0, 4, 0, 0])
    expect([...packed.stockKnownFrom]).toEqual([998])
    expect([...packed.wasEmptyWhenRecorded]).toEqual([1])
  })

  it('has no day for a variant that is first seen today', () => {
    const empty = { saleDays: [], units: [], daysWithoutStock: [], stockKnownFrom: 0, likeness: {} }
    const one = { variantId: 1, firstSeen: origin + 1, wasEmptyWhenRecorded: false, ...empty }
    expect(packHistory({ origin, variants: [one], earliest }).unitsSold).toHaveLength(0)
  })
})
