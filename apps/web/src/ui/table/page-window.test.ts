import { describe, expect, it } from 'vitest'
import { onlyPasses, pagesAround, rowsInView } from './page-window.ts'

describe('pagesAround:', () => {
  it.each([
    { first: 0, last: 20, total: 486, lookAhead: 0, pages: [1] },
    { first: 0, last: 20, total: 486, lookAhead: 50, pages: [1] },
    { first: 55, last: 75, total: 486, lookAhead: 50, pages: [1, 2] },
    { first: 130, last: 150, total: 486, lookAhead: 50, pages: [1, 2, 3] },
    { first: 95, last: 105, total: 486, lookAhead: 0, pages: [1, 2] },
    { first: 470, last: 485, total: 486, lookAhead: 50, pages: [5] },
    { first: 9_990, last: 9_999, total: 10_000, lookAhead: 0, pages: [100] },
    { first: 0, last: 0, total: 1, lookAhead: 50, pages: [1] },
    { first: 0, last: -1, total: 0, lookAhead: 50, pages: [] },
  ])('rows $first to $last of $total, $lookAhead ahead, are on pages $pages', ({ pages, ...rows }) => {
    expect(pagesAround(rows, rows.total, rows.lookAhead)).toEqual(pages)
  })

  it('a range past the end, of a list that became shorter, is on the last page', () => {
    expect(pagesAround({ first: 900, last: 920 }, 486, 0)).toEqual([5])
  })
})

describe('rowsInView:', () => {
  const list = { heightPx: 520, rowHeightPx: 52, total: 486 }
  it.each([
    { top: 0, rows: { first: 0, last: 9 } },
    { top: -200, rows: { first: 0, last: 5 } },
    { top: 25, rows: { first: 0, last: 9 } },
    { top: 27, rows: { first: 1, last: 10 } },
    { top: 486 * 52 - 520, rows: { first: 476, last: 485 } },
    { top: 486 * 52 - 100, rows: { first: 484, last: 485 } },
    { top: -600, rows: null },
    { top: 486 * 52 + 10, rows: null },
  ])('a scroll of $top px shows $rows', ({ top, rows }) => {
    expect(rowsInView({ ...list, top })).toEqual(rows)
  })

  it('a short list is fully visible', () => {
    expect(rowsInView({ ...list, top: 0, total: 3 })).toEqual({ first: 0, last: 2 })
  })
})

describe('onlyPasses:', () => {
  const from = { offset: 5_600, atMs: 1_000 }

  it.each([
    { what: 'a row of the next frame', offset: 5_656, atMs: 1_016, passes: true },
    { what: 'a row of the next frame upwards', offset: 5_544, atMs: 1_016, passes: true },
    { what: 'half a row of the next frame', offset: 5_628, atMs: 1_016, passes: false },
    { what: 'a row after a slow frame', offset: 5_656, atMs: 1_090, passes: true },
    { what: 'a jump after a pause', offset: 90_000, atMs: 1_300, passes: false },
  ])('that $what only passes is $passes', ({ offset, atMs, passes }) => {
    expect(onlyPasses({ from, to: { offset, atMs }, rowPx: 56 })).toBe(passes)
  })
})
