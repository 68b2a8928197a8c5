import { NOT_IN_STORE_DAYS, type NotInStoreUnits } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { awaitedSince } from './open-line-queries.ts'

/** For so long a merchant is asked about units that count no more. */
export const ASKED_DAYS = 30

/** Returns the units of an order, or of a product by order, that were received and that the store does not show. */
export async function listNotInStore(
  tx: Tx,
  key: { merchantId: number; today: number } & ({ orderId: number } | { variantId: number }),
): Promise<NotInStoreUnits[]> {
  const { merchantId, today } = key
  const isOfOrderOrVariant =
    'orderId' in key ? sql`l.order_id = ${key.orderId}` : sql`l.variant_id = ${key.variantId}`
  const { rows } = await sql<NotInStoreUnits>`
    select o.id as "orderId", o.written_number as number, sum(counted)::integer as counted,
      sum(asked - counted)::integer as lapsed
    from (
      select l.order_id, ${awaitedSince({ merchantId, today, days: NOT_IN_STORE_DAYS })} as counted,
        ${awaitedSince({ merchantId, today, days: ASKED_DAYS })} as asked
      from purchase_order_lines l
      where l.merchant_id = ${merchantId} and l.awaited_units > 0 and ${isOfOrderOrVariant}
    ) awaiting
    join purchase_orders o on o.merchant_id = ${merchantId} and o.id = awaiting.order_id
    where asked > 0
    group by o.id, o.written_number
    order by o.id
  `.execute(tx)
  return rows
}
