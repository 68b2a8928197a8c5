import { decodeDistribution, replenishment, stockoutProjection } from '@stockcast/forecasting/decisions'
import { describe, expect, it } from 'vitest'
import { aDetail, encodedDistribution } from '../../testing/stock-fixtures.ts'
import { whatIfFacts } from './use-what-if.ts'
import { type WhatIfFacts, whatIfOutcome } from './what-if-outcome.ts'

const facts: WhatIfFacts = {
  distribution: decodeDistribution(encodedDistribution),
  available: 214,
  incoming: [],
  policy: aDetail().policy,
}
const asIs = { demandPercent: 0, restockDays: 14, orderUnits: 792, orderInDays: 0 }

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

  it('units on the way count as in the plan: on uncertain days, and perhaps not at all', () => {
    const late = { units: 60, days: [3, 12, 40], probability: 0.5 }
    const found = whatIfFacts(aDetail({ incoming: [{ ...late, day: '2026-12-02', counted: 30 }] }))!
    const { available, distribution, policy } = facts
    const path = { available, distribution, incoming: [{ ...late, day: 12 }] }
    const outcome = whatIfOutcome(found, asIs)
    expect(outcome.projection).toEqual(stockoutProjection(path))
    expect(outcome.beforeArrival).toBe(replenishment({ ...path, policy }).leadTimeStockoutProbability)
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
