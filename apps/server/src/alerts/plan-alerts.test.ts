import { closingCauseSchema, shopFormats } from '@stockcast/contract'
import { forecastShop } from '@stockcast/forecasting'
import {
  type AlertType,
  type DemandDistribution,
  noDemandDistribution,
  type OpenAlert,
  type VariantFacts,
} from '@stockcast/forecasting/decisions'
import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AlertPlan, closingCause, closingText, planAlerts } from './plan-alerts.ts'

const today = 20_777

function getFacts(change: Partial<VariantFacts> = {}): VariantFacts {
  return {
    variantId: 1,
    available: 100,
    incoming: [],
    policy: { leadTimeDays: 14, safetyStock: 5, serviceLevel: 0.9, reviewPeriodDays: 30 },
    distribution: null,
    averageDailySales: 3,
    isQuiet: false,
    ...change,
  }
}

function openAfter(plan: AlertPlan): OpenAlert[] {
  return plan.open.map(({ variantId, type, severity, meta }) => ({
    variantId,
    type,
    severity,
    availableAtOpening: meta.available_at_opening,
  }))
}

function steadyDistribution(unitsADay: number): DemandDistribution {
  const series = { id: '1', firstDay: today - 120, unitsSold: new Float64Array(120).fill(unitsADay) }
  return forecastShop({ origin: today - 1, series: [series] })[0]!.distribution
}

const formats = shopFormats(null)
const quiet = { open: [], settled: [], today, formats, isWholeCatalog: true }

describe('the plan of alerts', () => {
  it('W-02 W-03 opens both types of alert with their figures', () => {
    const plan = planAlerts({ ...quiet, facts: [getFacts({ available: 4 })] })
    expect(plan.open.map(({ type, severity }) => [type, severity])).toEqual([
      ['low_stock', 1],
      ['stockout_risk', 2],
    ])
    expect(plan.open[1]?.meta).toMatchObject({
      days_until_stockout: 1,
      probability: expect.closeTo(1),
      available_at_opening: 4,
      recommendation: expect.stringMatching(
        /^Order \d+ today and expect to be out of stock for about \d+ days\./,
      ),
    })
  })

  it('resolves alerts of products that are gone, but only if it has the facts of the whole catalogue', () => {
    const open: OpenAlert[] = [{ variantId: 9, type: 'low_stock', severity: 1 }]
    expect(planAlerts({ ...quiet, open, facts: [] }).resolve).toEqual([
      {
        variantId: 9,
        type: 'low_stock',
        cause: { code: 'removed' },
        reason: 'Closed by itself: the product is no longer in the store.',
      },
    ])
    expect(planAlerts({ ...quiet, open, facts: [], isWholeCatalog: false }).resolve).toEqual([])
  })

  const distribution = steadyDistribution(6)

  it('updates the figures of an alert that stays, and keeps its severity and its stock at opening', () => {
    const facts = [getFacts({ distribution, available: 40 })]
    const open: OpenAlert[] = [{ variantId: 1, type: 'stockout_risk', severity: 3, availableAtOpening: 60 }]
    const plan = planAlerts({ ...quiet, facts, open })
    expect([plan.open, plan.resolve]).toEqual([[], []])
    expect(plan.update).toMatchObject([
      {
        severity: 3,
        meta: {
          days_until_stockout: 6,
          available_at_opening: 60,
          recommendation: expect.stringMatching(/^Order \d+ today/),
        },
      },
    ])
  })

  it('also updates the figures of an alert whose probability is between the limits for opening and resolving', () => {
    const open: OpenAlert[] = [{ variantId: 1, type: 'stockout_risk', severity: 1, availableAtOpening: 60 }]
    const between = Array.from({ length: 60 }, (_, i) => 70 + i)
      .map((available) => planAlerts({ ...quiet, open, facts: [getFacts({ distribution, available })] }))
      .filter((plan) => plan.resolve.length === 0 && (plan.update[0]?.meta.probability ?? 1) < 0.1)
    expect(between.length).toBeGreaterThan(0)
  })

  it('W-04 opens, resolves and clears nothing when it runs again on its own result', () => {
    const facts = fc.record({
      available: fc.integer({ min: -3, max: 80 }),
      distribution: fc.integer({ min: 0, max: 5 }).map(steadyDistribution),
      isQuiet: fc.boolean(),
    })
    forAll(facts, (change) => {
      const first = planAlerts({ ...quiet, facts: [getFacts(change)] })
      const again = planAlerts({ ...quiet, facts: [getFacts(change)], open: openAfter(first) })
      expect([again.open, again.resolve, again.markCleared]).toEqual([[], [], []])
      expect(again.update).toEqual(first.open)
    })
  })
})

describe('W-04 the reason why an alert was resolved', () => {
  const facts = getFacts({
    available: 132,
    incoming: [{ day: 7, units: 900 }],
    distribution: noDemandDistribution(90),
  })
  it.each<[AlertType, Parameters<typeof closingCause>[0]['reason'], Partial<VariantFacts>, string]>([
    ['stockout_risk', 'covered', {}, 'Closed by itself: 900 units are on the way.'],
    ['stockout_risk', 'restocked', {}, 'Closed by itself: 132 units are in stock.'],
    [
      'stockout_risk',
      'demand_fell',
      {},
      'Closed by itself: the stock is expected to last until a new order would arrive.',
    ],
    [
      'low_stock',
      'restocked',
      { available: 12 },
      'Closed by itself: 12 units are in stock, above the safety stock of 5.',
    ],
    [
      'low_stock',
      'demand_fell',
      { isQuiet: true },
      'Closed by itself: the product is no longer on sale or its stock is not tracked.',
    ],
  ])('is written for a %s alert with the reason %s', (type, reason, change, expected) => {
    const cause = closingCause({ facts: { ...facts, ...change }, type, reason })
    expect(closingText(cause, formats)).toBe(expected)
  })

  it('is there for each cause', () => {
    const codes = closingCauseSchema.options.map((option) => option.shape.code.value)
    const texts = codes.map((code) =>
      closingText(closingCauseSchema.parse({ code, units: 2, safetyStock: 1 }), formats),
    )
    expect(new Set(texts).size).toBe(codes.length)
    for (const text of texts) expect(text).toMatch(/^Closed by itself: .{10,}\.$/)
  })

  it('formats numbers for the country of the shop', () => {
    const words = closingText({ code: 'restocked', units: 12_000 }, shopFormats('DE'))
    expect(words).toBe('Closed by itself: 12.000 units are in stock.')
  })
})
