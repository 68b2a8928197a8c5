import { inCases } from '@stockcast/testkit/for-all'
import { noise } from '@stockcast/testkit/random-numbers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forecastShop } from '../forecast-shop.ts'
import { meanDemand } from '../index.ts'
import type { CalendarEvent, DemandParts, SeriesInput, ShopInput } from '../types.ts'

const ORIGIN = 20_000

interface Kind {
  days: number
  level: number
  /** Share of days that end without stock. */
  empty: number
}

/** Returns a shop with a week, a year and a rise, whose series have these lengths, levels and stockouts. */
function getShop(seed: number, kinds: readonly Kind[]): ShopInput {
  const series = kinds.map(({ days, level, empty }, i): SeriesInput => {
    const units = Float64Array.from({ length: days }, (_, t) => {
      const day = ORIGIN - days + 1 + t
      const season = 1 + 0.5 * Math.sin((2 * Math.PI * day) / 365) + (day % 7 === 0 ? 0.6 : 0)
      return Math.floor(2 * level * season * noise(seed + 7.31 * i + 0.77 * t))
    })
    const outOfStock = Uint8Array.from(units, (_, t) => (noise(seed + 3.1 * i + 1.3 * t) < empty ? 1 : 0))
    units.forEach((_, t) => {
      if (outOfStock[t] && t % 2) units[t] = 0
    })
    return { id: `${i}`, firstDay: ORIGIN - days + 1, unitsSold: units, outOfStock }
  })
  const events = Array.from({ length: 60 }, (_, i): CalendarEvent => {
    return { day: ORIGIN + 80 - 17 * i, name: `${i % 6}`, kind: i % 4 ? 'holiday' : 'shopping' }
  })
  return { origin: ORIGIN, series, explains: true, expectsFirstSales: seed % 2 === 0, events }
}

const getSum = (parts: DemandParts) => Object.values(parts).reduce((sum, units) => sum + units, 0)

const kind = fc.record({
  days: fc.oneof(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 71, max: 900 })),
  level: fc.constantFrom(0, 0.1, 0.6, 3, 40, 2000),
  empty: fc.constantFrom(0, 0, 0.02, 0.3, 1),
})

describe('demandParts', () => {
  it('the parts of every forecast of a random shop add up to its mean of 30 days', () => {
    inCases(
      40,
      fc.integer({ min: 1, max: 1e6 }),
      fc.array(kind, { minLength: 1, maxLength: 8 }),
      (seed, kinds) => {
        for (const { distribution, evidence } of forecastShop(getShop(seed, kinds))) {
          const mean = meanDemand(distribution, 30)
          expect(Math.abs(getSum(evidence.parts!) - mean)).toBeLessThanOrEqual(1e-9 * (1 + mean))
        }
      },
    )
  })

  it('the parts add up in a shop that is large enough for trees and old enough for a season', () => {
    const kinds = Array.from({ length: 220 }, (_, i) => ({
      days: 900 - i,
      level: 1 + (i % 9),
      empty: i % 5 ? 0 : 0.05,
    }))
    const forecasts = forecastShop(getShop(5, kinds))
    const found = new Set(forecasts.flatMap(({ evidence }) => Object.keys(evidence.parts!)))
    for (const { distribution, evidence } of forecasts)
      expect(getSum(evidence.parts!)).toBeCloseTo(meanDemand(distribution, 30), 9)
    expect([...found]).toEqual(
      expect.arrayContaining([
        'level',
        'stockouts',
        'recent',
        'other_products',
        'season',
        'trees',
        'weekday',
      ]),
    )
  })

  it('the parts add up in a shop of fourteen months, whose season is that of the year before', () => {
    const kinds = Array.from({ length: 20 }, (_, i) => ({ days: 430 - i, level: 1 + (i % 9), empty: 0 }))
    for (const { distribution, evidence } of forecastShop(getShop(7, kinds))) {
      expect(getSum(evidence.parts!)).toBeCloseTo(meanDemand(distribution, 30), 9)
      expect(evidence.parts!.season).toBeDefined()
    }
  })

  it('days that sold the last unit raise the level by a part of their own', () => {
    const units = Float64Array.from({ length: 300 }, (_, t) => 2 + (t % 3))
    const outOfStock = units.map((_, t) => (t % 10 === 0 ? 1 : 0))
    const one = { id: 'a', firstDay: ORIGIN - 299, unitsSold: units }
    const getParts = (series: SeriesInput) =>
      forecastShop({ origin: ORIGIN, series: [series], explains: true })[0]!.evidence.parts!
    expect(getParts(one).stockouts).toBeUndefined()
    expect(getParts({ ...one, outOfStock: Uint8Array.from(outOfStock) }).stockouts).toBeGreaterThan(0)
  })

  it('a new product without sales is expected to sell what other products do', () => {
    const seller = (id: string): SeriesInput => ({
      id,
      firstDay: ORIGIN - 299,
      unitsSold: new Float64Array(300).fill(4),
    })
    const shop = { origin: ORIGIN, explains: true, expectsFirstSales: true }
    const fresh = { id: 'new', firstDay: ORIGIN - 4, unitsSold: new Float64Array(5) }
    const forecast = forecastShop({ ...shop, series: [seller('a'), seller('b'), fresh] })[2]!
    expect(forecast.evidence.parts!.level).toBeUndefined()
    expect(forecast.evidence.parts!.other_products).toBeGreaterThan(0)
  })

  it('a forecast has no parts if they were not requested, and none without demand', () => {
    const series = [{ id: 'a', firstDay: ORIGIN - 99, unitsSold: new Float64Array(100) }]
    expect(forecastShop({ origin: ORIGIN, series })[0]!.evidence.parts).toBeUndefined()
    expect(forecastShop({ origin: ORIGIN, series, explains: true })[0]!.evidence.parts).toEqual({})
  })
})
