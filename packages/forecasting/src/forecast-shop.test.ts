import { inCases } from '@stockcast/testkit/for-all'
import { noise } from '@stockcast/testkit/random-numbers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forecastSeries } from './forecast-series.ts'
import { forecastShop } from './forecast-shop.ts'
import { demandQuantile, encodeDistribution, learnShop, meanDemand, stockoutProjection } from './index.ts'
import type { SeriesInput } from './types.ts'

const ORIGIN = 20_000

function series(id: string, units: readonly number[], outOfStock?: readonly number[]): SeriesInput {
  return {
    id,
    firstDay: ORIGIN - units.length + 1,
    unitsSold: Float64Array.from(units),
    ...(outOfStock && { outOfStock: Uint8Array.from(outOfStock) }),
  }
}

function getShop(...all: SeriesInput[]) {
  return { origin: ORIGIN, series: all }
}

const days = <T>(count: number, make: (day: number) => T): T[] =>
  Array.from({ length: count }, (_, day) => make(day))

const daily = (id: string, count: number, units: (day: number) => number, outOfStock?: readonly number[]) =>
  series(id, days(count, units), outOfStock)

const steady = (id: string, level: number, count = 400) =>
  daily(id, count, (day) => Math.round(2 * level * noise(day + level)))

const forecasts = (...all: SeriesInput[]) => forecastShop(getShop(...all))

function expectSound(forecast: ReturnType<typeof forecastShop>[number]) {
  let previous = 0
  for (const horizon of [7, 14, 30, 90]) {
    const low = demandQuantile(forecast.distribution, horizon, 0.1)
    const median = demandQuantile(forecast.distribution, horizon, 0.5)
    const high = demandQuantile(forecast.distribution, horizon, 0.9)
    expect(low).toBeLessThanOrEqual(median)
    expect(median).toBeLessThanOrEqual(high)
    expect(median).toBeGreaterThanOrEqual(previous)
    expect(Number.isFinite(high)).toBe(true)
    previous = median
  }
  for (const number of encodeDistribution(forecast.distribution)) expect(Number.isFinite(number)).toBe(true)
}

describe('forecastShop', () => {
  it('forecasts a steady seller at its level', () => {
    const flat = daily('a', 400, () => 6)
    const [forecast] = forecasts(flat, steady('b', 3))
    expect(forecast?.basis).toBe('forecast')
    expect(meanDemand(forecast!.distribution, 30)).toBeCloseTo(180, 0)
    expect(forecast?.evidence).toMatchObject({ unitsLast30: 180, averageDailySales: 6, daysOfHistory: 400 })
  })

  it('has a defined result for all-zero, one-sale, one-day and empty histories', () => {
    const oneSale = daily('sale', 200, (t) => (t === 60 ? 1 : 0))
    const noSale = series('zero', new Array(200).fill(0))
    const [zero, sale, day, none] = forecasts(noSale, oneSale, series('day', [4]), series('none', []))
    expect(zero).toMatchObject({ basis: 'no_demand', demandClass: 'none', accuracy: expect.anything() })
    expect(stockoutProjection({ distribution: zero!.distribution, available: 5 }).kind).toBe('no_demand')
    expect(sale?.basis).toBe('forecast')
    expect(meanDemand(sale!.distribution, 90)).toBeLessThan(2)
    expect(day?.basis).toBe('too_little_data')
    expect(none).toMatchObject({ basis: 'no_demand', accuracy: null })
    for (const forecast of [zero, sale, day, none]) expectSound(forecast!)
  })

  it('has a defined result for ten years and for a billion units a day', () => {
    const billions = daily('huge', 120, (t) => 1e9 + (t % 7))
    const [long, huge] = forecasts(steady('long', 5, 3650), billions)
    expectSound(long!)
    expectSound(huge!)
    expect(meanDemand(huge!.distribution, 7)).toBeGreaterThan(6e9)
    expect(meanDemand(huge!.distribution, 7)).toBeLessThan(8e9)
  })

  it('refuses NaN, negative and infinite units', () => {
    for (const units of [Number.NaN, -1, Number.POSITIVE_INFINITY]) {
      expect(() => forecasts(series('a', [1, units, 2]))).toThrow(RangeError)
    }
  })

  it('returns an empty list for a shop without series', () => {
    expect(forecasts()).toEqual([])
  })

  it('returns valid forecasts for random sales of a small shop', () => {
    const units = fc.array(fc.oneof(fc.constant(0), fc.nat(5), fc.nat(2000)), { maxLength: 150 })
    inCases(25, fc.array(units, { minLength: 1, maxLength: 4 }), (all) => {
      for (const forecast of forecasts(...all.map((one, i) => series(String(i), one)))) expectSound(forecast)
    })
  })

  it('returns the same numbers for the same input', () => {
    const shop = getShop(steady('a', 3), steady('b', 9))
    const distributions = () =>
      forecastShop(shop).map((forecast) => encodeDistribution(forecast.distribution))
    expect(distributions()).toEqual(distributions())
  })

  it('forecasts ten times the units for sales in packs of ten', () => {
    const one = getShop(steady('a', 3), steady('b', 8))
    const ten = getShop(
      ...one.series.map((s) => ({ ...s, unitsSold: s.unitsSold.map((units) => units * 10) })),
    )
    const [small] = forecastShop(one)
    const [large] = forecastShop(ten)
    expect(meanDemand(large!.distribution, 30) / meanDemand(small!.distribution, 30)).toBeCloseTo(10, 3)
  })

  it('learns a season from the year before', () => {
    // The shop sells three times as much in the two months that begin at the origin, every year.
    const season = (day: number, count: number) => ((day - count + 3640) % 364 < 60 ? 3 : 1)
    const all = days(40, (i) =>
      daily(String(i), 1100, (day) => Math.round(season(day, 1100) * (4 + 4 * noise(day * 41 + i)))),
    )
    const [forecast] = forecasts(...all)
    const lastMonth = forecast!.evidence.averageDailySales
    expect(meanDemand(forecast!.distribution, 30) / 30).toBeGreaterThan(2 * lastMonth)
  })

  it('does not treat days out of stock as lower demand', () => {
    const soldOut = days(300, (day) => (day >= 270 ? 1 : 0))
    const units = days(300, (day) => (day >= 270 ? 0 : 5))
    const [masked] = forecasts(series('a', units, soldOut))
    const [unmasked] = forecasts(series('a', units))
    expect(meanDemand(masked!.distribution, 30)).toBeCloseTo(150, 0)
    expect(meanDemand(unmasked!.distribution, 30)).toBeLessThan(75)
    expect(masked?.evidence.daysOutOfStock).toBe(30)
  })

  it('does not treat days out of stock as lower demand even if other products of the shop have died', () => {
    const dying = days(30, (i) =>
      daily(`dying ${i}`, 500, (day) => (day < 100 + 12 * i ? Math.round(8 * noise(day * 37 + i)) : 0)),
    )
    const units = days(500, (day) => (day >= 470 ? 0 : Math.round(8 * noise(day * 31))))
    const soldOut = days(500, (day) => (day >= 470 ? 1 : 0))
    const before = series('full', units.slice(0, 470))
    const [full] = forecastShop({ origin: ORIGIN, series: [{ ...before, firstDay: ORIGIN - 469 }, ...dying] })
    const [empty] = forecasts(series('empty', units, soldOut), ...dying)
    const ratio = meanDemand(empty!.distribution, 30) / meanDemand(full!.distribution, 30)
    expect(ratio).toBeGreaterThan(0.85)
    expect(ratio).toBeLessThan(1.2)
  })

  it('uses the typical level of the shop for a new product', () => {
    const shop = [steady('a', 2), steady('b', 2), steady('c', 2)]
    const [newcomer] = forecasts(series('new', [40]), ...shop)
    expect(newcomer?.basis).toBe('too_little_data')
    expect(meanDemand(newcomer!.distribution, 1)).toBeLessThan(15)
    expect(meanDemand(newcomer!.distribution, 1)).toBeGreaterThan(2)
  })

  it('forecasts each series alone as it does together, once the shop is learned', () => {
    const shop = getShop(steady('a', 3), steady('b', 9))
    const together = forecastShop(shop)
    const { knowledge } = learnShop(shop)
    shop.series.forEach((one, i) => {
      const alone = forecastSeries(one, knowledge)
      expect(encodeDistribution(alone.distribution)).toEqual(encodeDistribution(together[i]!.distribution))
    })
  })
})

describe('the accuracy in a forecast', () => {
  it('is measured on days the forecast has not seen', () => {
    const level = (day: number) => (day < 386 ? 2 : 50)
    const [forecast] = forecasts(series('a', days(400, level)), steady('b', 3))
    const last = forecast?.accuracy?.origins.at(-1)
    expect(last).toMatchObject({ day: ORIGIN - 14, actual: 700 })
    expect(last?.p90).toBeLessThan(60)
  })

  it('never scores days without stock', () => {
    const soldOut = days(400, (day) => (day === 390 ? 1 : 0))
    const [forecast] = forecasts(daily('a', 400, () => 4, soldOut))
    expect(forecast?.accuracy?.origins.map((origin) => origin.day)).not.toContain(ORIGIN - 14)
    expect(forecast?.accuracy?.origins).toHaveLength(5)
  })

  it('is null if the history is too short to score', () => {
    const [forecast] = forecasts(daily('a', 40, () => 4))
    expect(forecast?.accuracy).toBeNull()
  })

  it('is good for a steady seller, with most outcomes within the range', () => {
    const all = forecasts(...days(20, (i) => steady(String(i), 4 + i)))
    const coverage = all.reduce((sum, { accuracy }) => sum + (accuracy?.coverage ?? 0), 0) / 20
    expect(coverage).toBeGreaterThan(0.65)
    for (const { accuracy } of all) expect(accuracy?.wape).toBeLessThan(0.4)
  })
})
