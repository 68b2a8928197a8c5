import { addPendingNotifications } from '../alerts/notifications/add-pending-notifications.ts'
import type { Context } from '../kernel/verb-context.ts'
import { type AlertSeed, insertOpenAlerts } from './insert-alerts.ts'

/** Opens alerts now and adds the pending notifications of each. Returns the alerts, in order. */
export async function openNotifiedAlerts(context: Context<'clock' | 'jobs'>, alerts: readonly AlertSeed[]) {
  const { clock, merchantId, tx } = context
  const opened = await insertOpenAlerts(tx, { merchantId, at: clock.now(), alerts })
  await addPendingNotifications(context, opened)
  return opened
}
