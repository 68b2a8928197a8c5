import { NO_SALES_DAYS, type TrendRange, type Trends } from '@stockcast/contract'
import type { TrendPoint } from '../../charts/trend/trend-series.ts'
import { coverWords } from '../../ui/format/cover.ts'
import { formatDay } from '../../ui/format/days.ts'
import {
  formatAverage,
  formatCount,
  formatMoney,
  formatProbability,
  formatRange,
  formatShare,
  formatUnits,
} from '../../ui/format/numbers.ts'
import { sharedTexts } from '../../ui/messages/shared-texts.ts'
import { isUnknown } from './trend-words.ts'

export type MetricId = 'units-sold' | 'days-of-cover' | 'stockouts' | 'expected-lost-sales'

/** One of the four metrics of trends: its chart, table and file are made from the same points. */
export interface Metric {
  id: MetricId
  title: string
  note: string
  /** One sentence; empty if there is nothing to say. */
  finding: string
  unit: string
  /** Names the range, as a table head and under the chart. */
  rangeWords: string
  points: TrendPoint[]
  now: number | null
  leastCeiling: number
  format: (value: number) => string
  /** Why there is no data; null if there is. */
  nothing: string | null
}

const getPoints = (
  trends: Trends,
  past: (day: Trends['history'][number]) => number | null,
  ahead: (day: Trends['ahead'][number]) => TrendRange | null,
): TrendPoint[] => [
  ...trends.history.map((day) => ({ day: day.day, past: past(day), low: null, likely: null, high: null })),
  ...trends.ahead.map((day) => {
    const { low = null, likely = null, high = null } = ahead(day) ?? {}
    return { day: day.day, past: null, low, likely, high }
  }),
]

export function unitsSold(trends: Trends): Metric {
  const isNothing = trends.history.every((day) => day.unitsSold === 0) && trends.ahead.length === 0
  return {
    id: 'units-sold',
    title: 'Units sold',
    note: 'On each day.',
    finding: unitsFinding(trends),
    unit: 'units a day',
    rangeWords: '8 days in 10',
    points: getPoints(
      trends,
      (day) => day.unitsSold,
      ({ unitsSold }) => unitsSold && { low: unitsSold.p10, likely: unitsSold.p50, high: unitsSold.p90 },
    ),
    now: null,
    leastCeiling: 1,
    format: (value) => (value < 10 ? formatAverage(value) : formatUnits(value)),
    nothing: isUnknown(trends)
      ? 'No sales are known yet.'
      : isNothing
        ? 'Nothing was sold on these days, and there is no forecast yet.'
        : null,
  }
}

function unitsFinding(trends: Trends): string {
  if (isUnknown(trends)) return ''
  const { period, totals } = trends
  const { unitsAhead } = totals
  const past = `${formatCount(totals.unitsSold, 'unit')} in the last ${period} days.`
  if (unitsAhead === null) return past
  const range = formatRange(unitsAhead.low ?? unitsAhead.likely, unitsAhead.high ?? unitsAhead.likely)
  return `Next ${period} days: ${formatUnits(unitsAhead.likely)} units, likely ${range}`
}

export function daysOfCover(trends: Trends): Metric {
  const now = trends.ahead.length > 0 ? trends.totals.daysOfCover : null
  const points = getPoints(
    trends,
    (day) => day.daysOfCover,
    (day) => day.daysOfCover,
  ).map(({ day, past, low, likely, high }) => ({
    day,
    past: capped(past),
    low: capped(low),
    likely: capped(likely),
    high: capped(high),
  }))
  return {
    id: 'days-of-cover',
    title: 'Days of cover',
    note: 'How many days the stock lasts. Up to today at the average sales of the 30 days before, after today at the forecast, with no deliveries.',
    finding: coverFinding(trends),
    unit: 'days',
    rangeWords: '8 cases in 10',
    points,
    now: capped(now),
    leastCeiling: 10,
    format: formatCover,
    nothing: nothingOf(points, stockReason(trends)),
  }
}

function coverFinding({ totals }: Trends): string {
  if (totals.daysOfCover === null) return ''
  return `Now ${coverWords(totals.daysOfCover)} of stock`
}

const capped = (days: number | null) => (days === null ? null : Math.min(days, NO_SALES_DAYS - 1))

/** Returns days with one decimal where they are few. */
function formatCover(days: number): string {
  return days > 0 && days < 10 ? formatAverage(days) : formatUnits(days)
}

export function stockouts(trends: Trends): Metric {
  const points = getPoints(
    trends,
    (day) => day.outOfStock,
    (day) => day.outOfStock,
  )
  const isShop = trends.variant === null
  return {
    id: 'stockouts',
    title: 'Stockouts',
    note: isShop
      ? `Products out of stock at the end of the day, of ${formatCount(trends.variants, 'product')} on sale. After today: if nothing is ordered.`
      : 'Out of stock at the end of the day. After today: the chance of having run out, if nothing is ordered.',
    finding: stockoutFinding(trends),
    unit: isShop ? 'products' : 'out of stock',
    rangeWords: 'From almost surely out to possibly out',
    points,
    now: trends.ahead.length > 0 ? trends.totals.outOfStock : null,
    leastCeiling: isShop ? 4 : 1,
    format: isShop ? formatUnits : formatShare,
    nothing: nothingOf(points, stockReason(trends)),
  }
}

function stockoutFinding(trends: Trends): string {
  const { totals, ahead, variant } = trends
  const last = ahead.at(-1)
  if (totals.outOfStock === null) return ''
  if (variant !== null) {
    if (totals.outOfStock > 0) return 'Out of stock now'
    if (!last?.outOfStock) return 'In stock now'
    return `In stock now, ${formatProbability(last.outOfStock.likely)} to run out by ${formatDay(last.day)}`
  }
  const now = `${formatUnits(totals.outOfStock)} now`
  return last?.outOfStock
    ? `${now}, ${formatUnits(last.outOfStock.likely)} by ${formatDay(last.day)} if nothing is ordered`
    : now
}

export function expectedLostSales(trends: Trends): Metric {
  const { period, currency, variant } = trends
  const points = getPoints(
    trends,
    (day) => day.expectedLostSales,
    (day) => day.expectedLostSales,
  )
  const ahead = `Value of the sales you would lose over the next ${period} days if you ordered nothing.`
  return {
    id: 'expected-lost-sales',
    title: 'Expected lost sales',
    note: variant
      ? ahead
      : `${ahead} Each day before today shows the total that was expected then for the ${period} days after it.`,
    finding: valueFinding(trends),
    unit: currency,
    rangeWords: '8 cases in 10',
    points,
    now: trends.ahead.length > 0 && trends.totals.expectedLostSales !== null ? 0 : null,
    leastCeiling: 10,
    format: (value) => formatMoney(value, currency),
    nothing: nothingOf(
      points,
      variant?.hasPrice === false ? 'This product has no price.' : valueReason(trends),
    ),
  }
}

function valueFinding({ period, totals, currency }: Trends): string {
  if (totals.expectedLostSales === null) return ''
  return `${formatMoney(totals.expectedLostSales, currency)} in the next ${period} days`
}

function nothingOf(points: readonly TrendPoint[], reason: string): string | null {
  return points.every(({ past, likely }) => past === null && likely === null) ? reason : null
}

function stockReason({ variant }: Trends): string {
  if (variant && !variant.isTracked) return sharedTexts.notTracked
  return 'Stock is recorded from the first sync on.'
}

function valueReason(trends: Trends): string {
  if (trends.variant && !trends.variant.isTracked) return stockReason(trends)
  return 'It is computed with the first forecast, for products with a price.'
}
