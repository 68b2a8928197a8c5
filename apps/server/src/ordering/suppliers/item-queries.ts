import type { PriceBreak } from '@stockcast/contract'
import { type SqlBool, sql } from 'kysely'
import type { Tx, VariantsKey } from '../../kernel/database/app-database.ts'
import { bulkUpsert } from '../../kernel/database/bulk-upsert.ts'
import { fitsGroups, type GroupFilter } from '../../kernel/database/product-groups.ts'
import { containing, fitsSearch } from '../../kernel/database/search.ts'

/** Added to the rank of a former preferred supplier, until it gets its new one. */
const PARKED_RANK = 1000

/** What one supplier sells, as stored. */
export interface StoredItem {
  supplierId: number
  variantId: number
  supplierSku: string | null
  unitCostMinor: number | null
  packSize: number
  minimumUnits: number | null
  maximumUnits: number | null
  priceBreaks: PriceBreak[]
  leadTimeDays: number | null
  rank: number
}

/** The same with the names of the product and the supplier. */
export interface ListedItem extends StoredItem {
  title: string
  sku: string | null
  barcode: string | null
  supplierName: string
  currency: string
  storeCostMinor: number | null
}

const columns = sql`i.supplier_id as "supplierId", i.variant_id as "variantId", i.supplier_sku as "supplierSku",
  i.unit_cost_minor as "unitCostMinor", i.pack_size as "packSize", i.minimum_units as "minimumUnits",
  i.maximum_units as "maximumUnits", i.price_breaks as "priceBreaks", i.lead_time_days as "leadTimeDays", i.rank`

const listedColumns = sql`${columns}, v.title, v.sku, v.barcode, s.name as "supplierName", s.currency,
  case when i.unit_cost_minor is null and v.unit_cost_currency = s.currency then v.unit_cost_minor end as "storeCostMinor"`

interface ItemFilter extends GroupFilter {
  merchantId: number
  supplierId?: number | undefined
  variantId?: number | undefined
  search: string
}

function getItems(filter: ItemFilter) {
  const { merchantId, supplierId, variantId, search } = filter
  const bySupplier = supplierId === undefined ? sql`true` : sql`i.supplier_id = ${supplierId}`
  const byVariant = variantId === undefined ? sql`true` : sql`i.variant_id = ${variantId}`
  const bySearch =
    search === ''
      ? sql`true`
      : sql`(${fitsSearch(search)} or lower(i.supplier_sku) like lower(${containing(search)}))`
  return sql`
    from supplier_variants i
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = i.variant_id
    join suppliers s on s.merchant_id = ${merchantId} and s.id = i.supplier_id
    where ${sql.join(
      [sql`i.merchant_id = ${merchantId}`, bySupplier, byVariant, bySearch, ...fitsGroups(filter)],
      sql` and `,
    )}`
}

/** Returns one page by product; the suppliers of a product stand in their order of preference. */
export async function listItemPage(
  tx: Tx,
  filter: ItemFilter & { limit: number; offset: number },
): Promise<ListedItem[]> {
  const { rows } = await sql<ListedItem>`
    select ${listedColumns} ${getItems(filter)}
    order by v.title_key, v.variant_id, i.rank, i.supplier_id
    limit ${filter.limit} offset ${filter.offset}
  `.execute(tx)
  return rows
}

/** Returns which of these products a supplier sells first. */
export async function listPreferred(tx: Tx, key: VariantsKey & { supplierId: number }): Promise<Set<number>> {
  const { rows } = await sql<{ variantId: number }>`
    select variant_id as "variantId" from supplier_variants
    where merchant_id = ${key.merchantId} and supplier_id = ${key.supplierId} and rank = 1
      and variant_id = any(${key.variantIds}::bigint[])
  `.execute(tx)
  return new Set(rows.map(({ variantId }) => variantId))
}

export async function countItems(tx: Tx, filter: ItemFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${getItems(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Returns items in the order of their keys, after the last one of the previous page. */
export async function listItemsAfter(
  tx: Tx,
  key: { merchantId: number; after: { supplierId: number; variantId: number } | null; limit: number },
): Promise<ListedItem[]> {
  const { merchantId, after } = key
  const isAfter = after
    ? sql`(i.supplier_id, i.variant_id) > (${after.supplierId}::bigint, ${after.variantId}::bigint)`
    : sql`true`
  const { rows } = await sql<ListedItem>`
    select ${listedColumns} ${getItems({ merchantId, search: '' })} and ${isAfter}
    order by i.supplier_id, i.variant_id limit ${key.limit}
  `.execute(tx)
  return rows
}

/** Returns all suppliers' items of these products, in their order of preference. */
export async function listItemsOfVariants(
  tx: Tx,
  { merchantId, variantIds }: VariantsKey,
): Promise<StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    select ${columns} from supplier_variants i
    where i.merchant_id = ${merchantId} and i.variant_id = any(${variantIds}::bigint[])
    order by i.variant_id, i.rank, i.supplier_id
  `.execute(tx)
  return rows
}

/** Returns those of these products that exist, and keeps them until the transaction ends. */
export async function holdVariants(tx: Tx, { merchantId, variantIds }: VariantsKey): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('variants')
    .select('variant_id')
    .where('merchant_id', '=', merchantId)
    .where(sql<SqlBool>`variant_id = any(${variantIds}::bigint[])`)
    .orderBy('variant_id')
    .forKeyShare()
    .execute()
  return new Set(rows.map((row) => row.variant_id))
}

/** Returns what identifies every product in a file. */
export async function listVariantCodes(
  tx: Tx,
  merchantId: number,
): Promise<{ variantId: number; title: string; sku: string | null; barcode: string | null }[]> {
  return tx
    .selectFrom('variants')
    .select(['variant_id as variantId', 'title', 'sku', 'barcode'])
    .where('merchant_id', '=', merchantId)
    .execute()
}

/**
 * Writes and removes items. Former preferred suppliers lose their rank first, because a product never has more than one
 * preferred supplier.
 */
export async function writeItems(
  tx: Tx,
  args: {
    merchantId: number
    written: readonly StoredItem[]
    removed: readonly Pick<StoredItem, 'supplierId' | 'variantId'>[]
    at: Date
  },
): Promise<void> {
  const { merchantId, written, removed, at } = args
  if (removed.length > 0) {
    await sql`
      delete from supplier_variants i
      using unnest(${removed.map((row) => row.supplierId)}::bigint[], ${removed.map((row) => row.variantId)}::bigint[])
        as r (supplier_id, variant_id)
      where i.merchant_id = ${merchantId} and i.supplier_id = r.supplier_id and i.variant_id = r.variant_id
    `.execute(tx)
  }
  const preferred = written.filter((row) => row.rank === 1).map((row) => row.variantId)
  await sql`
    update supplier_variants set rank = rank + ${sql.lit(PARKED_RANK)}
    where merchant_id = ${merchantId} and rank = 1 and variant_id = any(${preferred}::bigint[])
  `.execute(tx)
  await bulkUpsert(tx, {
    table: 'supplier_variants',
    merchantId,
    key: ['supplier_id', 'variant_id'],
    rows: written.map((row) => ({
      supplier_id: row.supplierId,
      variant_id: row.variantId,
      supplier_sku: row.supplierSku,
      unit_cost_minor: row.unitCostMinor,
      pack_size: row.packSize,
      minimum_units: row.minimumUnits,
      maximum_units: row.maximumUnits,
      price_breaks: JSON.stringify(row.priceBreaks),
      lead_time_days: row.leadTimeDays,
      rank: row.rank,
      updated_at: at,
    })),
  })
}
