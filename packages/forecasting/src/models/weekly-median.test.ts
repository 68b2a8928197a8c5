import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepareHistory } from '../history.ts'
import { weeklyMedian } from './weekly-median.ts'

const getHistory = (units: readonly number[]) =>
  prepareHistory({ id: 'a', firstDay: 19_723, unitsSold: Float64Array.from(units) })

/** Returns one sale on the first day of each week. */
const weeks = (sums: readonly number[]) => sums.flatMap((sum) => [sum, 0, 0, 0, 0, 0, 0])

describe('the median of weekly demand', () => {
  it('is the mean of the two middle ones of the last eight weeks, in units a day', () => {
    const units = weeks([900, 21, 7, 70, 14, 28, 35, 0, 700])
    expect(weeklyMedian(getHistory(units), units.length)).toBe((21 + 28) / 2 / 7)
    expect(weeklyMedian(getHistory([...units, 5000]), units.length)).toBe((21 + 28) / 2 / 7)
  })

  it('does not change with a promotion of up to three weeks in a steady series', () => {
    const week = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 7, maxLength: 7 })
    const added = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 21, maxLength: 21 })
    forAll(week, added, fc.integer({ min: 0, max: 5 }), (steady, promotion, start) => {
      const units = Array.from({ length: 8 }, () => steady).flat()
      const promoted = units.map((sold, t) => sold + (promotion[t - 7 * start] ?? 0))
      expect(weeklyMedian(getHistory(promoted), 56)).toBe(weeklyMedian(getHistory(units), 56))
    })
  })

  it('takes weeks before the history as weeks without demand', () => {
    expect(weeklyMedian(getHistory(weeks([7, 7, 7])), 21)).toBe(0)
    expect(weeklyMedian(getHistory(weeks([7, 7, 7, 7, 7])), 35)).toBe(1)
  })
})
