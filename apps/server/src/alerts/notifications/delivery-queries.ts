import type { Delivery as DeliveryOnWire } from '@stockcast/contract'
import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Secrets } from '../../kernel/config/secrets.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Tables } from '../../kernel/database/tables.ts'
import type { Said } from '../../kernel/texts/delivery-texts.ts'
import {
  type ChannelKey,
  getColumns,
  getRecipient,
  kindsOf,
  type LaneKey,
  type OpenDelivery,
  openContent,
  openStatuses,
} from './delivery.ts'
import { type Content, contentSchema } from './messages/content.ts'

export const ofRecipient = (key: Omit<ChannelKey, 'channel'>) =>
  sql<SqlBool>`merchant_id = ${key.merchantId} and recipient_id = ${getRecipient(key)}`

export const ofChannel = (key: ChannelKey) => sql<SqlBool>`${ofRecipient(key)} and channel = ${key.channel}`

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
  const inserted = await tx
    .insertInto('deliveries')
    .values({
      merchant_id: merchantId,
      recipient_id: getRecipient(row),
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
    .returningAll()
    .executeTakeFirstOrThrow()
  return openDelivery(inserted, null)
}

/**
 * Returns the oldest open delivery; of the account's mails, which are independent, the one that is due first.
 */
export async function findOpenDelivery(tx: Tx, key: LaneKey, secrets: Secrets): Promise<OpenDelivery | null> {
  const row = await tx
    .selectFrom('deliveries')
    .selectAll()
    .where(ofChannel(key))
    .where('kind', 'in', kindsOf[key.lane])
    .where('status', 'in', openStatuses)
    .$if(key.lane === 'account', (query) => query.orderBy('next_at'))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const sealed = row.sealed_content
  return openDelivery(
    row,
    sealed === null ? clearContent(row.content) : await openContent(secrets, tx, key.merchantId, sealed),
  )
}

function openDelivery(row: Selectable<Tables['deliveries']>, content: Content | null): OpenDelivery {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    messageKey: row.message_key,
    content,
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

/** Ends the open deliveries that the caller chooses of a merchant. */
export function ending(tx: Tx, merchantId: number, said: Said) {
  return tx
    .updateTable('deliveries')
    .set({ status: 'off', ...getColumns(said), sealed_content: null })
    .where('merchant_id', '=', merchantId)
    .where('status', 'in', openStatuses)
}

/** Ends the open messages about alerts of a channel; returns their ids. */
export async function closeOpen(tx: Tx, key: ChannelKey, said: Said): Promise<number[]> {
  const ended = await ending(tx, key.merchantId, said)
    .where('recipient_id', '=', getRecipient(key))
    .where('channel', '=', key.channel)
    .where('kind', 'in', kindsOf.alerts)
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
  await ending(tx, key.merchantId, said)
    .where('recipient_id', '=', getRecipient(key))
    .where('channel', '=', key.channel)
    .where('kind', '=', key.kind)
    .execute()
}

/** Ends those of these deliveries that are open. */
export async function closeOpenDeliveries(
  tx: Tx,
  { merchantId, deliveryIds }: { merchantId: number; deliveryIds: readonly number[] },
  said: Said,
): Promise<void> {
  if (deliveryIds.length > 0) await ending(tx, merchantId, said).where('id', 'in', deliveryIds).execute()
}

/** Returns how many messages about alerts were sent on a channel since then: to the recipient, and to everybody in the shop. */
export async function countMessages(
  tx: Tx,
  key: ChannelKey,
  since: Date,
): Promise<{ own: number; ofShop: number }> {
  return tx
    .selectFrom('deliveries')
    .select((e) => [
      e.fn.countAll<number>().filterWhere('recipient_id', '=', getRecipient(key)).as('own'),
      e.fn.countAll<number>().as('ofShop'),
    ])
    .where('merchant_id', '=', key.merchantId)
    .where('channel', '=', key.channel)
    .where('kind', 'in', kindsOf.alerts)
    .where('sent_at', '>=', since)
    .executeTakeFirstOrThrow()
}

export async function markLastSent(tx: Tx, key: ChannelKey, at: Date): Promise<void> {
  await tx.updateTable('notification_channels').set({ last_sent_at: at }).where(ofChannel(key)).execute()
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
        where merchant_id = ${merchantId} and recipient_id = ${getRecipient(key)} and channel = ${channel} and kind = any(${kindsOf[lane]})
          and status = any(${openStatuses})
        order by case when ${lane === 'account'} then next_at end, id limit 1),
      (select min(due_at) from pending_notifications
        where ${lane === 'alerts'} and merchant_id = ${merchantId} and recipient_id = ${getRecipient(key)}
          and channel = ${channel} and status = 'waiting')
    ) as due
  `.execute(tx)
  return rows[0]?.due ?? null
}
