import { addPendingNotifications } from '../alerts/notifications/add-pending-notifications.ts'
import type { Tx } from '../kernel/database/app-database.ts'
import type { Context } from '../kernel/verb-context.ts'

export interface AlertSeed {
  variantId: number
  type?: 'low_stock' | 'stockout_risk'
  severity?: number
}

/** Writes open alerts as the alert rules would. Returns the alerts that opened, in order. */
export async function insertOpenAlerts(
  tx: Tx,
  args: { merchantId: number; at: Date; alerts: readonly AlertSeed[] },
): Promise<{ alertId: number; type: 'low_stock' | 'stockout_risk'; severity: number }[]> {
  const { merchantId, at, alerts } = args
  const rows = await tx
    .insertInto('alerts')
    .values(
      alerts.map(({ variantId, type = 'stockout_risk', severity = 2 }) => ({
        merchant_id: merchantId,
        variant_id: variantId,
        type,
        severity,
        triggered_at: at,
        meta: JSON.stringify(meta),
      })),
    )
    .returning(['id', 'type', 'severity'])
    .execute()
  return rows.map(({ id, type, severity }) => ({ alertId: id, type, severity }))
}

const meta = {
  days_until_stockout: 9,
  days_low: 8,
  days_high: 12,
  probability: 0.96,
  order_quantity: 792,
  order_by: '2026-11-24',
  recommendation: 'Order 792 by Nov 24. Runs out Nov 29 to Dec 4, restock takes 14 days.',
  available_at_opening: 60,
}

/** Opens alerts now and adds the pending notifications of each. Returns the alerts, in order. */
export async function openNotifiedAlerts(context: Context<'clock' | 'jobs'>, alerts: readonly AlertSeed[]) {
  const { clock, merchantId, tx } = context
  const opened = await insertOpenAlerts(tx, { merchantId, at: clock.now(), alerts })
  await addPendingNotifications(context, opened)
  return opened
}
