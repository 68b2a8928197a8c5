import { sql } from 'kysely'
import type { Tx } from '../../../database/app-database.ts'

export interface ImportShop {
  userId: string
  email: string
  shopDomain: string
  timeZone: string
  currency: string
  isDemo: boolean
  /** Whether a store is, or was, connected. Its products and stock then come from the store. */
  hasStore: boolean
}

export async function findImportShop(tx: Tx, merchantId: number): Promise<ImportShop | undefined> {
  const row = await tx
    .selectFrom('merchants as m')
    .leftJoin('shop_connections as c', (join) =>
      join.onRef('c.merchant_id', '=', 'm.id').on('c.merchant_id', '=', merchantId),
    )
    .innerJoin('merchant_directory as d', 'd.merchant_id', 'm.id')
    .select(['d.user_id', 'm.email', 'm.shop_domain', 'm.time_zone', 'm.currency', 'm.is_demo', 'c.status'])
    .where('m.id', '=', merchantId)
    .executeTakeFirst()
  return (
    row && {
      userId: row.user_id,
      email: row.email,
      shopDomain: row.shop_domain,
      timeZone: row.time_zone,
      currency: row.currency,
      isDemo: row.is_demo,
      hasStore: row.status !== null,
    }
  )
}

/** Locks a merchant's shop for one writer until the transaction ends, including one that connects a store. */
export async function lockMerchant(tx: Tx, merchantId: number): Promise<void> {
  await tx.selectFrom('merchants').select('id').where('id', '=', merchantId).forNoKeyUpdate().execute()
}

export async function updateImportShop(
  tx: Tx,
  merchantId: number,
  shop: Pick<ImportShop, 'shopDomain' | 'timeZone' | 'currency' | 'isDemo'> & { shopName: string },
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

/** Returns the day of the first order that came from the store itself. */
export async function findFirstStoreDay(tx: Tx, merchantId: number): Promise<string | null> {
  const row = await sql<{ day: string | null }>`
    select min(day) as day from orders where merchant_id = ${merchantId} and order_id > 0
  `.execute(tx)
  return row.rows[0]?.day ?? null
}

/** Counts the stored rows of what imports may bring. */
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
