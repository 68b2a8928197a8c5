import { type Session, STALE_AFTER_MINUTES } from '@stockcast/contract'
import { formatTimeOrDay } from '../format/days.ts'
import { formatCount } from '../format/numbers.ts'

type Freshness = Pick<Session, 'merchant' | 'freshness' | 'connection' | 'now'>

/** Returns a time for the merchant: `10:32 AM`, or the day when it is not today. */
const getTime = (instant: string, { merchant, now }: Freshness) =>
  formatTimeOrDay(instant, now, merchant.timeZone)

/** Returns the line under the store's name. "In sync" is only what was compared with the store. */
export function stepWords(session: Freshness): string {
  const { merchant, freshness, connection } = session
  if (merchant.isDemo) return 'Demo data'
  const isWithoutStore = !connection && !merchant.isConnected
  if (freshness.stockAsOf === null) return isWithoutStore ? 'No store connected' : 'Reading your store'
  const asOf = getTime(freshness.stockAsOf, session)
  if (connection?.status === 'disconnected') return `Disconnected, data from ${asOf}`
  if (connection?.status === 'needs_reconnect' || freshness.isStale) return `Data from ${asOf}`
  return freshness.lastCheckedAt && !isWithoutStore ? `In sync with Shopify, ${asOf}` : `Stock as of ${asOf}`
}

/** Returns `Stock as of 10:32 AM.`; empty before the first import. */
export function stockAsOfWords(session: Freshness): string {
  const { stockAsOf } = session.freshness
  return stockAsOf === null ? '' : `Stock as of ${getTime(stockAsOf, session)}.`
}

/**
 * Returns the dashboard's sentence: how current the data is, and what the last comparison with the store
 * found.
 */
export function salesAndStockWords(stockAsOf: string, session: Freshness): string {
  const asOf = `Sales and stock as of ${getTime(stockAsOf, session)}`
  if (session.merchant.isDemo || !session.connection) return `${asOf}.`
  const { lastCheckedAt, differences, unappliedChanges = 0 } = session.freshness
  if (unappliedChanges > 0) {
    const changes = formatCount(unappliedChanges, 'change')
    return `${asOf}, without ${changes} from Shopify that could not be applied. We compare everything again tonight.`
  }
  if (!lastCheckedAt || differences === null || differences === undefined) {
    return `${asOf}, not compared with Shopify yet.`
  }
  const checkedAt = getTime(lastCheckedAt, session)
  if (differences > 0) {
    return `${asOf}. ${formatCount(differences, 'difference')} with Shopify, repaired at ${checkedAt}.`
  }
  const when = isRecent(lastCheckedAt, session.now) ? '' : ` at ${checkedAt}`
  return `${asOf}, no differences with Shopify${when}.`
}

function isRecent(instant: string, now: string): boolean {
  return Date.parse(now) - Date.parse(instant) <= STALE_AFTER_MINUTES * 60_000
}
