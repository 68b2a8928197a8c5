import type { AlertType, Urgency } from '@stockcast/contract'
import { findShopFacts } from '../../kernel/shop-facts/queries.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { type Channel, isReady } from './channels/channel.ts'
import { mapConsents } from './channels/consent-queries.ts'
import { dueAt } from './channels/due-time.ts'
import { listChannels } from './channels/queries.ts'
import { wantedSubjects } from './channels/wish-queries.ts'
import { getRecipient } from './delivery.ts'
import {
  type AlertToNotify,
  insertPendingNotifications,
  type NotificationSubject,
} from './pending-queries.ts'
import { noteWork, wakeChannel } from './wake-channel.ts'

/**
 * The classes of `decideAlerts`: low stock 1, out of stock 2; stockout risk 1, likelier than not 2, out of
 * stock 3.
 */
const MIN_SEVERITY: Readonly<Record<Urgency, Readonly<Record<AlertType, number>>>> = {
  all: { low_stock: 1, stockout_risk: 1 },
  likely: { low_stock: 2, stockout_risk: 2 },
  out_of_stock: { low_stock: 2, stockout_risk: 3 },
}

/** A late order has one class. */
const LATE_ORDER_SEVERITY = 1

/**
 * Puts alerts that opened or got a class worse into the outbox of each channel that takes them, in the
 * transaction that writes the alerts. Adding the same alert and class again changes nothing.
 */
export async function addPendingNotifications(
  context: Context<'clock' | 'jobs'>,
  alerts: readonly AlertToNotify[],
): Promise<void> {
  if (alerts.length === 0) return
  const wanted = await wantedSubjects(context, {
    alertIds: alerts.map(({ alertId }) => alertId),
    orderIds: [],
  })
  await addToChannels(context, (channel) =>
    alerts
      .filter(({ alertId }) => wanted(getRecipient(channel), { alertId }))
      .filter((alert) => takesAlert(channel, alert))
      .map(({ alertId, severity }) => ({ alertId, orderId: null, severity })),
  )
}

/** Does the same for orders that became late, each once. A channel that takes only what is out of stock leaves them out. */
export async function addLateOrders(
  context: Context<'clock' | 'jobs'>,
  orderIds: readonly number[],
): Promise<void> {
  if (orderIds.length === 0) return
  const wanted = await wantedSubjects(context, { alertIds: [], orderIds })
  await addToChannels(context, (channel) =>
    channel.urgency === 'out_of_stock'
      ? []
      : orderIds
          .filter((orderId) => wanted(getRecipient(channel), { orderId }))
          .map((orderId) => ({ alertId: null, orderId, severity: LATE_ORDER_SEVERITY })),
  )
}

async function addToChannels(
  context: Context<'clock' | 'jobs'>,
  getSubjects: (channel: Channel) => readonly NotificationSubject[],
): Promise<void> {
  const { merchantId, tx } = context
  const channels = await listChannels(tx, { merchantId })
  const consents = await mapConsents(tx, merchantId)
  const ready = channels.filter((channel) => isReady(channel, consents.get(getRecipient(channel)) ?? null))
  const shop = ready.length > 0 ? await findShopFacts(tx, merchantId) : undefined
  if (!shop) return
  const at = context.clock.now()
  for (const channel of ready) {
    const recipientId = getRecipient(channel)
    const due = dueAt(channel, at, shop.timeZone)
    const notifications = getSubjects(channel).map((subject) => ({
      ...subject,
      channel: channel.name,
      dueAt: due,
    }))
    await insertPendingNotifications(tx, { merchantId, recipientId, at, notifications })
    if (notifications.length === 0) continue
    const key = { merchantId, recipientId, channel: channel.name, lane: 'alerts' } as const
    await (channel.timing === 'at_once' ? wakeChannel(context, tx, key, due) : noteWork(tx, key, due))
  }
}

export function takesAlert(
  choice: { types: readonly AlertType[]; urgency: Urgency },
  alert: { type: AlertType; severity: number },
): boolean {
  return choice.types.includes(alert.type) && alert.severity >= MIN_SEVERITY[choice.urgency][alert.type]
}
