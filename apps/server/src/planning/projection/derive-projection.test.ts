import { encodeDistribution, forecastShop } from '@stockcast/forecasting'
import { assumedReceipts, decodeDistribution } from '@stockcast/forecasting/decisions'
import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { epochDay } from '../../kernel/calendar.ts'
import {
  deriveProjection,
  distributionToday,
  expectedLostSales,
  isQuiet,
  type VariantState,
} from './derive-projection.ts'

const today = epochDay('2026-11-20')
const policy = { leadTimeDays: 14, safetyStock: 5, serviceLevel: 0.9, reviewPeriodDays: 30 }

function getDistribution(unitsADay: number): number[] {
  const unitsSold = new Float64Array(120).fill(unitsADay)
  const [fitted] = forecastShop({
    origin: today - 1,
    series: [{ id: '1', firstDay: today - 120, unitsSold }],
  })
  return encodeDistribution(fitted!.distribution)
}
const sixADay = { distribution: getDistribution(6), origin: today - 1 }
const none = { distribution: getDistribution(0), origin: today - 1 }

function getState(change: Partial<VariantState> = {}): VariantState {
  return {
    variantId: 1,
    isTracked: true,
    isOnSale: true,
    hasSold: true,
    price: 10,
    available: 120,
    incoming: 0,
    unitsSold30: 180,
    forecast: sixADay,
    override: { safetyStock: null, leadTimeDays: null, coverDays: null },
    ...change,
  }
}

function getProjection(change: Partial<VariantState> = {}) {
  const state = getState(change)
  return deriveProjection({ state, distribution: distributionToday(state.forecast, today), policy, today })
}

describe('F-02 days of cover', () => {
  it.each([0, 1e-30, 1e-6, 0.001, 0.01, 0.05])('end at a stated most at %f a day', (daily) => {
    const distribution = {
      horizonDays: 90,
      cumulativeMean: Float64Array.from({ length: 90 }, (_, i) => daily * (i + 1)),
      varianceToMean: new Float64Array(90).fill(1.2),
      dayVarianceToMean: 1.2,
    }
    for (const available of [1, 50, 2_000_000_000]) {
      const state = getState({ available, forecast: null })
      const { days_until_stockout: days } = deriveProjection({ state, distribution, policy, today })
      expect(Number.isInteger(days)).toBe(true)
      expect(days).toBeGreaterThanOrEqual(1)
      expect(days).toBeLessThanOrEqual(999)
    }
  })
})

describe('T-02 the stock projection of a variant', () => {
  it.each<[string, Partial<VariantState>, object]>([
    [
      'of 120 units at 6 a day runs out in 20 days',
      {},
      { status: 'healthy', projection_kind: 'days', days_until_stockout: 20, days_source: 'forecast' },
    ],
    ['is Low Stock at 14 days', { available: 84 }, { status: 'warning', days_until_stockout: 14 }],
    ['is critical at 7 days', { available: 42 }, { status: 'critical', days_until_stockout: 7 }],
    [
      'is out of stock at 0',
      { available: 0 },
      { status: 'out_of_stock', projection_kind: 'out_of_stock', days_until_stockout: 0 },
    ],
    ['is out of stock when oversold', { available: -4 }, { status: 'out_of_stock', available: -4 }],
    [
      'without demand has 999 days',
      { forecast: none, unitsSold30: 0 },
      { status: 'healthy', projection_kind: 'no_demand', days_until_stockout: 999, days_low: null },
    ],
    [
      'beyond the horizon continues at its average, and stays below the value for no sales',
      { available: 1200 },
      { projection_kind: 'beyond', days_until_stockout: 200, days_high: null, status: 'healthy' },
    ],
    ['never reaches 999 with sales', { available: 1_000_000 }, { days_until_stockout: 998 }],
    [
      'without a forecast is stock ÷ average daily sales, rounded down',
      { forecast: null, available: 47 },
      {
        days_source: 'mean',
        days_until_stockout: 7,
        status: 'critical',
        recommendation: null,
        order_by: null,
      },
    ],
    [
      'of untracked stock is unknown and healthy',
      { isTracked: false },
      {
        status: 'healthy',
        projection_kind: 'unknown',
        available: null,
        days_until_stockout: null,
        is_quiet: true,
      },
    ],
    [
      'of an archived product recommends nothing',
      { isOnSale: false, available: 3 },
      {
        status: 'critical',
        recommendation: null,
        order_quantity: null,
        order_by: null,
        expected_lost_sales: null,
      },
    ],
  ])('%s', (_title, change, expected) => {
    expect(getProjection(change)).toMatchObject(expected)
  })

  it('W-03 of a healthy product expects no stockout days where only a late order would be too late', () => {
    const state = getState({ available: 240 })
    const wide = { ...policy, leadTimes: [9, 14, 80], leadTimeRange: { p10: 9, p90: 80 } }
    const distribution = distributionToday(state.forecast, today)
    expect(deriveProjection({ state, distribution, policy: wide, today })).toMatchObject({
      status: 'healthy',
      recommendation: { kind: 'order_now', reason: { code: 'risk', leadTimeRange: { p10: 9, p90: 80 } } },
    })
  })

  it('W-03 names the quantity to order and the last day for it', () => {
    const late = getProjection({ available: 20 })
    expect(late.recommendation?.kind).toBe('too_late')
    expect(late.order_by! < '2026-11-20').toBe(true)
    expect(late.order_quantity).toBeGreaterThan(6 * 44 - 20)
    expect(getProjection({ available: 5000 })).toMatchObject({
      recommendation: { kind: 'fine' },
      order_by: null,
    })
  })

  it('W-03 counts incoming units, expected after half the lead time', () => {
    expect(assumedReceipts(900, 14)).toEqual([{ day: 7, units: 900 }])
    expect(assumedReceipts(900, 0)).toEqual([{ day: 1, units: 900 }])
    expect(assumedReceipts(0, 14)).toEqual([])
    expect(getProjection({ available: 60, incoming: 900 }).recommendation).toEqual({
      kind: 'covered',
      units: 900,
      inDays: 7,
    })
  })

  it('reads an older forecast from today’s position', () => {
    const seasonal = forecastShop({
      origin: today - 4,
      series: [
        {
          id: '1',
          firstDay: today - 4 - 139,
          unitsSold: Float64Array.from({ length: 140 }, (_, i) => (i % 7 === 0 ? 20 : 2)),
        },
      ],
    })
    const distribution = seasonal[0]!.distribution
    const seen = distributionToday(
      { distribution: encodeDistribution(distribution), origin: today - 4 },
      today,
    )
    expect(seen?.horizonDays).toBe(distribution.horizonDays - 3)
    expect(seen?.cumulativeMean[0]).toBeCloseTo(
      distribution.cumulativeMean[3]! - distribution.cumulativeMean[2]!,
      9,
    )
  })

  it.each<[Partial<VariantState>, boolean]>([
    [{}, false],
    [{ isTracked: false }, true],
    [{ isOnSale: false }, true],
    [{ hasSold: false }, true],
  ])('is quiet for a variant that is not on sale, not tracked or never sold: %j', (change, expected) => {
    expect(isQuiet(getState(change))).toBe(expected)
  })
})

describe('the expected lost sales', () => {
  const distribution = decodeDistribution(sixADay.distribution)

  it('are the demand of the lead time that stock cannot serve, times the price', () => {
    const empty = expectedLostSales({ distribution, available: 0, incoming: [], policy, price: 10 })
    expect(empty).toBeGreaterThan(830)
    expect(empty).toBeLessThan(850)
    expect(expectedLostSales({ distribution, available: 500, incoming: [], policy, price: 10 })).toBe(0)
    expect(expectedLostSales({ distribution, available: 0, incoming: [], policy, price: null })).toBeNull()
  })

  it('never grow with stock, nor with what arrives in time', () => {
    const units = fc.integer({ min: 0, max: 120 })
    forAll(units, units, units, (available, more, arriving) => {
      const base = { distribution, incoming: [{ day: 7, units: arriving }], policy, price: 10 }
      const less = expectedLostSales({ ...base, available })!
      expect(expectedLostSales({ ...base, available: available + more })).toBeLessThanOrEqual(less)
      expect(expectedLostSales({ ...base, available, incoming: [] })).toBeGreaterThanOrEqual(less)
    })
  })
})
