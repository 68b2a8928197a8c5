import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { markCatalogue, markDays } from '../../kernel/database/stale-marks.ts'
import { lockStock } from './queries.ts'

/**
 * Lists the parts of the catalogue that were last changed before `before`: products by variant, and levels
 * with their inventory item. Ids of the store are positive.
 */
export async function listOldCatalogue(
  tx: Tx,
  merchantId: number,
  before: Date,
): Promise<{
  variants: { variant_id: number; product_id: number }[]
  levels: { variant_id: number; location_id: number; item_id: number | null }[]
}> {
  const variants = await tx
    .selectFrom('variants')
    .select(['variant_id', 'product_id'])
    .where('merchant_id', '=', merchantId)
    .where('variant_id', '>', 0)
    .where('updated_at', '<', before)
    .execute()
  const levels = await sql<{ variant_id: number; location_id: number; item_id: number | null }>`
    select l.variant_id, l.location_id, v.inventory_item_id as item_id
    from inventory_levels l
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = l.variant_id
    where l.merchant_id = ${merchantId} and l.variant_id > 0 and l.updated_at < ${before}
  `.execute(tx)
  return { variants, levels: levels.rows }
}

export async function deleteLevels(
  tx: Tx,
  merchantId: number,
  levels: readonly { variant_id: number; location_id: number }[],
): Promise<void> {
  if (levels.length === 0) return
  await sql`
    delete from inventory_levels l
    using unnest(
      ${levels.map((row) => row.variant_id)}::bigint[], ${levels.map((row) => row.location_id)}::bigint[]
    ) as gone (variant_id, location_id)
    where l.merchant_id = ${merchantId} and l.variant_id = gone.variant_id and l.location_id = gone.location_id
  `.execute(tx)
}

/**
 * Deletes products that the store no longer has, with all rows that refer to them. Returns true when there
 * was one.
 */
export async function deleteProducts(
  tx: Tx,
  merchantId: number,
  productIds: readonly number[],
): Promise<boolean> {
  const gone = sql`
    select variant_id from variants
    where merchant_id = ${merchantId} and product_id = any(${productIds}::bigint[])
  `
  await deleteSales(tx, merchantId, sql`s.variant_id in (${gone})`)
  const deleted = await sql<{ product_id: number }>`
    delete from products where merchant_id = ${merchantId} and product_id = any(${productIds}::bigint[])
    returning product_id
  `.execute(tx)
  if (deleted.rows.length > 0) await markCatalogue(tx, merchantId)
  return deleted.rows.length > 0
}

async function deleteSales(tx: Tx, merchantId: number, condition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ day: string }>`
    with gone as (delete from sales_daily s where s.merchant_id = ${merchantId} and ${condition} returning s.day)
    select distinct day from gone
  `.execute(tx)
  const days = rows.map(({ day }) => day)
  await markDays(tx, merchantId, days)
}

/**
 * Deletes the variants of a product except these: the store no longer has them. Returns true when there was
 * one.
 */
export async function deleteOtherVariants(
  tx: Tx,
  key: { merchantId: number; productId: number; keptIds: readonly number[] },
): Promise<boolean> {
  const gone = sql`
    select variant_id from variants
    where merchant_id = ${key.merchantId} and product_id = ${key.productId}
      and variant_id <> all(${key.keptIds}::bigint[])
  `
  await deleteSales(tx, key.merchantId, sql`s.variant_id in (${gone})`)
  const deleted = await sql<{ variant_id: number }>`
    delete from variants where merchant_id = ${key.merchantId} and variant_id in (${gone}) returning variant_id
  `.execute(tx)
  if (deleted.rows.length > 0) await markCatalogue(tx, key.merchantId)
  return deleted.rows.length > 0
}

export async function clearSeen(tx: Tx, merchantId: number): Promise<void> {
  await tx.deleteFrom('sync_seen_levels').where('merchant_id', '=', merchantId).execute()
  await tx.deleteFrom('sync_seen_variants').where('merchant_id', '=', merchantId).execute()
}

/** Deletes what the shop no longer has, with all rows that refer to it. */
export async function deleteUnseen(tx: Tx, merchantId: number): Promise<void> {
  await lockStock(tx, merchantId)
  await sql`
    delete from inventory_levels l
    where l.merchant_id = ${merchantId} and not exists (
      select from sync_seen_levels s
      where s.merchant_id = ${merchantId} and s.variant_id = l.variant_id and s.location_id = l.location_id)
  `.execute(tx)
  const variants = await sql`
    delete from variants v
    where v.merchant_id = ${merchantId} and not exists (
      select from sync_seen_variants s where s.merchant_id = ${merchantId} and s.variant_id = v.variant_id)
  `.execute(tx)
  if (variants.numAffectedRows) await markCatalogue(tx, merchantId)
  await deleteSales(
    tx,
    merchantId,
    sql`not exists (
      select from variants v where v.merchant_id = ${merchantId} and v.variant_id = s.variant_id)`,
  )
  await deleteEmptyProducts(tx, merchantId)
}

/**
 * Deletes products without a variant: a file may have moved their variants, or the store no longer has them.
 */
export async function deleteEmptyProducts(tx: Tx, merchantId: number): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from products p
    where p.merchant_id = ${merchantId} and not exists (
      select from variants v where v.merchant_id = ${merchantId} and v.product_id = p.product_id)
  `.execute(tx)
  if (numAffectedRows) await markCatalogue(tx, merchantId)
}
