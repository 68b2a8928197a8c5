import { sql } from 'kysely'
import type { Tx } from '../../../database/app-database.ts'

export interface DraftedVariant {
  variantId: number
  orderId: number
  number: number
  units: number
}

/** Returns the first open draft of each product that is in one; `variantIds` null: of all products. */
export async function listDraftLines(
  tx: Tx,
  { merchantId, variantIds }: { merchantId: number; variantIds: readonly number[] | null },
): Promise<DraftedVariant[]> {
  const { rows } = await sql<DraftedVariant>`
    select distinct on (l.variant_id) l.variant_id as "variantId", o.id as "orderId", o.number, l.ordered_units as units
    from purchase_orders o
    join purchase_order_lines l on l.merchant_id = ${merchantId} and l.order_id = o.id
    where o.merchant_id = ${merchantId} and o.status = 'draft'
      and (${variantIds}::bigint[] is null or l.variant_id = any(${variantIds}::bigint[]))
    order by l.variant_id, o.id
  `.execute(tx)
  return rows
}

/** Returns the number of the open draft of each of these products that is in one. */
export async function listDraftedVariants(
  tx: Tx,
  key: { merchantId: number; variantIds: readonly number[] },
): Promise<Map<number, number>> {
  const lines = await listDraftLines(tx, key)
  return new Map(lines.map(({ variantId, number }) => [variantId, number]))
}
