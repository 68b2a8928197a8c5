import { describe, expect, it } from 'vitest'
import { forecastSeries } from '../forecast-series.ts'
import type { SeriesInput } from '../types.ts'
import { empiricalWeight } from './empirical-weight.ts'
import { learnShop } from './learn-shop.ts'

const DAYS = 720
const ORIGIN = 20_400
const SERIES = 40

/** A repeatable sequence of numbers from 0 to 1. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

function getShop(unitsOn: (day: number, random: () => number) => number): SeriesInput[] {
  return Array.from({ length: SERIES }, (_, i) => {
    const random = numbersFrom(i + 1)
    const unitsSold = Float64Array.from({ length: DAYS }, (_, day) => unitsOn(day, random))
    return { id: `series ${i}`, firstDay: ORIGIN - DAYS + 1, unitsSold }
  })
}

const getWeight = (series: SeriesInput[]) => learnShop({ origin: ORIGIN, series }).knowledge.empiricalWeight

/** Sells 2 or 3 units, and 30 or 31 on one of seven days. */
const inTwoStates = (_: number, random: () => number) =>
  (random() < 1 / 7 ? 30 : 2) + Math.floor(2 * random())

describe('empiricalWeight', () => {
  it('is the weight with the least loss, and 0 without past days', () => {
    expect(empiricalWeight(Float64Array.of(10, 9, 8, 11))).toBe(0.5)
    expect(empiricalWeight(Float64Array.of(10, 10, 10, 10))).toBe(0)
    expect(empiricalWeight(Float64Array.of(0, 0, 0, 0))).toBe(0)
    expect(getWeight([])).toBe(0)
  })

  it('is above zero in a shop whose days are few or many units, but seldom between', () => {
    expect(getWeight(getShop(inTwoStates))).toBeGreaterThan(0)
  })

  it('is zero in a shop that grows, whose past days were smaller', () => {
    expect(getWeight(getShop((day, random) => Math.round((day / 20) * (0.9 + 0.2 * random()))))).toBe(0)
  })

  it('gives quantiles of single days nearer to the past days, and leaves means and sums as they are', () => {
    const series = getShop(inTwoStates)
    const { knowledge } = learnShop({ origin: ORIGIN, series })
    const [one] = series as [SeriesInput]
    const { distribution } = forecastSeries(one, knowledge)
    const { distribution: plain } = forecastSeries(one, { ...knowledge, empiricalWeight: 0 })
    expect(distribution.empiricalDays?.weight).toBe(knowledge.empiricalWeight)
    expect(plain.empiricalDays).toBeNull()
    expect({ ...distribution, empiricalDays: null }).toEqual(plain)
  })
})
