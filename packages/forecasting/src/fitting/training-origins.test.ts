import { describe, expect, it } from 'vitest'
import { meanDemand } from '../distribution/demand-distribution.ts'
import { forecastSeries } from '../forecast-series.ts'
import { learnShop } from './learn-shop.ts'
import { seasonLearned, trainingBacks } from './training-origins.ts'

describe('trainingBacks', () => {
  it('takes 38 origins 15 days apart at most, with a year before each of them', () => {
    const { backs, seasonal } = trainingBacks(1800)
    expect(backs).toHaveLength(38)
    expect([backs[0], backs[1], backs.at(-1)]).toEqual([570, 555, 15])
    expect(seasonal).toEqual([...backs, 0])
  })

  it('uses all origins if few of them have a year before; earlier years then count at the origin alone', () => {
    const { backs, seasonal } = trainingBacks(420)
    expect(backs).toHaveLength(24)
    expect(seasonal).toEqual([0])
  })

  it('leaves earlier years out of a shop younger than thirteen months', () => {
    expect(trainingBacks(380).seasonal).toEqual([])
  })
})

it('seasonLearned is the share of a year that the origins of a segment span', () => {
  expect([...seasonLearned(trainingBacks(420).seasonal)]).toEqual([0, 0, 0, 0, 0])
  // 12 origins have a year before; the sales 14, 30, 60 and 90 days after are known for 12, 11, 9 and 7 of them.
  const share = (origins: number) => expect.closeTo(origins / 24, 9)
  expect([...seasonLearned(trainingBacks(393 + 180).seasonal)]).toEqual([12, 12, 11, 9, 7].map(share))
  expect([...seasonLearned(trainingBacks(1800).seasonal)]).toEqual([1, 1, 1, 1, 1])
})

it('a shop of fourteen months forecasts the season that it has seen once', () => {
  const season = (day: number) => 1 + 0.5 * Math.sin((2 * Math.PI * day) / 365.25)
  const sold = (product: number, day: number) => Math.round((20 + product) * season(day))
  const days = 425
  const series = Array.from({ length: 30 }, (_, product) => ({
    id: `p${product}`,
    firstDay: 0,
    unitsSold: Float64Array.from({ length: days }, (_, day) => sold(product, day)),
  }))
  const { knowledge, trained } = learnShop({ origin: days - 1, series, horizonDays: 90 })
  series.forEach((one, product) => {
    let later = 0
    for (let day = days; day < days + 90; day++) later += sold(product, day)
    const { distribution } = forecastSeries(one, knowledge, trained[product])
    expect(meanDemand(distribution, 90) / later).toBeGreaterThan(0.9)
    expect(meanDemand(distribution, 90) / later).toBeLessThan(1.1)
  })
})
