import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effectiveLeadTime, type KnownLeadTimes } from './effective-lead-time.ts'
import {
  equallyLikelyDays,
  lateAfterDays,
  leadTimeWithWorstCase,
  remainingDays,
} from './equally-likely-days.ts'
import { learnLeadTime, quantileOfLeadTime } from './learn-lead-time.ts'
import { observedLeadTime } from './received-half.ts'

const SIX = [17, 19, 22, 26, 18, 21]

// Reference values: SciPy 1.17.1 with κ₀ = 1, α₀ = 2, β₀ = 0.08, m₀ = ln(stated), x = np.log(days), xb = x.mean():
// k = 1 + n; m = (m0 + x.sum()) / k; a = 2 + n / 2; b = .08 + ((x - xb)**2).sum() / 2 + n * (xb - m0)**2 / (2 * k);
// np.ceil(np.exp(m + np.sqrt(b * (k + 1) / (a * k)) * stats.t.ppf((np.arange(20) + .5) / 20, 2 * a))).
// An open order replaces x by m + s * E[T | T > (ln age - m) / s], from integrate.quad, twice.
describe('learnLeadTime', () => {
  it.each([
    {
      record: { statedDays: 14, observedDays: SIX },
      learned: { degrees: 10, centre: 2.9572489771196144, scale: 0.2130845646806516 },
      days: [12, 14, 15, 16, 17, 17, 18, 18, 19, 19, 20, 21, 21, 22, 22, 23, 24, 25, 27, 31],
      p90: 25.78106044180213,
    },
    {
      record: { statedDays: 14, observedDays: [20, 25, 16] },
      learned: { degrees: 7, centre: 2.906563537569308, scale: 0.25177897432623186 },
      days: [11, 13, 14, 15, 15, 16, 17, 17, 18, 18, 19, 20, 20, 21, 22, 23, 24, 26, 28, 34],
      p90: 26.122881937165324,
    },
    {
      record: { statedDays: 10, observedDays: [] },
      learned: { degrees: 4, centre: Math.LN10, scale: 0.282842712474619 },
      days: [5, 7, 7, 8, 8, 9, 9, 10, 10, 10, 11, 11, 12, 12, 13, 13, 14, 15, 17, 22],
      p90: 15.4288836483608,
    },
    {
      record: { statedDays: 14, observedDays: SIX, openAges: [40, 10] },
      learned: { degrees: 11, centre: 3.072185447326883, scale: 0.34101592717016466 },
      days: [11, 13, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 29, 31, 33, 37, 46],
      p90: 34.368378135043756,
    },
  ])('gives the reference distribution for $record', ({ record, learned, days, p90 }) => {
    const distribution = learnLeadTime(record)
    expect(distribution.degrees).toBe(learned.degrees)
    expect(distribution.centre).toBeCloseTo(learned.centre, 8)
    expect(distribution.scale).toBeCloseTo(learned.scale, 8)
    expect(equallyLikelyDays(distribution)).toEqual(days)
    expect(quantileOfLeadTime(distribution, 0.9)).toBeCloseTo(p90, 6)
  })

  it('comes close to the true quantiles after many orders, whatever was stated', () => {
    const days = Array.from({ length: 400 }, (_, i) =>
      quantileOfLeadTime({ degrees: 1e6, centre: 3, scale: 0.3 }, (i + 0.5) / 400),
    )
    const learned = learnLeadTime({ statedDays: 5, observedDays: days })
    for (const level of [0.1, 0.5, 0.9]) {
      const truth = quantileOfLeadTime({ degrees: 1e6, centre: 3, scale: 0.3 }, level)
      expect(Math.abs(quantileOfLeadTime(learned, level) / truth - 1)).toBeLessThan(0.03)
    }
  })

  it('is never shortened by an open order, and not changed by one within the usual time', () => {
    forAll(
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 3, maxLength: 12 }),
      fc.nat(300),
      (observedDays, age) => {
        const without = learnLeadTime({ statedDays: 20, observedDays })
        const learned = learnLeadTime({ statedDays: 20, observedDays, openAges: [age] })
        expect(learned.centre).toBeGreaterThanOrEqual(without.centre - 1e-12)
        if (age <= lateAfterDays(without, null)) expect(learned).toEqual(without)
      },
    )
  })

  it('accepts an order that was received on its day, and throws on a stated time of zero', () => {
    expect(
      equallyLikelyDays(learnLeadTime({ statedDays: 1, observedDays: [0, 0, 0] }))[19],
    ).toBeLessThanOrEqual(2)
    expect(() => learnLeadTime({ statedDays: 0, observedDays: [] })).toThrow(/statedDays/)
  })
})

describe('leadTimeWithWorstCase', () => {
  it('has the stated time as median and the worst case as 90 % quantile', () => {
    // SciPy 1.17.1: np.ceil(14 * np.exp(np.log(21/14) / stats.norm.ppf(.9) * stats.norm.ppf((np.arange(20)+.5)/20)))
    const distribution = leadTimeWithWorstCase(14, 21)!
    expect(equallyLikelyDays(distribution)).toEqual([
      8, 9, 10, 11, 12, 12, 13, 13, 14, 14, 15, 15, 16, 17, 17, 18, 19, 21, 23, 27,
    ])
    expect(quantileOfLeadTime(distribution, 0.9)).toBeCloseTo(21, 4)
  })

  it('does not have a distribution if the worst case is not longer', () => {
    expect(leadTimeWithWorstCase(14, 14)).toBeNull()
  })
})

describe('lateAfterDays', () => {
  const distribution = learnLeadTime({ statedDays: 14, observedDays: SIX })

  it('is the 90 % quantile, which a day that the supplier confirmed moves with its spread', () => {
    // SciPy 1.17.1: np.floor(np.exp(m + s * t.ppf(.9, nu))), and the same with m = ln 40
    expect(lateAfterDays(distribution, null)).toBe(Math.floor(quantileOfLeadTime(distribution, 0.9)))
    expect(lateAfterDays(distribution, 40)).toBe(
      Math.floor(40 * Math.exp(Math.log(quantileOfLeadTime(distribution, 0.9)) - distribution.centre)),
    )
  })

  it('is the worst case that the merchant typed, before anything is learned', () => {
    expect(lateAfterDays(leadTimeWithWorstCase(14, 21)!, null)).toBe(21)
  })

  it('comes later with each day that an order waits if its own age is counted, which is why it is not', () => {
    const observedDays = [20, 22, 25]
    const received = lateAfterDays(learnLeadTime({ statedDays: 14, observedDays }), null)
    const moved = (age: number) =>
      lateAfterDays(learnLeadTime({ statedDays: 14, observedDays, openAges: [age] }), null)
    expect(moved(received + 1)).toBeGreaterThan(received + 1)
    expect(moved(received + 10)).toBeGreaterThan(moved(received + 1))
  })
})

describe('remainingDays', () => {
  const distribution = learnLeadTime({ statedDays: 14, observedDays: SIX })

  it('are the reference quantiles of the time left, given that the order is not there yet', () => {
    // SciPy 1.17.1: F = t.cdf((ln 15 - m) / s, nu); np.ceil(np.exp(m + s * t.ppf(F + (1 - F) * (np.arange(5)+.5)/5, nu)) - 15)
    expect(remainingDays(distribution, { ageDays: 15, count: 5 })).toEqual([2, 4, 5, 8, 12])
  })

  it('are never today, however old the order is', () => {
    for (const ageDays of [0, 10, 60, 5000]) {
      const days = remainingDays(distribution, { ageDays })
      expect(Math.min(...days)).toBeGreaterThanOrEqual(1)
      expect(days).toEqual(days.toSorted((a, b) => a - b))
    }
  })

  it('are centred on the day that the supplier confirmed', () => {
    const days = remainingDays(distribution, { ageDays: 2, confirmedDays: 40 })
    expect(days[9]! <= 38 && days[10]! >= 38).toBe(true)
  })
})

describe('effectiveLeadTime', () => {
  const learned = { distribution: learnLeadTime({ statedDays: 14, observedDays: SIX }), orders: 6 }
  const known: KnownLeadTimes = {
    variantDays: 9,
    supplierVariantDays: 11,
    learned,
    statedDays: 14,
    worstDays: 21,
    shopDays: 30,
  }

  it('takes the first that is known: variant, supplier and variant, learned, stated, shop', () => {
    const steps = [known]
    for (const field of ['variantDays', 'supplierVariantDays', 'learned', 'statedDays'] as const) {
      steps.push({ ...(steps.at(-1) as KnownLeadTimes), [field]: null })
    }
    expect(
      steps.map((step) => effectiveLeadTime(step)).map(({ source, leadTimeDays }) => [source, leadTimeDays]),
    ).toEqual([
      ['variant', 9],
      ['supplier_variant', 11],
      ['learned', 19],
      ['stated', 14],
      ['shop', 30],
    ])
  })

  it('has a spread only if it is learned or a worst case is entered', () => {
    expect(effectiveLeadTime(known).leadTimes).toBeNull()
    const learnedOne = effectiveLeadTime({ ...known, variantDays: null, supplierVariantDays: null })
    expect(learnedOne.leadTimes).toEqual(equallyLikelyDays(learned.distribution))
    const stated = { ...known, variantDays: null, supplierVariantDays: null, learned: null }
    expect(effectiveLeadTime(stated).leadTimes).toHaveLength(20)
    expect(effectiveLeadTime({ ...stated, worstDays: null }).leadTimes).toBeNull()
  })

  it.each([
    ['many even orders', 14, Array.from({ length: 60 }, (_, i) => 10 + (i % 11))],
    ['three orders', 14, [12, 19, 25]],
    ['one very late order of twenty', 10, [...Array.from({ length: 19 }, (_, i) => 8 + (i % 5)), 60]],
    ['a slow supplier', 90, [80, 95, 101, 120, 88]],
    ['orders of the next day', 2, [1, 1, 2, 1, 3, 1]],
  ])('shows the 10th and the 90th percentile of %s, to the day', (_, statedDays, observedDays) => {
    const distribution = learnLeadTime({ statedDays, observedDays })
    const none = { ...known, variantDays: null, supplierVariantDays: null }
    const { p10, p90, leadTimeDays } = effectiveLeadTime({ ...none, learned: { distribution, orders: 3 } })
    for (const [shown, share] of [
      [p10, 0.1],
      [leadTimeDays, 0.5],
      [p90, 0.9],
    ] as const)
      expect(Math.abs(shown - quantileOfLeadTime(distribution, share))).toBeLessThanOrEqual(0.5)
  })

  it('shows an entered worst case as the lead time that 9 of 10 orders do not exceed', () => {
    const stated = { ...known, variantDays: null, supplierVariantDays: null, learned: null }
    expect(effectiveLeadTime(stated)).toMatchObject({ leadTimeDays: 14, p90: 21 })
  })

  it('is not learned from fewer than three received orders', () => {
    const young = {
      ...known,
      variantDays: null,
      supplierVariantDays: null,
      learned: { ...learned, orders: 2 },
    }
    expect(effectiveLeadTime(young).source).toBe('stated')
    expect(effectiveLeadTime({ ...young, learned: { ...learned, orders: 3 } }).source).toBe('learned')
  })
})

describe('observedLeadTime', () => {
  it('ends on the day on which half of the accepted units were there', () => {
    const accepted = [
      { day: 130, units: 40 },
      { day: 110, units: 30 },
      { day: 118, units: 30 },
    ]
    expect(observedLeadTime(100, accepted)).toBe(18)
  })

  it('counts a corrected receipt with its correction', () => {
    const accepted = [
      { day: 105, units: 50 },
      { day: 105, units: -50 },
      { day: 112, units: 20 },
    ]
    expect(observedLeadTime(100, accepted)).toBe(12)
  })

  it('is unknown without accepted units, and for an order noted on the day it arrived', () => {
    expect(observedLeadTime(100, [])).toBeNull()
    expect(observedLeadTime(100, [{ day: 100, units: 5 }])).toBeNull()
  })
})
