import type { ProductDetail } from '@stockcast/contract'
import {
  decodeDistribution,
  replenishment,
  stockoutFuturesAfterArrival,
  stockoutProjection,
} from '@stockcast/forecasting/decisions'
import { inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDetail, aForecast, encodedDistribution, TODAY } from '../../testing/stock-fixtures.ts'
import { addDays } from '../../ui/format/days.ts'
import { whatIfFacts } from './use-what-if.ts'
import { type WhatIfFacts, whatIfOutcome } from './what-if-outcome.ts'

const facts: WhatIfFacts = {
  distribution: decodeDistribution(encodedDistribution),
  available: 214,
  incoming: [],
  policy: aDetail().policy,
}
const asIs = { demandPercent: 0, restockDays: 14, orderUnits: 792, orderInDays: 0 }

const onTheWay = fc.record(
  {
    day: fc.integer({ min: 1, max: 60 }),
    units: fc.integer({ min: 1, max: 400 }),
    days: fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 20, maxLength: 20 }),
    probability: fc.double({ min: 0, max: 1, noNaN: true }),
  },
  { requiredKeys: ['day', 'units'] },
)
const notInStore = fc.record({ day: fc.constant(0), units: fc.nat(200) })
const receiptsOfPlan = fc.array(fc.oneof(onTheWay, notInStore), { maxLength: 4 })

/** Returns the page's data: units on the way stand there in the order of their days, and those not in the store apart. */
function detailWith(currentStock: number, receipts: NonNullable<ProductDetail['forecast']>['receipts']) {
  const early = receipts.filter(({ day }) => day === 0)
  const later = receipts.filter(({ day }) => day > 0).toSorted((a, b) => a.day - b.day)
  return aDetail({
    row: { currentStock, notInStore: early.reduce((sum, { units }) => sum + units, 0) },
    incoming: later.map((each) => ({ ...each, day: addDays(TODAY, each.day), counted: each.units })),
    forecast: aForecast({ receipts }),
  })
}

describe('The what-if outcome:', () => {
  it('more demand makes a stockout before the arrival more likely and the days without stock no fewer', () => {
    const now = whatIfOutcome(facts, asIs)
    const more = whatIfOutcome(facts, { ...asIs, demandPercent: 50 })
    expect(more.beforeArrival).toBeGreaterThan(now.beforeArrival)
    expect(more.expectedStockoutDays).toBeGreaterThan(now.expectedStockoutDays)
  })

  it('an order placed later arrives later and leaves more days without stock', () => {
    const now = whatIfOutcome(facts, asIs)
    const later = whatIfOutcome(facts, { ...asIs, orderInDays: 5 })
    expect(later.arrivalDay).toBe(now.arrivalDay + 5)
    expect(later.expectedStockoutDays).toBe(now.expectedStockoutDays + 5)
  })

  it('with learned lead times it is the plan’s while nothing is moved, and they move with the chosen one, past the horizon too', () => {
    const policy = { ...facts.policy, leadTimeDays: 14, leadTimes: [9, 14, 30] }
    const { distribution, available, incoming } = facts
    const plan = replenishment({ distribution, available, incoming, policy })
    const now = whatIfOutcome({ ...facts, policy }, asIs)
    expect(now.beforeArrival).toBe(plan.leadTimeStockoutProbability)
    expect(now.expectedStockoutDays).toBe(plan.expectedStockoutDays)
    expect(now.beforeArrival).not.toBe(whatIfOutcome(facts, asIs).beforeArrival)
    const sooner = whatIfOutcome({ ...facts, policy }, { ...asIs, restockDays: 2 })
    expect(sooner.expectedStockoutDays).toBeLessThan(now.expectedStockoutDays)
    const latest = whatIfOutcome({ ...facts, policy }, { ...asIs, restockDays: 365, orderInDays: 90 })
    expect(latest.beforeArrival).toBeGreaterThan(0.9)
  })

  it('unchanged, it is the plan’s in 300 cases of receipts on uncertain days, perhaps not at all, and not in the store yet', () => {
    inCases(300, fc.integer({ min: -30, max: 400 }), receiptsOfPlan, (available, receipts) => {
      const path = { available, distribution: facts.distribution, incoming: receipts }
      const plan = replenishment({ ...path, policy: facts.policy })
      const outcome = whatIfOutcome(whatIfFacts(detailWith(available, receipts))!, asIs)
      expect(outcome.projection).toEqual(available <= 0 ? { kind: 'out_of_stock' } : stockoutProjection(path))
      expect(outcome.futures).toEqual(stockoutFuturesAfterArrival(path))
      expect(outcome.beforeArrival).toBe(plan.leadTimeStockoutProbability)
      expect(outcome.expectedStockoutDays).toBe(plan.expectedStockoutDays)
    })
  })

  it('a larger order lasts longer, and one past the horizon has no last day', () => {
    const small = whatIfOutcome(facts, { ...asIs, orderUnits: 200 })
    const large = whatIfOutcome(facts, { ...asIs, orderUnits: 600 })
    expect(large.lastsUntilDay!).toBeGreaterThan(small.lastsUntilDay!)
    expect(whatIfOutcome(facts, { ...asIs, orderUnits: 100_000 }).lastsUntilDay).toBeNull()
  })

  it('without an order no path is drawn', () => {
    expect(whatIfOutcome(facts, { ...asIs, orderUnits: 0 }).ordered).toEqual([])
  })

  it('without tracked stock or a forecast there is no outcome', () => {
    expect(whatIfFacts(aDetail({ row: { isTracked: false, currentStock: null } }))).toBeNull()
    expect(whatIfFacts(aDetail({ forecast: null }))).toBeNull()
    expect(whatIfFacts(aDetail())).not.toBeNull()
  })
})
