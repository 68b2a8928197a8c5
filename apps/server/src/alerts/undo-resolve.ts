import { SECOND_MS, UNDO_RESOLVE_MS } from '@stockcast/contract'
import type { Context } from '../kernel/verb-context.ts'
import { passNotifications } from './notifications/pending-queries.ts'
import { raiseAgain } from './queries.ts'

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
