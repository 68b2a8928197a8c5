import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Tables } from '../../../kernel/database/tables.ts'
import type { ReceivedUnits } from '../order-rules.ts'
import type { OrderKey } from './order-queries.ts'

export type ReceiptRow = Selectable<Tables['receipts']>

export interface ReceiptLine extends ReceivedUnits {
  lineId: number
}

/** Returns the receipt that has this key, whatever order it belongs to. */
export async function findReceiptByKey(
  tx: Tx,
  { merchantId, key }: { merchantId: number; key: string },
): Promise<ReceiptRow | undefined> {
  return tx
    .selectFrom('receipts')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

export async function listReceipts(tx: Tx, { merchantId, orderId }: OrderKey): Promise<ReceiptRow[]> {
  return tx
    .selectFrom('receipts')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
}

export async function listReceiptLines(
  tx: Tx,
  { merchantId, receiptIds }: { merchantId: number; receiptIds: readonly number[] },
): Promise<(ReceiptLine & { receiptId: number })[]> {
  if (receiptIds.length === 0) return []
  return tx
    .selectFrom('receipt_lines')
    .select(['receipt_id as receiptId', 'line_id as lineId', 'accepted_units as accepted'])
    .select(['rejected_units as rejected', 'replaced_units as replaced'])
    .where('merchant_id', '=', merchantId)
    .where((e) => e('receipt_id', '=', e.fn.any(e.val([...receiptIds]))))
    .orderBy('receipt_id')
    .orderBy('line_id')
    .execute()
}

/** Stores a receipt with its lines and returns its id. */
export async function insertReceipt(
  tx: Tx,
  { merchantId, orderId }: OrderKey,
  receipt: {
    key: string
    receivedOn: string
    at: Date
    by: string | null
    reverses: number | null
    note: string | null
    lines: readonly ReceiptLine[]
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('receipts')
    .values({
      merchant_id: merchantId,
      order_id: orderId,
      received_on: receipt.receivedOn,
      recorded_at: receipt.at,
      recorded_by: receipt.by,
      idempotency_key: receipt.key,
      reverses: receipt.reverses,
      note: receipt.note,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { lines } = receipt
  await sql`
    insert into receipt_lines (merchant_id, receipt_id, line_id, accepted_units, rejected_units, replaced_units)
    select r.merchant_id, r.id, new.line_id, new.accepted, new.rejected, new.replaced
    from receipts r, unnest(${lines.map((each) => each.lineId)}::bigint[],
      ${lines.map((each) => each.accepted)}::integer[], ${lines.map((each) => each.rejected)}::integer[],
      ${lines.map((each) => each.replaced)}::integer[]) as new (line_id, accepted, rejected, replaced)
    where r.merchant_id = ${merchantId} and r.id = ${id}
  `.execute(tx)
  return id
}
