import { USUAL_TRANSFER_DAYS } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { bulkUpsert, type RowOf } from '../../kernel/database/bulk-upsert.ts'
import { isAmong } from '../../kernel/database/is-among.ts'
import { merchantLock } from '../../kernel/database/merchant-lock.ts'

/** `from_location_id`: null if it does not come from a location of the shop. */
export type ReceiptRow = RowOf<'scheduled_receipts'>

/** Allows one writer of a merchant's scheduled receipts at a time, until the transaction ends. */
export const lockReceipts = merchantLock('scheduled_receipts')

/** Returns the stored receipts of these sources, or of all with null. */
export async function listReceipts(
  tx: Tx,
  key: { merchantId: number; sources: readonly string[] | null },
): Promise<ReceiptRow[]> {
  const isOfSources = key.sources === null ? sql`true` : sql`source = any(${key.sources}::text[])`
  const found = await sql<ReceiptRow>`
    select external_id, variant_id, source, source_name, kind, is_internal, location_id, from_location_id, units, expected_on,
      ordered_on, supplier_name, read_at
    from scheduled_receipts
    where merchant_id = ${key.merchantId} and ${isOfSources}
    order by external_id, variant_id
  `.execute(tx)
  return found.rows
}

/** Deletes the receipts of these sources that were read before `before`. */
export async function deleteReceipts(
  tx: Tx,
  key: { merchantId: number; sources: readonly string[]; before: Date },
): Promise<void> {
  await sql`
    delete from scheduled_receipts
    where merchant_id = ${key.merchantId} and source = any(${key.sources}::text[]) and read_at <= ${key.before}
  `.execute(tx)
}

export async function upsertReceipts(tx: Tx, merchantId: number, rows: readonly ReceiptRow[]): Promise<void> {
  await bulkUpsert(tx, {
    table: 'scheduled_receipts',
    merchantId,
    key: ['external_id', 'variant_id'],
    newestBy: 'read_at',
    rows,
  })
}

/** The purchase order of the store to which a transfer belongs. */
export type TransferOrder = RowOf<'store_order_transfers'>

export async function listTransferOrders(tx: Tx, merchantId: number): Promise<TransferOrder[]> {
  return tx
    .selectFrom('store_order_transfers')
    .select(['transfer_id', 'order_id', 'order_name', 'supplier_name', 'ordered_on', 'is_done'])
    .where('merchant_id', '=', merchantId)
    .execute()
}

export async function findTransferOrder(
  tx: Tx,
  merchantId: number,
  transferId: number,
): Promise<TransferOrder | undefined> {
  return tx
    .selectFrom('store_order_transfers')
    .select(['transfer_id', 'order_id', 'order_name', 'supplier_name', 'ordered_on', 'is_done'])
    .where('merchant_id', '=', merchantId)
    .where('transfer_id', '=', transferId)
    .executeTakeFirst()
}

export async function upsertTransferOrders(
  tx: Tx,
  merchantId: number,
  rows: readonly TransferOrder[],
): Promise<void> {
  await bulkUpsert(tx, {
    table: 'store_order_transfers',
    merchantId,
    key: ['transfer_id'],
    rows,
  })
}

/** How long a received shipment of an order took. */
export type LeadTimeRow = Omit<RowOf<'store_lead_times'>, 'days'>

export async function upsertLeadTimes(
  tx: Tx,
  merchantId: number,
  rows: readonly LeadTimeRow[],
): Promise<void> {
  await bulkUpsert(tx, {
    table: 'store_lead_times',
    merchantId,
    key: ['external_id'],
    rows,
  })
}

/**
 * Returns the receipts at active locations, of these variants or of all with null. What moves between two locations of the shop
 * arrives on the day that the store gives, otherwise the transfer days of its route after its transfer was created.
 */
export async function listReceiptsByVariant(
  tx: Tx,
  key: { merchantId: number; variantIds: readonly number[] | null },
): Promise<
  Pick<
    ReceiptRow,
    'variant_id' | 'source' | 'kind' | 'is_internal' | 'location_id' | 'units' | 'expected_on' | 'ordered_on'
  >[]
> {
  const { merchantId, variantIds } = key
  const found = await sql<ReceiptRow>`
    select r.variant_id, r.source, r.kind, r.is_internal, r.location_id, r.units, r.ordered_on,
      coalesce(r.expected_on, case when r.is_internal
        then r.ordered_on + coalesce(w.transfer_days, ${sql.lit(USUAL_TRANSFER_DAYS)}) end) as expected_on
    from scheduled_receipts r
    join locations l on l.merchant_id = ${merchantId} and l.location_id = r.location_id and l.is_active
    left join transfer_lanes w on w.merchant_id = ${merchantId} and w.from_location_id = r.from_location_id
      and w.to_location_id = r.location_id
    where r.merchant_id = ${merchantId} and ${isAmong('r.variant_id', variantIds)}
    order by r.variant_id, r.external_id
  `.execute(tx)
  return found.rows
}
