import { type Alert, closingWords, type ProductDetail, type ProductRow } from '@stockcast/contract'
import { formatDaysUntilStockout } from '../format/cover.ts'
import { addDays, daysBetween, formatDay, formatWeekday } from '../format/days.ts'
import { formatDayCount, formatProbability, formatRange, formatUnits } from '../format/numbers.ts'

type Stock = Pick<
  ProductRow,
  | 'projection'
  | 'daysUntilStockout'
  | 'daysSource'
  | 'averageDailySales'
  | 'isTracked'
  | 'recommendation'
  | 'incoming'
>

/** Returns days until stockout as a figure: whole, ∞ without sales, – where stock is not tracked. */
export function daysWords(row: Stock): string {
  if (!row.isTracked || row.projection.kind === 'unknown') return '–'
  return formatDaysUntilStockout(row.daysUntilStockout)
}

/** Returns the line under the figure: its range in 8 of 10 cases, or where it comes from. */
export function daysNote(row: Stock, today: string): string {
  const { projection } = row
  if (!row.isTracked) return 'stock not tracked'
  switch (projection.kind) {
    case 'unknown':
      return 'not known yet'
    case 'no_demand':
      return row.averageDailySales > 0 ? 'no demand expected' : 'no sales in 30 days'
    case 'out_of_stock':
      return backWords(row, today)
    case 'beyond':
      return projection.low === null ? `beyond ${projection.horizonDays} days` : `${projection.low} or more`
    case 'days':
      if (row.daysSource === 'mean') return '30-day average'
      return projection.high === null
        ? `${projection.low} or more`
        : formatRange(projection.low, projection.high)
  }
}

function backWords({ recommendation, incoming }: Stock, today: string): string {
  if (recommendation?.kind === 'covered')
    return `back about ${formatDay(addDays(today, recommendation.inDays))}`
  return incoming > 0 ? `${formatUnits(incoming)} on the way` : 'nothing on the way'
}

/** Returns what is beside the stock and not on the way. */
export function notInStoreWords(units: number): string {
  return `${formatUnits(units)} received, not in your store yet`
}

export type Tone = 'critical' | 'warning' | 'plain' | 'muted'

/**
 * Returns the replenishment recommendation in words; null if nothing is needed. Receipts are expected,
 * not announced: "about".
 */
export function recommendationWords(
  recommendation: ProductRow['recommendation'],
  today: string,
  isMade = false,
): { text: string; tone: Tone } | null {
  const verb = isMade ? 'Make' : 'Order'
  switch (recommendation?.kind) {
    case 'blocked':
      return { text: 'Cannot be ordered: minimum above maximum', tone: 'critical' }
    case 'too_late':
      return {
        text: `${formatDayCount(recommendation.expectedStockoutDays)} without stock even if you ${isMade ? 'make it' : 'order'} today`,
        tone: 'critical',
      }
    case 'order_now':
      return { text: `${verb} now${orderNowWords(recommendation.reason)}`, tone: 'warning' }
    case 'order_soon':
      return { text: `${verb} soon`, tone: 'plain' }
    case 'covered': {
      const arrival = formatDay(addDays(today, recommendation.inDays))
      return { text: `Covered by ${formatUnits(recommendation.units)} about ${arrival}`, tone: 'plain' }
    }
    default:
      return null
  }
}

/** Returns the lead time, as the range of 8 in 10 orders where its spread is known. */
export function leadTimeWords(lead: {
  leadTimeDays: number
  leadTimeRange?: ProductDetail['policy']['leadTimeRange'] | undefined
}): string {
  if (!lead.leadTimeRange) return formatDayCount(lead.leadTimeDays)
  return `${formatRange(lead.leadTimeRange.p10, lead.leadTimeRange.p90)} days`
}

type OrderNowReason = Extract<ProductRow['recommendation'], { kind: 'order_now' }>['reason']

/** Returns the reason of an advice, which the days of stock alone do not show. */
function orderNowWords(reason: OrderNowReason): string {
  switch (reason?.code) {
    case 'risk':
      return `: ${formatProbability(reason.stockoutProbability)} risk in the lead time of ${leadTimeWords(reason)}`
    case 'safety_stock':
      return `: safety stock reached in ${formatDayCount(reason.leadTimeDays)}`
    case 'order_day':
      return ': the next order day is too late'
    default:
      return ''
  }
}

export interface OrderByWords {
  text: string
  tone: Tone
  /** How late it is, or what is on its way; empty when there is nothing to add. */
  note: string
}

/**
 * Returns the day to order by: "Today" with the days it is late, a date, or "Fine"; a dash where it is not
 * known.
 */
export function orderByWords(
  { orderBy, recommendation }: Pick<ProductRow, 'orderBy' | 'recommendation'>,
  today: string,
): OrderByWords {
  if (recommendation === null) return { text: '–', tone: 'muted', note: '' }
  if (orderBy === null && recommendation.kind === 'fine')
    return { text: 'Fine', tone: 'muted', note: 'no order is due' }
  const note = noteOn(recommendation, today)
  if (orderBy === null) return { text: 'None needed', tone: 'muted', note }
  const inDays = daysBetween(today, orderBy)
  if (inDays < 0) return { text: 'Today', tone: 'critical', note: `${formatDayCount(-inDays)} late` }
  if (inDays === 0)
    return { text: 'Today', tone: recommendation.kind === 'too_late' ? 'critical' : 'warning', note }
  return { text: inDays <= 6 ? formatWeekday(orderBy) : formatDay(orderBy), tone: 'plain', note }
}

function noteOn(recommendation: NonNullable<ProductRow['recommendation']>, today: string): string {
  if (recommendation.kind === 'fine') return 'Fine'
  return recommendation.kind === 'covered'
    ? `${formatUnits(recommendation.units)} arrive about ${formatDay(addDays(today, recommendation.inDays))}`
    : ''
}

/** Returns who closed an alert, when and why; the stored sentence where the cause has no code. */
export function closedWords(
  {
    resolvedBy,
    resolvedByWhom,
    resolvedReason,
    resolvedCause,
  }: Pick<Alert, 'resolvedBy' | 'resolvedByWhom' | 'resolvedReason' | 'resolvedCause'>,
  resolvedOn: string | null,
): string {
  const when = resolvedOn === null ? '' : ` on ${resolvedOn}`
  if (resolvedBy !== 'system') {
    const words = `Resolved by ${resolvedByWhom ?? 'you'}${when}.`
    return resolvedReason === null ? words : `${words} ${resolvedReason}`
  }
  if (resolvedCause !== null) return `Closed by itself${when}: ${closingWords(resolvedCause, formatUnits)}.`
  return resolvedReason ?? `Closed by itself${when}.`
}
