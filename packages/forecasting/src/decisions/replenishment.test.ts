import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noDemandDistribution } from '../distribution/demand-distribution.ts'
import { steadyDistribution, weeklyDistribution } from '../distribution/example-distributions.ts'
import { probabilityOfSelling } from '../distribution/read-distribution.ts'
import { getOrder } from './planned-order.ts'
import { recommendation } from './recommendation.ts'
import { replenishment } from './replenishment.ts'
import { plannedServiceLevel, type ReplenishmentPolicy } from './replenishment-policy.ts'
import type { Incoming } from './stock-path.ts'

const policy: ReplenishmentPolicy = {
  leadTimeDays: 14,
  safetyStock: 5,
  serviceLevel: 0.95,
  reviewPeriodDays: 30,
}
const anyWeek = fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 7, maxLength: 7 })
const anyStock = fc.integer({ min: 0, max: 900 })

/** At a steady demand. */
const planned = (
  [dailyMean, varianceToMean]: [number, number],
  available: number,
  own: Partial<ReplenishmentPolicy> = {},
) => {
  const distribution = steadyDistribution(dailyMean, varianceToMean)
  return replenishment({ distribution, available, policy: { ...policy, ...own } })
}

describe('replenishment', () => {
  it('sets a reorder point whose stockout probability during the lead time is at most 5 %', () => {
    forAll(anyWeek, fc.double({ min: 1, max: 20, noNaN: true }), (week, varianceToMean) => {
      const distribution = weeklyDistribution(week, [varianceToMean])
      const { reorderPoint } = replenishment({ distribution, available: 100, policy })
      expect(probabilityOfSelling(distribution, 14, reorderPoint + 1)).toBeLessThanOrEqual(0.05 + 1e-9)
    })
  })

  it('makes an order due today exactly when stock has fallen to the reorder point', () => {
    forAll(anyWeek, anyStock, (week, available) => {
      const { reorderPoint, orderInDays } = replenishment({
        distribution: weeklyDistribution(week, [3]),
        available,
        policy,
      })
      const isDue = orderInDays !== null && orderInDays <= 0
      expect(isDue).toBe(available <= reorderPoint)
    })
  })

  it('never lowers the reorder point or delays the order for more safety stock', () => {
    forAll(anyWeek, anyStock, fc.nat(60), (week, available, safetyStock) => {
      const distribution = weeklyDistribution(week, [3])
      const less = replenishment({ distribution, available, policy })
      const more = replenishment({
        distribution,
        available,
        policy: { ...policy, safetyStock: 5 + safetyStock },
      })
      expect(more.reorderPoint).toBeGreaterThanOrEqual(less.reorderPoint)
      expect(more.orderInDays ?? 999).toBeLessThanOrEqual(less.orderInDays ?? 999)
    })
  })

  it('never makes the order earlier for more stock', () => {
    forAll(anyWeek, anyStock, fc.nat(200), (week, available, more) => {
      const distribution = weeklyDistribution(week, [3])
      const first = replenishment({ distribution, available, policy }).orderInDays ?? 999
      expect(
        replenishment({ distribution, available: available + more, policy }).orderInDays ?? 999,
      ).toBeGreaterThanOrEqual(first)
    })
  })

  it('orders today the units that raise stock to the order-up-to level', () => {
    const { orderQuantity, orderUpToLevel } = planned([6, 2], 40)
    expect(orderQuantity).toBe(orderUpToLevel - 40)
  })

  it('orders whole packs and at least the minimum', () => {
    expect(planned([1, 2], 3, { packSize: 12, minimumOrder: 500 }).orderQuantity).toBe(504)
  })

  it('counts the expected stockout days until an order placed today arrives', () => {
    const distribution = steadyDistribution(10, 1.5)
    const days = (available: number, incoming?: Incoming[]) =>
      replenishment({ distribution, available, incoming, policy }).expectedStockoutDays
    expect(days(50)).toBe(9)
    expect(days(0)).toBe(14)
    expect(days(50, [{ day: 5, units: 60 }])).toBe(3)
  })

  it('W-03 plans orders as at 0.5 for a service level below 0.5, which only reduces alerts', () => {
    const at = (serviceLevel: number) => planned([10, 3], 120, { serviceLevel })
    expect(at(0.1)).toEqual(at(0.5))
    expect(at(0.9).reorderPoint).toBeGreaterThan(at(0.5).reorderPoint)
    expect([0.1, 0.5, 0.9].map((serviceLevel) => plannedServiceLevel({ serviceLevel }))).toEqual([
      0.5, 0.5, 0.9,
    ])
  })

  it('says how many days late an order is', () => {
    expect(planned([10, 1.01], 50).orderInDays).toBeLessThan(-8)
  })

  it('recommends only the safety stock without demand', () => {
    const distribution = noDemandDistribution(90)
    const enough = replenishment({ distribution, available: 6, policy })
    expect(enough).toMatchObject({ reorderPoint: 5, leadTimeDemand: 0, orderInDays: null, orderQuantity: 0 })
    expect(replenishment({ distribution, available: 4, policy })).toMatchObject({
      orderInDays: 0,
      orderQuantity: 1,
    })
    expect(replenishment({ distribution, available: 0, policy })).toMatchObject({
      orderInDays: 0,
      expectedStockoutDays: 0,
    })
  })

  it('handles a lead time longer than the horizon', () => {
    const { reorderPoint } = planned([2, 1.5], 10, { leadTimeDays: 180 })
    expect(reorderPoint).toBeGreaterThanOrEqual(365)
    expect(reorderPoint).toBeLessThan(440)
  })

  it('throws on a policy out of range and names the field', () => {
    expect(() => planned([1, 2], 3, { serviceLevel: 1 })).toThrow(/serviceLevel/)
    expect(() => planned([1, 2], 3, { leadTimeDays: 1.5 })).toThrow(/leadTimeDays/)
    expect(() => planned([1, 2], 3, { packSize: 0 })).toThrow(/packSize/)
  })
})

describe('recommendation', () => {
  const distribution = steadyDistribution(6, 2)

  it('is too late for 20 days of stock and a 30-day lead time, with the expected stockout days', () => {
    const late = recommendation({ distribution, available: 120, policy: { ...policy, leadTimeDays: 30 } })
    expect(late).toEqual({ kind: 'too_late', expectedStockoutDays: 10 })
  })

  it('is covered for 10 days of stock with a delivery in 3 days', () => {
    const incoming = [{ day: 3, units: 300 }]
    expect(recommendation({ distribution, available: 60, incoming, policy })).toEqual({
      kind: 'covered',
      units: 300,
      inDays: 3,
    })
  })

  it('is not covered by the same delivery ten days later', () => {
    const incoming = [{ day: 13, units: 300 }]
    expect(recommendation({ distribution, available: 60, incoming, policy }).kind).not.toBe('covered')
  })

  it('goes from fine through order_soon to order_now as stock falls', () => {
    expect(recommendation({ distribution, available: 400, policy })).toEqual({ kind: 'fine' })
    expect(recommendation({ distribution, available: 130, policy }).kind).toBe('order_soon')
    expect(recommendation({ distribution, available: 95, policy }).kind).toBe('order_now')
  })

  it('says why an order is due now: the risk during the lead time, else the safety stock, else the day to order', () => {
    const risky = recommendation({ distribution, available: 90, policy: { ...policy, safetyStock: 0 } })
    expect(risky).toMatchObject({ reason: { code: 'risk', leadTimeDays: policy.leadTimeDays } })
    const safe = { ...policy, safetyStock: 400 }
    expect(recommendation({ distribution, available: 300, policy: safe })).toEqual({
      kind: 'order_now',
      reason: { code: 'safety_stock', safetyStock: 400, leadTimeDays: policy.leadTimeDays },
    })
    const path = { distribution, available: 400, policy }
    const onOrderDay = { ...getOrder(path), orderInDays: 0, orderQuantity: 10 }
    expect(recommendation(path, onOrderDay)).toEqual({ kind: 'order_now', reason: { code: 'order_day' } })
  })

  it('is fine for a product without demand', () => {
    const path = { distribution: noDemandDistribution(90), available: 0 }
    expect(recommendation({ ...path, policy: { ...policy, safetyStock: 0 } })).toEqual({ kind: 'fine' })
  })
})

describe('replenishment with an uncertain lead time', () => {
  const distribution = steadyDistribution(4, 2)
  const incoming = [{ day: 9, units: 20 }]

  it('W-01 is bit for bit that of a single number if the list contains only this number', () => {
    forAll(anyWeek, anyStock, fc.nat(200), (week, available, leadTimeDays) => {
      const path = { distribution: weeklyDistribution(week, [3]), available, incoming }
      const single = replenishment({ ...path, policy: { ...policy, leadTimeDays } })
      const list = { ...policy, leadTimeDays, leadTimes: Uint16Array.of(leadTimeDays) }
      expect(replenishment({ ...path, policy: list })).toEqual(single)
    })
  })

  it('averages the stockout probability and the demand over the lead times', () => {
    const leadTimes = [10, 14, 24]
    const at = (own: Partial<ReplenishmentPolicy>) =>
      replenishment({ distribution, available: 50, incoming, policy: { ...policy, ...own } })
    for (const figure of ['leadTimeStockoutProbability', 'leadTimeDemand'] as const) {
      const total = leadTimes.reduce((sum, leadTimeDays) => sum + at({ leadTimeDays })[figure], 0)
      expect(at({ leadTimes })[figure]).toBeCloseTo(total / 3, 12)
    }
  })

  it('expects stockout days only if an order with the usual lead time is too late; a late order alone is a risk', () => {
    const wide = { ...policy, leadTimes: [9, 14, 56], leadTimeRange: { p10: 9, p90: 56 } }
    const { leadTimeStockoutProbability, expectedStockoutDays } = replenishment({
      distribution,
      available: 160,
      policy: wide,
    })
    expect([leadTimeStockoutProbability, expectedStockoutDays]).toEqual([expect.closeTo(1 / 3, 2), 0])
    expect(recommendation({ distribution, available: 160, policy: wide })).toEqual({
      kind: 'order_now',
      reason: {
        code: 'risk',
        stockoutProbability: leadTimeStockoutProbability,
        leadTimeDays: 14,
        leadTimeRange: { p10: 9, p90: 56 },
      },
    })
    const path = { distribution, available: 40, policy: wide }
    expect(recommendation(path)).toMatchObject({ kind: 'too_late', expectedStockoutDays: 4 })
    const planned = { orderQuantity: 9, orderInDays: 0, leadTimeDays: 12, leadTimeRange: null, blocked: null }
    expect(getOrder(path, planned).expectedStockoutDays).toBe(2)
  })

  it('has a higher reorder point than its mean lead time alone, and orders earlier', () => {
    const uncertain = { ...policy, leadTimes: [8, 10, 14, 18, 20] }
    const [with_, without] = [uncertain, policy].map((one) =>
      replenishment({ distribution, available: 120, policy: one }),
    )
    expect(with_!.reorderPoint).toBeGreaterThan(without!.reorderPoint)
    expect(with_!.orderInDays).toBeLessThan(without!.orderInDays!)
  })

  it('makes an order due today exactly when stock has fallen to the reorder point', () => {
    const leadTimes = [6, 9, 13, 22]
    forAll(anyWeek, anyStock, (week, available) => {
      const path = { distribution: weeklyDistribution(week, [3]), available }
      const { reorderPoint, orderInDays } = replenishment({ ...path, policy: { ...policy, leadTimes } })
      expect(orderInDays !== null && orderInDays <= 0).toBe(available <= reorderPoint)
    })
  })

  it('counts a receipt with an uncertain day on each of its days', () => {
    const at = (days: readonly number[]) =>
      replenishment({ distribution, available: 50, incoming: [{ day: 12, units: 40, days }], policy })
    const mean = (at([5]).leadTimeStockoutProbability + at([30]).leadTimeStockoutProbability) / 2
    expect(at([5, 30]).leadTimeStockoutProbability).toBeCloseTo(mean, 12)
  })

  it('throws on lead times that do not ascend', () => {
    const path = { distribution, available: 3 }
    expect(() => replenishment({ ...path, policy: { ...policy, leadTimes: [9, 4] } })).toThrow(/leadTimes/)
  })
})
