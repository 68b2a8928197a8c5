import { describe, expect, it } from 'vitest'
import { noDemandDistribution } from '../distribution/demand-distribution.ts'
import { steadyDistribution } from '../distribution/example-distributions.ts'
import { demandQuantile } from '../distribution/read-distribution.ts'
import { excessUnits, isDeadStock, laterSeasonUnits } from './excess-stock.ts'

describe('excessUnits', () => {
  const distribution = steadyDistribution(2, 1.5)

  it('are the units beyond what 95 of 100 futures sell in lead time, review period and 90 days', () => {
    const args = { distribution, available: 500, leadTimes: [14], reviewPeriodDays: 30 }
    expect(excessUnits(args)).toBe(500 - demandQuantile(distribution, 134, 0.95))
    expect(excessUnits({ ...args, available: 200 })).toBe(0)
  })

  it('are fewer if the lead time may be longer', () => {
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

  it('leave what a later season sells', () => {
    const rest = { distribution: noDemandDistribution(90), leadTimes: [14], reviewPeriodDays: 30 }
    expect(excessUnits({ ...rest, available: 500, seasonUnits: 480 })).toBe(20)
    expect(excessUnits({ ...rest, available: 300, seasonUnits: 480 })).toBe(0)
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

  /** After sales that end on 24 November. */
  const isDead = (days: number, sells: (daysAgo: number) => boolean) => {
    const units = Float64Array.from({ length: days }, (_, t) => Number(sells(days - 1 - t)))
    return isDeadStock(units, null)
  }
  /** From 1 to 24 December. */
  const inDecember = (daysAgo: number) =>
    [341, 706, 1071].some((start) => daysAgo <= start + 17 && daysAgo > start - 7)

  it('is not what sold in the same months of an earlier year and is out of season', () => {
    expect(isDead(1115, inDecember)).toBe(false)
    expect(isDead(750, inDecember)).toBe(false)
    expect(isDead(384, inDecember)).toBe(false)
    // It was out of stock all of last December.
    expect(isDead(1115, (daysAgo) => daysAgo > 400 && inDecember(daysAgo))).toBe(false)
  })

  it.each([
    ['December of one of three years, the latest', true, 1115, (ago: number) => ago > 340 && ago <= 364],
    ['December of the year before the latest', true, 1115, (ago: number) => ago > 706 && ago <= 729],
    ['a December three years ago, and none since', false, 1115, (ago: number) => ago > 1071 && ago <= 1095],
    ['every day until 500 days ago', false, 1115, (ago: number) => ago > 500],
    ['every day until 800 days ago', false, 1115, (ago: number) => ago > 800],
    ['200 days that ended 500 days ago, since it was new', false, 700, (ago: number) => ago > 500],
    ['230 days that ended 500 days ago, since it was new', false, 730, (ago: number) => ago >= 500],
    ['165 days that ended 200 days ago, since it was new', false, 365, (ago: number) => ago >= 200],
    ['December, and once in autumn', true, 1115, (ago: number) => inDecember(ago) || ago === 400],
    ['summers', true, 800, (ago: number) => ago % 365 > 120 && ago % 365 < 200],
  ])('F-02 with no sale in 90 days, what sold on %s is due again: %s', (_, isDue, days, sells) => {
    expect(isDead(days, sells)).toBe(!isDue)
  })

  it('is what sold at this time of the year and has ended, however long it sold before', () => {
    expect(isDead(1115, (daysAgo) => daysAgo > 95)).toBe(true)
    expect(isDead(400, (daysAgo) => daysAgo > 95)).toBe(true)
  })

  it('is not prevented by a history that is too short to show a season', () => {
    expect(isDead(364, inDecember)).toBe(true)
    expect(isDead(300, (daysAgo) => daysAgo > 200)).toBe(true)
  })
})

describe('laterSeasonUnits', () => {
  const history = (unitsOn: (daysAgo: number) => number, count = 1115) =>
    Float64Array.from({ length: count }, (_, t) => unitsOn(count - 1 - t))
  /** 24 days that begin in `inDays` days and at the same time of the years before. */
  const season = (inDays: number) => (daysAgo: number) => {
    const since = (((-1 - daysAgo - inDays) % 365) + 365) % 365
    return since < 24 ? 20 : 0
  }

  it.each([
    ['in 100 days', 100, 480],
    ['in 200 days', 200, 480],
    ['that has just ended', 330, 480],
    ['in 10 days, which the forecast has', 10, 0],
    ['in 60 days, which the forecast has', 60, 0],
  ])('F-02 are what a season %s sold in earlier years', (_, inDays, units) => {
    expect(laterSeasonUnits(history(season(inDays)))).toBe(units)
    expect(laterSeasonUnits(history((ago) => season(inDays)(ago) + 1))).toBeGreaterThanOrEqual(units)
    expect(laterSeasonUnits(history(season(inDays), 400))).toBe(units)
  })

  it.each([
    ['steady sales', () => 3],
    ['few sales', (ago: number) => Number(ago % 40 === 7)],
    ['a level that fell seven months ago', (ago: number) => (ago > 210 ? 20 : 1)],
    ['one order of 500 units', (ago: number) => (ago === 200 ? 500 : 1)],
    ['two large orders in a month', (ago: number) => (ago === 200 || ago === 205 ? 300 : 1)],
    ['a rush of one year alone', (ago: number) => (ago > 190 && ago < 215 ? 20 : 1)],
    ['a product that never sold', () => 0],
  ])('are none of %s', (_, unitsOn) => {
    expect(laterSeasonUnits(history(unitsOn))).toBe(0)
  })

  it('are none of a history that is too short to show a season', () => {
    expect(laterSeasonUnits(history(season(200), 364))).toBe(0)
  })
})
