import type { Import, ImportFault, ImportKind, ImportTotals } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'
import { bulkUpsert } from '../../database/bulk-upsert.ts'
import type { Tables } from '../../database/tables.ts'
import type { ImportedCells } from '../ledger/index.ts'
import type { Item } from './item-rows.ts'
import type { KnownItem } from './plan-items.ts'

export interface ImportKey {
  merchantId: number
  importId: number
}

export interface ImportReport {
  preview: Import['preview']
  totals: ImportTotals
  faults: ImportFault[]
}

export type ImportRow = Omit<
  Tables['imports'],
  'id' | 'is_for_store' | 'bytes_read' | 'attempts' | 'report' | 'faults_total'
> & {
  id: number
  is_for_store: boolean
  bytes_read: number
  attempts: number
  report: Partial<ImportReport>
  faults_total: number
}

/** Names of the merchant's files in the folder of uploads. */
export async function listUploads(tx: Tx, merchantId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('imports')
    .select('stored_as')
    .where('merchant_id', '=', merchantId)
    .execute()
  return rows.map((row) => row.stored_as)
}

export async function insertImport(
  tx: Tx,
  row: {
    merchantId: number
    kind: ImportKind
    fileName: string
    storedAs: string
    timeZone: string | null
    currency: string | null
    bytes: number
    at: Date
  },
): Promise<number> {
  const inserted = await tx
    .insertInto('imports')
    .values({
      merchant_id: row.merchantId,
      kind: row.kind,
      status: 'uploaded',
      file_name: row.fileName,
      stored_as: row.storedAs,
      time_zone: row.timeZone,
      currency: row.currency,
      bytes: row.bytes,
      report: '{}',
      created_at: row.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return inserted.id
}

/** Forgets files that were never imported. Answers the names they are stored under. */
export async function deleteOpenImports(tx: Tx, merchantId: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('imports')
    .where('merchant_id', '=', merchantId)
    .where('status', 'not in', ['applying', 'applied'])
    .returning('stored_as')
    .execute()
  return rows.map((row) => row.stored_as)
}

export async function findImport(
  tx: Tx,
  key: ImportKey,
  lock: 'for update' | 'no lock' = 'no lock',
): Promise<ImportRow | undefined> {
  const query = tx
    .selectFrom('imports')
    .selectAll()
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.importId)
  const row = await (lock === 'for update' ? query.forUpdate() : query).executeTakeFirst()
  return row as ImportRow | undefined
}

/** The latest, which may be none. */
export async function findLatestImportId(tx: Tx, merchantId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('imports')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

type Changes = Partial<{
  status: Import['status']
  bytesRead: number
  attempts: number
  isForStore: boolean
  layout: string | null
  encoding: string | null
  report: ImportReport
  faultsTotal: number
  message: string | null
  finishedAt: Date
}>

/** Changes an import that is in this state; false when it is not. */
export async function updateImport(
  tx: Tx,
  key: ImportKey,
  from: Import['status'],
  changes: Changes,
): Promise<boolean> {
  const {
    status,
    bytesRead,
    attempts,
    isForStore,
    layout,
    encoding,
    report,
    faultsTotal,
    message,
    finishedAt,
  } = changes
  const updated = await tx
    .updateTable('imports')
    .set({
      ...(status === undefined ? {} : { status }),
      ...(bytesRead === undefined ? {} : { bytes_read: bytesRead }),
      ...(attempts === undefined ? {} : { attempts }),
      ...(isForStore === undefined ? {} : { is_for_store: isForStore }),
      ...(layout === undefined ? {} : { layout }),
      ...(encoding === undefined ? {} : { encoding }),
      ...(report === undefined ? {} : { report: JSON.stringify(report) }),
      ...(faultsTotal === undefined ? {} : { faults_total: faultsTotal }),
      ...(message === undefined ? {} : { message }),
      ...(finishedAt === undefined ? {} : { finished_at: finishedAt }),
    })
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.importId)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function deleteStaged(tx: Tx, { merchantId, importId }: ImportKey): Promise<void> {
  for (const table of ['import_sales', 'import_items'] as const) {
    await tx
      .deleteFrom(table)
      .where('merchant_id', '=', merchantId)
      .where('import_id', '=', importId)
      .execute()
  }
}

export interface SalesChunk {
  variantIds: number[]
  days: number[]
  units: number[]
}

/** A chunk of the same number has the same rows, whoever read them. */
export async function insertSalesChunk(
  tx: Tx,
  key: ImportKey & { chunk: number },
  { variantIds, days, units }: SalesChunk,
): Promise<void> {
  await sql`
    insert into import_sales (merchant_id, import_id, chunk, variant_ids, days, units)
    values (${key.merchantId}, ${key.importId}, ${key.chunk}, ${variantIds}::bigint[], ${days}::integer[],
      ${units}::integer[])
    on conflict do nothing
  `.execute(tx)
}

/** The staged sales of a file, added up by variant and day. */
export function stagedSales({ merchantId, importId }: ImportKey): ImportedCells {
  return sql`
    select g.variant_id, g.day, sum(g.units) as units
    from import_sales c, unnest(c.variant_ids, c.days, c.units) as g (variant_id, day, units)
    where c.merchant_id = ${merchantId} and c.import_id = ${importId}
    group by g.variant_id, g.day
  `
}

/** Whether the rows of a variant and day add up to more than a column of units holds. */
export async function stagesTooMuch(tx: Tx, key: ImportKey): Promise<boolean> {
  const row =
    await sql`select 1 from (${stagedSales(key)}) as cells where units > 2147483647 limit 1`.execute(tx)
  return row.rows.length > 0
}

export function givenSales({ variantIds, days, units }: SalesChunk): ImportedCells {
  return sql`
    select g.variant_id, g.day, sum(g.units) as units
    from unnest(${variantIds}::bigint[], ${days}::integer[], ${units}::integer[]) as g (variant_id, day, units)
    group by g.variant_id, g.day
  `
}

export async function insertItemChunk(
  tx: Tx,
  key: ImportKey & { chunk: number },
  items: readonly Item[],
): Promise<void> {
  await sql`
    insert into import_items (merchant_id, import_id, chunk, items)
    values (${key.merchantId}, ${key.importId}, ${key.chunk}, ${JSON.stringify(items)}::jsonb)
    on conflict do nothing
  `.execute(tx)
}

export async function findItemChunk(
  tx: Tx,
  key: ImportKey & { chunk: number },
): Promise<readonly Item[] | undefined> {
  const row = await tx
    .selectFrom('import_items')
    .select('items')
    .where('merchant_id', '=', key.merchantId)
    .where('import_id', '=', key.importId)
    .where('chunk', '=', key.chunk)
    .executeTakeFirst()
  return row?.items as readonly Item[] | undefined
}

export interface ImportShop {
  userId: string
  shopDomain: string
  timeZone: string
  currency: string
  isDemo: boolean
  /** A store is, or was, connected: products and stock are its own. */
  hasStore: boolean
}

export async function findImportShop(tx: Tx, merchantId: number): Promise<ImportShop | undefined> {
  const row = await tx
    .selectFrom('merchants as m')
    .leftJoin('shop_connections as c', (join) =>
      join.onRef('c.merchant_id', '=', 'm.id').on('c.merchant_id', '=', merchantId),
    )
    .innerJoin('merchant_directory as d', 'd.merchant_id', 'm.id')
    .select(['d.user_id', 'm.shop_domain', 'm.time_zone', 'm.currency', 'm.is_demo', 'c.status'])
    .where('m.id', '=', merchantId)
    .executeTakeFirst()
  return (
    row && {
      userId: row.user_id,
      shopDomain: row.shop_domain,
      timeZone: row.time_zone,
      currency: row.currency,
      isDemo: row.is_demo,
      hasStore: row.status !== null,
    }
  )
}

/** One writer of a merchant's shop at a time, connecting a store included, until the transaction ends. */
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

/** The day of the first order that the store itself told. */
export async function findFirstStoreDay(tx: Tx, merchantId: number): Promise<string | null> {
  const row = await sql<{ day: string | null }>`
    select min(day) as day from orders where merchant_id = ${merchantId} and order_id > 0
  `.execute(tx)
  return row.rows[0]?.day ?? null
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

/** The variants of each SKU of a catalogue. */
export async function listVariantSkus(
  tx: Tx,
  merchantId: number,
): Promise<{ variant_id: number; sku: string | null }[]> {
  return tx
    .selectFrom('variants')
    .select(['variant_id', 'sku'])
    .where('merchant_id', '=', merchantId)
    .execute()
}

export async function findKnownItems(
  tx: Tx,
  merchantId: number,
  variantIds: readonly number[],
): Promise<Map<number, KnownItem>> {
  const variants = await sql<KnownItem['variant'] & Record<`of_${string}`, never> & ProductColumns>`
    select v.variant_id, v.product_id, v.inventory_item_id, v.shop_domain, v.title, v.sku, v.barcode, v.price,
      v.position, v.is_tracked, v.sells_without_stock, v.first_seen_on,
      p.title as of_title, p.vendor as of_vendor, p.product_type as of_type, p.status as of_status,
      p.is_gift_card as of_gift
    from variants v
    join products p on p.merchant_id = ${merchantId} and p.product_id = v.product_id
    where v.merchant_id = ${merchantId} and v.variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  const levels = await tx
    .selectFrom('inventory_levels')
    .select(['variant_id', 'location_id', 'available', 'on_hand', 'committed', 'incoming'])
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`variant_id = any(${variantIds}::bigint[])`)
    .orderBy('location_id')
    .execute()
  const known = new Map<number, KnownItem & { levels: Map<number, object> }>()
  for (const { of_title, of_vendor, of_type, of_status, of_gift, ...variant } of variants.rows) {
    const product = {
      product_id: variant.product_id,
      title: of_title,
      vendor: of_vendor,
      product_type: of_type,
      status: of_status,
      is_gift_card: of_gift,
    }
    known.set(variant.variant_id, { variant, product, levels: new Map() })
  }
  for (const { variant_id, location_id, ...quantities } of levels) {
    known.get(variant_id)?.levels.set(location_id, quantities)
  }
  return known
}

interface ProductColumns {
  of_title: string
  of_vendor: string | null
  of_type: string | null
  of_status: string
  of_gift: boolean
}

export async function upsertLocations(
  tx: Tx,
  merchantId: number,
  locations: readonly { id: number; name: string }[],
): Promise<void> {
  const rows = locations.map(({ id, name }) => ({ location_id: id, name, is_active: true }))
  const columns = { location_id: 'bigint', name: 'text', is_active: 'boolean' } as const
  await bulkUpsert(tx, { table: 'locations', merchantId, key: ['location_id'], columns, rows })
}

export async function deleteLevels(
  tx: Tx,
  merchantId: number,
  levels: readonly { variantId: number; locationId: number }[],
): Promise<void> {
  if (levels.length === 0) return
  await sql`
    delete from inventory_levels l
    using unnest(${levels.map((each) => each.variantId)}::bigint[], ${levels.map((each) => each.locationId)}::bigint[])
      as gone (variant_id, location_id)
    where l.merchant_id = ${merchantId} and l.variant_id = gone.variant_id and l.location_id = gone.location_id
  `.execute(tx)
}

/** Products that a file gave their variants away from, and places without stock. */
export async function deleteUnused(tx: Tx, merchantId: number): Promise<void> {
  await sql`
    delete from products p
    where p.merchant_id = ${merchantId} and not exists (
      select from variants v where v.merchant_id = ${merchantId} and v.product_id = p.product_id)
  `.execute(tx)
  await sql`
    delete from locations p
    where p.merchant_id = ${merchantId} and not exists (
      select from inventory_levels l where l.merchant_id = ${merchantId} and l.location_id = p.location_id)
  `.execute(tx)
}
