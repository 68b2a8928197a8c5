import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeCounts } from './incoming-counts.ts'
import type { Span } from './runway-scale.ts'

const place = (incoming: { x: number; units: number }[], taken: Span[] = [], widthPx = 400) =>
  placeCounts(incoming, { taken, widthPx })

describe('The number of units on the way', () => {
  it('stands right of its mark, else left of it, else nowhere', () => {
    const mark = [{ x: 200, units: 60 }]
    expect(place(mark)).toEqual([{ text: '+60', x: 208, anchor: 'start' }])
    expect(place(mark, [[215, 221]])).toEqual([{ text: '+60', x: 192, anchor: 'end' }])
    expect(
      place(mark, [
        [215, 221],
        [180, 186],
      ]),
    ).toEqual([null])
  })

  it('stays inside the chart', () => {
    expect(place([{ x: 395, units: 1200 }])).toEqual([{ text: '+1,200', x: 387, anchor: 'end' }])
    expect(place([{ x: 4, units: 1200 }], [[20, 26]])).toEqual([null])
  })

  it('never covers a dot, a mark or another number', () => {
    const anyX = fc.integer({ min: 0, max: 400 })
    forAll(
      fc.array(fc.record({ x: anyX, units: fc.integer({ min: 1, max: 1_000_000 }) }), { maxLength: 8 }),
      fc.array(anyX, { maxLength: 20 }),
      (incoming, dots) => {
        const taken = dots.map((x): Span => [x - 2.7, x + 2.7])
        const counts = place(incoming, taken)
        const numbers = counts.flatMap((count): Span[] => {
          if (count === null) return []
          const width = count.text.length * 7
          return [count.anchor === 'start' ? [count.x, count.x + width] : [count.x - width, count.x]]
        })
        const others = [...taken, ...incoming.map(({ x }): Span => [x - 5, x + 5])]
        numbers.forEach(([from, to], i) => {
          for (const [a, b] of [...others, ...numbers.filter((_, j) => j !== i)])
            expect(to < a || from > b).toBe(true)
        })
      },
    )
  })
})
