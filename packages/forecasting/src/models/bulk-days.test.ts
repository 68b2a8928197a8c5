import { describe, expect, it } from 'vitest'
import { forecastShop } from '../forecast-shop.ts'
import { prepareHistory } from '../history.ts'
import { meanDemand } from '../index.ts'
import type { SeriesInput } from '../types.ts'
import { getBulkDays } from './bulk-days.ts'
import { LEVELS, levelsAt, SES, WINDOWS } from './levels.ts'

const ORIGIN = 20_000
const DAYS = 300

const getSeries = (units: (day: number) => number): SeriesInput => ({
  id: 'a',
  firstDay: ORIGIN - DAYS + 1,
  unitsSold: Float64Array.from({ length: DAYS }, (_, t) => units(t)),
})
/** One unit a day, now and then two or none. */
const steady = (t: number) => (t % 5 === 2 ? 2 : t % 5 === 4 ? 0 : 1)
const withOrder = (units: number, on = DAYS - 10) => getSeries((t) => (t === on ? units : steady(t)))
const noise = (t: number) => Math.abs(Math.sin(t * 12.9898) * 43_758.5453) % 1
const others = Array.from({ length: 40 }, (_, i) => ({
  ...getSeries((t) => Math.floor(2 * (1 + (i % 5)) * noise(3.3 * i + t + 1))),
  id: `other ${i}`,
}))
const getMean = (series: SeriesInput) =>
  meanDemand(forecastShop({ origin: ORIGIN, series: [series, ...others] })[0]!.distribution, 30)

describe('BulkDays', () => {
  it('one order of 200 units of a product that sells one a day counts as a few units', () => {
    const [found, ...others] = getBulkDays(prepareHistory(withOrder(200)))
    expect(found).toMatchObject({ day: ORIGIN - 9, units: 200 })
    expect(found!.countedAs).toBeGreaterThanOrEqual(4)
    expect(found!.countedAs).toBeLessThanOrEqual(12)
    expect(others).toEqual([])
  })

  it('one bulk order of 50 or 200 times a usual day changes the forecast by less than a fifth', () => {
    const usual = getMean(getSeries(steady))
    for (const units of [50, 200]) {
      expect(getMean(withOrder(units))).toBeLessThan(1.2 * usual)
      expect(getMean(withOrder(units))).toBeGreaterThan(0.8 * usual)
    }
  })

  it('demand that stays high is not dampened after its first day', () => {
    const risen = getSeries((t) => (t < DAYS - 20 ? steady(t) : 30))
    expect(getBulkDays(prepareHistory(risen))).toHaveLength(1)
    const levels = levelsAt(prepareHistory(risen), [DAYS])
    expect(levels[SES]).toBeGreaterThan(25)
    expect(levels[WINDOWS.indexOf(7)]).toBe(30)
  })

  it('usual days count in full, whether sales are even or uneven, frequent or rare', () => {
    for (const units of [
      steady,
      () => 7,
      (t: number) => Math.floor(-8 * Math.log(noise(t) + 1e-9)),
      (t: number) => (t % 30 === 3 ? 6 + (t % 4) : 0),
    ])
      expect(getBulkDays(prepareHistory(getSeries(units)))).toEqual([])
  })

  it('an order in the first four weeks is not dampened, nor a usual day that sold its last unit', () => {
    expect(getBulkDays(prepareHistory(withOrder(200, 20)))).toEqual([])
    const outOfStock = new Uint8Array(DAYS)
    outOfStock[DAYS - 5] = 1
    expect(getBulkDays(prepareHistory({ ...getSeries(steady), outOfStock }))).toEqual([])
  })

  it('levels of earlier days are the same whether or not a later order is known', () => {
    const ends = [100, 200, DAYS - 11]
    expect(levelsAt(prepareHistory(withOrder(200)), ends)).toEqual(
      levelsAt(prepareHistory(getSeries(steady)), ends),
    )
    expect(levelsAt(prepareHistory(withOrder(200)), [...ends, DAYS]).subarray(0, 3 * LEVELS)).toEqual(
      levelsAt(prepareHistory(withOrder(200)), ends),
    )
  })
})
