import { randomNumbers } from '@stockcast/testkit/random-numbers'
import { describe, expect, it } from 'vitest'
import { demandQuantile, meanDemand } from '../decisions/index.ts'
import { learnShop } from '../fitting/learn-shop.ts'
import { forecastHistory } from '../forecast-series.ts'
import { EarlierHistories } from '../histories.ts'
import type { SeriesInput } from '../types.ts'
import { ordersAhead, regularOrders } from './regular-orders.ts'

/** 2026-10-31. */
const ORIGIN = 20_757

/** Poisson demand, and orders of about this many units on these days before the origin. */
function getSeries(args: {
  mean: number
  units: number
  ago: readonly number[]
  days?: number
  seed?: number
}): SeriesInput {
  const { mean, units, ago, days = 730, seed = 3 } = args
  const random = randomNumbers(seed)
  const unitsSold = Float64Array.from({ length: days }, () => {
    let sold = 0
    for (let product = random(); product > Math.exp(-mean); product *= random()) sold++
    return sold
  })
  for (const one of ago) unitsSold[days - 1 - one]! += Math.round(units * (0.7 + 0.6 * random()))
  return { id: 'one', firstDay: ORIGIN - days + 1, unitsSold }
}

const every = (distance: number, count: number, latest: number) =>
  Array.from({ length: count }, (_, i) => latest + distance * i)

function getForecast(series: SeriesInput) {
  const { knowledge, trained } = learnShop({ origin: ORIGIN, series: [series], horizonDays: 60 })
  const earlier = new EarlierHistories(knowledge)
  earlier.read(series)
  const args = { series, orders: regularOrders(series), history: earlier.whole(), knowledge }
  return forecastHistory({ ...args, trained: trained[0], explains: true })
}

describe('orders at even distances', () => {
  it.each([
    ['each month', 30, 100, 20],
    ['every two weeks', 14, 20, 5],
    ['each quarter', 91, 30, 60],
  ])(
    '%s: the next is expected on its day, and the days before it as without',
    (_, distance, times, latest) => {
      const series = getSeries({
        mean: 2,
        units: 2 * times,
        ago: every(distance, Math.floor(700 / distance), latest),
      })
      const { distribution, evidence } = getForecast(series)
      const due = distance - latest
      expect(meanDemand(distribution, due - 1)).toBeGreaterThan(1.6 * (due - 1))
      expect(meanDemand(distribution, due - 1)).toBeLessThan(2.4 * (due - 1) + 1)
      const order = meanDemand(distribution, due + 1) - meanDemand(distribution, due - 2)
      expect(order / (2 * times)).toBeGreaterThan(0.8)
      expect(order / (2 * times)).toBeLessThan(1.3)
      expect(evidence.regularOrders).toMatchObject({ everyDays: distance, nextDay: ORIGIN + due })
      const parts = Object.values(evidence.parts!).reduce((sum, units) => sum + units, 0)
      expect(parts).toBeCloseTo(meanDemand(distribution, 30), 6)
    },
  )

  it('that vary by a few days make the days around the next one uncertain', () => {
    const ago = every(30, 20, 16).map((one, i) => one + [-2, 1, 0, 2, -1][i % 5]!)
    const { distribution } = getForecast(getSeries({ mean: 1, units: 100, ago }))
    expect(demandQuantile(distribution, 12, 0.5)).toBeGreaterThanOrEqual(10)
    expect(demandQuantile(distribution, 14, 0.1)).toBeLessThan(30)
    expect(demandQuantile(distribution, 22, 0.1)).toBeGreaterThan(35)
  })

  it('end with one that is overdue: it may not come again', () => {
    expect(regularOrders(getSeries({ mean: 2, units: 200, ago: every(30, 20, 34) }))).not.toBeNull()
    expect(regularOrders(getSeries({ mean: 2, units: 200, ago: every(30, 20, 36) }))).toBeNull()
  })

  it.each([
    ['three of them', every(30, 3, 10)],
    ['uneven distances', [3, 20, 71, 90, 160, 171, 230, 300]],
    ['none', []],
  ])('are not seen in %s', (_, ago) => {
    expect(regularOrders(getSeries({ mean: 2, units: 200, ago }))).toBeNull()
  })

  it('are hardly ever found among orders at random', () => {
    const random = randomNumbers(8)
    const found = Array.from({ length: 400 }, (_, seed) => {
      const ago = Array.from({ length: 4 + Math.floor(20 * random()) }, () => Math.floor(720 * random()))
      return regularOrders(getSeries({ mean: 1, units: 60, ago, seed: seed + 1 }))
    }).filter(Boolean)
    expect(found.length).toBeLessThanOrEqual(2)
  })

  it('sum to one order for each distance, whatever their spread', () => {
    const orders = { days: [ORIGIN - 10], every: 30, deviation: 2, units: 100, unitsDeviation: 10 }
    const { mean, variance } = ordersAhead(orders, ORIGIN, 90)
    expect(mean[89]).toBeGreaterThan(290)
    expect(mean[89]).toBeLessThanOrEqual(300)
    for (let day = 1; day < 90; day++) expect(mean[day]).toBeGreaterThanOrEqual(mean[day - 1]!)
    expect(Math.min(...variance)).toBeGreaterThanOrEqual(0)
  })
})
