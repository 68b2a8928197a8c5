import type { Delivery as DeliveryOnWire, DeliveryStatus } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Secrets } from '../../../config.ts'
import type { Tx } from '../../../database/app-database.ts'
import type { Said } from '../../../texts/delivery-texts.ts'
import { type Content, contentSchema } from '../messages/content.ts'
import {
  type ChannelKey,
  kindsOf,
  type Lane,
  type LaneKey,
  lanes,
  type OpenDelivery,
  openContent,
  openStatuses,
} from './delivery.ts'

export async function insertDelivery(
  tx: Tx,
  row: ChannelKey & {
    kind: DeliveryOnWire['kind']
    messageKey: string
    at: Date
    giveUpAt: Date
    usefulUntil?: Date | null
    summary?: string
    sealedContent?: string
  },
): Promise<OpenDelivery> {
  const { merchantId, channel, kind, messageKey, at, giveUpAt } = row
  const { id } = await tx
    .insertInto('deliveries')
    .values({
      merchant_id: merchantId,
      channel,
      kind,
      message_key: messageKey,
      created_at: at,
      next_at: at,
      give_up_at: giveUpAt,
      useful_until: row.usefulUntil ?? null,
      summary: row.summary ?? null,
      sealed_content: row.sealedContent ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    id,
    kind,
    status: 'queued',
    messageKey,
    content: null,
    attempts: 0,
    nextAt: at,
    attemptedAt: null,
    isUncertain: false,
    giveUpAt,
    usefulUntil: row.usefulUntil ?? null,
  }
}

/**
 * Returns the oldest open delivery; of the account's mails, which are independent, the one that is due first.
 */
export async function findOpenDelivery(tx: Tx, key: LaneKey, secrets: Secrets): Promise<OpenDelivery | null> {
  const row = await tx
    .selectFrom('deliveries')
    .selectAll()
    .where('merchant_id', '=', key.merchantId)
    .where('channel', '=', key.channel)
    .where('kind', 'in', kindsOf[key.lane])
    .where('status', 'in', openStatuses)
    .$if(key.lane === 'account', (query) => query.orderBy('next_at'))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const sealed = row.sealed_content
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    messageKey: row.message_key,
    content:
      sealed === null ? clearContent(row.content) : await openContent(secrets, tx, key.merchantId, sealed),
    attempts: row.attempts,
    nextAt: row.next_at,
    attemptedAt: row.attempted_at,
    isUncertain: row.is_uncertain,
    giveUpAt: row.give_up_at,
    usefulUntil: row.useful_until,
  }
}

/** Returns the content of a message whose tries began before contents were encrypted. */
function clearContent(content: object | null): Content | null {
  return content === null ? null : contentSchema.parse(content)
}

/**
 * Marks a delivery as being sent, before the provider is called: what a crash leaves behind shows that the
 * call may have been made.
 */
export async function markSending(
  tx: Tx,
  key: { merchantId: number; deliveryId: number },
  attempt: {
    at: Date
    attempts: number
    sealedContent: string | null
    news: { summary: string | null; alerts: number; leftOut: number } | null
  },
): Promise<void> {
  const { news } = attempt
  await tx
    .updateTable('deliveries')
    .set({
      status: 'sending',
      attempts: attempt.attempts,
      attempted_at: attempt.at,
      next_at: attempt.at,
      content: null,
      sealed_content: attempt.sealedContent,
      ...(news && { summary: news.summary, alerts: news.alerts, left_out: news.leftOut }),
    })
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.deliveryId)
    .execute()
}

/**
 * Ends an attempt without success; returns false when something else has ended it, such as a callback of the
 * provider.
 */
export async function endAttempt(
  tx: Tx,
  key: { merchantId: number; deliveryId: number; attempts: number },
  end: {
    status: DeliveryStatus
    nextAt: Date
    isUncertain: boolean
    said: Said
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('deliveries')
    .set({
      status: end.status,
      next_at: end.nextAt,
      is_uncertain: end.isUncertain,
      ...columnsOf(end.said),
    })
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.deliveryId)
    .where('attempts', '=', key.attempts)
    .where('status', '=', 'sending')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Ends an attempt whose message the provider accepted, and the notifications in it. This is one statement,
 * because a crash before it is durable sends the message again. The channel is locked first, in the same
 * order as when it is switched off.
 */
export async function endSent(
  tx: Tx,
  key: LaneKey & { deliveryId: number; attempts: number },
  sent: { at: Date; providerId: string | null; said: Said },
): Promise<void> {
  const { merchantId, channel, lane } = key
  await sql`
    with locked as (
      select channel from notification_channels
      where merchant_id = ${merchantId} and channel = ${channel}
      for update
    ), ended as (
      update deliveries d set status = 'sent', next_at = ${sent.at}, is_uncertain = false, sent_at = ${sent.at},
        content = null, sealed_content = null,
        provider_id = coalesce(${sent.providerId}, provider_id), provider_words = ${sent.said.words},
        reason = ${sent.said.reason}
      from locked
      where d.merchant_id = ${merchantId} and d.channel = locked.channel and d.id = ${key.deliveryId}
        and d.attempts = ${key.attempts} and d.status = 'sending'
      returning d.id
    ), reported as (
      update pending_notifications set status = 'sent'
      where merchant_id = ${merchantId} and delivery_id in (select id from ended) and status = 'assigned'
    ), spaced as (
      update notification_channels set last_sent_at = ${sent.at}
      where merchant_id = ${merchantId} and channel = ${channel} and ${lane === 'alerts'} and exists (select from ended)
    )
    select from ended
  `.execute(tx)
}

function columnsOf({ reason, words }: Said) {
  return { reason, provider_words: words }
}

/** Ends an attempt whose mail the server accepted, in the lane of the account, which waits for no channel. */
export async function endAccountMail(
  tx: Tx,
  key: { merchantId: number; deliveryId: number; attempts: number },
  sent: { at: Date; said: Said },
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({
      status: 'sent',
      next_at: sent.at,
      sent_at: sent.at,
      is_uncertain: false,
      sealed_content: null,
      ...columnsOf(sent.said),
    })
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.deliveryId)
    .where('attempts', '=', key.attempts)
    .where('status', '=', 'sending')
    .execute()
}

/** Ends an open delivery without an attempt. */
export async function closeDelivery(
  tx: Tx,
  key: { merchantId: number; deliveryId: number },
  end: { status: 'failed' | 'off' | 'left_out'; said: Said; leftOut?: number },
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({
      status: end.status,
      ...columnsOf(end.said),
      ...(end.status === 'failed' ? {} : { sealed_content: null }),
      ...(end.leftOut === undefined ? {} : { left_out: end.leftOut }),
    })
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.deliveryId)
    .execute()
}

export async function postponeDelivery(
  tx: Tx,
  key: { merchantId: number; deliveryId: number },
  until: Date,
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ next_at: until })
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.deliveryId)
    .execute()
}

/** Ends the open messages about alerts of a channel; returns their ids. */
export async function closeOpen(tx: Tx, key: ChannelKey, said: Said): Promise<number[]> {
  const ended = await tx
    .updateTable('deliveries')
    .set({ status: 'off', ...columnsOf(said), sealed_content: null })
    .where('merchant_id', '=', key.merchantId)
    .where('channel', '=', key.channel)
    .where('kind', 'in', kindsOf.alerts)
    .where('status', 'in', openStatuses)
    .returning('id')
    .execute()
  return ended.map((row) => row.id)
}

/** Ends the open deliveries of one kind. */
export async function closeOpenOfKind(
  tx: Tx,
  key: ChannelKey & { kind: DeliveryOnWire['kind'] },
  said: Said,
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ status: 'off', ...columnsOf(said), sealed_content: null })
    .where('merchant_id', '=', key.merchantId)
    .where('channel', '=', key.channel)
    .where('kind', '=', key.kind)
    .where('status', 'in', openStatuses)
    .execute()
}

/** Returns how many messages about alerts were sent since then. */
export async function countMessages(tx: Tx, key: ChannelKey, since: Date): Promise<number> {
  const row = await tx
    .selectFrom('deliveries')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', key.merchantId)
    .where('channel', '=', key.channel)
    .where('kind', 'in', kindsOf.alerts)
    .where('sent_at', '>=', since)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function countOfKind(
  tx: Tx,
  key: ChannelKey & { kind: DeliveryOnWire['kind'] },
  since: Date,
): Promise<number> {
  const row = await tx
    .selectFrom('deliveries')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', key.merchantId)
    .where('channel', '=', key.channel)
    .where('kind', '=', key.kind)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function markLastSent(tx: Tx, key: ChannelKey, at: Date): Promise<void> {
  await tx
    .updateTable('notification_channels')
    .set({ last_sent_at: at })
    .where('merchant_id', '=', key.merchantId)
    .where('channel', '=', key.channel)
    .execute()
}

/** Returns the ids that the provider gave to messages since then. */
export async function listProviderIds(tx: Tx, key: ChannelKey, since: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('deliveries')
    .select('provider_id')
    .where('merchant_id', '=', key.merchantId)
    .where('channel', '=', key.channel)
    .where('provider_id', 'is not', null)
    .where('created_at', '>=', since)
    .execute()
  return rows.flatMap((row) => row.provider_id ?? [])
}

/**
 * Returns what an SMS is about, and whether it is still open; null when no delivery has this provider's id.
 * An id that is not known yet must belong to the tries that run now: a retry on request moves `giveUpAt`.
 */
export async function lockSms(
  tx: Tx,
  key: { merchantId: number; deliveryId: number; providerId: string; giveUpAt: Date | null },
): Promise<{ lane: Lane; isOpen: boolean } | null> {
  const row = await tx
    .selectFrom('deliveries')
    .select(['kind', 'status'])
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.deliveryId)
    .where('channel', '=', 'sms')
    .where('status', '<>', 'failed')
    .where((e) =>
      e.or([
        e('provider_id', '=', key.providerId),
        e.and([e('provider_id', 'is', null), e('give_up_at', '=', key.giveUpAt)]),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const lane = lanes.find((each) => kindsOf[each].includes(row.kind)) ?? 'single'
  return { lane, isOpen: openStatuses.some((status) => status === row.status) }
}

/**
 * Stores what the provider reports later about a message: that it has accepted it, and whether it arrived.
 */
export async function saveProviderStatus(
  tx: Tx,
  key: { merchantId: number; deliveryId: number; providerId: string },
  reported: { status: 'sent' | 'failed'; said: Said; at: Date },
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set((e) => ({
      status: reported.status,
      provider_id: key.providerId,
      ...columnsOf(reported.said),
      sent_at: e.fn.coalesce('sent_at', e.val(reported.at)),
    }))
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.deliveryId)
    .execute()
}

/**
 * Returns when there is work in a lane: at the time of the open delivery that is tried next, or else of the
 * first alert that waits; null when there is none.
 */
export async function findNextWork(tx: Tx, key: LaneKey): Promise<Date | null> {
  const { merchantId, channel, lane } = key
  const { rows } = await sql<{ due: Date | null }>`
    select coalesce(
      (select next_at from deliveries
        where merchant_id = ${merchantId} and channel = ${channel} and kind = any(${kindsOf[lane]})
          and status = any(${openStatuses})
        order by case when ${lane === 'account'} then next_at end, id limit 1),
      (select min(due_at) from pending_notifications
        where ${lane === 'alerts'} and merchant_id = ${merchantId} and channel = ${channel} and status = 'waiting')
    ) as due
  `.execute(tx)
  return rows[0]?.due ?? null
}
