import { NOT_IN_STORE_DAYS, type NotInStoreUnits } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { awaitedSince } from '../incoming/open-line-queries.ts'

/** For so long a merchant is asked about units that count no more. */
const ASKED_DAYS = 30

/** Returns the units of an order, or of a product by order, that were received and that the store does not show. */
export async function listNotInStore(
  tx: Tx,
  key: { merchantId: number; today: number } & ({ orderId: number } | { variantId: number }),
): Promise<NotInStoreUnits[]> {
  const { merchantId, today } = key
  const isAsked = 'orderId' in key ? sql`l.order_id = ${key.orderId}` : sql`l.variant_id = ${key.variantId}`
  const { rows } = await sql<NotInStoreUnits>`
    select o.id as "orderId", o.written_number as number, sum(counted)::integer as counted,
      sum(asked - counted)::integer as lapsed
    from (
      select l.order_id, ${awaitedSince({ merchantId, today, days: NOT_IN_STORE_DAYS })} as counted,
        ${awaitedSince({ merchantId, today, days: ASKED_DAYS })} as asked
      from purchase_order_lines l
      where l.merchant_id = ${merchantId} and l.awaited_units > 0 and ${isAsked}
    ) awaiting
    join purchase_orders o on o.merchant_id = ${merchantId} and o.id = awaiting.order_id
    where asked > 0
    group by o.id, o.written_number
    order by o.id
  `.execute(tx)
  return rows
}

/** Returns the lines of an order with units that no booking has taken to the store, as its items. */
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

/** Returns the open locations of the store, by name. */
export async function listOpenLocations(tx: Tx, merchantId: number): Promise<{ id: number; name: string }[]> {
  return tx
    .selectFrom('locations')
    .select(['location_id as id', 'name'])
    .where('merchant_id', '=', merchantId)
    .where('is_active', '=', true)
    .orderBy('name')
    .execute()
}
