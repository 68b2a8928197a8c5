import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shareUnits } from './share-units.ts'

const weights = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 })

it('shares are whole, add up to the units exactly, and are within one unit of their proportion', () => {
  forAll(fc.integer({ min: -100_000, max: 10_000_000 }), weights, (units, each) => {
    const shares = shareUnits(units, each)
    const sum = each.reduce((total, weight) => total + weight, 0)
    expect(shares.every(Number.isInteger)).toBe(true)
    expect(shares.reduce((total, share) => total + share, 0)).toBe(units)
    if (sum > 1e-3)
      for (const [i, share] of shares.entries())
        expect(Math.abs(share - (units * each[i]!) / sum)).toBeLessThan(1 + 1e-6)
  })
})

it('fewer units than products go to the largest, and equal ones to the first', () => {
  expect(shareUnits(2, [1, 5, 1, 5])).toEqual([0, 1, 0, 1])
  expect(shareUnits(3, [0, 0, 0, 0])).toEqual([1, 1, 1, 0])
})
