import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dropElapsedDays, noDemandDistribution } from '../distribution/demand-distribution.ts'
import { steadyDistribution, weeklyDistribution } from '../distribution/example-distributions.ts'
import {
  plainProjection,
  type StockoutProjection,
  stockoutFutures,
  stockoutFuturesAfterArrival,
  stockoutProbability,
  stockoutProjection,
} from './stockout.ts'

const anyWeek = fc.array(fc.double({ min: 0, max: 30, noNaN: true }), { minLength: 7, maxLength: 7 })
const anyVarianceToMean = fc.double({ min: 1, max: 40, noNaN: true })
const anyStock = fc.integer({ min: 0, max: 1500 })

/** Returns the median day for comparison; after the horizon it counts as 91. */
function getMedian(projection: StockoutProjection): number {
  if (projection.kind === 'out_of_stock') return 0
  return projection.kind === 'days' ? projection.daysUntilStockout : 91
}

describe('stockoutProjection', () => {
  it.each([
    [120, 6, 20],
    [120, 3, 40],
    [125, 6, 20],
    [45, 6, 7],
    [60, 1, 60],
  ])('T-02 projects that %i units at a steady %i a day last %i days', (available, rate, days) => {
    const projection = stockoutProjection({ distribution: steadyDistribution(rate, 1), available })
    expect(getMedian(projection)).toBe(days)
  })

  it('T-02 is out of stock without stock and without demand', () => {
    const distribution = noDemandDistribution(90)
    const sold = { distribution: steadyDistribution(3, 2), available: -2 }
    expect(stockoutProjection({ distribution, available: 0 })).toEqual({ kind: 'out_of_stock' })
    expect(stockoutProjection(sold)).toEqual({ kind: 'out_of_stock' })
    expect(stockoutProjection({ distribution, available: 5 })).toEqual({ kind: 'no_demand' })
  })

  it('is beyond the horizon for a later median, with the early end if that is within', () => {
    expect(stockoutProjection({ distribution: steadyDistribution(1, 1), available: 5000 })).toEqual({
      kind: 'beyond',
      horizonDays: 90,
      low: null,
    })
    const projection = stockoutProjection({ distribution: steadyDistribution(1, 30), available: 120 })
    expect(projection.kind).toBe('beyond')
    expect(projection).toHaveProperty('low', expect.any(Number))
  })

  it('has a range around the median', () => {
    forAll(anyWeek, anyVarianceToMean, anyStock, (week, varianceToMean, available) => {
      const projection = stockoutProjection({
        distribution: weeklyDistribution(week, [varianceToMean]),
        available,
      })
      if (projection.kind !== 'days') return
      expect(projection.low).toBeLessThanOrEqual(projection.daysUntilStockout)
      if (projection.high !== null)
        expect(projection.high).toBeGreaterThanOrEqual(projection.daysUntilStockout)
    })
  })

  it('is never earlier for more stock', () => {
    forAll(anyWeek, anyVarianceToMean, anyStock, fc.nat(300), (week, varianceToMean, available, more) => {
      const distribution = weeklyDistribution(week, [varianceToMean])
      const before = getMedian(stockoutProjection({ distribution, available }))
      expect(
        getMedian(stockoutProjection({ distribution, available: available + more })),
      ).toBeGreaterThanOrEqual(before)
    })
  })

  it('is never later for more demand', () => {
    const factor = fc.double({ min: 1, max: 5, noNaN: true })
    forAll(anyWeek, anyVarianceToMean, anyStock, factor, (week, varianceToMean, available, times) => {
      const less = getMedian(
        stockoutProjection({ distribution: weeklyDistribution(week, [varianceToMean]), available }),
      )
      const distribution = weeklyDistribution(
        week.map((mean) => mean * times),
        [varianceToMean],
      )
      expect(getMedian(stockoutProjection({ distribution, available }))).toBeLessThanOrEqual(less)
    })
  })

  it('is never earlier because of units on the way', () => {
    forAll(anyWeek, anyStock, fc.nat(60), fc.nat(500), (week, available, day, units) => {
      const distribution = weeklyDistribution(week, [3])
      const before = getMedian(stockoutProjection({ distribution, available }))
      const after = getMedian(stockoutProjection({ distribution, available, incoming: [{ day, units }] }))
      expect(after).toBeGreaterThanOrEqual(before)
    })
  })

  it('is not undone by units that arrive after it', () => {
    const distribution = steadyDistribution(10, 1.2)
    const incoming = [{ day: 20, units: 1000 }]
    expect(getMedian(stockoutProjection({ distribution, available: 50, incoming }))).toBe(5)
  })
})

describe('stockoutProbability', () => {
  it('is 1 without stock, 0 without demand, and grows with the days', () => {
    expect(stockoutProbability({ distribution: steadyDistribution(2, 2), available: 0, withinDays: 0 })).toBe(
      1,
    )
    expect(
      stockoutProbability({ distribution: noDemandDistribution(90), available: 1, withinDays: 90 }),
    ).toBe(0)
    const distribution = steadyDistribution(2, 2)
    const curve = [0, 7, 14, 30, 90].map((withinDays) =>
      stockoutProbability({ distribution, available: 30, withinDays }),
    )
    expect(curve).toEqual([...curve].sort((a, b) => a - b))
    expect(curve[0]).toBe(0)
    expect(curve[4]).toBeGreaterThan(0.99)
  })

  it('refuses days and stock that are not numbers', () => {
    const distribution = steadyDistribution(2, 2)
    expect(() => stockoutProbability({ distribution, available: Number.NaN, withinDays: 7 })).toThrow(
      /available/,
    )
    expect(() => stockoutProbability({ distribution, available: 1, withinDays: -1 })).toThrow(/withinDays/)
    const incoming = [{ day: 0.5, units: 3 }]
    expect(() => stockoutProbability({ distribution, available: 1, withinDays: 7, incoming })).toThrow(
      /incoming.day/,
    )
  })
})

describe('stockoutFutures', () => {
  it('returns the requested number of days in ascending order, those after the horizon last', () => {
    const futures = stockoutFutures({ distribution: steadyDistribution(1, 20), available: 80 })
    expect(futures).toHaveLength(20)
    const days = futures.map((day) => day ?? 91)
    expect(days).toEqual([...days].sort((a, b) => a - b))
    expect(futures).toContain(null)
  })

  it('agrees with stockoutProbability to within one future', () => {
    const path = { distribution: steadyDistribution(3, 4), available: 60 }
    const futures = stockoutFutures({ ...path, count: 200 })
    for (const withinDays of [10, 20, 30]) {
      const share = futures.filter((day) => day !== null && day <= withinDays).length / 200
      expect(Math.abs(share - stockoutProbability({ ...path, withinDays }))).toBeLessThan(0.01)
    }
  })
})

describe('stockoutFuturesAfterArrival', () => {
  const asDays = (futures: (number | null)[]) => futures.map((day) => day ?? 91)
  const distribution = steadyDistribution(4, 2)

  it('uses the stock on hand, and returns today if no arrival ends the stockout', () => {
    const incoming = [{ day: 6, units: 60 }]
    expect(stockoutFuturesAfterArrival({ distribution, available: 30, incoming })).toEqual(
      stockoutFutures({ distribution, available: 30, incoming }),
    )
    expect(stockoutFuturesAfterArrival({ distribution, available: 0 })).toEqual(Array(20).fill(0))
    const owed = { distribution, available: -70, incoming }
    expect(stockoutFuturesAfterArrival(owed)).toEqual(Array(20).fill(0))
  })

  it('uses the arriving stock when out of stock, from its arrival on', () => {
    const incoming = [{ day: 6, units: 60 }]
    const fresh = stockoutFutures({ distribution, available: 60 })
    expect(stockoutFuturesAfterArrival({ distribution, available: 0, incoming })).toEqual(
      fresh.map((day) => (day === null ? null : day + 6)),
    )
  })

  it('delivers owed units first, and starts from the first arrival that leaves units to sell', () => {
    const incoming = [
      { day: 12, units: 80 },
      { day: 3, units: 20 },
    ]
    const futures = stockoutFuturesAfterArrival({ distribution, available: -40, incoming })
    const fresh = stockoutFutures({ distribution, available: 60 })
    expect(futures).toEqual(fresh.map((day) => (day === null ? null : day + 12)))
  })

  it('counts uncertain days of later arrivals from the day on which stock is back', () => {
    const incoming = [
      { day: 3, units: 30 },
      { day: 9, units: 50, days: [8, 9, 14] },
    ]
    const fresh = stockoutFutures({
      distribution: dropElapsedDays(distribution, 3),
      available: 30,
      incoming: [{ day: 6, units: 50, days: [5, 6, 11] }],
    })
    expect(stockoutFuturesAfterArrival({ distribution, available: 0, incoming })).toEqual(
      fresh.map((day) => (day === null ? null : day + 3)),
    )
  })

  it('returns ascending days after the arrival, never earlier for more units', () => {
    forAll(anyWeek, fc.integer({ min: 1, max: 80 }), fc.nat(400), fc.nat(300), (week, day, units, more) => {
      const distribution = weeklyDistribution(week, [3])
      const getFutures = (arriving: number) => {
        const incoming = [{ day, units: arriving }]
        return asDays(stockoutFuturesAfterArrival({ distribution, available: 0, incoming, count: 12 }))
      }
      const futures = getFutures(units + 1)
      expect(futures).toHaveLength(12)
      expect(futures).toEqual([...futures].sort((a, b) => a - b))
      expect(futures[0]).toBeGreaterThan(day)
      getFutures(units + 1 + more).forEach((later, i) => {
        expect(later).toBeGreaterThanOrEqual(futures[i] as number)
      })
    })
  })

  it('returns days after the horizon for an arrival after the horizon', () => {
    const incoming = [{ day: 200, units: 60 }]
    for (const day of stockoutFuturesAfterArrival({ distribution, available: 0, incoming }))
      expect(day).toBeNull()
  })
})

it('plainProjection is stock ÷ average daily sales, rounded down', () => {
  expect(plainProjection({ available: 47, averageDailySales: 6 })).toEqual({
    kind: 'days',
    daysUntilStockout: 7,
    low: 7,
    high: 7,
  })
  expect(plainProjection({ available: 0, averageDailySales: 0 }).kind).toBe('out_of_stock')
  expect(plainProjection({ available: 3, averageDailySales: 0 }).kind).toBe('no_demand')
  expect(() => plainProjection({ available: 3, averageDailySales: -1 })).toThrow(/averageDailySales/)
})
