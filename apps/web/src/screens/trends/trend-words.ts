import type { Trends } from '@stockcast/contract'
import { formatDay } from '../../format/days.ts'
import {
  formatCount,
  formatDayCount,
  formatMoney,
  formatProbability,
  formatRange,
  formatUnits,
} from '../../format/numbers.ts'

/**
 * Returns how a period compares with the one before it: `+12%`, `−8%`, `new`, `no change`; empty without
 * sales in either.
 */
export function changeWords(units: number, before: number): string {
  if (before === 0) return units === 0 ? '' : 'new'
  const percent = Math.round((units / before - 1) * 100)
  if (percent === 0) return 'no change'
  return percent > 0 ? `+${formatUnits(percent)}%` : `−${formatUnits(-percent)}%`
}

export function unitsFinding({ period, totals }: Trends): string {
  const { unitsAhead } = totals
  const past = `${formatCount(totals.unitsSold, 'unit')} in the last ${period} days.`
  if (unitsAhead === null) return past
  const range = formatRange(unitsAhead.low ?? unitsAhead.likely, unitsAhead.high ?? unitsAhead.likely)
  return `Next ${period} days: ${formatUnits(unitsAhead.likely)} units, likely ${range}`
}

export function coverFinding({ totals }: Trends): string {
  if (totals.daysOfCover === null) return ''
  return `Now ${formatDayCount(Math.floor(totals.daysOfCover))} of stock`
}

export function stockoutFinding(trends: Trends): string {
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

export function valueFinding({ period, totals, currency }: Trends): string {
  if (totals.expectedLostSales === null) return ''
  return `${formatMoney(totals.expectedLostSales, currency)} in the next ${period} days`
}
