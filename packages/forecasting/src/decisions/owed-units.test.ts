import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weeklyDistribution } from '../distribution/example-distributions.ts'
import { expectedLostUnits } from './expected-lost-units.ts'
import { orderNeed } from './order-need.ts'
import { daysWithoutStock } from './replenishment.ts'
import { stockoutFuturesAfterArrival } from './stockout.ts'

const policy = { leadTimeDays: 10, safetyStock: 5, serviceLevel: 0.95, reviewPeriodDays: 20 }
const anyWeek = fc.array(fc.double({ min: 0.2, max: 10, noNaN: true }), { minLength: 7, maxLength: 7 })
const anyOwed = fc.integer({ min: 1, max: 60 })
const anyReceipt = fc.record({
  day: fc.integer({ min: 1, max: 9 }),
  units: fc.integer({ min: 61, max: 200 }),
})

describe('units that are owed to customers (stock below zero)', () => {
  it('are ordered on top of what an empty stock needs', () => {
    forAll(anyWeek, anyOwed, (week, owed) => {
      const need = (available: number) =>
        orderNeed({ distribution: weeklyDistribution(week, [2]), available, policy }, 0).units
      expect(need(-owed)).toBe(need(0) + owed)
    })
  })

  it('are delivered first from arriving units: the result is as if that many fewer had come to an empty stock', () => {
    forAll(anyWeek, anyOwed, anyReceipt, (week, owed, receipt) => {
      const distribution = weeklyDistribution(week, [2])
      const inDebt = { distribution, available: -owed, incoming: [receipt] }
      const empty = { distribution, available: 0, incoming: [{ ...receipt, units: receipt.units - owed }] }
      expect(daysWithoutStock(inDebt, 30)).toBe(daysWithoutStock(empty, 30))
      expect(expectedLostUnits(inDebt, [20])).toBeCloseTo(expectedLostUnits(empty, [20]), 9)
      expect(stockoutFuturesAfterArrival(inDebt)).toEqual(stockoutFuturesAfterArrival(empty))
      expect(orderNeed({ ...inDebt, policy }, 0).units).toBe(orderNeed({ ...empty, policy }, 0).units)
    })
  })

  it('that are more than arrives leave nothing to sell', () => {
    const distribution = weeklyDistribution([2, 2, 2, 2, 2, 2, 2], [1])
    const path = { distribution, available: -20, incoming: [{ day: 3, units: 12 }] }
    expect(daysWithoutStock(path, 10)).toBe(10)
    expect(expectedLostUnits(path, [10])).toBeCloseTo(20, 0)
    expect(stockoutFuturesAfterArrival(path)).toEqual(Array.from({ length: 20 }, () => 0))
  })
})
