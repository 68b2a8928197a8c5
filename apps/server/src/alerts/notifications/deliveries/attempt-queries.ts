import type { DeliveryStatus } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Said } from '../../../kernel/texts/delivery-texts.ts'
import { getColumns, getRecipient, type LaneKey } from '../delivery.ts'

interface DeliveryKey {
  merchantId: number
  deliveryId: number
}

function update(tx: Tx, { merchantId, deliveryId }: DeliveryKey) {
  return tx.updateTable('deliveries').where('merchant_id', '=', merchantId).where('id', '=', deliveryId)
}

/**
 * Marks a delivery as being sent. Runs before the provider is called, so that after a crash the row shows that the call may
 * have been made.
 */
export async function markSending(
  tx: Tx,
  key: DeliveryKey,
  attempt: {
    at: Date
    attempts: number
    sealedContent: string | null
    news: { summary: string | null; alerts: number; leftOut: number } | null
  },
): Promise<void> {
  const { news } = attempt
  await update(tx, key)
    .set({
      status: 'sending',
      attempts: attempt.attempts,
      attempted_at: attempt.at,
      next_at: attempt.at,
      content: null,
      sealed_content: attempt.sealedContent,
      ...(news && { summary: news.summary, alerts: news.alerts, left_out: news.leftOut }),
    })
    .execute()
}

/** Ends an attempt that did not succeed; returns false if it had already ended, for example by a callback of the provider. */
export async function endAttempt(
  tx: Tx,
  key: DeliveryKey & { attempts: number },
  end: {
    status: DeliveryStatus
    nextAt: Date
    isUncertain: boolean
    said: Said
  },
): Promise<boolean> {
  const row = await update(tx, key)
    .set({
      status: end.status,
      next_at: end.nextAt,
      is_uncertain: end.isUncertain,
      ...getColumns(end.said),
    })
    .where('attempts', '=', key.attempts)
    .where('status', '=', 'sending')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Marks a delivery that the provider accepted, and the notifications in it, as sent. This is one statement, because a crash
 * before it is committed sends the message again. The channel is locked first, in the same order as when it is switched off.
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
      where merchant_id = ${merchantId} and recipient_id = ${getRecipient(key)} and channel = ${channel}
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
      where merchant_id = ${merchantId} and recipient_id = ${getRecipient(key)} and channel = ${channel} and ${lane === 'alerts'} and exists (select from ended)
    )
    select from ended
  `.execute(tx)
}

/** Marks a mail in the lane of the account as sent, after the mail server accepted it. This lane has no channel to lock. */
export async function endAccountMail(
  tx: Tx,
  key: DeliveryKey & { attempts: number },
  sent: { at: Date; said: Said },
): Promise<void> {
  await update(tx, key)
    .set({
      status: 'sent',
      next_at: sent.at,
      sent_at: sent.at,
      is_uncertain: false,
      sealed_content: null,
      ...getColumns(sent.said),
    })
    .where('attempts', '=', key.attempts)
    .where('status', '=', 'sending')
    .execute()
}

/** Ends an open delivery without an attempt. */
export async function closeDelivery(
  tx: Tx,
  key: DeliveryKey,
  end: { status: 'failed' | 'off' | 'left_out'; said: Said; leftOut?: number },
): Promise<void> {
  await update(tx, key)
    .set({
      status: end.status,
      ...getColumns(end.said),
      ...(end.status === 'failed' ? {} : { sealed_content: null }),
      ...(end.leftOut === undefined ? {} : { left_out: end.leftOut }),
    })
    .execute()
}

export async function postponeDelivery(tx: Tx, key: DeliveryKey, until: Date): Promise<void> {
  await update(tx, key).set({ next_at: until }).execute()
}
