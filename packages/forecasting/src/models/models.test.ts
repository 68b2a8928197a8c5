import { describe, expect, it } from 'vitest'
import { type History, prepareHistory } from '../history.ts'
import { classify } from './classify.ts'
import { LEVELS, levelsAt, SES, SMOOTHINGS, WINDOWS } from './levels.ts'
import {
  addVarianceToMean,
  anchorVarianceToMean,
  emptyLines,
  poolVarianceToMean,
  spreadAnchors,
  sumVarianceToMean,
} from './variance-to-mean.ts'
import { poolProfile, toWeekday, weekdayProfile, weekdayTotals } from './weekday-profile.ts'

/** 2024-01-01, a Monday. */
const MONDAY = 19_723

function getHistory(units: (day: number) => number, days: number, outOfStock?: (day: number) => boolean) {
  return prepareHistory({
    id: 'a',
    firstDay: MONDAY,
    unitsSold: Float64Array.from({ length: days }, (_, day) => units(day)),
    ...(outOfStock && {
      outOfStock: Uint8Array.from({ length: days }, (_, day) => (outOfStock(day) ? 1 : 0)),
    }),
  })
}

it('weekdayOf returns the weekday of any day, also before 1970', () => {
  expect(toWeekday(MONDAY)).toBe(0)
  expect(toWeekday(0)).toBe(3)
  expect(toWeekday(-1)).toBe(2)
  expect(toWeekday(-4)).toBe(6)
})

describe('levelsAt', () => {
  const levelsOf = (units: (day: number) => number, days: number, at = days) =>
    levelsAt(getHistory(units, days), [at])

  it('returns the level of a flat series for each model', () => {
    for (const level of levelsOf(() => 3, 500)) expect(level).toBeCloseTo(3, 9)
  })

  it('ignores later days', () => {
    const calm = levelsOf((day) => day % 4, 300, 200)
    const wild = levelsOf((day) => (day < 200 ? day % 4 : 1000), 300, 200)
    expect([...wild]).toEqual([...calm])
  })

  it('returns exponential smoothing and window means by their definitions', () => {
    const units = (day: number) => (day * 7) % 11
    const levels = levelsOf(units, 100)
    let smoothed = Array.from({ length: 28 }, (_, day) => units(day)).reduce((a, b) => a + b) / 28
    for (let day = 0; day < 100; day++) smoothed += 0.1 * (units(day) - smoothed)
    expect(levels[WINDOWS.length + SMOOTHINGS.indexOf(0.1)]).toBeCloseTo(smoothed, 9)
    const lastWeek = Array.from({ length: 7 }, (_, i) => units(93 + i)).reduce((a, b) => a + b) / 7
    expect(levels[0]).toBeCloseTo(lastWeek, 9)
  })

  it('returns the fitted smoothing by its definition, day by day', () => {
    const units = (day: number) => (day % 9 === 4 ? 3 + (day % 5) : day % 23 === 7 ? 9 : 0)
    const levels = levelsOf(units, 250)
    const first = Array.from({ length: 28 }, (_, day) => units(day))
    const mean = first.reduce((a, b) => a + b) / 28
    const smoothed = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5].map((rate) => {
      let [level, error] = [mean, 0]
      for (let day = 0; day < 250; day++) {
        error += (units(day) - level) ** 2
        level += rate * (units(day) - level)
      }
      return { level, error }
    })
    const best = (all: { level: number; error: number }[]) => all.sort((a, b) => a.error - b.error)[0]?.level
    expect(levels[SES]).toBeCloseTo(best(smoothed)!, 9)
  })

  it('returns the same row whatever other days are asked for', () => {
    const history = getHistory((day) => (day % 11 === 3 ? 2 + (day % 3) : 0), 300)
    const alone = levelsAt(history, [300])
    const all = levelsAt(
      history,
      Array.from({ length: 20 }, (_, i) => 15 * (i + 1)),
    )
    expect([...all.subarray(-LEVELS)]).toEqual([...alone])
  })

  it('ignores days out of stock', () => {
    const soldOut = (day: number) => day >= 60 && day < 90
    const history = getHistory((day) => (soldOut(day) ? 0 : 5), 92, soldOut)
    const levels = levelsAt(history, [92])
    for (let k = 0; k < LEVELS; k++) expect(levels[k]).toBeCloseTo(5, 9)
  })

  it('returns levels close to zero when sales have ended', () => {
    expect(levelsOf((day) => (day < 200 ? 4 : 0), 400)[SES]).toBeLessThan(0.2)
  })
})

const getTotals = (histories: readonly History[]) =>
  histories.map((history) => weekdayTotals(history, history.n))

describe('weekdayProfile', () => {
  const saturdayShut = (day: number) => (day % 7 === 5 ? 0 : 10)

  it('averages 1, and is zero on the weekday without sales in the shop', () => {
    const history = getHistory(saturdayShut, 364)
    const ratios = weekdayProfile(history, history.n, poolProfile(getTotals([history])))
    expect(ratios[5]).toBe(0)
    expect(ratios[0]).toBeCloseTo(7 / 6, 9)
    expect(ratios.reduce((a, b) => a + b)).toBeCloseTo(7, 9)
  })

  it('is close to that of the shop for a series with few sales', () => {
    const shop = Array.from({ length: 30 }, (_, i) => getHistory((day) => saturdayShut(day + 7 * i), 364))
    const rare = getHistory((day) => (day === 300 ? 1 : 0), 364)
    const ratios = weekdayProfile(rare, rare.n, poolProfile(getTotals([...shop, rare])))
    expect(ratios[5]).toBeLessThan(0.2)
    for (const weekday of [0, 1, 2, 3, 4, 6]) expect(ratios[weekday]).toBeGreaterThan(0.9)
  })

  it('is flat without sales', () => {
    const history = getHistory(() => 0, 50)
    expect([...weekdayProfile(history, 50, poolProfile(getTotals([history])))]).toEqual([1, 1, 1, 1, 1, 1, 1])
  })
})

function getLines(histories: readonly History[]) {
  const lines = emptyLines()
  for (const history of histories) addVarianceToMean(lines, history)
  return lines
}

describe('the variance-to-mean ratio', () => {
  const overWeeks = (units: (day: number) => number, days: number) =>
    sumVarianceToMean(getHistory(units, days), days, 7)

  it('is zero for sums over whole weeks when demand depends only on the weekday', () => {
    const own = overWeeks((day) => (day % 7 === 5 ? 0 : 10), 364)
    expect(own?.mean).toBeCloseTo(60, 9)
    expect(own?.varianceToMean).toBeCloseTo(0, 9)
  })

  it('is null without demand or with a single sum', () => {
    expect(overWeeks(() => 0, 100)).toBeNull()
    expect(overWeeks(() => 1, 7)).toBeNull()
  })

  it('is that of the shop for a series with too short a history', () => {
    const wild = Array.from({ length: 40 }, (_, i) =>
      getHistory((day) => ((day + i) % 10 === 0 ? 30 : 0), 400),
    )
    const pooled = poolVarianceToMean(getLines(wild))
    const young = getHistory(() => 3, 10)
    const own = anchorVarianceToMean(young, 10, 0, { pooled, mean: 3 })
    const alone = anchorVarianceToMean(young, 10, 0, {
      pooled: poolVarianceToMean(getLines([young])),
      mean: 3,
    })
    expect(own).toBeGreaterThan(2 * alone)
  })

  it('is between the values of two anchors between them', () => {
    const spread = spreadAnchors(Float64Array.from([1, 2, 4, 8, 9, 10]), 120)
    expect(spread[0]).toBeCloseTo(1, 9)
    expect(spread[6]).toBeCloseTo(2, 9)
    expect(spread[9]).toBeGreaterThan(2)
    expect(spread[9]).toBeLessThan(4)
    expect(spread[89]).toBeCloseTo(10, 9)
    expect(spread).toHaveLength(120)
  })
})

describe('classify', () => {
  it.each([
    ['smooth', (day: number) => 5 + (day % 2)],
    ['erratic', (day: number) => (day % 5 === 0 ? 40 : 1)],
    ['intermittent', (day: number) => (day % 4 === 0 ? 2 : 0)],
    ['lumpy', (day: number) => (day % 12 === 0 ? 40 : day % 4 === 0 ? 1 : 0)],
    ['none', () => 0],
  ] as const)('recognises %s demand', (name, units) => {
    expect(classify(getHistory(units, 364))).toBe(name)
  })

  it('does not treat days out of stock as days without demand', () => {
    const soldOut = (day: number) => day % 2 === 1
    expect(classify(getHistory((day) => (soldOut(day) ? 0 : 5), 100, soldOut))).toBe('smooth')
  })
})
