import { type Kysely, sql } from 'kysely'
import type { ReducedWebhook, StoreWebhook } from '../../kernel/connector/connector.ts'
import type { StoreChange } from '../../kernel/connector/rows.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Tables } from '../../kernel/database/tables.ts'
import { webhookStateSchema } from './webhook-state.ts'

/** A verified webhook, reduced to what we keep. */
export type Delivery = Omit<StoreWebhook, 'reduced'> & ReducedWebhook

/** With the trace context of its request, while tracing is on. */
export type TracedDelivery = Delivery & { trace?: string | null }

export interface InboxKey {
  topic: string
  eventId: string
}

export interface InboxRow extends InboxKey {
  resource: string
  state: StoreChange
  triggeredAt: Date
  trace: string | null
}

/**
 * Stores deliveries of any shops, each once, and returns the merchants whose inbox has work. A database
 * function enters each tenant in turn, so that this is one round trip.
 */
export async function storeDeliveries(
  directory: Kysely<Tables>,
  deliveries: readonly TracedDelivery[],
  at: Date,
): Promise<number[]> {
  const rows = deliveries.map(({ shop, topic, eventId, resource, state, triggeredAt, trace = null }) => ({
    shop,
    topic,
    event_id: eventId,
    resource,
    state,
    triggered_at: triggeredAt,
    ...(trace === null ? {} : { trace_context: trace }),
  }))
  const stored = await sql<{ merchant_id: number }>`
    select store_webhooks(${JSON.stringify(rows)}::jsonb, ${at}) as merchant_id
  `.execute(directory)
  return stored.rows.map((row) => row.merchant_id)
}

/** Returns the oldest open deliveries in the order in which they were triggered. */
export async function listInbox(
  tx: Tx,
  key: {
    merchantId: number
    status: 'waiting' | 'unread'
    /** Absent: any. */
    kinds?: readonly StoreChange['kind'][]
    /** Absent: the oldest ones. */
    only?: InboxKey | undefined
    limit: number
  },
): Promise<InboxRow[]> {
  const { kinds, only } = key
  const rows = await tx
    .selectFrom('webhook_inbox')
    .$if(kinds !== undefined, (query) => query.where(sql`state ->> 'kind'`, 'in', kinds ?? []))
    .$if(only !== undefined, (query) =>
      query.where('topic', '=', only?.topic ?? '').where('event_id', '=', only?.eventId ?? ''),
    )
    .select(['topic', 'event_id', 'resource', 'state', 'triggered_at', 'trace_context'])
    .where('merchant_id', '=', key.merchantId)
    .where('status', '=', key.status)
    .orderBy('triggered_at')
    .orderBy('topic')
    .orderBy('event_id')
    .limit(key.limit)
    .execute()
  return rows.map((row) => ({
    topic: row.topic,
    eventId: row.event_id,
    resource: row.resource,
    state: webhookStateSchema.parse(row.state),
    triggeredAt: row.triggered_at,
    trace: row.trace_context,
  }))
}

export async function findOldestWaiting(tx: Tx, merchantId: number): Promise<InboxKey | undefined> {
  return tx
    .selectFrom('webhook_inbox')
    .select(['topic', 'event_id as eventId'])
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'waiting')
    .orderBy('triggered_at')
    .orderBy('topic')
    .orderBy('event_id')
    .limit(1)
    .executeTakeFirst()
}

/** Sets rows of this status aside, so that they no longer block the others, and stores why. */
export async function setAsideRows(
  tx: Tx,
  args: {
    merchantId: number
    status: 'waiting' | 'unread'
    rows: readonly InboxKey[]
    fault: string
    at: Date
  },
): Promise<void> {
  const { merchantId, status, rows, fault, at } = args
  await sql`
    with marked as (
      update webhook_inbox w set status = 'applied'
      from unnest(${rows.map((row) => row.topic)}::text[], ${rows.map((row) => row.eventId)}::text[])
        as meant (topic, event_id)
      where w.merchant_id = ${merchantId} and w.topic = meant.topic and w.event_id = meant.event_id
        and w.status = ${status}
      returning w.topic, w.event_id
    )
    insert into webhook_faults (merchant_id, topic, event_id, fault, found_at)
    select ${merchantId}::bigint, topic, event_id, ${fault}, ${at}::timestamptz from marked
    on conflict do nothing
  `.execute(tx)
}

const COMPARISON = 'comparison'

/** Stores that a resource could not be compared with the store; the newest fault of each counts. */
export async function saveComparisonFault(
  tx: Tx,
  args: { merchantId: number; resource: string; fault: string; at: Date },
): Promise<void> {
  const { merchantId, resource, fault, at } = args
  await tx
    .insertInto('webhook_faults')
    .values({ merchant_id: merchantId, topic: COMPARISON, event_id: resource, fault, found_at: at })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'topic', 'event_id']).doUpdateSet({ fault, found_at: at }),
    )
    .execute()
}

export async function markInbox(
  tx: Tx,
  key: { merchantId: number; status: 'unread' | 'applied' },
  rows: readonly InboxRow[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update webhook_inbox w set status = ${key.status}
    from unnest(${rows.map((row) => row.topic)}::text[], ${rows.map((row) => row.eventId)}::text[])
      as done (topic, event_id)
    where w.merchant_id = ${key.merchantId} and w.topic = done.topic and w.event_id = done.event_id
  `.execute(tx)
}

/** Returns which kinds of open deliveries there are. */
export async function findOpenWork(
  tx: Tx,
  merchantId: number,
): Promise<{ isWaiting: boolean; unreadKinds: string[] }> {
  const found = await sql<{ is_waiting: boolean; unread: string[] }>`
    select
      coalesce(bool_or(status = 'waiting'), false) as is_waiting,
      coalesce(array_agg(distinct state ->> 'kind') filter (where status = 'unread'), '{}') as unread
    from webhook_inbox where merchant_id = ${merchantId} and status <> 'applied'
  `.execute(tx)
  const row = found.rows[0]
  return { isWaiting: row?.is_waiting ?? false, unreadKinds: row?.unread ?? [] }
}

/**
 * Deletes deliveries received before `before`, including those that were never read: a full comparison covers
 * them.
 */
export async function deleteOldDeliveries(tx: Tx, merchantId: number, before: Date): Promise<void> {
  await tx
    .deleteFrom('webhook_inbox')
    .where('merchant_id', '=', merchantId)
    .where('received_at', '<', before)
    .execute()
}

/**
 * Deletes faults found before `comparedAt`, when a full comparison began: it has read the state of what was
 * set aside.
 */
export async function deleteOldFaults(tx: Tx, merchantId: number, comparedAt: Date): Promise<void> {
  await tx
    .deleteFrom('webhook_faults')
    .where('merchant_id', '=', merchantId)
    .where('found_at', '<', comparedAt)
    .execute()
}
