import { GROUP_CHOICES, type GroupKind } from '@stockcast/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { groupKey } from '../../kernel/database/product-groups.ts'
import { containing } from '../../kernel/database/search.ts'

/** Selects the groups of a kind: `value` as a filter names it, `key` by which names are the same, and the number of variants. */
function groups(kind: GroupKind, merchantId: number): RawBuilder<unknown> {
  const counted = sql`
    select p.vendor, p.tags, p.collection_ids, n.variants from products p
    join (
      select product_id, count(*) as variants from variants where merchant_id = ${merchantId} group by product_id
    ) n on n.product_id = p.product_id
    where p.merchant_id = ${merchantId}`
  switch (kind) {
    case 'vendor':
      return sql`select min(btrim(p.vendor)) as value, min(btrim(p.vendor)) as name, lower(btrim(p.vendor)) as key,
        sum(p.variants) as products from (${counted}) p where btrim(p.vendor) <> '' group by lower(btrim(p.vendor))`
    case 'tag':
      return sql`select min(t.tag) as value, min(t.tag) as name, lower(t.tag) as key, sum(p.variants) as products
        from (${counted}) p cross join lateral unnest(string_to_array(p.tags, E'\n')) as t (tag) group by lower(t.tag)`
    case 'collection':
      return sql`select c.collection_id as value, c.title as name, c.collection_id as key, sum(p.variants) as products
        from (${counted}) p cross join lateral unnest(p.collection_ids) as i (id)
        join collections c on c.merchant_id = ${merchantId} and c.collection_id = i.id
        group by c.collection_id, c.title`
    case 'supplier':
      return sql`select s.id as value, s.name, s.id as key, count(*) as products
        from supplier_variants i join suppliers s on s.merchant_id = ${merchantId} and s.id = i.supplier_id
        where i.merchant_id = ${merchantId} and i.rank = 1 group by s.id, s.name`
  }
}

/** Returns the groups of a kind that are found, those that are chosen and then those with most variants first. */
export async function listGroupChoices<Value extends string | number>(
  tx: Tx,
  asked: { merchantId: number; kind: GroupKind; search: string; chosen: readonly Value[] },
): Promise<{ value: Value; name: string; products: number }[]> {
  const { merchantId, kind, search, chosen } = asked
  const keys = chosen.map((one) => (typeof one === 'string' ? groupKey(one) : String(one)))
  const isChosen = sql`g.key::text = any(${keys}::text[])`
  const isFound = search === '' ? sql`true` : sql`lower(g.name) like lower(${containing(search)})`
  const { rows } = await sql<{ value: Value; name: string; products: number }>`
    select g.value, g.name, g.products::int as products from (${groups(kind, merchantId)}) g
    where ${isFound} or ${isChosen}
    order by ${isChosen} desc, g.products desc, lower(g.name) limit ${sql.lit(GROUP_CHOICES)}
  `.execute(tx)
  return rows
}

/** Returns the tags of a variant's product, and the collections in which it is. */
export async function findGroupsOf(
  tx: Tx,
  { merchantId, variantId }: { merchantId: number; variantId: number },
): Promise<{ tags: string[]; collections: { id: number; title: string }[] }> {
  const { rows } = await sql<{ tags: string[]; collections: { id: number; title: string }[] }>`
    select string_to_array(nullif(p.tags, ''), E'\n') as tags, (
      select coalesce(json_agg(json_build_object('id', c.collection_id, 'title', c.title) order by lower(c.title)), '[]')
      from collections c where c.merchant_id = ${merchantId} and c.collection_id = any(p.collection_ids)
    ) as collections
    from variants v join products p on p.merchant_id = ${merchantId} and p.product_id = v.product_id
    where v.merchant_id = ${merchantId} and v.variant_id = ${variantId}
  `.execute(tx)
  return { tags: rows[0]?.tags ?? [], collections: rows[0]?.collections ?? [] }
}
