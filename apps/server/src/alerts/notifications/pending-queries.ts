import { type AlertType, type ChannelName, mapChannels } from '@stockcast/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../kernel/database/app-database.ts'
import { currentOrigin } from '../../kernel/telemetry/operation.ts'
import type { ChannelKey, DeliveryKey } from './delivery.ts'
import { ofChannel, ofRecipient } from './delivery-queries.ts'
import type { AlertFacts, LateOrderFacts } from './messages/content.ts'

/** What a notification is about: an alert of a product, or an order that is late. */
export interface NotificationSubject {
  alertId: number | null
  orderId: number | null
  severity: number
}

export interface NewPendingNotification extends NotificationSubject {
  channel: ChannelName
  dueAt: Date
}

/** Inserts each alert once for a recipient, channel and severity, and each order once for a recipient and channel. */
export async function insertPendingNotifications(
  tx: Tx,
  args: {
    merchantId: number
    recipientId: number
    at: Date
    notifications: readonly NewPendingNotification[]
  },
): Promise<void> {
  const { notifications } = args
  if (notifications.length === 0) return
  await sql`
    insert into pending_notifications
      (merchant_id, recipient_id, alert_id, order_id, severity, channel, created_at, due_at, origin)
    select ${args.merchantId}::bigint, ${args.recipientId}::integer, new.alert_id, new.order_id, new.severity, new.channel, ${args.at}::timestamptz,
      new.due_at, ${currentOrigin() ?? null}::text
    from unnest(${notifications.map((n) => n.alertId)}::bigint[], ${notifications.map((n) => n.orderId)}::bigint[],
      ${notifications.map((n) => n.severity)}::integer[], ${notifications.map((n) => n.channel)}::text[],
      ${notifications.map((n) => n.dueAt)}::timestamptz[]) as new (alert_id, order_id, severity, channel, due_at)
    on conflict do nothing
  `.execute(tx)
}

/** Returns the alerts that are open, as they are put into the outbox. */
export async function listOpenAlerts(tx: Tx, merchantId: number): Promise<AlertToNotify[]> {
  return tx
    .selectFrom('alerts')
    .select(['id as alertId', 'type', 'severity'])
    .where('merchant_id', '=', merchantId)
    .where('resolved', '=', false)
    .execute()
}

/** Returns when the first waiting notification is due; null when none waits. */
export async function findFirstDue(tx: Tx, key: ChannelKey): Promise<Date | null> {
  const row = await getWaiting(tx, key)
    .select((e) => e.fn.min('due_at').as('due'))
    .executeTakeFirst()
  return row?.due ?? null
}

function getWaiting(tx: Tx, key: ChannelKey) {
  return tx.selectFrom('pending_notifications').where(ofChannel(key)).where('status', '=', 'waiting')
}

export async function listWaiting(tx: Tx, key: ChannelKey) {
  return getWaiting(tx, key).select(['id', 'created_at as createdAt']).execute()
}

export async function countWaiting(
  tx: Tx,
  key: Omit<ChannelKey, 'channel'>,
): Promise<Record<ChannelName, number>> {
  const rows = await tx
    .selectFrom('pending_notifications')
    .select(['channel', (e) => e.fn.countAll<number>().as('count')])
    .where(ofRecipient(key))
    .where('status', '=', 'waiting')
    .groupBy('channel')
    .execute()
  const counts = new Map(rows.map((row) => [row.channel, row.count]))
  return mapChannels((name) => counts.get(name) ?? 0)
}

export async function deferWaiting(tx: Tx, key: ChannelKey, until: Date): Promise<void> {
  await tx
    .updateTable('pending_notifications')
    .set({ due_at: until })
    .where(ofChannel(key))
    .where('status', '=', 'waiting')
    .where('due_at', '<', until)
    .execute()
}

export async function saveDueTimes(
  tx: Tx,
  merchantId: number,
  notifications: readonly { id: number; dueAt: Date }[],
): Promise<void> {
  if (notifications.length === 0) return
  await sql`
    update pending_notifications n set due_at = moved.due_at
    from unnest(${notifications.map((n) => n.id)}::bigint[], ${notifications.map((n) => n.dueAt)}::timestamptz[])
      as moved (id, due_at)
    where n.merchant_id = ${merchantId} and n.id = moved.id
  `.execute(tx)
}

/** Puts all waiting notifications into this delivery. */
export async function assignWaiting(tx: Tx, key: ChannelKey, deliveryId: number): Promise<void> {
  await tx
    .updateTable('pending_notifications')
    .set({ status: 'assigned', delivery_id: deliveryId })
    .where(ofChannel(key))
    .where('status', '=', 'waiting')
    .execute()
}

const MAX_ORIGINS = 20

/** Returns what caused the alerts of a delivery, as far as it is known: 20 causes at most. */
export async function listOrigins(tx: Tx, { merchantId, deliveryId }: DeliveryKey): Promise<string[]> {
  const rows = await tx
    .selectFrom('pending_notifications')
    .select('origin')
    .distinct()
    .where('merchant_id', '=', merchantId)
    .where('delivery_id', '=', deliveryId)
    .where('origin', 'is not', null)
    .limit(MAX_ORIGINS)
    .execute()
  return rows.flatMap(({ origin }) => origin ?? [])
}

/** Returns the alerts of a delivery, including those that have been resolved. */
export async function listAlertsOf(
  tx: Tx,
  key: DeliveryKey,
): Promise<(AlertFacts & { isResolved: boolean })[]> {
  const rows = await tx
    .selectFrom('pending_notifications as n')
    .innerJoin('alerts as a', (join) =>
      join.onRef('a.id', '=', 'n.alert_id').on('a.merchant_id', '=', key.merchantId),
    )
    .leftJoin('variants as v', (join) =>
      join.onRef('v.variant_id', '=', 'a.variant_id').on('v.merchant_id', '=', key.merchantId),
    )
    .leftJoin('stock_projections as o', (join) =>
      join.onRef('o.variant_id', '=', 'a.variant_id').on('o.merchant_id', '=', key.merchantId),
    )
    .select([
      'a.id as alertId',
      'a.variant_id as variantId',
      'a.type',
      'a.severity',
      'a.resolved as isResolved',
    ])
    .select(['a.meta', 'v.title', 'o.available'])
    .distinctOn('a.id')
    .where('n.merchant_id', '=', key.merchantId)
    .where('n.delivery_id', '=', key.deliveryId)
    .where('n.status', '=', 'assigned')
    .execute()
  return rows.map(({ meta, title, ...alert }) => ({
    ...alert,
    title: title ?? 'A product',
    ...figuresSchema.parse(meta),
  }))
}

const figuresSchema = z
  .object({
    probability: z.number().nullable(),
    days_until_stockout: z.number().nullable(),
    order_quantity: z.number(),
    is_made: z.boolean().optional(),
    recommendation: z.string(),
  })
  .transform((meta) => ({
    probability: meta.probability,
    daysUntilStockout: meta.days_until_stockout,
    orderQuantity: meta.order_quantity,
    isMade: meta.is_made === true,
    recommendation: meta.recommendation,
  }))

/** Returns the orders of a delivery, including those that are no longer late. */
export async function listLateOrdersOf(
  tx: Tx,
  key: DeliveryKey,
): Promise<(LateOrderFacts & { isResolved: boolean })[]> {
  const { merchantId } = key
  const { rows } = await sql<LateOrderFacts & { isResolved: boolean }>`
    select o.id as "orderId", o.written_number as number,
      case when o.source = 'import' and o.external_id <> o.written_number then o.external_id end as "originalNumber", coalesce(o.supplier_snapshot ->> 'name', s.name) as "supplierName",
      o.late_after as "lateAfter", coalesce((
        select sum(l.remaining_units - l.seen_units) from purchase_order_lines l
        where l.merchant_id = ${merchantId} and l.order_id = o.id and l.remaining_units > l.seen_units
      ), 0)::bigint as units,
      o.late_resolved_at is not null or o.status not in ('ordered', 'partly_received') as "isResolved"
    from pending_notifications n
    join purchase_orders o on o.merchant_id = ${merchantId} and o.id = n.order_id
    left join suppliers s on s.merchant_id = ${merchantId} and s.id = o.supplier_id
    where n.merchant_id = ${merchantId} and n.delivery_id = ${key.deliveryId} and n.status = 'assigned'
    order by o.late_after, o.id
  `.execute(tx)
  return rows
}

/** Ends notifications without a message: those of a delivery, or all that wait. */
export async function leaveOut(
  tx: Tx,
  key: ChannelKey,
  args: {
    reason: string
    deliveryId: number | null
    subjects?: { alertIds: readonly number[]; orderIds: readonly number[] }
  },
): Promise<void> {
  const { deliveryId, subjects } = args
  await tx
    .updateTable('pending_notifications')
    .set({ status: 'left_out', reason: args.reason })
    .where(ofChannel(key))
    .where('status', '=', deliveryId === null ? 'waiting' : 'assigned')
    .$if(deliveryId !== null, (query) => query.where('delivery_id', '=', deliveryId))
    .$if(subjects !== undefined, (query) =>
      query.where(
        sql<boolean>`(alert_id = any(${subjects?.alertIds}::bigint[]) or order_id = any(${subjects?.orderIds}::bigint[]))`,
      ),
    )
    .execute()
}

export async function markNotificationsSent(tx: Tx, key: DeliveryKey): Promise<void> {
  await moveNotifications(tx, key, { from: 'assigned', to: 'sent' })
}

/**
 * Reopens notifications whose message the provider accepted and then lost: a further try sends them again.
 */
export async function takeBackSent(tx: Tx, key: DeliveryKey): Promise<void> {
  await moveNotifications(tx, key, { from: 'sent', to: 'assigned' })
}

async function moveNotifications(
  tx: Tx,
  key: DeliveryKey,
  { from, to }: Record<'from' | 'to', 'assigned' | 'sent'>,
): Promise<void> {
  await tx
    .updateTable('pending_notifications')
    .set({ status: to })
    .where('merchant_id', '=', key.merchantId)
    .where('delivery_id', '=', key.deliveryId)
    .where('status', '=', from)
    .execute()
}

export interface AlertToNotify {
  alertId: number
  type: AlertType
  severity: number
}

/** Passes what was not sent yet to the alerts that followed. */
export async function passNotifications(
  tx: Tx,
  { merchantId, alerts }: { merchantId: number; alerts: readonly { from: number; to: number }[] },
): Promise<void> {
  if (alerts.length === 0) return
  await sql`
    update pending_notifications p set alert_id = passed.later
    from unnest(${alerts.map(({ from }) => from)}::bigint[], ${alerts.map(({ to }) => to)}::bigint[])
      as passed (former, later)
    where p.merchant_id = ${merchantId} and p.alert_id = passed.former and p.status in ('waiting', 'assigned')
  `.execute(tx)
}
