import { epochDay } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { listReceiptsByVariant } from './queries.ts'

/** Returns what the store's shipments, transfers and orders bring, by variant; `today` is an epoch day. */
export async function listStoreReceipts(
  tx: Tx,
  key: { merchantId: number; variantIds: readonly number[] | null; today: number },
): Promise<ReadonlyMap<number, readonly StoreReceipt[]>> {
  const receipts = new Map<number, StoreReceipt[]>()
  for (const row of await listReceiptsByVariant(tx, key)) {
    const receipt: StoreReceipt = {
      source: row.source,
      kind: row.kind,
      isInternal: row.is_internal,
      locationId: row.location_id,
      units: row.units,
      expectedInDays: row.expected_on === null ? null : epochDay(row.expected_on) - key.today,
      orderedDaysAgo: row.ordered_on === null ? null : key.today - epochDay(row.ordered_on),
    }
    const known = receipts.get(row.variant_id)
    if (known) known.push(receipt)
    else receipts.set(row.variant_id, [receipt])
  }
  return receipts
}

/** Units on the way by a line of the store's shipments, transfers or purchase orders. */
export interface StoreReceipt {
  /** The transfer or the order, such as `transfer/3`. */
  source: string
  kind: 'shipment' | 'transfer' | 'purchase_order'
  /** From another location of the shop. */
  isInternal: boolean
  /** Where they arrive. */
  locationId?: number | null
  units: number
  /** Null: the store names no day. Negative when it is past. */
  expectedInDays: number | null
  /** Null: unknown, or never ordered. */
  orderedDaysAgo: number | null
}
