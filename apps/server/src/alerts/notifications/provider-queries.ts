import type { Tx } from '../../kernel/database/app-database.ts'
import type { Said } from '../../kernel/texts/delivery-texts.ts'
import {
  type ChannelKey,
  type DeliveryKey,
  getColumns,
  kindsOf,
  type Lane,
  lanes,
  openStatuses,
} from './delivery.ts'

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

/** Returns to whom an SMS went; undefined when there is no such delivery. */
export async function findSmsRecipient(tx: Tx, key: DeliveryKey): Promise<number | undefined> {
  const row = await tx
    .selectFrom('deliveries')
    .select('recipient_id')
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.deliveryId)
    .where('channel', '=', 'sms')
    .executeTakeFirst()
  return row?.recipient_id
}

/**
 * Returns what an SMS is about, and whether it is still open; null when no delivery has this provider's id.
 * An id that is not known yet must belong to the tries that run now: a retry on request moves `giveUpAt`.
 */
export async function lockSms(
  tx: Tx,
  key: DeliveryKey & { providerId: string; giveUpAt: Date | null },
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
  key: DeliveryKey & { providerId: string },
  reported: { status: 'sent' | 'failed'; said: Said; at: Date },
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set((e) => ({
      status: reported.status,
      provider_id: key.providerId,
      ...getColumns(reported.said),
      sent_at: e.fn.coalesce('sent_at', e.val(reported.at)),
    }))
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.deliveryId)
    .execute()
}
