import { describe, expect, it } from 'vitest'
import { noOverride } from './change-overrides.ts'
import { effectivePolicy } from './effective-policy.ts'

const settings = { defaultSafetyStock: 8, defaultLeadTimeDays: 21, defaultCoverDays: 45 }

describe('effectivePolicy', () => {
  it('W-01 prefers the override of the variant', () => {
    expect(effectivePolicy(settings, { ...noOverride, safetyStock: 2, leadTimeDays: 3 })).toMatchObject({
      safetyStock: 2,
      safetyStockSource: 'variant',
      leadTimeDays: 3,
      leadTimeSource: 'variant',
    })
  })

  it('W-01 decides each value separately, and accepts an override of 0', () => {
    expect(effectivePolicy(settings, { ...noOverride, safetyStock: 0 })).toMatchObject({
      safetyStock: 0,
      safetyStockSource: 'variant',
      leadTimeDays: 21,
      leadTimeSource: 'merchant',
    })
  })

  it('W-01 uses the default of the merchant if there is no override', () => {
    for (const override of [null, noOverride]) {
      expect(effectivePolicy(settings, override)).toMatchObject({
        safetyStock: 8,
        safetyStockSource: 'merchant',
        leadTimeDays: 21,
        leadTimeSource: 'merchant',
      })
    }
  })

  it('W-01 uses 5 units and 14 days if nothing is set', () => {
    expect(effectivePolicy(null)).toMatchObject({
      safetyStock: 5,
      safetyStockSource: 'default',
      leadTimeDays: 14,
      leadTimeSource: 'default',
    })
  })

  it('aims at nine lead times in ten without a stockout, and orders for the days of the product, else of the shop, else 30', () => {
    expect(effectivePolicy(null)).toMatchObject({ serviceLevel: 0.9, reviewPeriodDays: 30 })
    expect(effectivePolicy(settings).reviewPeriodDays).toBe(45)
    expect(effectivePolicy(settings, { ...noOverride, coverDays: 60 }).reviewPeriodDays).toBe(60)
  })
})
