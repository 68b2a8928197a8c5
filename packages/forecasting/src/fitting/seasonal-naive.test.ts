import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepareHistory } from '../history.ts'
import { EarlierYearSums, type EarlierYears } from './earlier-years.ts'
import { combinedWithYearsBefore } from './seasonal-naive.ts'

const LEVEL = 10

function getHistory(unitsSold: readonly number[]) {
  return prepareHistory({ id: 'a', firstDay: 0, unitsSold: Float64Array.from(unitsSold) })
}

/** Returns a series that sold the given units on each day of each year, the earliest year first. */
function getView(years: readonly number[], daysBefore = 28) {
  const units = years.flatMap((perDay) => Array<number>(364).fill(perDay))
  return {
    history: getHistory([...Array<number>(daysBefore).fill(1), ...units]),
    end: units.length + daysBefore,
  }
}

/** Returns what earlier years say in a shop that grows. */
function growing(growth: number): EarlierYears {
  return {
    seasonalIndices: new Float64Array(10).fill(1),
    growth,
    seasonLearned: new Float64Array(5).fill(1),
  }
}

describe('combinedWithYearsBefore', () => {
  it('gives the same days of the year before .15 of the first 30 days, and .35 of the later ones', () => {
    const view = getView([8])
    const combined = [0, 1, 2, 3, 4].map((s) => combinedWithYearsBefore(LEVEL, view, s, growing(1)))
    expect(combined.slice(0, 3)).toEqual([9.7, 9.7, 9.7])
    expect(combined[3]).toBeCloseTo(9.3, 9)
    expect(combined[4]).toBeCloseTo(9.3, 9)
  })

  it('takes the days of the segment, not those around them', () => {
    const units = Array<number>(28 + 364).fill(0)
    for (let day = 28 + 7; day < 28 + 14; day++) units[day] = 20
    const view = { history: getHistory(units), end: units.length }
    expect(combinedWithYearsBefore(LEVEL, view, 1, growing(1))).toBeCloseTo(11.5, 9)
    expect(combinedWithYearsBefore(LEVEL, view, 0, growing(1))).toBeCloseTo(9.25, 9)
    expect(combinedWithYearsBefore(LEVEL, view, 2, growing(1))).toBeCloseTo(9.25, 9)
  })

  it('takes the mean of the last two years, each with the growth since', () => {
    // 8 × 1.1² = 9.68 and 9 × 1.1 = 9.9
    expect(combinedWithYearsBefore(LEVEL, getView([8, 9]), 0, growing(1.1))).toBeCloseTo(
      0.85 * LEVEL + (0.15 * (9.68 + 9.9)) / 2,
      9,
    )
    expect(combinedWithYearsBefore(LEVEL, getView([20, 8, 9]), 0, growing(1.1))).toBeCloseTo(
      0.85 * LEVEL + (0.15 * (9.68 + 9.9)) / 2,
      9,
    )
  })

  it('keeps the level of a series with under four weeks before the year that is compared, and of a young shop', () => {
    expect(combinedWithYearsBefore(LEVEL, getView([8], 27), 0, growing(1))).toBe(LEVEL)
    expect(combinedWithYearsBefore(LEVEL, getView([8]), 0, null)).toBe(LEVEL)
  })

  it('moves a level by at most its weight, down towards half of it or up towards double', () => {
    forAll(
      fc.double({ min: 1e-3, max: 1e4, noNaN: true }),
      fc.double({ min: 0, max: 1e5, noNaN: true }),
      fc.double({ min: 0.4, max: 2.5, noNaN: true }),
      fc.integer({ min: 0, max: 4 }),
      (level, before, growth, segment) => {
        const combined = combinedWithYearsBefore(level, getView([before]), segment, growing(growth))
        const weight = segment < 3 ? 0.15 : 0.35
        expect(combined).toBeGreaterThanOrEqual(level * (1 - weight / 2) * (1 - 1e-12))
        expect(combined).toBeLessThanOrEqual(level * (1 + weight) * (1 + 1e-12))
      },
    )
  })
})

describe('EarlierYearSums', () => {
  const WHOLE = new Float64Array(5).fill(1)
  const getGrowth = (...series: (readonly number[])[]) => {
    const sums = new EarlierYearSums()
    for (const units of series) sums.add(getHistory(units), 0)
    return sums.earlierYears(WHOLE).growth
  }
  const years = (...perDay: number[]) => perDay.flatMap((units) => Array<number>(364).fill(units))

  /** The growth of products that made the given shares of two years in the latest one, beside 20 products that did not grow. */
  const shrunk = (...latest: number[]) => {
    const sum = latest.reduce((total, share) => total + share, 0)
    return (10 + sum) / (10 + latest.length - sum)
  }

  it('compares the last year with the one before, and counts every product the same', () => {
    expect(getGrowth(years(10, 15))).toBeCloseTo(shrunk(0.6), 9)
    expect(getGrowth(years(1, 9, 12))).toBeCloseTo(shrunk(4 / 7), 9)
    expect(getGrowth(years(1000, 2000), years(2, 1))).toBeCloseTo(1, 9)
  })

  it('believes many products that grow alike', () => {
    const products = Array.from({ length: 2000 }, () => years(10, 15))
    expect(getGrowth(...products)).toBeCloseTo(1.5, 1)
  })

  it('compares the days that are known in both years', () => {
    const days = [...Array<number>(28).fill(4), ...Array<number>(336).fill(90), ...Array<number>(28).fill(6)]
    expect(getGrowth(days)).toBeCloseTo(shrunk(0.6), 9)
  })

  it('leaves out products that are too young or sold nothing in one of the years, and bounds the growth', () => {
    expect(
      getGrowth(years(0, 5), years(5, 0), [...Array<number>(363).fill(4), ...Array<number>(28).fill(6)]),
    ).toBe(1)
    expect(getGrowth()).toBe(1)
    expect(getGrowth(...Array.from({ length: 200 }, () => years(1, 50)))).toBe(2.5)
    expect(getGrowth(...Array.from({ length: 200 }, () => years(50, 1)))).toBe(0.4)
  })

  it('is the same for the whole shop and for its parts', () => {
    const [a, b, both] = [new EarlierYearSums(), new EarlierYearSums(), new EarlierYearSums()]
    a.add(getHistory(years(3, 4)), 0)
    b.add(getHistory(years(8, 6)), 0)
    for (const part of [a, b]) both.addAll(structuredClone(part))
    expect(both.earlierYears(WHOLE).growth).toBeCloseTo(getGrowth(years(3, 4), years(8, 6)), 12)
  })
})
