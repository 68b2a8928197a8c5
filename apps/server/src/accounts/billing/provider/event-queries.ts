import type { Kysely } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Tables } from '../../../kernel/database/tables.ts'
import type { ProviderEvent } from '../../../providers/stripe/index.ts'

/** Returns the merchant of a customer, from the directory of all merchants. */
export async function findMerchantOfCustomer(
  directory: Kysely<Tables>,
  customerId: string,
): Promise<number | undefined> {
  const row = await directory
    .selectFrom('merchant_directory')
    .select('merchant_id')
    .where('stripe_customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.merchant_id
}

/** Stores an event; false when it was stored before. */
export async function insertEvent(
  tx: Tx,
  { merchantId, event, at }: { merchantId: number; event: ProviderEvent; at: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('billing_events')
    .values({
      merchant_id: merchantId,
      event_id: event.id,
      type: event.type,
      object_id: event.objectId,
      created_at: event.createdAt,
      received_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .execute()
  return inserted.length === 1
}

export async function listOpenEvents(tx: Tx, merchantId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('billing_events')
    .select('event_id')
    .where('merchant_id', '=', merchantId)
    .where('applied_at', 'is', null)
    .execute()
  return rows.map((row) => row.event_id)
}

export async function markEventsApplied(
  tx: Tx,
  { merchantId, eventIds, at }: { merchantId: number; eventIds: readonly string[]; at: Date },
): Promise<void> {
  if (eventIds.length === 0) return
  await tx
    .updateTable('billing_events')
    .set({ applied_at: at })
    .where('merchant_id', '=', merchantId)
    .where('event_id', 'in', eventIds)
    .execute()
}
