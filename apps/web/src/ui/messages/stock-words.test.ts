import type { ProductRow } from '@stockcast/contract'
import { expect, it } from 'vitest'
import { daysNote, daysWords, orderByWords, recommendationWords } from './stock-words.ts'

const today = '2026-11-20'
const row = {
  projection: { kind: 'days', daysUntilStockout: 11, low: 9, high: 14 },
  daysUntilStockout: 11,
  daysSource: 'forecast',
  averageDailySales: 15.2,
  isTracked: true,
  recommendation: null,
  incoming: 0,
} satisfies Partial<ProductRow>

it.each<{ given: Partial<ProductRow>; days: string; note: string }>([
  { given: {}, days: '11', note: '9 to 14' },
  { given: { daysSource: 'mean' }, days: '11', note: '30-day average' },
  {
    given: {
      projection: { kind: 'days', daysUntilStockout: 57, low: 37, high: null },
      daysUntilStockout: 57,
    },
    days: '57',
    note: '37 or more',
  },
  {
    given: { projection: { kind: 'beyond', horizonDays: 90, low: 80 }, daysUntilStockout: 132 },
    days: '132',
    note: '80 or more',
  },
  {
    given: { projection: { kind: 'no_demand' }, daysUntilStockout: 999, averageDailySales: 0 },
    days: '∞',
    note: 'no sales in 30 days',
  },
  {
    given: { projection: { kind: 'out_of_stock' }, daysUntilStockout: 0 },
    days: '0',
    note: 'nothing on the way',
  },
  {
    given: { projection: { kind: 'out_of_stock' }, daysUntilStockout: 0, incoming: 60 },
    days: '0',
    note: '60 on the way',
  },
  {
    given: {
      projection: { kind: 'out_of_stock' },
      daysUntilStockout: 0,
      recommendation: { kind: 'covered', units: 60, inDays: 6 },
    },
    days: '0',
    note: 'back about Nov 26',
  },
  { given: { projection: { kind: 'unknown' }, daysUntilStockout: null }, days: '–', note: 'not known yet' },
  { given: { isTracked: false }, days: '–', note: 'stock not tracked' },
])('T-02 Days until stockout: the figure $days has the note "$note"', ({ given, days, note }) => {
  expect(daysWords({ ...row, ...given })).toBe(days)
  expect(daysNote({ ...row, ...given }, today)).toBe(note)
})

it.each<{ recommendation: ProductRow['recommendation']; text: string | undefined }>([
  {
    recommendation: { kind: 'too_late', expectedStockoutDays: 1 },
    text: '1 day without stock even if you order today',
  },
  {
    recommendation: { kind: 'too_late', expectedStockoutDays: 9 },
    text: '9 days without stock even if you order today',
  },
  { recommendation: { kind: 'order_now' }, text: 'Order now' },
  {
    recommendation: {
      kind: 'order_now',
      reason: { code: 'risk', stockoutProbability: 0.14, leadTimeDays: 35 },
    },
    text: 'Order now: 14% risk in the lead time of 35 days',
  },
  {
    recommendation: {
      kind: 'order_now',
      reason: {
        code: 'risk',
        stockoutProbability: 0.14,
        leadTimeDays: 22,
        leadTimeRange: { p10: 9, p90: 56 },
      },
    },
    text: 'Order now: 14% risk in the lead time of 9 to 56 days',
  },
  {
    recommendation: {
      kind: 'order_now',
      reason: { code: 'safety_stock', safetyStock: 40, leadTimeDays: 1 },
    },
    text: 'Order now: safety stock reached in 1 day',
  },
  {
    recommendation: { kind: 'order_now', reason: { code: 'order_day' } },
    text: 'Order now: the next order day is too late',
  },
  { recommendation: { kind: 'order_soon', inDays: 2 }, text: 'Order soon' },
  { recommendation: { kind: 'covered', units: 900, inDays: 6 }, text: 'Covered by 900 about Nov 26' },
  { recommendation: { kind: 'fine' }, text: undefined },
  { recommendation: null, text: undefined },
])('The replenishment recommendation: the words are $text', ({ recommendation, text }) => {
  expect(recommendationWords(recommendation, today)?.text).toBe(text)
})

it.each<{ given: Pick<ProductRow, 'orderBy' | 'recommendation'>; words: string }>([
  {
    given: { orderBy: '2026-11-15', recommendation: { kind: 'too_late', expectedStockoutDays: 2 } },
    words: 'Today critical 5 days late',
  },
  { given: { orderBy: '2026-11-20', recommendation: { kind: 'order_now' } }, words: 'Today warning ' },
  {
    given: { orderBy: '2026-11-22', recommendation: { kind: 'order_soon', inDays: 2 } },
    words: 'Sun, Nov 22 plain ',
  },
  {
    given: { orderBy: '2026-12-12', recommendation: { kind: 'covered', units: 900, inDays: 6 } },
    words: 'Dec 12 plain 900 arrive about Nov 26',
  },
  { given: { orderBy: null, recommendation: { kind: 'fine' } }, words: 'Fine muted no order is due' },
  { given: { orderBy: '2026-12-12', recommendation: { kind: 'fine' } }, words: 'Dec 12 plain Fine' },
  { given: { orderBy: null, recommendation: null }, words: '– muted ' },
  {
    given: { orderBy: null, recommendation: { kind: 'covered', units: 900, inDays: 6 } },
    words: 'None needed muted 900 arrive about Nov 26',
  },
])('The day to order by: the words are $words', ({ given, words }) => {
  const { text, tone, note } = orderByWords(given, today)
  expect(`${text} ${tone} ${note}`).toBe(words)
})
