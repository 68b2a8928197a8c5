import type { SentOrderMail } from '@stockcast/contract'
import type { Tx } from '../../../database/app-database.ts'

/** Returns the mails of an order, the last one first. */
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
