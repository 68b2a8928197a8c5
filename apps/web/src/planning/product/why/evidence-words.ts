import type { ProductDetail } from '@stockcast/contract'
import { plannedServiceLevel } from '@stockcast/forecasting/decisions'
import { formatDay } from '../../../ui/format/days.ts'
import {
  formatAverage,
  formatCount,
  formatDayCount,
  formatShare,
  formatUnits,
} from '../../../ui/format/numbers.ts'
import { leadTimeWords } from '../../../ui/messages/stock-words.ts'
import { isPutTogether } from '../../bundles/bundle-words.ts'

/** One reason: a short line with its key words, and where it comes from. */
export interface Reason {
  before: string
  key: string
  after: string
  source: string
}

const weekdays = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']
const demandClasses: Record<string, string> = {
  smooth: 'sells on most days, in even amounts',
  erratic: 'sells on most days, in uneven amounts',
  intermittent: 'sells on some days only',
  lumpy: 'sells on some days only, in uneven amounts',
}
const policySources = {
  variant: 'set for this product',
  supplier_variant: 'set for this product at its supplier',
  learned: 'learned from your orders',
  stated: 'what the supplier says',
  merchant: 'your default for all products',
  default: 'the standard default; change it in Settings',
} as const

/**
 * Returns what the numbers of the page are based on. Only what is true of this product. `orderHistoryDays`:
 * how far back the store shares its orders, null for all of them.
 */
export function reasons(detail: ProductDetail, orderHistoryDays: number | null): Reason[] {
  const { forecast } = detail
  return [
    sales(detail),
    ...shortHistory(orderHistoryDays),
    ...(forecast === null
      ? []
      : [
          ...outOfStock(forecast),
          ...regularOrders(forecast, detail.today),
          ...bulkOrders(forecast),
          ...week(forecast),
          ...season(forecast),
          ...events(forecast),
        ]),
    ...(isPutTogether(detail.bundle) ? [] : ordering(detail)),
  ]
}

/** Returns what the page says about ordering or making the product. */
function ordering(detail: ProductDetail): Reason[] {
  const { policy, bundle } = detail
  return [
    ...scheduledReceipts(detail),
    {
      before: bundle === null ? 'Restock takes ' : 'Making it takes ',
      key: leadTimeWords(policy),
      after: '',
      source:
        bundle === null ? policySources[policy.leadTimeSource] : makeSource(bundle, policy.leadTimeDays),
    },
    {
      before: 'Safety stock ',
      key: formatCount(policy.safetyStock, 'unit'),
      after: '',
      source: policySources[policy.safetyStockSource],
    },
    ...reorderPoint(detail),
  ]
}

const makeSource = ({ makeDays }: { makeDays: number }, days: number) =>
  days > makeDays ? `${formatDayCount(makeDays)} and the restock of parts that are short` : 'as in its recipe'

function sales({ row, forecast }: ProductDetail): Reason {
  const pattern = forecast && demandClasses[forecast.demandClass]
  const read = forecast && `${formatDayCount(forecast.evidence.daysOfHistory)} of sales history`
  return {
    before: 'Sells ',
    key: `${formatAverage(row.averageDailySales)} a day`,
    after: '',
    source: ['average of the last 30 days', ...(read ? [read] : []), ...(pattern ? [pattern] : [])].join(
      '; ',
    ),
  }
}

function shortHistory(days: number | null): Reason[] {
  if (days === null) return []
  return [
    {
      before: 'Sales from the last ',
      key: formatDayCount(days),
      after: ' before you connected',
      source:
        'Shopify shares older orders only with its permission for all orders; your history grows from here',
    },
  ]
}

type Forecast = NonNullable<ProductDetail['forecast']>

function outOfStock({ evidence }: Forecast): Reason[] {
  const { daysOutOfStock, daysSoldOut, daysInferredOutOfStock } = evidence
  return [
    ...dayReason(daysOutOfStock - daysSoldOut, {
      key: 'out of stock',
      after: ' left out',
      source: 'not counted as days without demand',
    }),
    ...dayReason(daysSoldOut, {
      key: 'sold the last unit',
      after: '',
      source: 'counted as more than was sold: demand went on after the last unit',
    }),
    ...dayReason(daysInferredOutOfStock, {
      key: 'probably out of stock',
      after: ' left out',
      source: 'inferred from a pause in sales: your stock was not recorded then',
    }),
  ]
}

function dayReason(days: number, { key, ...rest }: Omit<Reason, 'before'>): Reason[] {
  return days <= 0 ? [] : [{ before: '', key: `${formatDayCount(days)} ${key}`, ...rest }]
}

function regularOrders({ evidence: { regularOrders: orders } }: Forecast, today: string): Reason[] {
  if (!orders) return []
  const next = `expected around ${formatDay(orders.nextDay)}`
  return [
    {
      before: 'A large order of about ',
      key: `${formatCount(orders.units, 'unit')} every ${formatDayCount(orders.everyDays)}`,
      after: '',
      source: `seen ${orders.seen} times; ${orders.nextDay < today ? `one was ${next} and has not come yet` : `the next one is ${next}`}; other days are forecast without them`,
    },
  ]
}

function bulkOrders({ evidence }: Forecast): Reason[] {
  return evidence.bulkDays.map(({ day, units, countedAs }) => ({
    before: '',
    key: `${formatCount(units, 'unit')} on ${formatDay(day)}`,
    after: ` count as ${formatUnits(countedAs)}`,
    source: 'far more than it sells otherwise; one large order says little about the next weeks',
  }))
}

const SEASONS: Record<NonNullable<Forecast['evidence']['season']>, Reason> = {
  unseen: {
    before: 'The coming season is ',
    key: 'new to your shop',
    after: '',
    source:
      'with less than 13 months of sales, the range allows for a tenth more or less on everything you sell',
  },
  seen_once: {
    before: 'Your shop has seen ',
    key: 'few seasons',
    after: ' so far',
    source: 'the same days a year ago count most for products that sell evenly',
  },
}

function season({ evidence }: Forecast): Reason[] {
  return evidence.season ? [SEASONS[evidence.season]] : []
}

const CLEARLY_BUSIER = 1.1
const ABOUT_AS_BUSY = 0.03

function week({ basis, evidence }: Forecast): Reason[] {
  const ratios = evidence.weekdayRatios
  if (basis !== 'forecast' || ratios.length !== weekdays.length) return []
  const highest = Math.max(...ratios)
  if (highest < CLEARLY_BUSIER) return []
  const busiest = weekdays.filter((_, day) => ratios[day]! >= highest - ABOUT_AS_BUSY)
  return [
    {
      before: '',
      key: new Intl.ListFormat('en-US', { type: 'conjunction' }).format(busiest),
      after: ' are busiest',
      source: `about ${formatShare(highest - 1)} above an average day`,
    },
  ]
}

const MAX_EVENTS_NAMED = 4

function events({ basis, evidence }: Forecast): Reason[] {
  if (basis !== 'forecast') return []
  const quieter = evidence.events.filter(({ ratio }) => ratio < 1)
  const busier = evidence.events.filter(({ ratio }) => ratio > 1)
  const shares = quieter.map(({ ratio }) => ratio * 100)
  const times = busier.map(({ ratio }) => ratio)
  return [
    ...eventReason('Quieter on ', quieter, shareWords(shares)),
    ...eventReason('Busier on ', busier, `about ${getRange(times, formatAverage)} times a usual day`),
  ]
}

function eventReason(before: string, days: Forecast['evidence']['events'], amount: string): Reason[] {
  if (days.length === 0) return []
  const named = days.slice(0, MAX_EVENTS_NAMED).map(({ name, day }) => `${name} (${formatDay(day)})`)
  const rest = days.length - named.length
  const all = rest > 0 ? [...named, `${rest} more`] : named
  return [
    {
      before,
      key: new Intl.ListFormat('en-US', { type: 'conjunction' }).format(all),
      after: '',
      source: `${amount}, from what your shop sold on such days before`,
    },
  ]
}

/** Returns the sales of quieter days, in percent of a usual one. */
function shareWords(shares: readonly number[]): string {
  const range = getRange(shares, formatUnits)
  return range === '0' ? 'almost no sales' : `about ${range}% of a usual day`
}

/** Returns one number or a range, whichever the rounded ends are. */
function getRange(values: readonly number[], format: (value: number) => string): string {
  const [low, high] = [format(Math.min(...values)), format(Math.max(...values))]
  return low === high ? low : `${low} to ${high}`
}

function scheduledReceipts({ incoming }: ProductDetail): Reason[] {
  const total = incoming.reduce((sum, { units }) => sum + units, 0)
  const first = incoming[0]
  if (!first || total === 0) return []
  const counted = incoming.reduce((sum, each) => sum + each.counted, 0)
  const when = `${incoming.length > 1 ? 'the first ' : ''}expected about ${formatDay(first.day)}`
  return [
    {
      before: '',
      key: `${formatUnits(total)} on the way`,
      after: '',
      source: counted === total ? when : `${when}; ${lateWords(counted)}`,
    },
  ]
}

/** Returns what late units count for. */
function lateWords(counted: number): string {
  return counted === 0
    ? 'so late that none counts until you enter a new day'
    : `late orders count less each day, so ${formatUnits(counted)} count today`
}

function reorderPoint({ forecast, policy }: ProductDetail): Reason[] {
  if (forecast === null || forecast.basis !== 'forecast') return []
  return [
    {
      before: 'Reorder at ',
      key: formatCount(forecast.reorderPoint, 'unit'),
      after: '',
      source: `enough for the ${leadTimeWords(policy)} until restock in at least ${formatShare(plannedServiceLevel(policy))} of cases`,
    },
  ]
}

/** Returns how accurate past forecasts of this product were, compared with the 30-day average. */
export function accuracyWords(accuracy: NonNullable<Forecast['accuracy']>): {
  inside: string
  error: string
  rest: string
} {
  const { origins, horizonDays, wape, plainMeanWape } = accuracy
  const inside = origins.filter(({ actual, p10, p90 }) => actual >= p10 && actual <= p90).length
  return {
    inside: `${inside} of ${formatCount(origins.length, 'past forecast')} fell inside the range.`,
    error: formatShare(wape),
    rest: `over ${horizonDays} days; the plain 30-day average was off by ${formatShare(plainMeanWape)}.`,
  }
}
