import { describe, expect, it } from 'vitest'
import { meanDemand } from '../distribution/demand-distribution.ts'
import { forecastSeries } from '../forecast-series.ts'
import { type History, prepareHistory } from '../history.ts'
import { SeasonalIndexSums } from './annual-seasonal-index.ts'
import { dailyMeans, sumOver } from './daily-means.ts'
import { calibrated } from './dispersion.ts'
import { EarlierYearSums } from './earlier-years.ts'
import { learnShop } from './learn-shop.ts'
import { NormalEquations, solveRidge } from './ridge.ts'
import { shopSeasons } from './shop-seasons.ts'

describe('solveRidge', () => {
  it('finds the coefficients of an exact relation without a penalty', () => {
    const equations = new NormalEquations(3)
    for (let i = 0; i < 20; i++) {
      const x = Float64Array.from([1, i, (i * i) % 7])
      equations.add(x, 2 * (x[0] as number) - 3 * (x[1] as number) + 0.5 * (x[2] as number))
    }
    const [a, b, c] = solveRidge(equations, 0)
    expect(a).toBeCloseTo(2, 9)
    expect(b).toBeCloseTo(-3, 9)
    expect(c).toBeCloseTo(0.5, 9)
  })

  it('shrinks to zero as the penalty grows', () => {
    const equations = new NormalEquations(1)
    for (let i = 1; i <= 10; i++) equations.add(Float64Array.of(i), 4 * i)
    const squares = 385
    expect(solveRidge(equations, squares)[0]).toBeCloseTo(2, 9)
    expect(solveRidge(equations, 1e12)[0]).toBeCloseTo(0, 6)
  })

  it('gives zero without rows and for columns without values', () => {
    expect([...solveRidge(new NormalEquations(2), 1)]).toEqual([0, 0])
    const equations = new NormalEquations(2)
    equations.add(Float64Array.of(1, 0), 5)
    expect(solveRidge(equations, 0.1)[1]).toBe(0)
  })

  it('keeps the prior without rows, and returns to it as the penalty grows', () => {
    const prior = { mean: Float64Array.of(3), strength: Float64Array.of(1) }
    expect(solveRidge(new NormalEquations(1), 2, prior)[0]).toBeCloseTo(3, 9)
    const equations = new NormalEquations(1)
    for (let i = 1; i <= 10; i++) equations.add(Float64Array.of(i), 4 * i)
    const squares = 385
    expect(solveRidge(equations, squares, prior)[0]).toBeCloseTo(3.5, 9)
    expect(solveRidge(equations, 1e12, prior)[0]).toBeCloseTo(3, 6)
    const stronger = { mean: prior.mean, strength: Float64Array.of(4) }
    expect(solveRidge(equations, squares / 4, stronger)[0]).toBeCloseTo(3.5, 9)
  })
})

describe('shopSeasons', () => {
  const getSums = (rise: number) => {
    const sums = new EarlierYearSums()
    const unitsSold = Float64Array.from({ length: 500 }, (_, day) => (day >= 500 - 365 ? 10 * rise : 10))
    sums.add(prepareHistory({ id: 'a', firstDay: 0, unitsSold }), 0)
    return sums
  }

  it('relies on a season that both halves of the catalogue have, over all parts of the shop', () => {
    const { earlierYears, reliability } = shopSeasons(
      [0],
      [[[getSums(2), getSums(2)]], [[getSums(2), getSums(2)]]],
    )
    expect(reliability).toBeCloseTo(1, 9)
    expect(earlierYears.get(0)?.seasonalIndices[0]).toBeCloseTo(2, 9)
  })

  it('relies on a season of several years as far as the years agree', () => {
    const origins = Array.from({ length: 12 }, (_, i) => 15 * i)
    const daysFrom = (start: number, days: number, at: number) => at >= start && at < start + days
    const inYears = (lastWeeks: number, unitsBefore: number) => {
      const units = (at: number) =>
        daysFrom(900 - 365, 7 * lastWeeks, at) ? 20 : daysFrom(900 - 731, 7, at) ? unitsBefore : 10
      const sums = new EarlierYearSums()
      const unitsSold = Float64Array.from({ length: 900 }, (_, at) => units(at))
      sums.add(prepareHistory({ id: 'a', firstDay: 0, unitsSold }), 0)
      return shopSeasons(origins, [origins.map(() => [sums, sums])]).reliability
    }
    expect(inYears(1, 20)).toBeCloseTo(1, 9)
    // Two weeks, one of them also in the year before: a correlation of √½, and of 2√½ ÷ (1 + √½) for the mean of both.
    expect(inYears(2, 20)).toBeCloseTo(2 * (Math.SQRT2 - 1), 9)
    expect(inYears(1, 4)).toBe(0)
  })

  it('relies on halves of the catalogue until a dozen origins have two years', () => {
    const halves = [getSums(2), getSums(2)]
    const sums = new EarlierYearSums()
    const unitsSold = Float64Array.from({ length: 900 }, (_, at) => (at >= 900 - 365 ? 20 : 10))
    sums.add(prepareHistory({ id: 'a', firstDay: 0, unitsSold }), 0)
    const years = [sums, sums]
    const origins = Array.from({ length: 20 }, (_, i) => 15 * i)
    const reliability = (withYears: number) =>
      shopSeasons(origins, [origins.map((_, i) => (i < withYears ? years : halves))]).reliability
    expect(reliability(0)).toBeCloseTo(1, 9)
    expect(reliability(6)).toBeCloseTo(0.5, 9)
    expect(reliability(12)).toBe(0)
    expect(reliability(20)).toBe(0)
  })

  it('does not compare a year that few products cover', () => {
    const origins = Array.from({ length: 12 }, (_, i) => 15 * i)
    const reliability = (young: number) => {
      const half = getSums(2)
      for (let i = 1; i < young; i++) half.addAll(getSums(2))
      // This product was twice as old, and did not have the season in its first year.
      const unitsSold = Float64Array.from({ length: 900 }, (_, at) => (at >= 900 - 365 ? 20 : 10))
      half.add(prepareHistory({ id: 'old', firstDay: 0, unitsSold }), 0)
      return shopSeasons(origins, [origins.map(() => [half, half])]).reliability
    }
    expect(reliability(1)).toBe(0)
    expect(reliability(20)).toBeCloseTo(1, 9)
  })

  it('does not rely on one that only a half has, or none', () => {
    expect(shopSeasons([0], [[[getSums(2), getSums(0.5)]]]).reliability).toBe(0)
    expect(shopSeasons([0], [[[getSums(1), getSums(1)]]]).reliability).toBe(0)
    expect(shopSeasons([], []).reliability).toBe(0)
  })
})

describe('SeasonalIndexSums', () => {
  const history = (days: number, units: (day: number) => number) =>
    prepareHistory({
      id: 'a',
      firstDay: 0,
      unitsSold: Float64Array.from({ length: days }, (_, day) => units(day)),
    })
  const getIndices = (one: History) => {
    const sums = new SeasonalIndexSums()
    sums.add(one, 0)
    return sums.indices()
  }

  it('returns the seasonal indices of a year ago, within 0.4 to 2.5, and 1 if no series is old enough', () => {
    const doubled = history(500, (day) => (day >= 500 - 365 ? 20 : 10))
    expect(getIndices(doubled)[0]).toBeCloseTo(2, 9)
    const exploded = history(500, (day) => (day >= 500 - 365 ? 900 : 10))
    expect(getIndices(exploded)[0]).toBe(2.5)
    expect([...new Set(getIndices(history(300, () => 5)))]).toEqual([1])
  })

  it('weighs all years before alike, each one by its own volume', () => {
    // The first week of the horizon sold 15 units a day a year ago, and 25 two years ago.
    const week = (day: number, start: number) => day >= start && day < start + 7
    const twoYears = history(900, (day) => (week(day, 900 - 365) ? 15 : week(day, 900 - 731) ? 25 : 10))
    const weights = [1 / (10 + (7 * 5) / 364), 1 / (10 + (7 * 15) / 351)] as const
    const expected = (weights[0] * 15 + weights[1] * 25) / ((weights[0] + weights[1]) * 10)
    expect(getIndices(twoYears)[0]).toBeCloseTo(expected, 9)
  })

  it('finds a season that begins on the same date each year in its segment, leap years included', () => {
    const date = (year: number) => Date.UTC(year, 10, 24) / 86_400_000
    for (const year of [2022, 2023, 2024, 2025]) {
      const firstDay = date(year - 4)
      const isSeason = (day: number) =>
        [1, 2, 3].some((before) => day >= date(year - before) && day < date(year - before) + 7)
      const days = date(year) - firstDay
      const index = getIndices(history(days, (day) => (isSeason(firstDay + day) ? 20 : 10)))[0]
      expect(index).toBeGreaterThan(1.9)
    }
  })
})

it('dailyMeans returns level × weekday ratio, with the last level after the last segment', () => {
  const ratios = Float64Array.from([1, 1, 1, 1, 1, 2, 0])
  const daily = dailyMeans(Float64Array.from([1, 2, 3, 4, 5]), ratios, 19_723, 100)
  expect([...daily.subarray(0, 8)]).toEqual([1, 1, 1, 1, 1, 2, 0, 2])
  expect(daily[99]).toBe(5)
  expect(sumOver(daily, 7)).toBe(7)
})

describe('learnShop', () => {
  it('expects a season of the year before that no past origin has seen', () => {
    const days = 739
    const inSeason = (day: number) => day >= days - 365 && day < days - 365 + 30
    const series = Array.from({ length: 64 }, (_, i) => ({
      id: String(i),
      firstDay: 0,
      unitsSold: Float64Array.from(
        { length: days },
        (_, day) => (inSeason(day) ? 2 : 1) * (8 + ((13 * i + 7 * day + day * day * (i + 3)) % 5)),
      ),
    }))
    const { knowledge } = learnShop({ origin: days - 1, series, horizonDays: 30 })
    const { distribution } = forecastSeries(series[0]!, knowledge)
    expect(meanDemand(distribution, 30)).toBeGreaterThan(300 * 1.3)
  })

  const shop = (noise: (day: number, series: number) => number) => ({
    origin: 19_999,
    series: Array.from({ length: 20 }, (_, series) => ({
      id: String(series),
      firstDay: 19_500,
      unitsSold: Float64Array.from({ length: 500 }, (_, day) => noise(day, series)),
    })),
  })

  it('narrows the spread of days whose differences the weekday explains, down to the minimum', () => {
    const calibration = learnShop(shop((day) => (day % 7 === 5 ? 60 : 2))).knowledge.calibration.factors
    expect(calibration[0]).toBeLessThan(0.1)
    expect(calibrated(30, calibration[0] as number)).toBeLessThan(4)
    expect(calibrated(0, calibration[0] as number)).toBeGreaterThan(1)
  })

  it('widens the spread of sums when the level moves more than a year of the series shows', () => {
    const level = (day: number, series: number) => (day < 400 ? 10 : series % 2 === 0 ? 30 : 1)
    const calibration = learnShop(shop(level)).knowledge.calibration.factors
    expect(calibration[3]).toBeGreaterThan(1.2)
  })

  it('learns the same of the first 30 days of the horizon, whatever follows them', () => {
    const sales = (day: number, series: number) =>
      (day * 7 + series * 13) % 11 < 4 ? 2 + (day % (2 + (series % 3))) : 0
    const { origin, series } = shop(sales)
    const many = Array.from({ length: 15 }, (_, copy) =>
      series.map((one, i) => ({
        ...one,
        id: `${copy}/${i}`,
        unitsSold: one.unitsSold.map((units, t) => sales(t + copy, i) + units),
      })),
    ).flat()
    const getForecast = (horizonDays: number) => {
      const { knowledge, trained } = learnShop({ origin, series: many, horizonDays })
      expect(knowledge.boost).not.toBeNull()
      return many.map((one, i) => forecastSeries(one, knowledge, trained[i]).distribution)
    }
    const [short, long] = [getForecast(30), getForecast(90)]
    short.forEach(({ cumulativeMean, varianceToMean, recalibration }, i) => {
      expect(cumulativeMean).toEqual(long[i]!.cumulativeMean.subarray(0, 30))
      expect(varianceToMean).toEqual(long[i]!.varianceToMean.subarray(0, 30))
      expect(recalibration).toEqual(long[i]!.recalibration)
    })
  })

  it('refuses a series that does not end at the origin', () => {
    const { series } = shop(() => 1)
    expect(() => learnShop({ origin: 20_005, series })).toThrow(/must end on the origin/)
  })
})
