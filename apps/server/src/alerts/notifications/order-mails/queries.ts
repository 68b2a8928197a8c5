import type { Tx } from '../../../kernel/database/app-database.ts'
import { merchantLock } from '../../../kernel/database/merchant-lock.ts'

/** Lets one transaction of a merchant at a time count recipients or note a stop. */
export const lockRecipients = merchantLock('order-recipients')

export interface Recipient {
  hash: string
  isStopped: boolean
}

/** Returns those of these recipients that the merchant has sent an order to. */
export async function listRecipients(
  tx: Tx,
  { merchantId, hashes }: { merchantId: number; hashes: readonly string[] },
): Promise<Recipient[]> {
  const rows = await tx
    .selectFrom('order_recipients')
    .select(['recipient_hash', 'stopped_at'])
    .where('merchant_id', '=', merchantId)
    .where((e) => e('recipient_hash', '=', e.fn.any(e.val([...hashes]))))
    .execute()
  return rows.map((row) => ({ hash: row.recipient_hash, isStopped: row.stopped_at !== null }))
}

/** Returns when the newest recipients got their first mail, the last one first. */
export async function listFirstMails(
  tx: Tx,
  { merchantId, limit }: { merchantId: number; limit: number },
): Promise<Date[]> {
  const rows = await tx
    .selectFrom('order_recipients')
    .select('first_mailed_at')
    .where('merchant_id', '=', merchantId)
    .orderBy('first_mailed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.first_mailed_at)
}

export async function insertRecipient(
  tx: Tx,
  recipient: { merchantId: number; hash: string; firstMailedAt: Date },
): Promise<void> {
  await tx
    .insertInto('order_recipients')
    .values({
      merchant_id: recipient.merchantId,
      recipient_hash: recipient.hash,
      first_mailed_at: recipient.firstMailedAt,
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'recipient_hash']).doNothing())
    .execute()
}

/**
 * Records that a recipient stopped the merchant's orders; returns false if that was recorded before, or the recipient is
 * unknown.
 */
export async function markStopped(
  tx: Tx,
  stop: { merchantId: number; hash: string; at: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('order_recipients')
    .set({ stopped_at: stop.at, reported_at: stop.at })
    .where('merchant_id', '=', stop.merchantId)
    .where('recipient_hash', '=', stop.hash)
    .where('stopped_at', 'is', null)
    .returning('recipient_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns how many recipients reported the merchant since then, of those that the operator has not looked at. */
export async function countReports(tx: Tx, merchantId: number, since: Date): Promise<number> {
  const row = await tx
    .selectFrom('order_recipients')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchantId)
    .where('reported_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Returns since when the merchant's orders are not mailed; null when they are. */
export async function findPause(tx: Tx, merchantId: number): Promise<Date | null> {
  const row = await tx
    .selectFrom('merchants')
    .select('order_mails_paused_at')
    .where('id', '=', merchantId)
    .executeTakeFirst()
  return row?.order_mails_paused_at ?? null
}

/** Pauses the merchant's orders by mail; returns false when they were paused before. */
export async function pause(tx: Tx, merchantId: number, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('merchants')
    .set({ order_mails_paused_at: at })
    .where('id', '=', merchantId)
    .where('order_mails_paused_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the pause. The reports so far count no more; who stopped the orders still gets none. Returns whether there was one. */
export async function endPause(tx: Tx, merchantId: number): Promise<boolean> {
  await tx
    .updateTable('order_recipients')
    .set({ reported_at: null })
    .where('merchant_id', '=', merchantId)
    .where('reported_at', 'is not', null)
    .execute()
  const row = await tx
    .updateTable('merchants')
    .set({ order_mails_paused_at: null })
    .where('id', '=', merchantId)
    .where('order_mails_paused_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
