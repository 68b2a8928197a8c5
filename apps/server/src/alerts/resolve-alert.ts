import { type Alert, SECOND_MS, UNDO_RESOLVE_MS } from '@stockcast/contract'
import { AppError } from '../kernel/errors.ts'
import type { Context } from '../kernel/verb-context.ts'
import { findAlert } from './list-queries.ts'
import { passNotifications } from './notifications/pending-queries.ts'
import { markResolvedByMerchant, raiseAgain } from './queries.ts'

/** Resolves an alert by the merchant. A resolved alert never becomes active again; a new one may open. */
export async function resolveAlert(
  context: Context<'clock' | 'live'>,
  { alertId }: { alertId: number },
): Promise<Alert> {
  const { merchantId, tx } = context
  const key = { merchantId, alertId }
  const resolved = await markResolvedByMerchant(tx, {
    merchantId,
    alertIds: [alertId],
    at: context.clock.now(),
  })
  const alert = await findAlert(tx, key)
  if (!alert) throw new AppError('not_found', 'This alert does not exist.')
  if (resolved === 0) throw new AppError('conflict', 'This alert is already resolved.')
  await context.live.publish(tx, merchantId, { type: 'alerts' })
  return alert
}

/** Resolves several alerts by the merchant; those that are resolved already are left out. */
export async function resolveAlerts(
  context: Context<'clock' | 'live'>,
  { alertIds }: { alertIds: readonly number[] },
): Promise<{ resolved: number }> {
  const { merchantId, tx } = context
  const resolved = await markResolvedByMerchant(tx, { merchantId, alertIds, at: context.clock.now() })
  if (resolved > 0) await context.live.publish(tx, merchantId, { type: 'alerts' })
  return { resolved }
}

/** A press at the last moment arrives later. */
const GRACE_MS = 20 * SECOND_MS

/**
 * Raises a new alert for each of these that the merchant resolved just now and whose product has no open one of its type.
 * The resolved ones stay resolved. What was sent for them is not sent again, and what waits to be sent is sent for the new ones.
 */
export async function undoResolve(
  context: Context<'clock' | 'live'>,
  { alertIds }: { alertIds: readonly number[] },
): Promise<{ raised: number }> {
  const { merchantId, tx } = context
  const at = context.clock.now()
  const since = new Date(at.getTime() - UNDO_RESOLVE_MS - GRACE_MS)
  const raised = await raiseAgain(tx, { merchantId, alertIds, since, at })
  await passNotifications(tx, { merchantId, alerts: raised })
  if (raised.length > 0) await context.live.publish(tx, merchantId, { type: 'alerts' })
  return { raised: raised.length }
}
