import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { ShopFacts } from '../../kernel/shop-facts/queries.ts'

/** Returns the id of the user who owns the merchant. */
export async function findUserId(tx: Tx, merchantId: number): Promise<string> {
  const row = await tx
    .selectFrom('merchant_directory')
    .select('user_id')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return row.user_id
}

/** Locks a merchant's shop for one writer until the transaction ends, including one that connects a store. */
export async function lockMerchant(tx: Tx, merchantId: number): Promise<void> {
  await tx.selectFrom('merchants').select('id').where('id', '=', merchantId).forNoKeyUpdate().execute()
}

/** Saves the facts of a merchant's shop that is filled by imports. */
export async function updateImportShop(
  tx: Tx,
  merchantId: number,
  shop: Pick<ShopFacts, 'shopDomain' | 'shopName' | 'timeZone' | 'currency' | 'isDemo'>,
): Promise<void> {
  await tx
    .updateTable('merchants')
    .set({
      shop_domain: shop.shopDomain,
      shop_name: shop.shopName,
      time_zone: shop.timeZone,
      currency: shop.currency,
      is_demo: shop.isDemo,
    })
    .where('id', '=', merchantId)
    .execute()
}

/** Returns the day of the first order that came from the store itself; null without any. */
export async function findFirstStoreDay(tx: Tx, merchantId: number): Promise<string | null> {
  const row = await sql<{ day: string | null }>`
    select min(day) as day from orders where merchant_id = ${merchantId} and order_id > 0
  `.execute(tx)
  return row.rows[0]?.day ?? null
}

/** Counts the products, locations and imported sales that are stored. */
export async function countStored(
  tx: Tx,
  merchantId: number,
): Promise<{ products: number; locations: number; sales: number }> {
  const { rows } = await sql<{ products: number; locations: number; sales: number | null }>`
    select (select count(*) from variants where merchant_id = ${merchantId}) as products,
      (select count(*) from locations where merchant_id = ${merchantId}) as locations,
      (select imported_sales from merchants where id = ${merchantId}) as sales
  `.execute(tx)
  const { products = 0, locations = 0, sales = null } = rows[0] ?? {}
  return { products, locations, sales: sales ?? 0 }
}

/** Returns whether any sale came from an import; their orders have ids below zero. */
export async function hasImportedSales(tx: Tx, merchantId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('order_lines')
    .select('line_id')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '<', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
