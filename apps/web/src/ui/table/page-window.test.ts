import { describe, expect, it } from 'vitest'
import { onlyPasses, pagesAround, rowsAtRest, rowsInMotion, rowsInView } from './page-window.ts'

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
    { top: -200, rows: { first: 0, last: 6 } },
    { top: 51, rows: { first: 0, last: 10 } },
    { top: 52, rows: { first: 1, last: 10 } },
    { top: 486 * 52 - 520, rows: { first: 476, last: 485 } },
    { top: 486 * 52 - 100, rows: { first: 484, last: 485 } },
    { top: -519, rows: { first: 0, last: 0 } },
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

const list = { total: 10_000, ahead: 56 }

describe('rowsInMotion:', () => {
  const held = { first: 100, last: 200 }
  const cases = [
    { what: 'rows stay while the visible ones are well inside', seen: { first: 130, last: 144 }, rows: held },
    { what: 'rows stay until eight are left below', seen: { first: 178, last: 192 }, rows: held },
    {
      what: 'rows come below by steps, others go',
      seen: { first: 179, last: 193 },
      rows: { first: 123, last: 209 },
    },
    {
      what: 'rows come above by steps, others go',
      seen: { first: 107, last: 121 },
      rows: { first: 91, last: 177 },
    },
    {
      what: 'a jump shows only where it leads',
      seen: { first: 5_000, last: 5_014 },
      rows: { first: 4_992, last: 5_022 },
    },
    {
      what: 'the end of the list ends them',
      seen: { first: 9_985, last: 9_999 },
      rows: { first: 9_977, last: 9_999 },
    },
  ]
  it.each(cases)('$what', ({ seen, rows }) => {
    expect(rowsInMotion({ ...list, held, seen })).toEqual(rows)
  })

  it('rows that stay are the same object, with which nothing is rendered', () => {
    expect(rowsInMotion({ ...list, held, seen: { first: 130, last: 144 } })).toBe(held)
  })
})

describe('rowsAtRest:', () => {
  const seen = { first: 500, last: 514 }
  const isLoaded = () => true

  it('takes loaded rows ahead on both sides by steps, and then no more', () => {
    let held = { first: 492, last: 522 }
    const steps = [held]
    for (let next = rowsAtRest({ ...list, held, seen, isLoaded }); next !== held; ) {
      held = next
      steps.push(held)
      next = rowsAtRest({ ...list, held, seen, isLoaded })
    }
    expect(steps[1]).toEqual({ first: 492, last: 530 })
    expect(held).toEqual({ first: 444, last: 570 })
    expect(steps).toHaveLength(13)
  })

  it('takes no rows ahead that are not loaded', () => {
    const held = { first: 492, last: 522 }
    expect(rowsAtRest({ ...list, held, seen, isLoaded: (index) => index >= 490 && index < 526 })).toBe(held)
  })

  it('does not go beyond either end of a short list', () => {
    const held = { first: 0, last: 19 }
    expect(rowsAtRest({ total: 20, ahead: 56, held, seen: { first: 0, last: 14 }, isLoaded })).toBe(held)
  })
})
