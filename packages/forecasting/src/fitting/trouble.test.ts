import { randomNumbers } from '@stockcast/testkit/random-numbers'
import { describe, expect, it } from 'vitest'
import { type DemandDistribution, demandQuantile, meanDemand } from '../decisions/index.ts'
import { forecastSeries } from '../forecast-series.ts'
import type { SeriesInput, ToldEvent } from '../types.ts'
import { learnShop } from './learn-shop.ts'

/** 2026-10-31. */
const ORIGIN = 20_757

type Draw = (mean: number) => number

function poisson(seed: number): Draw {
  const random = randomNumbers(seed)
  return (mean) => {
    let units = 0
    for (let product = random(); product > Math.exp(-mean); product *= random()) units++
    return units
  }
}

function getSeries(id: string, days: number, unitsOn: (day: number) => number): SeriesInput {
  const unitsSold = Float64Array.from({ length: days }, (_, t) => unitsOn(t - days + 1))
  return { id, firstDay: ORIGIN - days + 1, unitsSold }
}

function forecasts(series: readonly SeriesInput[], shopEvents: readonly ToldEvent[] = []) {
  const { knowledge, trained } = learnShop({ origin: ORIGIN, series, horizonDays: 30, shopEvents })
  return {
    knowledge,
    of: (index: number) => forecastSeries(series[index]!, knowledge, trained[index]).distribution,
  }
}

/** The first days of the last twelve months. */
const FIRSTS = [-30, -60, -91, -122, -152, -183, -213, -244, -272, -303, -334, -364]

const MEANS = [0.5, 1, 2, 3, 5, 8]

/** 24 steady products, whose days are multiplied. */
function steadyShop(factorOn: (day: number) => number, days = 730) {
  const draw = poisson(11)
  const series = Array.from({ length: 24 }, (_, i) =>
    getSeries(`p${i}`, days, (day) => draw(MEANS[i % MEANS.length]!) * factorOn(day)),
  )
  return { series, usual: 24 * (MEANS.reduce((sum, one) => sum + one, 0) / MEANS.length) }
}

/** A product with these means, forecast among usual ones. */
function forecastAmong(
  seed: number,
  others: number,
  history: number,
  meanOn: (day: number) => number,
  days = history,
) {
  const draw = poisson(seed)
  const usual = Array.from({ length: others }, (_, i) =>
    getSeries(`p${i}`, history, () => draw(MEANS[i % 6]!)),
  )
  return forecasts([getSeries('one', days, (day) => draw(meanOn(day))), ...usual]).of(0)
}

/** Nine of ten futures contain what is right, and the mean is within these shares of it. */
function expectAround(
  distribution: DemandDistribution,
  days: number,
  right: number,
  [low, high]: [number, number],
) {
  expect(meanDemand(distribution, days) / right).toBeGreaterThan(low)
  expect(meanDemand(distribution, days) / right).toBeLessThan(high)
  expect(demandQuantile(distribution, days, 0.05)).toBeLessThan(right)
  expect(demandQuantile(distribution, days, 0.95)).toBeGreaterThan(right)
}

const getSum = (shop: ReturnType<typeof forecasts>, count: number, days: number) =>
  Array.from({ length: count }, (_, i) => meanDemand(shop.of(i), days)).reduce((sum, one) => sum + one, 0)

const within = (first: number, days: number) => (day: number) => day >= first && day < first + days

describe('a shop after closed days or a sale', () => {
  it.each([
    ['two closed weeks, open for 3 days', 14, 0, 3],
    ['ten closed days, open for a week', 10, 0, 7],
    ['a closed week, open for a day', 7, 0, 1],
    ['a closed month, open for 10 days', 30, 0, 10],
    ['a day that sold 20 times as much, 3 days ago', 1, 20, 3],
    ['four days that sold 8 times as much, 3 days ago', 4, 8, 3],
    ['two weeks that sold 3 times as much, 3 days ago', 14, 3, 3],
    ['a week that sold twice as much, a week ago', 7, 2, 7],
    ['three weeks closed, open for 2 days', 21, 0, 2],
    ['two days that sold 10 times as much, a day ago', 2, 10, 1],
  ])('F-01 is forecast as usual after %s', (_, days, factor, open) => {
    const isIn = within(1 - open - days, days)
    const { series, usual } = steadyShop((day) => (isIn(day) ? factor : 1))
    const shop = forecasts(series)
    expect(getSum(shop, 24, 14) / (14 * usual)).toBeGreaterThan(0.93)
    expect(getSum(shop, 24, 14) / (14 * usual)).toBeLessThan(1.07)
    expect(shop.knowledge.periods).toMatchObject([
      {
        kind: factor === 0 ? 'closed' : 'sale',
        from: ORIGIN + 1 - open - days,
        to: ORIGIN - open,
        isTold: false,
      },
    ])
  })

  it('finds nothing in a usual shop, nor on days that the merchant says were usual', () => {
    expect(forecasts(steadyShop(() => 1).series).knowledge.periods).toEqual([])
    const isIn = within(-20, 7)
    const { series } = steadyShop((day) => (isIn(day) ? 3 : 1))
    const told = [{ kind: 'usual', from: ORIGIN - 20, to: ORIGIN - 14 }] as const
    expect(forecasts(series, told).knowledge.periods).toEqual([])
  })

  it('sells nothing on closed days that the merchant entered, nor on the same dates of later years', () => {
    const { series, usual } = steadyShop(() => 1)
    const closed = { kind: 'closed', from: ORIGIN + 5, to: ORIGIN + 8 } as const
    const told = forecasts(series, [closed])
    expect(getSum(told, 24, 14) / (10 * usual)).toBeCloseTo(1, 1)
    const lastYear = { ...closed, from: closed.from - 365, to: closed.to - 365, repeats: 'yearly' } as const
    expect(getSum(forecasts(series, [lastYear]), 24, 14) / (10 * usual)).toBeCloseTo(1, 1)
  })

  it('sells as much more as the merchant entered, for the products that the sale concerns', () => {
    const { series } = steadyShop(() => 1)
    const sale = { kind: 'sale', from: ORIGIN + 1, to: ORIGIN + 14, effect: 3, series: ['p5'] } as const
    const [plain, told] = [forecasts(series), forecasts(series, [sale])]
    expect(meanDemand(told.of(5), 14) / meanDemand(plain.of(5), 14)).toBeCloseTo(3, 6)
    expect(meanDemand(told.of(4), 14)).toBeCloseTo(meanDemand(plain.of(4), 14), 9)
  })

  it.each([
    ['closes on the first three days of each month', 0, [1, 3], FIRSTS],
    [
      'sells 4 times as much on the last three days of each month',
      4,
      [28, 30],
      [-2, ...FIRSTS.map((day) => day - 3)],
    ],
    ['sells 5 times as much from the fourth Friday of November on', 5, [27, 30], [-337, -708]],
    ['closed for two weeks in each of two years', 0, [10, 23], [-355, -720]],
  ])('F-01 %s, and does so again', (_, factor, [from, to], before) => {
    const isIn = (day: number) =>
      [from!, ...before].some((first) => day >= first && day <= first + to! - from!)
    const { series, usual } = steadyShop((day) => (isIn(day) ? factor : 1), 760)
    const days = to! - from! + 1
    const shop = forecasts(series)
    expect(getSum(shop, 24, 30) / usual).toBeGreaterThan(0.93 * (30 - days + factor * days))
    expect(getSum(shop, 24, 30) / usual).toBeLessThan(1.07 * (30 - days + factor * days))
  })
})

describe('a product with one large order', () => {
  it.each([
    [100, 65],
    [1000, 65],
    [60, 3],
    [300, 10],
    [1500, 120],
    [60, 30],
  ])('F-01 of %i units %i days ago is forecast like the same product without it', (units, ago) => {
    const draw = poisson(7)
    const base = getSeries('base', 365, () => draw(3))
    const others = Array.from({ length: 30 }, (_, i) => getSeries(`n${i}`, 365, () => draw(MEANS[i % 6]!)))
    const spiked = { ...base, id: 'spiked', unitsSold: base.unitsSold.slice() }
    spiked.unitsSold[364 - ago] = units
    const shop = forecasts([base, spiked, ...others])
    expect(meanDemand(shop.of(1), 14)).toBeGreaterThan(36)
    expect(meanDemand(shop.of(1), 14)).toBeLessThan(47)
    expect(demandQuantile(shop.of(1), 14, 0.05)).toBeGreaterThanOrEqual(26)
    expect(demandQuantile(shop.of(1), 14, 0.95)).toBeLessThanOrEqual(60)
  })

  it.each([3, 1, 10])('and one that sells exactly %i a day sells seven times as much in a week', (units) => {
    const draw = poisson(5)
    const others = Array.from({ length: 30 }, (_, i) => getSeries(`n${i}`, 365, () => draw(MEANS[i % 6]!)))
    const shop = forecasts([getSeries('steady', 365, () => units), ...others])
    expect(demandQuantile(shop.of(0), 7, 0.5)).toBe(7 * units)
    expect(demandQuantile(shop.of(0), 7, 0.95) - demandQuantile(shop.of(0), 7, 0.05)).toBeLessThanOrEqual(
      4 + units / 2,
    )
  })
})

describe('goods of one season', () => {
  /** Days since the latest 7 November, a week after the origin. */
  const sinceStart = (day: number) => {
    const date = new Date((ORIGIN + day) * 86_400_000)
    const year = date.getUTCFullYear()
    const start = Date.UTC(year, 10, 7) <= date.getTime() ? year : year - 1
    return (date.getTime() - Date.UTC(start, 10, 7)) / 86_400_000
  }

  it.each([
    ['20 a day for 24 days, a week before it', 20, 24, 0],
    ['the same with a unit in five days otherwise', 20, 24, 0.2],
    ['8 a day for 45 days, a week before it', 8, 45, 0],
    ['3 a day for 60 days, a week before it', 3, 60, 0],
    ['20 a day for 100 days, a week before it', 20, 100, 0.2],
    ['5 a day for 30 days, a week before it', 5, 30, 0],
    ['12 a day for 24 days, with a unit in ten days otherwise', 12, 24, 0.1],
  ])('F-02 are expected to sell again: %s', (_, level, length, otherwise) => {
    const mean = (day: number) => (sinceStart(day) < length ? level : otherwise)
    const season = forecastAmong(4, 20, 3 * 365 + 20, mean)
    let right = 0
    for (let day = 1; day <= 30; day++) right += mean(day)
    expect(meanDemand(season, 30) / right).toBeGreaterThan(0.8)
    expect(meanDemand(season, 30) / right).toBeLessThan(1.25)
    expect(demandQuantile(season, 30, 0.05)).toBeGreaterThan(0.5 * right)
    expect(demandQuantile(season, 30, 0.95)).toBeLessThan(1.6 * right)
  })

  const inYears = (first: number, length: number) => (day: number) => {
    const since = (((day - first) % 365) + 365) % 365
    return since < length ? 8 : 0
  }
  const always = () => 1
  const usual = inYears(-20, 60)

  it.each([
    ['half as large this year', usual, (day: number) => (day > -100 ? 0.5 : 1)],
    ['twice as large this year', usual, (day: number) => (day > -100 ? 2 : 1)],
    ['three weeks late', (day: number) => inYears(day > -100 ? -12 : -33, 60)(day), always],
    ['there is another one', (day: number) => inYears(7, 30)(day) + inYears(-175, 30)(day), always],
  ])('F-02 are forecast by their present season: %s', (_, mean, factorOn) => {
    const meanOn = (day: number) => mean(day) * factorOn(day)
    let right = 0
    for (let day = 1; day <= 14; day++) right += meanOn(day)
    expectAround(forecastAmong(4, 20, 3 * 365 + 60, meanOn), 14, right, [0.75, 1.33])
  })

  it('sell nothing more once their season is over', () => {
    const mean = (day: number) => (sinceStart(day) > 315 && sinceStart(day) < 345 ? 20 : 0)
    const season = forecastAmong(4, 20, 3 * 365 + 20, mean)
    expect(meanDemand(season, 30)).toBeLessThan(0.5)
    expect(demandQuantile(season, 30, 0.95)).toBeLessThanOrEqual(2)
  })
})

describe('a product whose level changed', () => {
  const forecastOf = (levelOn: (day: number) => number) => forecastAmong(9, 24, 730, levelOn)

  it('is forecast at the new level, as wide as the days since justify', () => {
    const changed = forecastOf((day) => (day > -60 ? 8 : 2))
    expect(meanDemand(changed, 14) / 112).toBeCloseTo(1, 0)
    expect(demandQuantile(changed, 14, 0.05)).toBeGreaterThan(75)
    expect(demandQuantile(changed, 14, 0.95)).toBeLessThan(150)
  })

  it.each([
    [15, 12, 6],
    [8, 40, 5],
    [10, 20, 8],
    [20, 9, 4],
    [12, 15, 10],
  ])('falls back after a rush of %i times, begun %i days ago, halving in %i days', (times, ago, half) => {
    const rush = (day: number) => (day >= -ago ? (times - 1) * 0.5 ** ((day + ago) / half) : 0)
    const meanOn = (day: number) => 5 * (1 + rush(day))
    const changed = forecastOf(meanOn)
    for (const days of [14, 30]) {
      const expected = Array.from({ length: days }, (_, i) => meanOn(i + 1)).reduce(
        (sum, one) => sum + one,
        0,
      )
      expect(meanDemand(changed, days) / expected).toBeGreaterThan(0.75)
      expect(meanDemand(changed, days) / expected).toBeLessThan(1.35)
      expect(demandQuantile(changed, days, 0.05)).toBeLessThan(expected)
      expect(demandQuantile(changed, days, 0.95)).toBeGreaterThan(expected)
    }
  })

  it('is forecast at a level that has clearly risen for five days', () => {
    const changed = forecastOf((day) => (day > -5 ? 15 : 5))
    expect(meanDemand(changed, 14)).toBeGreaterThan(0.7 * 14 * 15)
    expect(demandQuantile(changed, 14, 0.95)).toBeGreaterThan(14 * 15)
  })

  it('does not count as ended after three days without sales', () => {
    const changed = forecastOf((day) => (day > -3 ? 0 : 8))
    const p90 = demandQuantile(changed, 30, 0.9)
    expect(p90).toBeGreaterThan(0.9 * 30 * 8)
    expect(meanDemand(changed, 30)).toBeGreaterThan(0.5 * 30 * 8)
  })

  it.each([
    [60, 20],
    [120, 40],
    [150, 20],
  ])('has next to no demand %i days after it ended, when it sold %i a day', (ago, level) => {
    const changed = forecastOf((day) => (day > -ago ? 0 : level))
    expect(demandQuantile(changed, 30, 0.95)).toBeLessThanOrEqual(2)
  })

  it('has next to no demand once it has ended', () => {
    const changed = forecastOf((day) => (day > -60 ? 0 : 2))
    expect(meanDemand(changed, 30)).toBeLessThan(0.5)
    expect(demandQuantile(changed, 30, 0.95)).toBeLessThanOrEqual(2)
  })
})

describe('a product of a few weeks', () => {
  it.each([
    ['that sells more than any other product', 20, () => 20],
    ['whose first day was one large order', 20, (day: number) => (day === -19 ? 800 : 20)],
    ['that sells twice as much for twelve days', 40, (day: number) => (day > -12 ? 20 : 10)],
  ])('%s is forecast at its own level, as wide as its days justify', (_, days, meanOn) => {
    expectAround(forecastAmong(9, 24, 730, meanOn, days), 14, 280, [0.85, 1.15])
  })
})
