import { shopFormats } from '@stockcast/contract'
import type { AlertMeta } from '@stockcast/forecasting/decisions'
import { describe, expect, it } from 'vitest'
import { epochDay } from '../kernel/calendar.ts'
import { recommendation, sayRaisers } from './alert-record.ts'

const readAs = (country: string | null) => ({
  today: epochDay('2026-11-20'),
  formats: shopFormats(country),
})
const meta: AlertMeta = {
  daysUntilStockout: 11,
  daysLow: 9,
  daysHigh: 14,
  probability: 0.86,
  orderQuantity: 792,
  orderInDays: 0,
  expectedStockoutDays: 0,
  leadTimeDays: 14,
  leadTimeRange: null,
}

describe('W-03 the recommendation', () => {
  it.each<[string, Partial<AlertMeta>, string]>([
    [
      'names quantity, range and restock time',
      {},
      'Order 792 today. Runs out Nov 29 to Dec 4, restock takes 14 days.',
    ],
    [
      'names the day to order by',
      { orderInDays: 4 },
      'Order 792 by Nov 24. Runs out Nov 29 to Dec 4, restock takes 14 days.',
    ],
    [
      'says today when the order is late',
      { orderInDays: -3 },
      'Order 792 today. Runs out Nov 29 to Dec 4, restock takes 14 days.',
    ],
    [
      'names the gap when even today is too late',
      { orderQuantity: 168, expectedStockoutDays: 9, orderInDays: -9 },
      'Order 168 today and expect to be out of stock for about 9 days. Runs out Nov 29 to Dec 4, restock takes 14 days.',
    ],
    [
      'names one day when the range is a single day',
      { daysLow: 9, daysHigh: 9 },
      'Order 792 today. Runs out Nov 29, restock takes 14 days.',
    ],
    [
      'has an open range when it ends past the horizon',
      { daysHigh: null },
      'Order 792 today. Runs out Nov 29 or later, restock takes 14 days.',
    ],
    [
      'says that the product is out of stock',
      { daysUntilStockout: 0, daysLow: 0, daysHigh: 0, expectedStockoutDays: 14, orderInDays: -14 },
      'Order 792 today and expect to be out of stock for about 14 days. Restock takes 14 days.',
    ],
    [
      'names no stockout day without demand',
      { daysUntilStockout: null, daysLow: null, daysHigh: null, orderQuantity: 3 },
      'Order 3 today. Restock takes 14 days.',
    ],
    [
      'names no order when none is needed',
      { orderQuantity: 0 },
      'Runs out Nov 29 to Dec 4, restock takes 14 days.',
    ],
    [
      'writes one day in the singular',
      { leadTimeDays: 1 },
      'Order 792 today. Runs out Nov 29 to Dec 4, restock takes 1 day.',
    ],
    [
      'names the range of a restock time that varies',
      { leadTimeRange: { p10: 9, p90: 56 } },
      'Order 792 today. Runs out Nov 29 to Dec 4, restock takes 9 to 56 days.',
    ],
    [
      'groups thousands',
      { orderQuantity: 12_000 },
      'Order 12,000 today. Runs out Nov 29 to Dec 4, restock takes 14 days.',
    ],
  ])('%s', (_title, change, expected) => {
    expect(recommendation({ ...meta, ...change }, readAs('US'))).toBe(expected)
  })

  it.each([
    ['DE', 'Order 12.000 today. Runs out 29 Nov to 4 Dec, restock takes 14 days.'],
    ['CH', "Order 12'000 today. Runs out 29 Nov to 4 Dec, restock takes 14 days."],
    [null, 'Order 12,000 today. Runs out Nov 29 to Dec 4, restock takes 14 days.'],
  ])('writes numbers and dates for the country %s', (country, expected) => {
    expect(recommendation({ ...meta, orderQuantity: 12_000 }, readAs(country))).toBe(expected)
  })
})

describe('what raised the figures of an alert', () => {
  const alert = { severity: 1, meta: { recommendation: 'Order 792 today.' } } as Parameters<
    typeof sayRaisers
  >[0]
  const event = { name: 'Black Friday', ratio: 2.14 }

  it.each([
    [{ event, change: null }, 'US', 'Incl. Black Friday ×2.1.'],
    [{ event, change: null }, 'DE', 'Incl. Black Friday ×2,1.'],
    [
      { event, change: { kind: 'percent', amount: 40, likeName: null } },
      'US',
      'Incl. Black Friday ×2.1 and your change +40%.',
    ],
    [
      { event: null, change: { kind: 'per_day', amount: 2.857, likeName: null } },
      'US',
      'Incl. your change +2.9 a day.',
    ],
    [
      { event: null, change: { kind: 'total', amount: 1200, likeName: null } },
      'US',
      'Incl. your change to 1,200 in total.',
    ],
    [
      { event: null, change: { kind: 'like', amount: 100, likeName: 'Mug' } },
      'US',
      'Incl. your change like Mug.',
    ],
  ] as const)('is said after what to do: %j in %s', (raisers, country, words) => {
    expect(sayRaisers(alert, raisers, shopFormats(country)).meta.recommendation).toBe(
      `Order 792 today. ${words}`,
    )
  })

  it('is left out if nothing did', () => {
    expect(sayRaisers(alert, undefined, shopFormats('US'))).toBe(alert)
  })
})
