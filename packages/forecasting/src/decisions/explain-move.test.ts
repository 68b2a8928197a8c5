import { describe, expect, it } from 'vitest'
import { makeDistribution } from '../distribution/demand-distribution.ts'
import { explainMove } from './explain-move.ts'

const HORIZON = 90
const distribution = (daily: number) =>
  makeDistribution({
    dailyMean: new Float64Array(HORIZON).fill(daily),
    varianceToMean: new Float64Array(HORIZON).fill(1.5),
    dayVarianceToMean: 1.5,
  })
const policy = { leadTimeDays: 7, safetyStock: 5, serviceLevel: 0.9, reviewPeriodDays: 30 }
type Arguments = Parameters<typeof explainMove>[0]
const now: Arguments['now'] = { distribution: distribution(5), available: 100, incoming: [], policy }
const before: Arguments['before'] = {
  available: 100,
  incoming: 0,
  dailyDemand: 5,
  leadTimeDays: 7,
  safetyStock: 5,
  serviceLevel: 0.9,
  daysUntilStockout: 20,
  orderInDays: 12,
}
const move = (changes: Partial<Arguments['now']>, was: Partial<Arguments['before']> = {}) =>
  explainMove({ now: { ...now, ...changes }, before: { ...before, ...was }, elapsedDays: 1 })

describe('explainMove', () => {
  it('an answer that moves by three days or fewer has no reason to give', () => {
    expect(move({}, { orderInDays: null })).toBeNull()
    expect(move({ available: 86 }, { orderInDays: null })).toBeNull()
  })

  it('the passing of a day is not a move', () => {
    expect(move({ available: 83 }, { orderInDays: null })).toBeNull()
  })

  it('the stock is the cause when only the stock fell', () => {
    expect(move({ available: 40 })).toMatchObject({
      answer: 'days_until_stockout',
      cause: { input: 'available', from: 100, to: 40 },
    })
  })

  it('the demand is the cause when it rose more than the stock fell', () => {
    const moved = move({ distribution: distribution(10), available: 95 })
    expect(moved?.cause).toEqual({ input: 'dailyDemand', from: 5, to: 10 })
    expect(moved?.days).toBeLessThan(-3)
  })

  it('units on the way are the cause when they become known', () => {
    expect(move({ incoming: [{ day: 2, units: 60 }] })?.cause).toEqual({
      input: 'incoming',
      from: 0,
      to: 60,
    })
  })

  it.each([
    ['leadTimeDays', 20],
    ['safetyStock', 40],
  ] as const)('a setting moves the order, not the stockout: %s', (input, value) => {
    const moved = move({ policy: { ...policy, [input]: value } })
    expect(moved).toMatchObject({ answer: 'order_by', cause: { input, from: before[input], to: value } })
    expect(moved!.days).toBeLessThan(-3)
  })

  it('an answer without an earlier one has not moved', () => {
    expect(move({ available: 10 }, { daysUntilStockout: null, orderInDays: null })).toBeNull()
  })
})
