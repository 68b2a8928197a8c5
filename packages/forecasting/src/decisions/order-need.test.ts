import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { steadyDistribution } from '../distribution/example-distributions.ts'
import { orderNeed } from './order-need.ts'
import { replenishment } from './replenishment.ts'
import type { ReplenishmentPolicy } from './replenishment-policy.ts'
import type { Incoming } from './stock-path.ts'

const policy: ReplenishmentPolicy = {
  leadTimeDays: 14,
  safetyStock: 0,
  serviceLevel: 0.9,
  reviewPeriodDays: 30,
}
/** Three a day. */
const distribution = steadyDistribution(3, 1.2)
const need = (available: number, incoming: Incoming[] = [], own: Partial<ReplenishmentPolicy> = {}) =>
  orderNeed({ distribution, available, incoming, policy: { ...policy, ...own } }, 0)

describe('the need of an order', () => {
  it('bridges the time to an arrival after the shelf is empty, and no more', () => {
    // 41 days until 200 units come; an order placed today is there on day 14: 27 days at 3 a day are 81.
    const far = [{ day: 41, units: 200 }]
    for (const available of [0, 12, 42]) {
      const { units } = need(available, far)
      expect(units).toBeGreaterThanOrEqual(81)
      expect(units).toBeLessThanOrEqual(95)
    }
    expect(replenishment({ distribution, available: 12, incoming: far, policy })).toMatchObject({
      orderInDays: expect.any(Number),
      orderQuantity: need(12, far).units,
    })
  })

  it('is nothing if the arrival comes before an order could', () => {
    expect(need(12, [{ day: 10, units: 200 }]).units).toBe(0)
    expect(need(12, [{ day: 14, units: 200 }]).units).toBe(0)
  })

  it('is small for a gap of a day', () => {
    const { units } = need(12, [{ day: 15, units: 200 }])
    expect(units).toBeGreaterThan(0)
    expect(units).toBeLessThanOrEqual(8)
  })

  it('is the same as without the arrival if it comes after the days that the order covers', () => {
    expect(need(12, [{ day: 44, units: 200 }])).toEqual(need(12))
    expect(need(12, [{ day: 300, units: 200 }])).toEqual(need(12))
  })

  it('counts each of two arrivals on its own day', () => {
    const early = need(12, [{ day: 10, units: 60 }]).units
    const both = need(12, [
      { day: 10, units: 60 },
      { day: 41, units: 500 },
    ]).units
    expect(both).toBeLessThan(early)
    expect(both).toBeGreaterThanOrEqual(3 * 41 - 72)
    expect(both).toBeLessThanOrEqual(3 * 41 - 72 + 20)
  })

  it('counts an arrival of few units by these alone', () => {
    expect(need(12, [{ day: 20, units: 5 }]).units).toBe(need(12).units - 5)
  })

  it('counts units by the chance that they come', () => {
    const whole = need(12).units
    expect(need(12, [{ day: 5, units: 40, probability: 0.5 }]).units).toBe(whole - 20)
    expect(need(12, [{ day: 5, units: 40, probability: 0 }])).toEqual(need(12))
  })

  it('counts units with uncertain days by the share of days that help', () => {
    const [early, late] = [
      need(12, [{ day: 20, units: 100 }]).units,
      need(12, [{ day: 43, units: 100 }]).units,
    ]
    const between = need(12, [{ day: 20, units: 100, days: [20, 20, 43, 43] }]).units
    expect(between).toBeGreaterThanOrEqual(early)
    expect(between).toBeLessThanOrEqual(late)
  })

  const anyReceipts = fc.array(
    fc.record({
      day: fc.integer({ min: 0, max: 70 }),
      units: fc.integer({ min: 0, max: 300 }),
      probability: fc.constantFrom(0, 0.3, 1),
    }),
    { maxLength: 4 },
  )
  const anyCase = fc.record({
    available: fc.integer({ min: -20, max: 300 }),
    incoming: anyReceipts,
    leadTimes: fc.constantFrom([14], [7, 14, 30]),
  })

  it('is the order-up-to level less the stock and the units on the way that help', () => {
    forAll(anyCase, ({ available, incoming, leadTimes }) => {
      const { units, orderUpToLevel, helpingUnits } = need(available, incoming, { leadTimes })
      expect(units).toBe(Math.max(0, orderUpToLevel - available - helpingUnits))
      expect(helpingUnits).toBeGreaterThanOrEqual(0)
      expect(helpingUnits).toBeLessThanOrEqual(incoming.reduce((sum, one) => sum + one.units, 0))
    })
  })

  it('is never more with more units on the way, nor less when they come later', () => {
    forAll(anyCase, fc.nat(40), ({ available, incoming, leadTimes }, later) => {
      const now = need(available, incoming, { leadTimes }).units
      const without = need(available, [], { leadTimes }).units
      expect(now).toBeLessThanOrEqual(without)
      if (leadTimes.length > 1) return
      const delayed = incoming.map((one) => ({ ...one, day: one.day === 0 ? 0 : one.day + later }))
      // A shorter gap has a little more safety for each of its days.
      expect(need(available, delayed).units + 12).toBeGreaterThanOrEqual(now)
    })
  })
})
