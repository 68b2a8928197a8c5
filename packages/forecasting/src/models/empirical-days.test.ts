import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPIRICAL_AT } from '../distribution/vincentization.ts'
import { prepareHistory } from '../history.ts'
import { empiricalDays } from './empirical-days.ts'

const FLAT = new Float64Array(7).fill(1)
/** A Monday. */
const MONDAY = 19_723

const getHistory = (units: readonly number[], outOfStock?: readonly number[]) =>
  prepareHistory({
    id: 'a',
    firstDay: MONDAY,
    unitsSold: Float64Array.from(units),
    ...(outOfStock && { outOfStock: Uint8Array.from(outOfStock) }),
  })

/** Returns the units on the line through the middles of the steps of the distribution function. */
function plainQuantile(units: readonly number[], probability: number): number {
  const days = units.map((value, t) => ({ value, weight: 0.5 ** ((units.length - 1 - t) / 200) }))
  const total = days.reduce((sum, { weight }) => sum + weight, 0)
  const weightWhere = (keep: (value: number) => boolean) =>
    days.reduce((sum, { value, weight }) => sum + (keep(value) ? weight / total : 0), 0)
  const steps = [...new Set(units)]
    .sort((a, b) => a - b)
    .map((value) => ({
      value,
      middle: (weightWhere((one) => one < value) + weightWhere((one) => one <= value)) / 2,
    }))
  const next = steps.findIndex(({ middle }) => middle >= probability)
  if (next <= 0) return steps.at(next)!.value
  const [from, to] = [steps[next - 1]!, steps[next]!]
  return from.value + ((probability - from.middle) / (to.middle - from.middle)) * (to.value - from.value)
}

describe('empiricalDays', () => {
  it('has the quantiles of the past days; a day 200 days ago counts half', () => {
    const units = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 20, maxLength: 600 })
    forAll(units, (sold) => {
      const days = empiricalDays(getHistory(sold), sold.length, FLAT)
      expect(days === null).toBe(!sold.some((value) => value > 0))
      for (const [k, units] of days?.quantiles.entries() ?? [])
        expect(units).toBeCloseTo(plainQuantile(sold, EMPIRICAL_AT[k]!), 6)
    })
  })

  it('has the mean of an average day', () => {
    expect(empiricalDays(getHistory([3, 3, 3, 3]), 4, FLAT)?.mean).toBeCloseTo(3, 12)
    const [now, before] = [1, 0.5 ** (1 / 200)]
    expect(empiricalDays(getHistory([2, 4]), 2, FLAT)?.mean).toBeCloseTo(
      (4 * now + 2 * before) / (now + before),
      12,
    )
  })

  it('leaves out days without stock, closed weekdays and later days', () => {
    const week = [5, 5, 5, 5, 5, 5, 0]
    const closedOnSunday = Float64Array.of(1, 1, 1, 1, 1, 1, 0)
    const steady = [...new Array(10).fill([5]), 900].flat()
    expect([...empiricalDays(getHistory(week), 7, closedOnSunday)!.quantiles]).toEqual(new Array(10).fill(5))
    expect(empiricalDays(getHistory(steady), 10, FLAT)?.quantiles.at(-1)).toBe(5)
    const outOfStock = [0, 0, 0, 1, 1, 1]
    expect(empiricalDays(getHistory([4, 4, 4, 0, 0, 0], outOfStock), 6, FLAT)?.mean).toBeCloseTo(4, 12)
  })
})
