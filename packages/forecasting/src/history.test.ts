import { describe, expect, it } from 'vitest'
import { prepareHistory, windowMean } from './history.ts'

const series = (units: number[], outOfStock?: number[]) => ({
  id: 'a',
  firstDay: 20_000,
  unitsSold: Float64Array.from(units),
  ...(outOfStock && { outOfStock: Uint8Array.from(outOfStock) }),
})

describe('prepareHistory', () => {
  it('uses the level known by then as the demand of a day out of stock', () => {
    const { demand } = prepareHistory(series([4, 4, 4, 0, 4], [0, 0, 0, 1, 0]))
    expect([...demand]).toEqual([4, 4, 4, 4, 4])
  })

  it('uses more than the units sold for a day that sold its last unit, and counts the day', () => {
    const { demand, daysInStockBefore } = prepareHistory(series([2, 2, 9, 2], [0, 0, 1, 0]))
    expect(demand[2]).toBeGreaterThan(9)
    expect(daysInStockBefore[4]).toBe(4)
  })

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('refuses %d units sold and names the day', (units) => {
    expect(() => prepareHistory(series([1, units]))).toThrow(/unitsSold\[1\] of series a/)
  })

  it('refuses a number of flags that differs from the number of days', () => {
    expect(() => prepareHistory(series([1, 2], [0]))).toThrow(/outOfStock/)
  })
})

describe('windowMean', () => {
  it('divides by the days in stock', () => {
    const history = prepareHistory(series([6, 6, 6, 6, 6, 0, 0], [0, 0, 0, 0, 0, 1, 1]))
    expect(windowMean(history, 7, 7)).toBe(6)
  })

  it('is null for fewer than five days in stock', () => {
    const history = prepareHistory(series([6, 6, 6, 6, 0, 0, 0], [0, 0, 0, 0, 1, 1, 1]))
    expect(windowMean(history, 7, 7)).toBeNull()
    expect(windowMean(history, 0, 7)).toBeNull()
  })
})
