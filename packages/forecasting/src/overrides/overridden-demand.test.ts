import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meanDemand, meanOfDay, noDemandDistribution } from '../distribution/demand-distribution.ts'
import { steadyDistribution, weeklyDistribution } from '../distribution/example-distributions.ts'
import { demandQuantile } from '../distribution/read-distribution.ts'
import { scaleDemand } from '../distribution/scale-demand.ts'
import { fillDailySmoothQuantiles } from '../distribution/smooth-quantile.ts'
import { type DayRatios, type Override, overriddenDemand } from './overridden-demand.ts'

const TODAY = 20_000
const usual = weeklyDistribution([4, 5, 6, 7, 12, 20, 2], [1.5, 1.8, 2, 2.2])
const none: DayRatios = new Map()

const days = (from: number, to: number) => ({ from: TODAY + from, to: TODAY + to })

function changed(overrides: readonly Override[], { of = usual, ratios = none } = {}) {
  return overriddenDemand({ distribution: of, today: TODAY, overrides, ratios }).distribution
}

/** Expected units of the days from `from` to `to`; day 0 is today. */
const getUnits = (distribution: typeof usual, from: number, to: number) =>
  meanDemand(distribution, to + 1) - meanDemand(distribution, from)

const bands = (distribution: typeof usual, day: number) => {
  const out = new Float64Array(3)
  fillDailySmoothQuantiles(distribution, day + 1, [0.1, 0.5, 0.9], out)
  return [...out]
}

describe('a changed forecast', () => {
  it('is the same object without an override, and if all have ended', () => {
    expect(changed([])).toBe(usual)
    expect(changed([{ ...days(-9, -1), kind: 'percent', amount: 50 }])).toBe(usual)
  })

  it('sells a total exactly, for any days, units and demand', () => {
    forAll(
      fc.nat(60),
      fc.nat(120),
      fc.nat(100_000),
      fc.array(fc.nat(600), { minLength: 7, maxLength: 7 }),
      (from, length, amount, means) => {
        const span = days(from, from + length)
        const tenths = means.map((mean) => mean / 10)
        const of = weeklyDistribution(tenths, [1.6])
        const total = getUnits(changed([{ ...span, kind: 'total', amount }], { of }), from, from + length)
        expect(Math.abs(total - amount)).toBeLessThan(1e-6)
      },
    )
  })

  it('with a total equal to the forecast is the forecast', () => {
    const total = getUnits(usual, 3, 12)
    const same = changed([{ ...days(3, 12), kind: 'total', amount: total }])
    for (const length of [5, 30, 90]) {
      for (const p of [0.1, 0.5, 0.9])
        expect(demandQuantile(same, length, p)).toBe(demandQuantile(usual, length, p))
    }
  })

  it('by a percentage of all days is the scaled distribution, with its quantiles of days and sums', () => {
    const more = changed([{ ...days(0, 179), kind: 'percent', amount: 60 }])
    const scaled = scaleDemand(usual, 1.6)
    for (const length of [1, 7, 30, 90])
      for (const p of [0.05, 0.5, 0.9, 0.975])
        expect(demandQuantile(more, length, p)).toBe(demandQuantile(scaled, length, p))
    expect(bands(more, 9)).toEqual(bands(scaled, 9))
  })

  it('changes neither the days before it nor the days after it', () => {
    const more = changed([{ ...days(10, 19), kind: 'per_day', amount: 7 }])
    for (const day of [0, 9, 20, 89]) {
      expect(meanOfDay(more, day + 1)).toBeCloseTo(meanOfDay(usual, day + 1), 9)
      expect(bands(more, day)).toEqual(bands(usual, day))
    }
    for (const day of [10, 14, 19])
      expect(meanOfDay(more, day + 1)).toBeCloseTo(meanOfDay(usual, day + 1) + 7, 9)
    // What follows the horizon is not more because of ten days in it.
    expect(getUnits(more, 100, 129)).toBeCloseTo(getUnits(usual, 100, 129), 6)
  })

  it('counts the first override of a day alone', () => {
    const narrow: Override = { ...days(5, 6), kind: 'percent', amount: -50 }
    const wide: Override = { ...days(0, 20), kind: 'percent', amount: 100 }
    const both = changed([narrow, wide])
    expect(meanOfDay(both, 6)).toBeCloseTo(meanOfDay(usual, 6) / 2, 9)
    expect(meanOfDay(both, 8)).toBeCloseTo(meanOfDay(usual, 8) * 2, 9)
  })

  it('takes the place of a sale, and sells nothing on closed days', () => {
    const ratios = new Map([
      [TODAY + 2, 3],
      [TODAY + 3, 0],
      [TODAY + 4, 0.5],
    ])
    const more = changed([{ ...days(0, 9), kind: 'percent', amount: 20 }], { ratios })
    expect(meanOfDay(more, 3)).toBeCloseTo((meanOfDay(usual, 3) / 3) * 1.2, 9)
    expect(meanOfDay(more, 4)).toBe(0)
    // A quiet holiday stays quiet.
    expect(meanOfDay(more, 5)).toBeCloseTo(meanOfDay(usual, 5) * 1.2, 9)
    const total = changed([{ ...days(0, 9), kind: 'total', amount: 90 }], { ratios })
    expect(meanOfDay(total, 4)).toBe(0)
    expect(getUnits(total, 0, 9)).toBeCloseTo(90, 9)
  })

  it('sells on a weekday that is always closed if it covers only that day', () => {
    const of = weeklyDistribution([4, 0, 6], [1.5])
    const opened = changed([{ ...days(1, 1), kind: 'total', amount: 50 }], { of })
    expect(meanOfDay(opened, 2)).toBe(50)
    const month = changed([{ ...days(0, 29), kind: 'per_day', amount: 5 }], { of })
    expect(meanOfDay(month, 2)).toBe(0)
  })

  it('sells nothing at −100 % and at less than nothing a day', () => {
    expect(getUnits(changed([{ ...days(0, 6), kind: 'percent', amount: -100 }]), 0, 6)).toBe(0)
    expect(getUnits(changed([{ ...days(0, 6), kind: 'per_day', amount: -500 }]), 0, 6)).toBe(0)
  })

  it('of a product without demand spreads its units evenly, and is as unsure as somebody who guesses', () => {
    const of = noDemandDistribution(90)
    const launch = changed([{ ...days(5, 14), kind: 'total', amount: 100 }], { of })
    expect(getUnits(launch, 0, 4)).toBe(0)
    for (let day = 5; day <= 14; day++) expect(meanOfDay(launch, day + 1)).toBeCloseTo(10, 9)
    const [low, high] = [0.1, 0.9].map((p) => demandQuantile(launch, 30, p)) as [number, number]
    expect(low).toBeLessThan(50)
    expect(high).toBeGreaterThan(150)
    expect(bands(launch, 7)[2]).toBeGreaterThan(14)
    // A percentage of nothing is nothing.
    expect(meanDemand(changed([{ ...days(0, 9), kind: 'percent', amount: 100 }], { of }), 90)).toBe(0)
  })

  it('with fewer units than days sells less than a unit a day', () => {
    const few = changed([{ ...days(0, 19), kind: 'total', amount: 3 }])
    expect(getUnits(few, 0, 19)).toBeCloseTo(3, 9)
    expect(meanOfDay(few, 1)).toBeLessThan(1)
  })

  it('that is stated far above the forecast is not as wide as the forecast of a slow seller would make it', () => {
    const of = steadyDistribution(0.02, 1.3)
    const many = changed([{ ...days(0, 29), kind: 'total', amount: 500 }], { of })
    expect(demandQuantile(many, 30, 0.5)).toBeGreaterThan(400)
    expect(demandQuantile(many, 30, 0.9)).toBeLessThan(1000)
  })

  it('reaches days after the horizon, which get their part of the total', () => {
    const far = changed([{ ...days(80, 199), kind: 'total', amount: 1200 }])
    expect(far.horizonDays).toBe(200)
    expect(getUnits(far, 80, 199)).toBeCloseTo(1200, 6)
    expect(getUnits(far, 0, 79)).toBeCloseTo(getUnits(usual, 0, 79), 6)
  })

  it('has only the rest of a total that has begun', () => {
    const half = changed([{ ...days(-10, 9), kind: 'total', amount: 200, share: 0.5 }])
    expect(getUnits(half, 0, 9)).toBeCloseTo(100, 9)
  })

  it('borrows from another product, and does nothing if that product is deleted', () => {
    const of = noDemandDistribution(90)
    const like: Override = { ...days(10, 60), kind: 'like', amount: 50, like: usual }
    const launch = changed([like], { of })
    expect(getUnits(launch, 0, 9)).toBe(0)
    expect(getUnits(launch, 10, 60)).toBeCloseTo(getUnits(usual, 10, 60) / 2, 9)
    const [low, high] = [0.1, 0.9].map((p) => demandQuantile(launch, 61, p)) as [number, number]
    expect(high / low).toBeGreaterThan(2)
    expect(changed([{ ...like, like: undefined }], { of })).toBe(of)
  })

  it('keeps quantiles in order of probability and of days', () => {
    const kinds = fc.constantFrom('percent' as const, 'per_day' as const, 'total' as const)
    const one = fc
      .record({
        from: fc.integer({ min: -5, max: 80 }),
        length: fc.nat(60),
        kind: kinds,
        amount: fc.nat(500),
      })
      .map(({ from, length, ...rest }): Override => ({ ...days(from, from + length), ...rest }))
    forAll(
      fc.array(one, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 170 }),
      (overrides, length) => {
        const distribution = changed(overrides)
        const at = (p: number, n = length) => demandQuantile(distribution, n, p)
        expect(at(0.1)).toBeLessThanOrEqual(at(0.5))
        expect(at(0.5)).toBeLessThanOrEqual(at(0.9))
        expect(at(0.9)).toBeLessThanOrEqual(at(0.9, length + 1))
        expect(distribution.cumulativeMean.every(Number.isFinite)).toBe(true)
      },
    )
  })
})
