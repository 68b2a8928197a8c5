import { inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderQuantity } from './order-quantity.ts'

const free = { packSize: 1, minimumUnits: null, maximumUnits: null }

describe('orderQuantity', () => {
  it('raises the need to whole packs', () => {
    expect(orderQuantity(13, { ...free, packSize: 12 })).toEqual({ units: 24, limits: ['pack'] })
    expect(orderQuantity(1.02, free)).toEqual({ units: 2, limits: [] })
  })

  it('raises the need to the minimum and lowers it to the maximum, both in whole packs', () => {
    expect(orderQuantity(3, { packSize: 6, minimumUnits: 20, maximumUnits: null })).toEqual({
      units: 24,
      limits: ['minimum', 'pack'],
    })
    expect(orderQuantity(100, { packSize: 6, minimumUnits: null, maximumUnits: 50 })).toEqual({
      units: 48,
      limits: ['pack', 'maximum'],
    })
  })

  it('orders nothing if the minimum is above the maximum, and says so', () => {
    expect(orderQuantity(5, { packSize: 1, minimumUnits: 50, maximumUnits: 20 })).toEqual({
      units: 0,
      limits: ['minimum', 'maximum', 'minimum_above_maximum'],
    })
    expect(orderQuantity(5, { packSize: 12, minimumUnits: null, maximumUnits: 10 }).units).toBe(0)
  })

  it('orders nothing without a need', () => {
    expect(orderQuantity(0, { ...free, minimumUnits: 10 })).toEqual({ units: 0, limits: [] })
  })

  it('keeps packs, minimum and maximum in 1,000 cases, and is never more than a pack above the need', () => {
    const limit = fc.option(fc.integer({ min: 1, max: 300 }))
    inCases(1000, fc.nat(400), fc.integer({ min: 1, max: 48 }), limit, limit, (need, packSize, min, max) => {
      const { units } = orderQuantity(need, { packSize, minimumUnits: min, maximumUnits: max })
      expect(units % packSize).toBe(0)
      if (units === 0) return
      expect(units).toBeGreaterThanOrEqual(min ?? 1)
      expect(units).toBeLessThanOrEqual(max ?? Number.POSITIVE_INFINITY)
      expect(units).toBeLessThan(Math.max(need, min ?? 0) + packSize)
      if (max === null) expect(units).toBeGreaterThanOrEqual(need)
    })
  })
})
