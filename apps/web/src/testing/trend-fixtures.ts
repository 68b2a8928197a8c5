import type { TrendProduct, TrendProductList, Trends } from '@stockcast/contract'
import { addDays } from '../ui/format/days.ts'
import { NOW } from './fixtures.ts'
import { TODAY } from './stock-fixtures.ts'

/** A week of the whole shop, whose stock is recorded since Nov 17. */
export function someTrends({
  totals,
  ...changes
}: Partial<Omit<Trends, 'totals'>> & { totals?: Partial<Trends['totals']> } = {}): Trends {
  return {
    today: TODAY,
    stockAsOf: NOW,
    forecastAsOf: NOW,
    period: 7,
    currency: 'USD',
    variant: null,
    variants: 486,
    events: [],
    history: Array.from({ length: 7 }, (_, i) => ({
      day: addDays(TODAY, i - 7),
      unitsSold: 400 + i,
      daysOfCover: i < 4 ? null : 40 - i,
      outOfStock: i < 4 ? null : i - 3,
      expectedLostSales: i < 6 ? null : 900,
    })),
    ahead: Array.from({ length: 7 }, (_, i) => ({
      day: addDays(TODAY, i),
      unitsSold: { p10: 380, p25: 420, p50: 450, p75: 480, p90: 520 },
      daysOfCover: { low: 32 - i, likely: 33 - i, high: 34 - i },
      outOfStock: { low: 3, likely: 3 + i, high: 5 + i },
      expectedLostSales: i === 6 ? { low: null, likely: 1234, high: null } : null,
    })),
    totals: {
      unitsSold: 2821,
      unitsSoldBefore: 2565,
      unitsAhead: { low: 2900, likely: 3150, high: 3400 },
      daysOfCover: 34.6,
      outOfStock: 3,
      daysOutOfStock: 6,
      daysKnown: 3,
      expectedLostSales: 1234,
      ...totals,
    },
    ...changes,
  }
}

export function aTrendProduct(changes: Partial<TrendProduct> = {}): TrendProduct {
  return {
    variantId: 1,
    title: 'House Espresso, 1 kg',
    sku: 'NF-ESP-1000',
    isTracked: true,
    status: 'warning',
    unitsSold: 120,
    unitsSoldBefore: 96,
    daysOfCover: 4.25,
    daysOutOfStock: 2,
    daysKnown: 5,
    expectedLostSales: 640,
    ...changes,
  }
}

export function aRanking(rows: TrendProduct[], changes: Partial<TrendProductList> = {}): TrendProductList {
  return {
    rows,
    total: rows.length,
    page: 1,
    pageSize: 25,
    period: 7,
    today: TODAY,
    currency: 'USD',
    ...changes,
  }
}
