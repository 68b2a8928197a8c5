import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { averagesBefore, daysOfCover, getSum } from './history.ts'

describe('the averages before each day', () => {
  it('are the means of the 30 days before each day, itself excluded', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { maxLength: 120 }), (units) => {
        const expected = units.map((_, i) => getSum(units.slice(Math.max(0, i - 30), i)) / 30)
        averagesBefore(units).forEach((average, i) => {
          expect(average).toBeCloseTo(expected[i]!, 9)
        })
      }),
    )
  })
})

describe('days of cover', () => {
  it.each([
    [60, 6, 10],
    [-3, 6, 0],
    [60, 0, null],
    [null, 6, null],
    [60, null, null],
  ])('of %s units at %s a day are %s', (stock, unitsADay, days) => {
    expect(daysOfCover(stock, unitsADay)).toBe(days)
  })
})
