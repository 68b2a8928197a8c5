import type { Session } from '@stockcast/contract'
import { formatTimeOrDay } from '../format/days.ts'

/**
 * Returns the store's name as typed on the connect screen, for a store that was connected and no longer is.
 */
export function storeToReconnect({ connection, merchant }: Pick<Session, 'connection' | 'merchant'>): string {
  const isLost = connection && connection.status !== 'connected'
  return isLost ? (merchant.shopDomain ?? '').replace(/\.myshopify\.com$/, '') : ''
}

interface StoreStep {
  reason: string
  action: string
  search: { change?: '1' }
}

/**
 * Returns why nothing can be read from the store at the moment, and what to do; null while it is connected,
 * or none is.
 */
export function lostStoreStep({ connection }: Pick<Session, 'connection'>): StoreStep | null {
  if (!connection || connection.status === 'connected') return null
  return connection.status === 'disconnected'
    ? { reason: 'The app was removed from your store.', action: 'Connect Store', search: {} }
    : { reason: 'Your store no longer gives us access.', action: 'Reconnect', search: { change: '1' } }
}

/**
 * Returns what is missing before a sync: the lost access, or a store at all; null if nothing is missing.
 */
export function stepBeforeSync(session: Pick<Session, 'connection' | 'merchant'>): StoreStep | null {
  if (session.connection !== null || session.merchant.isConnected) return lostStoreStep(session)
  return { reason: 'No store is connected.', action: 'Connect Store', search: {} }
}

/** Returns what went wrong with the access to the store, and the time of the last numbers. */
export function lostConnectionWords(session: Session): string {
  const { connection, freshness, merchant, now } = session
  const reason =
    connection?.message ??
    (connection?.status === 'disconnected'
      ? 'The app was removed from your Shopify store.'
      : 'Shopify no longer accepts our access to your store. Connect it again to continue; nothing is lost.')
  if (freshness.stockAsOf === null) return reason
  return `${reason} The numbers here are from ${formatTimeOrDay(freshness.stockAsOf, now, merchant.timeZone)}.`
}

/** Returns why the history of sales is short; null if the store shares all of its orders. */
export function shortHistoryWords(orderHistoryDays: Session['orderHistoryDays']): string | null {
  if (orderHistoryDays === null || orderHistoryDays === undefined) return null
  return `Shopify shares the orders of the last ${orderHistoryDays} days with this app: older orders need its permission for all orders. Your history grows from here.`
}
