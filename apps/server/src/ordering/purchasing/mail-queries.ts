import type { SentOrderMail } from '@stockcast/contract'
import type { Tx } from '../../kernel/database/app-database.ts'

/** Returns the mails of an order, newest first. */
export async function listMails(
  tx: Tx,
  { merchantId, orderId }: { merchantId: number; orderId: number },
): Promise<SentOrderMail[]> {
  const rows = await tx
    .selectFrom('purchase_order_mails')
    .select(['id', 'recipient', 'asked_at', 'status', 'status_at'])
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    recipient: row.recipient,
    askedAt: row.asked_at.toISOString(),
    status: row.status,
    statusAt: row.status_at.toISOString(),
  }))
}

export interface MailKey {
  merchantId: number
  orderId: number
  version: number
  /** The same for one press of the button. */
  pressKey: string
}

/** Returns whether this press of the button was taken already. */
export async function findMail(tx: Tx, key: MailKey): Promise<boolean> {
  const row = await tx
    .selectFrom('purchase_order_mails')
    .select('id')
    .where('merchant_id', '=', key.merchantId)
    .where('order_id', '=', key.orderId)
    .where('order_version', '=', key.version)
    .where('press_key', '=', key.pressKey)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertMail(
  tx: Tx,
  mail: MailKey & { recipient: string; deliveryId: number; at: Date },
): Promise<void> {
  await tx
    .insertInto('purchase_order_mails')
    .values({
      merchant_id: mail.merchantId,
      order_id: mail.orderId,
      order_version: mail.version,
      press_key: mail.pressKey,
      recipient: mail.recipient,
      delivery_id: mail.deliveryId,
      asked_at: mail.at,
      status_at: mail.at,
    })
    .execute()
}

/** Returns when the first mail to this address was asked for; null for never. */
export async function findFirstMail(
  tx: Tx,
  { merchantId, recipient }: { merchantId: number; recipient: string },
): Promise<Date | null> {
  const row = await tx
    .selectFrom('purchase_order_mails')
    .select((e) => e.fn.min('asked_at').as('first'))
    .where('merchant_id', '=', merchantId)
    .where((e) => e(e.fn('lower', ['recipient']), '=', recipient.toLowerCase()))
    .executeTakeFirst()
  return row?.first ?? null
}

/** Stores whether a mail was sent. */
export async function markMail(
  tx: Tx,
  mail: { merchantId: number; deliveryId: number; status: SentOrderMail['status']; at: Date },
): Promise<void> {
  await tx
    .updateTable('purchase_order_mails')
    .set({ status: mail.status, status_at: mail.at })
    .where('merchant_id', '=', mail.merchantId)
    .where('delivery_id', '=', mail.deliveryId)
    .execute()
}
