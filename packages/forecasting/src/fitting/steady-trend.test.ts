import { randomNumbers } from '@stockcast/testkit/random-numbers'
import { describe, expect, it } from 'vitest'
import { prepareHistory } from '../history.ts'
import { DampedSales } from './damped-sales.ts'
import { steadyTrend } from './steady-trend.ts'

const EVEN = new Float64Array(7).fill(1)
const YEAR = 365

function getTrend(days: number, meanOn: (day: number) => number) {
  const random = randomNumbers(21)
  const unitsSold = Float64Array.from({ length: days }, (_, t) => {
    const mean = meanOn(t - days + 1)
    let sold = 0
    for (let product = random(); product > Math.exp(-mean); product *= random()) sold++
    return sold
  })
  const history = prepareHistory({ id: 'one', firstDay: 20_000, unitsSold })
  return steadyTrend(new DampedSales(history, history.n, EVEN), 2)
}

describe('a product that grows by the same share each day', () => {
  it.each([
    ['doubles in half a year', 400, 180],
    ['halves in a quarter', 730, -90],
    ['doubles in a year', 900, 365],
  ])('%s', (_, days, doubling) => {
    const trend = getTrend(days, (day) => 8 * 2 ** (day / doubling))!
    expect(trend.mean / 8).toBeGreaterThan(0.9)
    expect(trend.mean / 8).toBeLessThan(1.1)
    expect((trend.slope * doubling) / Math.LN2).toBeGreaterThan(0.8)
    expect((trend.slope * doubling) / Math.LN2).toBeLessThan(1.2)
    expect(trend.gain).toBeGreaterThan(4)
    expect(trend.spread).toBeLessThan(1.6)
  })

  it.each<[string, number, (day: number) => number]>([
    ['rises towards the season of each year', 1000, (day) => 6 + 4 * Math.sin((2 * Math.PI * day) / YEAR)],
    ['fell back in the last four weeks', 400, (day) => (day > -28 ? 3 : 8 * 2 ** (day / 180))],
    ['is too slow to tell', 400, (day) => 0.05 * 2 ** (day / 180)],
    ['is younger than half a year', 150, (day) => 8 * 2 ** (day / 60)],
  ])('is not a trend if it %s', (_, days, meanOn) => {
    expect(getTrend(days, meanOn)).toBeNull()
  })

  it('gains nothing over a smoothed level if the level is steady', () => {
    const trend = getTrend(400, () => 8)
    expect(trend === null || Math.abs(trend.slope) < 0.001).toBe(true)
  })
})
