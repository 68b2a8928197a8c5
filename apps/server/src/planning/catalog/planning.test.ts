import type { Incoming } from '@stockcast/forecasting/decisions'
import {
  decodeDistribution,
  replenishment,
  stockoutFuturesAfterArrival,
} from '@stockcast/forecasting/decisions'
import { inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { evenDemand } from '../../testing/insert-forecasts.ts'
import { effectivePolicy } from '../settings/effective-policy.ts'
import { forecastDetail } from './planning.ts'
import type { PlanningRow } from './planning-queries.ts'

const policy = effectivePolicy(null)

const row: PlanningRow = {
  variant_id: 1,
  first_seen_on: '2026-01-01',
  available: 0,
  committed: 0,
  incoming: 0,
  safety_stock: null,
  lead_time_days: null,
  cover_days: null,
  awaited_units: null,
  origin: '2026-11-19',
  basis: 'forecast',
  model: 'ensemble',
  demand_class: 'smooth',
  distribution: null,
  changes: null,
  evidence: { daysOfHistory: 90, daysOutOfStock: 0, weekdayRatios: [] },
  accuracy: null,
}

const receipt = fc.record(
  {
    day: fc.nat(60),
    units: fc.integer({ min: 1, max: 400 }),
    days: fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 20, maxLength: 20 }),
    probability: fc.double({ min: 0, max: 1, noNaN: true }),
  },
  { requiredKeys: ['day', 'units'] },
)

/** Returns what the page of a product with this stock and these receipts is sent of its forecast. */
function sentOf(available: number, incoming: Incoming[]) {
  const planning = {
    row: { ...row, available },
    policy,
    incoming,
    moved: [],
    storeReceipts: [],
    distribution: evenDemand(17),
  }
  const detail = forecastDetail(planning, { today: 20_412, isTracked: true })
  return JSON.parse(JSON.stringify(detail)) as NonNullable<typeof detail>
}

it('the page of a product can compute the plan’s figures from what it is sent, in 200 cases of receipts', () => {
  inCases(200, fc.nat(400), fc.array(receipt, { maxLength: 4 }), (available, receipts) => {
    const { distribution, receipts: incoming, ...sent } = sentOf(available, receipts)
    const path = { distribution: decodeDistribution(distribution), available, incoming }
    expect(stockoutFuturesAfterArrival(path)).toEqual(sent.futures)
    const { leadTimeStockoutProbability } = replenishment({ ...path, policy })
    expect(leadTimeStockoutProbability).toBe(sent.leadTimeStockoutProbability)
  })
})
