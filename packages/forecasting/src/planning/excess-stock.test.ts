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

  /** Sales that end on 24 November. */
  const history = (days: number, sells: (daysAgo: number) => boolean) =>
    Float64Array.from({ length: days }, (_, t) => Number(sells(days - 1 - t)))
  /** From 1 to 24 December. */
  const inDecember = (daysAgo: number) =>
    [341, 706, 1071].some((start) => daysAgo <= start + 17 && daysAgo > start - 7)

  it('is not what sold in the same months of an earlier year and is out of season', () => {
    expect(isDeadStock(history(1115, inDecember), null)).toBe(false)
    expect(isDeadStock(history(750, inDecember), null)).toBe(false)
    expect(isDeadStock(history(384, inDecember), null)).toBe(false)
    // It was out of stock all of last December.
    const missed = history(1115, (daysAgo) => daysAgo > 400 && inDecember(daysAgo))
    expect(isDeadStock(missed, null)).toBe(false)
  })

  it('is what sold at this time of the year and has ended, however long it sold before', () => {
    expect(
      isDeadStock(
        history(1115, (daysAgo) => daysAgo > 95),
        null,
      ),
    ).toBe(true)
    expect(
      isDeadStock(
        history(400, (daysAgo) => daysAgo > 95),
        null,
      ),
    ).toBe(true)
  })

  it('is not prevented by a history that is too short to show a season', () => {
    expect(isDeadStock(history(364, inDecember), null)).toBe(true)
    expect(
      isDeadStock(
        history(300, (daysAgo) => daysAgo > 200),
        null,
      ),
    ).toBe(true)
  })
})
