import { describe, expect, it } from 'vitest'
import {
  bandZ,
  daysUntilOrder,
  FUTURES,
  futures,
  futuresBeforeArrival,
  orderQuantity,
  sample,
  stockAfter,
  stockoutDay,
  stockoutWindow,
} from './sample-store.ts'

describe('The sample store of the landing page:', () => {
  it('twenty futures are in order, and the sentence counts those before the order arrives', () => {
    expect(futures).toHaveLength(FUTURES)
    expect([...futures].sort((a, b) => a - b)).toEqual(futures)
    expect(futuresBeforeArrival(sample.leadTimeDays)).toBe(17)
  })

  it('on the named day at most one future runs out before the arrival, a day later more do', () => {
    for (let leadTimeDays = 7; leadTimeDays <= 35; leadTimeDays++) {
      const wait = daysUntilOrder(leadTimeDays)
      const late = (days: number) => futuresBeforeArrival(days + leadTimeDays)
      if (wait > 0) expect(late(wait)).toBeLessThanOrEqual(1)
      expect(late(wait + 1)).toBeGreaterThan(1)
    }
  })

  it('a longer restock never allows a later order, and packs stay whole', () => {
    for (let leadTimeDays = 7; leadTimeDays < 35; leadTimeDays++) {
      expect(daysUntilOrder(leadTimeDays + 1)).toBeLessThanOrEqual(daysUntilOrder(leadTimeDays))
      expect(orderQuantity(leadTimeDays) % 12).toBe(0)
    }
    expect(orderQuantity(28)).toBe(816)
    expect(orderQuantity(35)).toBeGreaterThan(orderQuantity(28))
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
