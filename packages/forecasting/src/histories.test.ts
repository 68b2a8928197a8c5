import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutTo, EarlierHistories, Histories } from './histories.ts'
import { type History, prepareHistory } from './history.ts'
import type { SeriesInput } from './types.ts'

const series: fc.Arbitrary<SeriesInput> = fc
  .tuple(
    fc.integer({ min: 0, max: 90 }),
    fc.array(fc.record({ units: fc.integer({ min: 0, max: 9 }), isOut: fc.boolean() }), { maxLength: 90 }),
    fc.boolean(),
    fc.boolean(),
    fc.option(fc.integer({ min: 0, max: 1300 }), { nil: undefined }),
  )
  .map(([firstDay, days, isWatched, isLong, stockKnownFrom]) => {
    // About as many days as are used at most, or a few more.
    const all = isLong ? [...Array.from({ length: 1180 }, () => ({ units: 1, isOut: false })), ...days] : days
    const unitsSold = Float64Array.from(all, ({ units }) => units)
    const outOfStock = Uint8Array.from(all, ({ isOut }) => (isOut ? 1 : 0))
    const known = { ...(isWatched && { outOfStock }), ...(stockKnownFrom && { stockKnownFrom }) }
    return { id: 'a', firstDay, unitsSold, ...known }
  })

/** Returns the elements that belong to the history. */
function getContent({ firstDay, n, likeness: _, units, inStock, demand, ...totals }: History) {
  const days = { units, inStock, demand }
  const first = (count: number) => (array: ArrayLike<number>) => Array.from(array).slice(0, count)
  return {
    firstDay,
    n,
    days: Object.values(days).map(first(n)),
    totals: Object.entries(totals).map(([name, array]) => [name, first(n + 1)(array)]),
  }
}

it('a history is the same whatever was prepared in its memory before, and whenever it is read', () => {
  forAll(fc.array(series, { maxLength: 5 }), (all) => {
    const histories = new Histories(all)
    for (const _time of ['first', 'second']) {
      const read = all.map((_, i) => getContent(histories.at(i)))
      expect(read).toEqual(all.map((one) => getContent(prepareHistory(one))))
    }
  })
})

it('a history that ends earlier is the same as one of a series that was cut', () => {
  forAll(fc.array(series, { maxLength: 3 }), fc.nat(100), fc.nat(100), (all, back, further) => {
    const earlier = new EarlierHistories()
    for (const one of all) {
      earlier.read(one)
      for (const days of [back, further]) {
        const cut = cutTo(one, Math.max(0, one.unitsSold.length - days))
        expect(getContent(earlier.before(days))).toEqual(getContent(prepareHistory(cut)))
      }
    }
  })
})
