import type { ProductRow } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { daysNote, daysWords, needWords, orderByWords } from './stock-words.ts'

const today = '2026-11-20'
const row = {
  outlook: { kind: 'days', daysUntilStockout: 11, low: 9, high: 14 },
  daysUntilStockout: 11,
  daysSource: 'forecast',
  averageDailySales: 15.2,
  isTracked: true,
  need: null,
  incoming: 0,
} satisfies Partial<ProductRow>

describe('T-02 Days until stockout:', () => {
  it.each<{ given: Partial<ProductRow>; days: string; note: string }>([
    { given: {}, days: '11', note: '9 to 14' },
    { given: { daysSource: 'mean' }, days: '11', note: '30-day average' },
    {
      given: { outlook: { kind: 'days', daysUntilStockout: 57, low: 37, high: null }, daysUntilStockout: 57 },
      days: '57',
      note: '37 or more',
    },
    {
      given: { outlook: { kind: 'beyond', horizonDays: 90, low: 80 }, daysUntilStockout: 132 },
      days: '132',
      note: '80 or more',
    },
    {
      given: { outlook: { kind: 'no_demand' }, daysUntilStockout: 999, averageDailySales: 0 },
      days: '∞',
      note: 'no sales in 30 days',
    },
    {
      given: { outlook: { kind: 'out_of_stock' }, daysUntilStockout: 0 },
      days: '0',
      note: 'nothing on the way',
    },
    {
      given: { outlook: { kind: 'out_of_stock' }, daysUntilStockout: 0, incoming: 60 },
      days: '0',
      note: '60 on the way',
    },
    {
      given: {
        outlook: { kind: 'out_of_stock' },
        daysUntilStockout: 0,
        need: { kind: 'covered', units: 60, inDays: 6 },
      },
      days: '0',
      note: 'back about Nov 26',
    },
    { given: { outlook: { kind: 'unknown' }, daysUntilStockout: null }, days: '–', note: 'not known yet' },
    { given: { isTracked: false }, days: '–', note: 'stock not tracked' },
  ])('the figure $days has the note "$note"', ({ given, days, note }) => {
    expect(daysWords({ ...row, ...given })).toBe(days)
    expect(daysNote({ ...row, ...given }, today)).toBe(note)
  })
})

describe('The replenishment recommendation:', () => {
  it.each<{ need: ProductRow['need']; text: string | undefined }>([
    { need: { kind: 'too_late', gapDays: 1 }, text: 'Too late: out for 1 day' },
    { need: { kind: 'too_late', gapDays: 9 }, text: 'Too late: out for 9 days' },
    { need: { kind: 'order_now' }, text: 'Order now' },
    { need: { kind: 'order_soon', inDays: 2 }, text: 'Order soon' },
    { need: { kind: 'covered', units: 900, inDays: 6 }, text: 'Covered by 900 about Nov 26' },
    { need: { kind: 'fine' }, text: undefined },
    { need: null, text: undefined },
  ])('the words are $text', ({ need, text }) => {
    expect(needWords(need, today)?.text).toBe(text)
  })
})

describe('The day to order by:', () => {
  it.each<{ given: Pick<ProductRow, 'orderBy' | 'need'>; words: string }>([
    {
      given: { orderBy: '2026-11-15', need: { kind: 'too_late', gapDays: 2 } },
      words: 'Today critical 5 days late',
    },
    { given: { orderBy: '2026-11-20', need: { kind: 'order_now' } }, words: 'Today warning ' },
    {
      given: { orderBy: '2026-11-22', need: { kind: 'order_soon', inDays: 2 } },
      words: 'Sun, Nov 22 plain ',
    },
    {
      given: { orderBy: '2026-12-12', need: { kind: 'covered', units: 900, inDays: 6 } },
      words: 'Dec 12 plain 900 arrive about Nov 26',
    },
    { given: { orderBy: null, need: { kind: 'fine' } }, words: 'Fine muted no order is due' },
    { given: { orderBy: '2026-12-12', need: { kind: 'fine' } }, words: 'Dec 12 plain Fine' },
    { given: { orderBy: null, need: null }, words: '– muted ' },
    {
      given: { orderBy: null, need: { kind: 'covered', units: 900, inDays: 6 } },
      words: 'None needed muted 900 arrive about Nov 26',
    },
  ])('the words are $words', ({ given, words }) => {
    const { text, tone, note } = orderByWords(given, today)
    expect(`${text} ${tone} ${note}`).toBe(words)
  })
})
