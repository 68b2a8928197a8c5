import { describe, expect, it } from 'vitest'
import type { StoreReceipt } from '../../store/inbound/store-receipts.ts'
import { dateIncoming, stockOfOrders } from './date-incoming.ts'

const receipt = (changes: Partial<StoreReceipt>): StoreReceipt => ({
  source: 'transfer/1',
  kind: 'shipment',
  isInternal: false,
  units: 10,
  expectedInDays: null,
  orderedDaysAgo: null,
  ...changes,
})

describe('incoming units', () => {
  it.each([
    ['the day that the store names', receipt({ expectedInDays: 5, orderedDaysAgo: 2 }), 5],
    ['tomorrow when that day is today or past', receipt({ expectedInDays: -3 }), 1],
    ['a lead time after their order', receipt({ orderedDaysAgo: 4 }), 10],
    ['tomorrow when that lead time is over', receipt({ orderedDaysAgo: 40 }), 1],
    ['half a lead time from now without any day', receipt({}), 7],
    ['tomorrow from another location of the shop', receipt({ isInternal: true }), 1],
  ])('arrive on %s', (_, given, day) => {
    expect(dateIncoming(10, [given], 14)).toMatchObject([{ day, units: 10 }])
  })

  it('that are late are less likely to come, and are not expected after twice their time', () => {
    const chances = [10, 14, 20, 28, 29].map(
      (orderedDaysAgo) => dateIncoming(10, [receipt({ orderedDaysAgo })], 14)[0]?.probability,
    )
    expect(chances.slice(0, 2)).toEqual([undefined, undefined])
    expect(chances[2]).toBeLessThan(0.95)
    expect(chances[3]).toBeLessThan(chances[2]!)
    expect(chances[4]).toBe(0)
    const moved = receipt({ isInternal: true, expectedInDays: -90 })
    expect(dateIncoming(10, [moved], 14)).toEqual([{ day: 1, units: 10 }])
  })

  it('that no receipt explains arrive after half a lead time', () => {
    expect(dateIncoming(25, [receipt({ expectedInDays: 3 })], 14)).toEqual([
      { day: 3, units: 10 },
      { day: 7, units: 15 },
    ])
  })

  it('are counted from shipments before transfers and orders when there are fewer of them', () => {
    const receipts = [
      receipt({ kind: 'purchase_order', orderedDaysAgo: 1 }),
      receipt({ kind: 'transfer', orderedDaysAgo: 9 }),
      receipt({ expectedInDays: 9 }),
    ]
    expect(dateIncoming(14, receipts, 14)).toEqual([
      { day: 9, units: 10 },
      { day: 5, units: 4 },
    ])
  })

  it('are as many as the store says, whatever receipts there are', () => {
    for (let seed = 0; seed < 1000; seed++) {
      const draw = (most: number, salt: number) => (seed * 7919 + salt * 104_729) % (most + 1)
      const receipts = Array.from({ length: draw(6, 1) }, (_, i) =>
        receipt({
          kind: (['shipment', 'transfer', 'purchase_order'] as const)[draw(2, i)] ?? 'transfer',
          isInternal: draw(4, i + 3) === 0,
          units: 1 + draw(50, i + 5),
          expectedInDays: draw(2, i + 7) === 0 ? null : draw(60, i + 9) - 20,
          orderedDaysAgo: draw(2, i + 11) === 0 ? null : draw(60, i + 13),
        }),
      )
      const incoming = draw(200, 15)
      const dated = dateIncoming(incoming, receipts, 14)
      expect(dated.reduce((sum, { units }) => sum + units, 0)).toBe(incoming)
      expect(dated.every(({ day, units }) => day >= 1 && units > 0)).toBe(true)
    }
  })

  it('are none where the store reports a negative number', () => {
    expect(dateIncoming(-5, [receipt({ expectedInDays: 2 })], 14)).toEqual([])
  })
})

it('units on their way between two locations of the shop count as stock, because no order brings them', () => {
  const receipts = [receipt({ isInternal: true, units: 30 }), receipt({ units: 10 })]
  expect(stockOfOrders({ available: 5, incoming: 40 }, receipts)).toMatchObject({
    available: 35,
    incoming: 10,
  })
})
