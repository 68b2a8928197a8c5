import { decodeDistribution } from '@stockcast/forecasting/decisions'
import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  averagesBefore,
  coverAhead,
  daysOfCover,
  getSum,
  stockoutOddsAhead,
  stockoutsAhead,
  valueAhead,
} from './days-ahead.ts'

const HORIZON = 90

/** Six units a day. As stored: version, horizon, spread of a day, mean of each day, spread of each sum. */
const distribution = decodeDistribution([
  1,
  HORIZON,
  2,
  ...Array.from({ length: HORIZON }, () => 6),
  ...Array.from({ length: HORIZON }, () => 2),
])
const ordered = (range: { low: number | null; likely: number; high: number | null }) =>
  range.low! <= range.likely && range.likely <= range.high!

const found = fc.array(
  fc
    .tuple(fc.nat(120), fc.nat(60), fc.nat(60), fc.integer({ min: 1, max: 9 }))
    .map(([low, more, evenMore, variants]) => ({
      low,
      likely: low + more,
      high: low + more + evenMore > 90 ? null : low + more + evenMore,
      variants,
    })),
)

it('the number of stockouts ahead includes each variant from its day on, and never falls', () => {
  forAll(found, (variants) => {
    const ahead = stockoutsAhead(variants, HORIZON)
    ahead.forEach((day, i) => {
      const out = variants.filter(({ likely }) => likely <= i)
      expect(day.likely).toBe(out.reduce((sum, each) => sum + each.variants, 0))
      expect(ordered(day)).toBe(true)
    })
  })
})

describe('the projection of one variant', () => {
  const path = { distribution, available: 60, incoming: [], price: 10 }

  it('loses a day of cover each day until nothing is left', () => {
    const cover = coverAhead({ distribution, days: 30, stock: 60, unitsADay: 6 })
    expect(cover[4]!.likely).toBeCloseTo(5, 0)
    expect(cover[29]!.likely).toBe(0)
    for (const each of cover) expect(ordered(each!)).toBe(true)
  })

  it('gives probabilities of a stockout that grow from nothing to certainty', () => {
    const odds = stockoutOddsAhead(path, 30).map(({ likely }) => likely)
    expect(odds[0]).toBe(0)
    expect(odds[29]).toBe(1)
    expect(odds).toEqual(odds.toSorted((a, b) => a - b))
  })

  it('loses sales once the stock has ended, and later when a receipt is scheduled', () => {
    const value = valueAhead(path, 30)
    expect(value[2]!.likely).toBeLessThan(1)
    expect(value[29]!.likely / ((180 - 60) * 10)).toBeCloseTo(1, 1)
    const arriving = valueAhead({ ...path, incoming: [{ day: 5, units: 60 }] }, 30)
    expect(arriving[29]!.likely / ((180 - 120) * 10)).toBeCloseTo(1, 0)
    expect(valueAhead({ ...path, price: null }, 30)[29]).toBeNull()
  })

  it('has no days of cover where nothing sells', () => {
    expect(coverAhead({ distribution, days: 3, stock: 60, unitsADay: 0 })).toEqual([null, null, null])
  })
})

it('the averages before each day are the means of the 30 days before each day, itself excluded', () => {
  forAll(fc.array(fc.nat(1000), { maxLength: 120 }), (units) => {
    const expected = units.map((_, i) => getSum(units.slice(Math.max(0, i - 30), i)) / 30)
    averagesBefore(units).forEach((average, i) => {
      expect(average).toBeCloseTo(expected[i]!, 9)
    })
  })
})

it.each([
  [60, 6, 10],
  [-3, 6, 0],
  [60, 0, null],
  [null, 6, null],
  [60, null, null],
])('days of cover of %s units at %s a day are %s', (stock, unitsADay, days) => {
  expect(daysOfCover(stock, unitsADay)).toBe(days)
})
