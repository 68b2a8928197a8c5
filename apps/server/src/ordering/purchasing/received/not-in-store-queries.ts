import { sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { ASKED_DAYS, awaitedSince } from '../../../planning/index.ts'

/** Returns the lines of an order with units that no booking has added to the store, with the store's item of each. */
export async function listUnbooked(
  tx: Tx,
  { merchantId, orderId, today }: { merchantId: number; orderId: number; today: number },
): Promise<{ lineId: number; itemId: number; units: number }[]> {
  const { rows } = await sql<{ lineId: number; itemId: number; units: number }>`
    select id as "lineId", "itemId", units - booked_units as units
    from (
      select l.id, l.position, l.booked_units, v.inventory_item_id as "itemId",
        ${awaitedSince({ merchantId, today, days: ASKED_DAYS })} as units
      from purchase_order_lines l
      join variants v on v.merchant_id = ${merchantId} and v.variant_id = l.variant_id
      where l.merchant_id = ${merchantId} and l.order_id = ${orderId} and l.awaited_units > l.booked_units
        and v.inventory_item_id is not null
    ) awaiting
    where units > booked_units
    order by position, id
  `.execute(tx)
  return rows
}

/** Returns the location of the merchant's last booking. */
export async function findLastLocation(tx: Tx, merchantId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select (booking ->> 'locationId')::bigint as id from purchase_orders
    where merchant_id = ${merchantId} and booking is not null order by booking ->> 'at' desc limit 1
  `.execute(tx)
  return rows[0]?.id ?? null
}
