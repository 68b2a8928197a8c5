import { describe, expect, it } from 'vitest'
import {
  bandZ,
  FUTURES,
  futures,
  futuresBeforeArrival,
  sample,
  stockAfter,
  stockoutDay,
  stockoutWindow,
} from './sample-store.ts'

describe('the sample store of the landing page', () => {
  it('has twenty futures in order, and the sentence counts those before the order arrives', () => {
    expect(futures).toHaveLength(FUTURES)
    expect([...futures].sort((a, b) => a - b)).toEqual(futures)
    expect(futuresBeforeArrival).toBe(17)
  })

  it('a stockout day is where the drawn stock reaches zero', () => {
    for (const z of [-bandZ.p10, 0, bandZ.p10]) {
      const day = stockoutDay(z)
      expect(stockAfter(day - 0.01, z)).toBeGreaterThan(0)
      expect(stockAfter(day + 0.01, z)).toBe(0)
    }
  })

  it('the marked window holds 8 of 10 futures', () => {
    const inside = futures.filter((day) => day >= stockoutWindow.from && day <= stockoutWindow.to)
    expect(inside).toHaveLength(FUTURES * 0.8)
  })

  it('the drawn history ends with the stock that is named', () => {
    expect(sample.history.at(-1)).toBe(sample.stock)
  })
})
