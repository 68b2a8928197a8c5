import { describe, expect, it } from 'vitest'
import { noDemandDistribution } from '../distribution/demand-distribution.ts'
import { steadyDistribution } from '../distribution/example-distributions.ts'
import { demandQuantile } from '../distribution/read-distribution.ts'
import { excessUnits, isDeadStock } from './excess-stock.ts'

describe('excessUnits', () => {
  const distribution = steadyDistribution(2, 1.5)

  it('are the units beyond what 95 of 100 futures sell in lead time, review period and 90 days', () => {
    const args = { distribution, available: 500, leadTimes: [14], reviewPeriodDays: 30 }
    expect(excessUnits(args)).toBe(500 - demandQuantile(distribution, 134, 0.95))
    expect(excessUnits({ ...args, available: 200 })).toBe(0)
  })

  it('are fewer where the lead time may be longer', () => {
    const args = { distribution, available: 500, reviewPeriodDays: 30 }
    expect(excessUnits({ ...args, leadTimes: [10, 14, 40] })).toBeLessThan(
      excessUnits({ ...args, leadTimes: [14] }),
    )
  })

  it('are the whole stock without demand, and none without stock', () => {
    const rest = { distribution: noDemandDistribution(90), leadTimes: [14], reviewPeriodDays: 30 }
    expect(excessUnits({ ...rest, available: 7 })).toBe(7)
    expect(excessUnits({ ...rest, available: -3 })).toBe(0)
  })
})

describe('isDeadStock', () => {
  const none = new Float64Array(120)

  it('needs 90 days in stock without a sale', () => {
    expect(isDeadStock(none, null)).toBe(true)
    expect(isDeadStock(none.slice(0, 89), null)).toBe(false)
    expect(isDeadStock(none.with(40, 1), null)).toBe(false)
    expect(isDeadStock(none.with(20, 1), null)).toBe(true)
  })

  it('does not count days out of stock', () => {
    const out = new Uint8Array(120).fill(1, 60)
    expect(isDeadStock(none, out)).toBe(false)
  })
})
