import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dropElapsedDays } from '../distribution/demand-distribution.ts'
import { steadyDistribution, weeklyDistribution } from '../distribution/example-distributions.ts'
import { futuresOfOrder } from './order-coverage.ts'
import { stockoutFutures } from './stockout.ts'

const anyWeek = fc.array(fc.double({ min: 0, max: 30, noNaN: true }), { minLength: 7, maxLength: 7 })
const asDays = (futures: (number | null)[]) => futures.map((day) => day ?? 91)

describe('futuresOfOrder', () => {
  it('adds the units to stock that lasts until they arrive', () => {
    const distribution = steadyDistribution(4, 1)
    const order = { day: 5, units: 40 }
    expect(futuresOfOrder({ distribution, available: 60, order })).toEqual(
      stockoutFutures({ distribution, available: 100 }),
    )
  })

  it('starts again with the units of the order if stock runs out before they arrive', () => {
    const distribution = steadyDistribution(4, 1)
    const order = { day: 14, units: 40 }
    const fresh = asDays(stockoutFutures({ distribution: dropElapsedDays(distribution, 14), available: 40 }))
    expect(futuresOfOrder({ distribution, available: 8, order })).toEqual(fresh.map((day) => day + 14))
    expect(futuresOfOrder({ distribution, available: 0, order })).toEqual(fresh.map((day) => day + 14))
  })

  it('delivers owed units first, and ends nothing if they take the whole order', () => {
    const distribution = steadyDistribution(4, 1)
    const getFutures = (units: number) =>
      futuresOfOrder({ distribution, available: -40, order: { day: 14, units } })
    expect(getFutures(80)).toEqual(
      futuresOfOrder({ distribution, available: 0, order: { day: 14, units: 40 } }),
    )
    expect(getFutures(40)).toEqual(Array(20).fill(0))
  })

  it('returns ascending days after the arrival, never earlier for more units or more stock', () => {
    forAll(
      anyWeek,
      fc.integer({ min: 1, max: 60 }),
      fc.nat(300),
      fc.nat(300),
      fc.nat(200),
      (week, day, available, units, more) => {
        const distribution = weeklyDistribution(week, [3])
        const getDays = (stock: number, ordered: number) =>
          asDays(
            futuresOfOrder({ distribution, available: stock, order: { day, units: ordered }, count: 12 }),
          )
        const days = getDays(available, units + 1)
        expect(days).toHaveLength(12)
        expect(days).toEqual([...days].sort((a, b) => a - b))
        expect(days[0]).toBeGreaterThan(day)
        getDays(available, units + 1 + more).forEach((later, i) => {
          expect(later).toBeGreaterThanOrEqual(days[i] as number)
        })
      },
    )
  })
})
