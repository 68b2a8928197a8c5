import type { ChannelName } from '@stockcast/contract'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Tables } from '../../../kernel/database/tables.ts'
import { ownWords } from '../../../kernel/texts/delivery-texts.ts'
import { type ChannelKey, getRecipient, OWNER } from '../delivery.ts'
import { ending } from '../delivery-queries.ts'
import { type Channel, unsetChannel } from './channel.ts'
import { endConsent } from './consent-queries.ts'

/** Returns the channels of one recipient, or of all. */
export async function listChannels(
  tx: Tx,
  { merchantId, recipientId }: { merchantId: number; recipientId?: number | undefined },
): Promise<Channel[]> {
  const rows = await tx
    .selectFrom('notification_channels')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .$if(recipientId !== undefined, (query) => query.where('recipient_id', '=', recipientId!))
    .orderBy('recipient_id')
    .orderBy('channel')
    .execute()
  return rows.map(getChannel)
}

/** Locks the channel until the transaction ends, so that sending and switching off wait for each other. */
export async function lockChannel(
  tx: Tx,
  merchantId: number,
  name: ChannelName,
  recipientId: number = OWNER,
): Promise<Channel | null> {
  const row = await tx
    .selectFrom('notification_channels')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('recipient_id', '=', recipientId)
    .where('channel', '=', name)
    .forUpdate()
    .executeTakeFirst()
  return row ? getChannel(row) : null
}

function getChannel(row: Selectable<Tables['notification_channels']>): Channel {
  const unset = unsetChannel(row.channel)
  return {
    recipientId: row.recipient_id,
    name: row.channel,
    isOn: row.is_on,
    offReason: row.off_reason,
    target: row.target,
    types: row.types,
    urgency: row.urgency,
    timing: row.timing,
    at: row.at_time,
    weekday: row.weekday,
    quietFrom: row.quiet_from ?? unset.quietFrom,
    quietTo: row.quiet_to ?? unset.quietTo,
    dailyLimit: row.daily_limit ?? unset.dailyLimit,
    stoppedAt: row.stopped_at,
    lastSentAt: row.last_sent_at,
    pendingTarget: row.pending_target,
    pendingSince: row.pending_since,
  }
}

export async function saveChannel(tx: Tx, merchantId: number, channel: Channel): Promise<void> {
  const isSms = channel.name === 'sms'
  const values = {
    is_on: channel.isOn,
    off_reason: channel.offReason,
    target: channel.target,
    types: channel.types,
    urgency: channel.urgency,
    timing: channel.timing,
    at_time: channel.at,
    weekday: channel.weekday,
    quiet_from: isSms ? channel.quietFrom : null,
    quiet_to: isSms ? channel.quietTo : null,
    daily_limit: isSms ? channel.dailyLimit : null,
    stopped_at: channel.stoppedAt,
    last_sent_at: channel.lastSentAt,
    pending_target: channel.pendingTarget,
    pending_since: channel.pendingSince,
  }
  await tx
    .insertInto('notification_channels')
    .values({
      merchant_id: merchantId,
      recipient_id: getRecipient(channel),
      channel: channel.name,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'recipient_id', 'channel']).doUpdateSet(values),
    )
    .execute()
}

/** Returns the address with which a recipient signs in, and whether it was confirmed at sign-up. */
export async function findOwnAddress(
  tx: Tx,
  key: Omit<ChannelKey, 'channel'>,
): Promise<{ email: string; isConfirmed: boolean } | undefined> {
  const { rows } = await sql<{ email: string; isConfirmed: boolean }>`
    select coalesce(u.email, d.email) as email, coalesce(u.email_verified, false) as "isConfirmed"
    from merchant_directory d
    left join memberships m on m.merchant_id = d.merchant_id and m.recipient_id = ${getRecipient(key)}
    left join auth_users u on u.id = case when ${getRecipient(key)} = ${OWNER} then d.user_id else m.user_id end
    where d.merchant_id = ${key.merchantId} and (${getRecipient(key)} = ${OWNER} or m.user_id is not null)
  `.execute(tx)
  return rows[0]
}

/**
 * Removes what one recipient set up, ends their consent to SMS, and what was to be sent to them; messages that were sent stay in
 * the log.
 */
export async function removeRecipient(
  tx: Tx,
  { merchantId, recipientId, at }: { merchantId: number; recipientId: number; at: Date },
): Promise<void> {
  await endConsent(tx, { merchantId, recipientId, by: 'merchant', at })
  for (const table of ['notification_channels', 'alert_recipients', 'merchant_phones'] as const)
    await tx
      .deleteFrom(table)
      .where('merchant_id', '=', merchantId)
      .where('recipient_id', '=', recipientId)
      .execute()
  await tx
    .updateTable('pending_notifications')
    .set({ status: 'left_out', reason: ownWords('switched_off').words })
    .where('merchant_id', '=', merchantId)
    .where('recipient_id', '=', recipientId)
    .where('status', 'in', ['waiting', 'assigned'])
    .execute()
  await ending(tx, merchantId, ownWords('switched_off')).where('recipient_id', '=', recipientId).execute()
}

/** Exchanges what the former owner and the next one set up, when a shop is handed over. Phones and consents stay with their person. */
export async function swapRecipients(
  tx: Tx,
  { merchantId, former, next, at }: { merchantId: number; former: number; next: number; at: Date },
): Promise<void> {
  for (const table of [
    'notification_channels',
    'alert_recipients',
    'merchant_phones',
    'sms_consents',
  ] as const)
    for (const [from, to] of [
      [OWNER, former],
      [next, OWNER],
    ] as const)
      await sql`
        update ${sql.table(table)} set recipient_id = ${to} where merchant_id = ${merchantId} and recipient_id = ${from}
      `.execute(tx)
  await removeRecipient(tx, { merchantId, recipientId: next, at })
}
