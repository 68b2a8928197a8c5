import { describe, expect, it } from 'vitest'
import { shrunkRatios } from './shrunk-ratios.ts'

const ratios = (name: string, ...all: number[]) => all.map((ratio) => ({ name, ratio }))

describe('shrunkRatios', () => {
  it('follows the one-way random-effects model, as computed by hand', () => {
    // Within names .02, between names .32 / 2 - .01 = .15; the mean .7 is shrunk to 1 by .16 / 3 / .3².
    const past = [...ratios('a', 0.2, 0.4), ...ratios('b', 0.6, 0.8), ...ratios('c', 1, 1.2)]
    const ratioOf = shrunkRatios(past, 0.01)
    expect(ratioOf('never seen')).toBeCloseTo(1 - 0.3 * (1 - 0.16 / 3 / 0.09), 12)
    expect(ratioOf('a')).toBeCloseTo(0.87777777 + 0.9375 * (0.3 - 0.87777777), 6)
  })

  it('gives all events the common mean where they differ by chance alone', () => {
    const past = [...ratios('a', 0, 0.02), ...ratios('b', 0.01), ...ratios('c', 0.02), ...ratios('d', 0)]
    const ratioOf = shrunkRatios(past, 0.05)
    expect(ratioOf('a')).toBe(ratioOf('d'))
    expect(ratioOf('never seen')).toBe(ratioOf('a'))
    expect(ratioOf('a')).toBeLessThan(0.05)
  })

  it('takes a usual day as the mean of fewer than three events', () => {
    const ratioOf = shrunkRatios(ratios('Black Friday', 3, 3.2), 0.02)
    expect(ratioOf('Black Friday')).toBeGreaterThan(3)
    expect(ratioOf('Cyber Monday')).toBe(1)
  })

  it('trusts an event less that differs from year to year', () => {
    const steady = shrunkRatios(ratios('a', 2, 2), 0.1)('a')
    expect(shrunkRatios(ratios('a', 3.5, 0.5), 0.1)('a')).toBeLessThan(steady)
  })
})
