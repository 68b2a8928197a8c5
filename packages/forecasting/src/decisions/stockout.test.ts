import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noDemandLaw } from '../law/demand-law.ts'
import { steadyLaw, weeklyLaw } from '../law/example-laws.ts'
import {
  plainOutlook,
  type StockoutOutlook,
  stockoutFutures,
  stockoutFuturesAfterArrival,
  stockoutOutlook,
  stockoutProbability,
} from './stockout.ts'

const anyWeek = fc.array(fc.double({ min: 0, max: 30, noNaN: true }), { minLength: 7, maxLength: 7 })
const anyDispersion = fc.double({ min: 1, max: 40, noNaN: true })
const anyStock = fc.integer({ min: 0, max: 1500 })

/** Returns the median day for comparison; after the horizon it counts as 91. */
function medianOf(outlook: StockoutOutlook): number {
  if (outlook.kind === 'out_of_stock') return 0
  return outlook.kind === 'days' ? outlook.daysUntilStockout : 91
}

describe('stockoutOutlook', () => {
  it.each([
    [120, 6, 20],
    [120, 3, 40],
    [125, 6, 20],
    [45, 6, 7],
    [60, 1, 60],
  ])('T-02 projects that %i units at a steady %i a day last %i days', (available, rate, days) => {
    const outlook = stockoutOutlook({ law: steadyLaw(rate, 1), available })
    expect(medianOf(outlook)).toBe(days)
  })

  it('T-02 is out of stock without stock and without demand', () => {
    expect(stockoutOutlook({ law: noDemandLaw(90), available: 0 })).toEqual({ kind: 'out_of_stock' })
    expect(stockoutOutlook({ law: steadyLaw(3, 2), available: -2 })).toEqual({ kind: 'out_of_stock' })
    expect(stockoutOutlook({ law: noDemandLaw(90), available: 5 })).toEqual({ kind: 'no_demand' })
  })

  it('is beyond the horizon for a later median, with the early end if that is within', () => {
    expect(stockoutOutlook({ law: steadyLaw(1, 1), available: 5000 })).toEqual({
      kind: 'beyond',
      horizonDays: 90,
      low: null,
    })
    const outlook = stockoutOutlook({ law: steadyLaw(1, 30), available: 120 })
    expect(outlook.kind).toBe('beyond')
    expect(outlook).toHaveProperty('low', expect.any(Number))
  })

  it('has a range around the median', () => {
    fc.assert(
      fc.property(anyWeek, anyDispersion, anyStock, (week, dispersion, available) => {
        const outlook = stockoutOutlook({ law: weeklyLaw(week, [dispersion]), available })
        if (outlook.kind !== 'days') return
        expect(outlook.low).toBeLessThanOrEqual(outlook.daysUntilStockout)
        if (outlook.high !== null) expect(outlook.high).toBeGreaterThanOrEqual(outlook.daysUntilStockout)
      }),
    )
  })

  it('is never earlier for more stock', () => {
    fc.assert(
      fc.property(anyWeek, anyDispersion, anyStock, fc.nat(300), (week, dispersion, available, more) => {
        const law = weeklyLaw(week, [dispersion])
        const before = medianOf(stockoutOutlook({ law, available }))
        expect(medianOf(stockoutOutlook({ law, available: available + more }))).toBeGreaterThanOrEqual(before)
      }),
    )
  })

  it('is never later for more demand', () => {
    const factor = fc.double({ min: 1, max: 5, noNaN: true })
    fc.assert(
      fc.property(anyWeek, anyDispersion, anyStock, factor, (week, dispersion, available, times) => {
        const less = medianOf(stockoutOutlook({ law: weeklyLaw(week, [dispersion]), available }))
        const law = weeklyLaw(
          week.map((mean) => mean * times),
          [dispersion],
        )
        expect(medianOf(stockoutOutlook({ law, available }))).toBeLessThanOrEqual(less)
      }),
    )
  })

  it('is never earlier because of units on the way', () => {
    fc.assert(
      fc.property(anyWeek, anyStock, fc.nat(60), fc.nat(500), (week, available, day, units) => {
        const law = weeklyLaw(week, [3])
        const before = medianOf(stockoutOutlook({ law, available }))
        const after = medianOf(stockoutOutlook({ law, available, incoming: [{ day, units }] }))
        expect(after).toBeGreaterThanOrEqual(before)
      }),
    )
  })

  it('is not undone by units that arrive after it', () => {
    const law = steadyLaw(10, 1.2)
    const outlook = stockoutOutlook({ law, available: 50, incoming: [{ day: 20, units: 1000 }] })
    expect(medianOf(outlook)).toBe(5)
  })
})

describe('stockoutProbability', () => {
  it('is 1 without stock, 0 without demand, and grows with the days', () => {
    expect(stockoutProbability({ law: steadyLaw(2, 2), available: 0, withinDays: 0 })).toBe(1)
    expect(stockoutProbability({ law: noDemandLaw(90), available: 1, withinDays: 90 })).toBe(0)
    const law = steadyLaw(2, 2)
    const curve = [0, 7, 14, 30, 90].map((withinDays) =>
      stockoutProbability({ law, available: 30, withinDays }),
    )
    expect(curve).toEqual([...curve].sort((a, b) => a - b))
    expect(curve[0]).toBe(0)
    expect(curve[4]).toBeGreaterThan(0.99)
  })

  it('refuses days and stock that are not numbers', () => {
    const law = steadyLaw(2, 2)
    expect(() => stockoutProbability({ law, available: Number.NaN, withinDays: 7 })).toThrow(/available/)
    expect(() => stockoutProbability({ law, available: 1, withinDays: -1 })).toThrow(/withinDays/)
    const incoming = [{ day: 0.5, units: 3 }]
    expect(() => stockoutProbability({ law, available: 1, withinDays: 7, incoming })).toThrow(/incoming.day/)
  })
})

describe('stockoutFutures', () => {
  it('returns the requested number of days in ascending order, those after the horizon last', () => {
    const futures = stockoutFutures({ law: steadyLaw(1, 20), available: 80 })
    expect(futures).toHaveLength(20)
    const days = futures.map((day) => day ?? 91)
    expect(days).toEqual([...days].sort((a, b) => a - b))
    expect(futures).toContain(null)
  })

  it('agrees with stockoutProbability to within one future', () => {
    const path = { law: steadyLaw(3, 4), available: 60 }
    const futures = stockoutFutures({ ...path, count: 200 })
    for (const withinDays of [10, 20, 30]) {
      const share = futures.filter((day) => day !== null && day <= withinDays).length / 200
      expect(Math.abs(share - stockoutProbability({ ...path, withinDays }))).toBeLessThan(0.01)
    }
  })
})

describe('stockoutFuturesAfterArrival', () => {
  const asDays = (futures: (number | null)[]) => futures.map((day) => day ?? 91)

  it('uses the stock on hand, and returns today if no arrival ends the stockout', () => {
    const law = steadyLaw(4, 2)
    const incoming = [{ day: 6, units: 60 }]
    expect(stockoutFuturesAfterArrival({ law, available: 30, incoming })).toEqual(
      stockoutFutures({ law, available: 30, incoming }),
    )
    expect(stockoutFuturesAfterArrival({ law, available: 0 })).toEqual(Array(20).fill(0))
    const owed = { law, available: -70, incoming }
    expect(stockoutFuturesAfterArrival(owed)).toEqual(Array(20).fill(0))
  })

  it('uses the arriving stock when out of stock, from its arrival on', () => {
    const law = steadyLaw(4, 2)
    const incoming = [{ day: 6, units: 60 }]
    const fresh = stockoutFutures({ law, available: 60 })
    expect(stockoutFuturesAfterArrival({ law, available: 0, incoming })).toEqual(
      fresh.map((day) => (day === null ? null : day + 6)),
    )
  })

  it('delivers owed units first, and starts from the first arrival that leaves units to sell', () => {
    const law = steadyLaw(4, 2)
    const incoming = [
      { day: 12, units: 80 },
      { day: 3, units: 20 },
    ]
    const futures = stockoutFuturesAfterArrival({ law, available: -40, incoming })
    const fresh = stockoutFutures({ law, available: 60 })
    expect(futures).toEqual(fresh.map((day) => (day === null ? null : day + 12)))
  })

  it('returns ascending days after the arrival, never earlier for more units', () => {
    fc.assert(
      fc.property(
        anyWeek,
        fc.integer({ min: 1, max: 80 }),
        fc.nat(400),
        fc.nat(300),
        (week, day, units, more) => {
          const law = weeklyLaw(week, [3])
          const futuresOf = (arriving: number) =>
            asDays(
              stockoutFuturesAfterArrival({
                law,
                available: 0,
                incoming: [{ day, units: arriving }],
                count: 12,
              }),
            )
          const futures = futuresOf(units + 1)
          expect(futures).toHaveLength(12)
          expect(futures).toEqual([...futures].sort((a, b) => a - b))
          expect(futures[0]).toBeGreaterThan(day)
          futuresOf(units + 1 + more).forEach((later, i) => {
            expect(later).toBeGreaterThanOrEqual(futures[i] as number)
          })
        },
      ),
    )
  })

  it('returns days after the horizon for an arrival after the horizon', () => {
    const law = steadyLaw(4, 2)
    const incoming = [{ day: 200, units: 60 }]
    for (const day of stockoutFuturesAfterArrival({ law, available: 0, incoming })) expect(day).toBeNull()
  })
})

describe('plainOutlook', () => {
  it('is stock ÷ average daily sales, rounded down', () => {
    expect(plainOutlook({ available: 47, averageDailySales: 6 })).toEqual({
      kind: 'days',
      daysUntilStockout: 7,
      low: 7,
      high: 7,
    })
    expect(plainOutlook({ available: 0, averageDailySales: 0 }).kind).toBe('out_of_stock')
    expect(plainOutlook({ available: 3, averageDailySales: 0 }).kind).toBe('no_demand')
    expect(() => plainOutlook({ available: 3, averageDailySales: -1 })).toThrow(/averageDailySales/)
  })
})
