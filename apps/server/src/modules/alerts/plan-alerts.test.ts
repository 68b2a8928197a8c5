import {
  type AlertType,
  noDemandLaw,
  type OpenAlert,
  type VariantFacts,
} from '@stockcast/forecasting/decisions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closingReason } from './closing-reason.ts'
import { type AlertPlan, planAlerts } from './plan-alerts.ts'

const today = 20_777

function factsOf(change: Partial<VariantFacts> = {}): VariantFacts {
  return {
    variantId: 1,
    available: 100,
    incoming: [],
    policy: { leadTimeDays: 14, safetyStock: 5, serviceLevel: 0.9, coverDays: 30 },
    law: null,
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

const quiet = { open: [], settled: [], today, isWholeCatalog: true }

describe('the plan of alerts', () => {
  it('W-02 W-03 opens both types with their figures', () => {
    const plan = planAlerts({ ...quiet, facts: [factsOf({ available: 4 })] })
    expect(plan.open.map(({ type, severity }) => [type, severity])).toEqual([
      ['low_stock', 1],
      ['stockout_risk', 2],
    ])
    expect(plan.open[1]?.meta).toMatchObject({
      days_until_stockout: 1,
      probability: expect.closeTo(1),
      available_at_opening: 4,
      recommendation: expect.stringMatching(/^Order \d+ today and expect a gap of about \d+ days\./),
    })
  })

  it('closes the alerts of products that are gone, only when it saw the whole catalogue', () => {
    const open: OpenAlert[] = [{ variantId: 9, type: 'low_stock', severity: 1 }]
    expect(planAlerts({ ...quiet, open, facts: [] }).resolve).toEqual([
      { variantId: 9, type: 'low_stock', reason: 'Closed by itself: the product is no longer in the store.' },
    ])
    expect(planAlerts({ ...quiet, open, facts: [], isWholeCatalog: false }).resolve).toEqual([])
  })

  it('brings the figures of an alert that stays up to the day, keeping its class and its opening stock', () => {
    const [opened] = openAfter(
      planAlerts({ ...quiet, facts: [factsOf({ available: 4, averageDailySales: 0.001 })] }),
    )
    const facts = [factsOf({ available: 2, averageDailySales: 0.001 })]
    const plan = planAlerts({ ...quiet, facts, open: [{ ...opened!, severity: 2 }], today: today + 3 })
    expect(plan.open).toEqual([])
    expect(plan.update).toMatchObject([{ type: 'low_stock', severity: 2, meta: { available_at_opening: 4 } }])
  })

  it('W-04 run again on what it has written, it opens, resolves and clears nothing', () => {
    const facts = fc.record({
      available: fc.integer({ min: -3, max: 80 }),
      averageDailySales: fc.double({ min: 0, max: 5, noNaN: true }),
      isQuiet: fc.boolean(),
    })
    fc.assert(
      fc.property(facts, (change) => {
        const first = planAlerts({ ...quiet, facts: [factsOf(change)] })
        const again = planAlerts({ ...quiet, facts: [factsOf(change)], open: openAfter(first) })
        expect([again.open, again.resolve, again.markCleared]).toEqual([[], [], []])
        expect(again.update).toEqual(first.open)
      }),
    )
  })
})

describe('W-04 the reason of a closing', () => {
  const facts = factsOf({ available: 132, incoming: [{ day: 7, units: 900 }], law: noDemandLaw(90) })
  it.each<[AlertType, Parameters<typeof closingReason>[0]['reason'], Partial<VariantFacts>, string]>([
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
  ])('%s, %s', (type, reason, change, expected) => {
    expect(closingReason({ facts: { ...facts, ...change }, type, reason })).toBe(expected)
  })
})
