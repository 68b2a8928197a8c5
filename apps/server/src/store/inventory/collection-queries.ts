import { sql } from 'kysely'
import type { NamedThing, StoreCollection } from '../../kernel/connector/rows.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { bulkUpsert } from '../../kernel/database/bulk-upsert.ts'

async function saveNames(tx: Tx, merchantId: number, collections: readonly NamedThing[]): Promise<void> {
  await bulkUpsert(tx, {
    table: 'collections',
    merchantId,
    key: ['collection_id'],
    rows: collections.map(({ id, title }) => ({ collection_id: id, title })),
  })
}

/** Stores in which collections a product is. */
export async function saveCollectionsOf(
  tx: Tx,
  args: { merchantId: number; productId: number; collections: readonly NamedThing[] },
): Promise<void> {
  const { merchantId, productId, collections } = args
  if (collections.length > 0) await saveNames(tx, merchantId, collections)
  await sql`
    update products set collection_ids = ${collections.map(({ id }) => id).sort((a, b) => a - b)}::bigint[]
    where merchant_id = ${merchantId} and product_id = ${productId}
  `.execute(tx)
}

/** Stores a collection with its products. Products that the catalogue does not have yet are left out. */
export async function saveCollection(tx: Tx, merchantId: number, collection: StoreCollection): Promise<void> {
  const { id, productIds } = collection
  await saveNames(tx, merchantId, [collection])
  await sql`
    update products p set collection_ids =
      case when p.product_id = any(${productIds}::bigint[]) then p.collection_ids || ${id}::bigint
        else array_remove(p.collection_ids, ${id}::bigint) end
    where p.merchant_id = ${merchantId}
      and (p.product_id = any(${productIds}::bigint[])) <> (${id}::bigint = any(p.collection_ids))
  `.execute(tx)
}

/** Deletes the collections that are none of these; with `deleted` this one alone. */
export async function deleteCollections(
  tx: Tx,
  merchantId: number,
  which: { kept: readonly number[] } | { deleted: number },
): Promise<void> {
  const isGone =
    'kept' in which
      ? sql`c.collection_id <> all(${which.kept}::bigint[])`
      : sql`c.collection_id = ${which.deleted}`
  await sql`
    with gone as (
      delete from collections c where c.merchant_id = ${merchantId} and ${isGone} returning c.collection_id
    ), ids as (select array_agg(collection_id) as ids from gone)
    update products p set collection_ids = array(
      select unnest(p.collection_ids) except select unnest(ids.ids) order by 1)
    from ids where p.merchant_id = ${merchantId} and p.collection_ids && ids.ids
  `.execute(tx)
}
