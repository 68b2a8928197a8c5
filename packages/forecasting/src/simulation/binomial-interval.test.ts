import { noise } from '@stockcast/testkit/random-numbers'
import { describe, expect, it } from 'vitest'
import { addGroup, binomialInterval, emptyShare } from './binomial-interval.ts'

const of = (...groups: [cases: number, hits: number][]) => {
  const share = emptyShare()
  for (const [cases, hits] of groups) addGroup(share, cases, hits)
  return binomialInterval(share)
}
const repeat = (times: number, ...groups: [number, number][]) =>
  Array.from({ length: times }, () => groups).flat()

describe('binomialInterval', () => {
  it("returns Wilson's interval for independent cases", () => {
    // 30 of 100: the textbook's 0.2189 to 0.3958.
    const { low, high } = of(...repeat(30, [1, 1]), ...repeat(70, [1, 0]))!
    expect(low).toBeCloseTo(0.219, 2)
    expect(high).toBeCloseTo(0.396, 2)
  })

  it('counts each product once if all its cases agree', () => {
    const once = of(...repeat(30, [1, 1]), ...repeat(70, [1, 0]))!
    const often = of(...repeat(30, [50, 50]), ...repeat(70, [50, 0]))!
    expect(often.low).toBeCloseTo(once.low, 3)
    expect(often.high).toBeCloseTo(once.high, 3)
  })

  it('contains the true share in about 19 of 20 shops whose products differ', () => {
    let held = 0
    for (let shop = 0; shop < 400; shop++) {
      const share = emptyShare()
      for (let product = 0; product < 60; product++) {
        const seed = 1000 * shop + 17 * product
        const own = noise(seed) < 0.5 ? 0.1 : 0.5
        let hits = 0
        for (let week = 0; week < 10; week++) hits += noise(seed + 0.37 * (week + 1)) < own ? 1 : 0
        addGroup(share, 10, hits)
      }
      const { low, high } = binomialInterval(share)!
      if (low <= 0.3 && high >= 0.3) held++
    }
    expect(held / 400).toBeGreaterThan(0.9)
    expect(held / 400).toBeLessThan(0.99)
  })

  it('stays within 0 and 1, is wide for one product, and is null without a case', () => {
    expect(of([40, 40])!.low).toBeLessThan(0.3)
    const all = of(...repeat(20, [5, 5]))!
    expect(all.high).toBe(1)
    expect(all.low).toBeGreaterThan(0.8)
    expect(of(...repeat(20, [5, 0]))!.low).toBe(0)
    expect(of()).toBeNull()
    expect(of([0, 0])).toBeNull()
  })
})
