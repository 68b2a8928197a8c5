import { decodeDistribution } from '@stockcast/forecasting/decisions'
import { inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodedDistribution } from '../../testing/stock-fixtures.ts'
import { stockBands, stockWithOrder } from './projected-stock.ts'

const distribution = decodeDistribution(encodedDistribution)
const arrivals = fc.array(fc.record({ day: fc.nat(60), units: fc.nat(500) }), { maxLength: 4 })

describe('Projected stock', () => {
  it('is never below zero, and its quantiles are in order', () => {
    inCases(30, fc.nat(2_000), arrivals, (available, incoming) => {
      for (const { p10, p25, p50, p75, p90 } of stockBands({
        distribution,
        available,
        incoming,
        days: 60,
      })) {
        expect(p10).toBeGreaterThanOrEqual(0)
        expect([p10, p25, p50, p75, p90]).toEqual([p10, p25, p50, p75, p90].toSorted((a, b) => a - b))
      }
    })
  })

  it('only falls while nothing arrives', () => {
    const medians = stockBands({ distribution, available: 800, incoming: [], days: 60 }).map(({ p50 }) => p50)
    expect(medians).toEqual(medians.toSorted((a, b) => b - a))
    expect(medians[0]).toBe(800)
  })

  it('rises by what arrives on the day it arrives', () => {
    const without = stockBands({ distribution, available: 800, incoming: [], days: 20 })
    const withReceipt = stockBands({
      distribution,
      available: 800,
      incoming: [{ day: 10, units: 60 }],
      days: 20,
    })
    expect(withReceipt[9]).toEqual(without[9])
    expect(withReceipt[10]!.p50).toBe(without[10]!.p50 + 60)
  })

  it('starts the day before an order arrives and ends where it is used up', () => {
    const points = stockWithOrder({
      distribution,
      available: 214,
      incoming: [],
      days: 90,
      order: { day: 14, units: 170 },
    })
    expect(points[0]).toEqual({ day: 13, units: 0 })
    expect(points[1]).toEqual({ day: 14, units: 170 })
    expect(points.at(-1)!.units).toBe(0)
    expect(points.at(-1)!.day).toBeGreaterThan(20)
  })
})
