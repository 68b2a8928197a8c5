import { describe, expect, it } from 'vitest'
import { shrunkRatios } from './shrunk-ratios.ts'

const ratios = (name: string, ...all: number[]) => all.map((ratio) => ({ name, ratio }))

describe('shrunkRatios', () => {
  it('follows the one-way random-effects model, as computed by hand', () => {
    // Within names .0002, of their means .0001, between them .08 / 2 - .0001; the mean .3 is shrunk by .04 / 3 / .7².
    const past = [...ratios('a', 0.09, 0.11), ...ratios('b', 0.29, 0.31), ...ratios('c', 0.49, 0.51)]
    const getRatio = shrunkRatios(past, 0.0001)
    const common = 1 - 0.7 * (1 - 0.04 / 3 / 0.49)
    expect(getRatio('never seen')).toBeCloseTo(common, 12)
    expect(getRatio('a')).toBeCloseTo(common + (0.0399 / 0.04) * (0.1 - common), 12)
  })

  it('gives all events the common mean if they differ by chance alone', () => {
    const past = [...ratios('a', 0, 0.02), ...ratios('b', 0.01), ...ratios('c', 0.02), ...ratios('d', 0)]
    const getRatio = shrunkRatios(past, 0.05)
    expect(getRatio('a')).toBe(getRatio('d'))
    expect(getRatio('never seen')).toBe(getRatio('a'))
    expect(getRatio('a')).toBeLessThan(0.05)
  })

  it('ignores differences that may be due to chance', () => {
    const past = [...ratios('a', 1.4), ...ratios('b', 0.7), ...ratios('c', 1.6), ...ratios('d', 1.3)]
    const getRatio = shrunkRatios(past, 0.3)
    for (const name of ['a', 'b', 'c', 'd', 'never seen']) expect(getRatio(name)).toBe(1)
  })

  it('takes a usual day as the mean of fewer than three events', () => {
    const getRatio = shrunkRatios(ratios('Black Friday', 3, 3.2), 0.02)
    expect(getRatio('Black Friday')).toBeGreaterThan(3)
    expect(getRatio('Cyber Monday')).toBe(1)
  })

  it('trusts an event less that differs from year to year', () => {
    const steady = shrunkRatios(ratios('a', 2, 2), 0.1)('a')
    expect(shrunkRatios(ratios('a', 3.5, 0.5), 0.1)('a')).toBeLessThan(steady)
  })
})
