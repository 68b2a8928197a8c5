import { noise } from '@stockcast/testkit/random-numbers'
import { describe, expect, it } from 'vitest'
import { meanDemand } from '../distribution/demand-distribution.ts'
import { forecastSeries } from '../forecast-series.ts'
import type { SeriesInput } from '../types.ts'
import { learnShop } from './learn-shop.ts'
import { driftOn, getPersistence } from './shop-drift.ts'

const ORIGIN = 20_000
const DAYS = 400

/** Returns forty products whose demand follows `factor`. */
function getShop(factor: (day: number) => number): SeriesInput[] {
  return Array.from({ length: 40 }, (_, i) => ({
    id: String(i),
    firstDay: ORIGIN - DAYS + 1,
    unitsSold: Float64Array.from({ length: DAYS }, (_, day) =>
      Math.round(2 * (2 + (i % 5)) * factor(day) * noise(day * 41 + i)),
    ),
  }))
}

const wave = (day: number) => Math.exp(0.5 * Math.sin((2 * Math.PI * (day - DAYS)) / 365))

/** Returns a first-order autoregressive series with coefficient `persistence`. */
function following(persistence: number, seed: number): number[] {
  const values: number[] = []
  let value = 0
  for (let step = -20; step < 24; step++) {
    let shock = -6
    for (let k = 0; k < 12; k++) shock += noise(seed * 997 + step * 13 + k)
    value = persistence * value + shock
    if (step >= 0) values.push(value)
  }
  return values
}

describe('persistenceOf', () => {
  it('is unbiased for as few as 24 steps', () => {
    const found = Array.from({ length: 200 }, (_, shop) => getPersistence(following(0.8, shop + 1)))
    const believed = found.filter((each) => each !== null)
    expect(believed.length).toBeGreaterThan(170)
    const mean = believed.reduce((sum, each) => sum + each, 0) / believed.length
    expect(mean).toBeGreaterThan(0.74)
    expect(mean).toBeLessThan(0.84)
  })

  it('is null for values that chance explains', () => {
    const found = Array.from({ length: 200 }, (_, shop) => getPersistence(following(0, shop + 1)))
    expect(found.filter((each) => each === null).length).toBeGreaterThan(185)
  })
})

describe('shopDrift', () => {
  it('is null if the errors of the shop are not autocorrelated', () => {
    expect(learnShop({ origin: ORIGIN, series: getShop(() => 1) }).knowledge.drift).toBeNull()
  })

  it('is null for a shop with too short a history', () => {
    const young = getShop(wave).map((one) => ({
      ...one,
      firstDay: ORIGIN - 99,
      unitsSold: one.unitsSold.subarray(-100),
    }))
    expect(learnShop({ origin: ORIGIN, series: young }).knowledge.drift).toBeNull()
  })

  it('raises the forecasts of a shop in a rising season towards actual demand', () => {
    const series = getShop(wave)
    const { knowledge, trained } = learnShop({ origin: ORIGIN, series })
    expect(knowledge.drift?.now).toBeGreaterThan(0)
    const getMean = (drift: typeof knowledge.drift) =>
      series.reduce((sum, one, i) => {
        const { distribution } = forecastSeries(one, { ...knowledge, drift }, trained[i])
        return sum + meanDemand(distribution, 14)
      }, 0)
    let coming = 0
    for (let i = 0; i < 40; i++) for (let day = 0; day < 14; day++) coming += (2 + (i % 5)) * wave(DAYS + day)
    const error = (drift: typeof knowledge.drift) => Math.abs(Math.log(getMean(drift) / coming))
    expect(error(knowledge.drift)).toBeLessThan(error(null))
  })

  it('fades with the days', () => {
    const drift = { now: 0.2, persistence: 0.8 }
    const factors = [0, 14, 30, 89].map((day) => driftOn(drift, day))
    expect(factors).toEqual([...factors].sort((a, b) => b - a))
    expect(factors[0]).toBeLessThan(Math.exp(0.2))
    expect(factors[3]).toBeGreaterThan(1)
  })
})
