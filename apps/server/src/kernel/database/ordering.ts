import type { OpenDraft, Ordering } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from './app-database.ts'

/** Returns the first open draft of each product that is in one; `variantIds` null: of all products. */
export async function listOpenDrafts(
  tx: Tx,
  key: { merchantId: number; variantIds: readonly number[] | null; location?: number | null | undefined },
): Promise<Map<number, OpenDraft>> {
  const { merchantId, variantIds, location = null } = key
  const { rows } = await sql<{ variantId: number; orderId: number; number: string; units: number }>`
    select distinct on (l.variant_id) l.variant_id as "variantId", o.id as "orderId", o.written_number as number, l.ordered_units as units
    from purchase_orders o
    join purchase_order_lines l on l.merchant_id = ${merchantId} and l.order_id = o.id
    where o.merchant_id = ${merchantId} and o.status = 'draft'
      and (${variantIds}::bigint[] is null or l.variant_id = any(${variantIds}::bigint[]))
      and (${location}::bigint is null or o.location_id is null or o.location_id = ${location}::bigint)
    order by l.variant_id, o.id
  `.execute(tx)
  return new Map(rows.map(({ variantId, orderId, number, units }) => [variantId, { orderId, number, units }]))
}

/** Returns the supplier that the plan of each product chose, and the open draft that has it. */
export async function listOrdering(
  tx: Tx,
  { merchantId, variantIds }: { merchantId: number; variantIds: readonly number[] },
): Promise<(variantId: number) => Ordering> {
  const drafts = await listOpenDrafts(tx, { merchantId, variantIds })
  const { rows } = await sql<{ variantId: number; id: number; name: string }>`
    select q.variant_id as "variantId", s.id, s.name
    from order_plans q
    join suppliers s on s.merchant_id = ${merchantId} and s.id = q.supplier_id and s.archived_at is null
    where q.merchant_id = ${merchantId} and q.variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  const suppliers = new Map(rows.map(({ variantId, ...supplier }) => [variantId, supplier]))
  return (variantId) => ({
    supplier: suppliers.get(variantId) ?? null,
    inDraft: drafts.get(variantId) ?? null,
  })
}
