import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, nextBoundary } from './billing-calendar.ts'

const seconds = (text: string) => Date.parse(text) / 1000
const between = fc.integer({ min: seconds('2020-01-01T00:00:00Z'), max: seconds('2040-01-01T00:00:00Z') })

describe('months of billing', () => {
  it.each([
    ['2027-01-31T10:00:00Z', 1, '2027-02-28T10:00:00Z'],
    ['2027-01-31T10:00:00Z', 2, '2027-03-31T10:00:00Z'],
    ['2028-01-30T23:59:59Z', 1, '2028-02-29T23:59:59Z'],
    ['2026-12-15T00:00:00Z', 1, '2027-01-15T00:00:00Z'],
  ])('%s and %i later is %s', (anchor, months, expected) => {
    expect(addMonths(seconds(anchor), months)).toBe(seconds(expected))
  })

  it('the next boundary is the first one after the moment', () => {
    fc.assert(
      fc.property(between, fc.nat({ max: 36 }), fc.nat({ max: 31 * 86_400 }), (anchor, months, more) => {
        const from = addMonths(anchor, months) + more
        const next = nextBoundary(anchor, from)
        const all = Array.from({ length: 45 }, (_, index) => addMonths(anchor, index))
        expect(next).toBe(all.find((boundary) => boundary > from))
      }),
    )
  })
})
