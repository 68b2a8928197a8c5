import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countBeforeArrival, dotColumns, isBeforeArrival } from './dot-columns.ts'

const anyFutures = fc.array(fc.option(fc.integer({ min: 0, max: 90 })), { minLength: 1, maxLength: 40 })

it('no dot is on the wrong side of the arrival of an order', () => {
  forAll(
    anyFutures,
    fc.integer({ min: 1, max: 45 }),
    fc.integer({ min: 200, max: 900 }),
    (futures, lead, width) => {
      const x = (day: number) => 4 + (day / 49) * width
      const { columns } = dotColumns({ futures, x, anchorDay: lead, dotPx: 6.2, maxPx: width })
      for (const column of columns) {
        for (const { day } of column.dots) expect(column.x < x(lead)).toBe(isBeforeArrival(day, lead))
      }
    },
  )
})

it('every future is either a dot or counted as later', () => {
  forAll(anyFutures, (futures) => {
    const x = (day: number) => day * 8
    const { columns, after } = dotColumns({ futures, x, anchorDay: 14, dotPx: 6.2, maxPx: 392 })
    const dots = columns.reduce((count, { dots }) => count + dots.length, 0)
    expect(dots + after).toBe(futures.length)
  })
})

it('a stockout on the last day of the lead time comes before the arrival, and one after the horizon never does', () => {
  expect(countBeforeArrival([13, 14, 15, null], 14)).toBe(2)
})

it('a day has a column of its own where there is space, otherwise neighbouring days share one', () => {
  const futures = [1, 2, 3, 4]
  const columnsAt = (dayPx: number) =>
    dotColumns({ futures, x: (day) => day * dayPx, anchorDay: 14, dotPx: 6, maxPx: 900 }).columns.length
  expect(columnsAt(8)).toBe(4)
  expect(columnsAt(3)).toBe(2)
})
