import { dayFromEpoch, epochDay, today } from '../kernel/calendar.ts'
import type { Tx } from '../kernel/database/app-database.ts'
import { bulkUpsert } from '../kernel/database/bulk-upsert.ts'
import { markDays } from '../kernel/database/stale-marks.ts'
import type { Kernel } from '../kernel/kernel.ts'

export interface VariantSeed {
  title?: string
  sku?: string | null
  price?: number | null
  status?: 'active' | 'archived' | 'draft' | 'unlisted'
  isTracked?: boolean
  available?: number
  incoming?: number
  committed?: number
  /** Units sold on each day, the last one yesterday. */
  sales?: readonly number[]
  /** Closing stock, by how many days ago the day was. */
  closingStock?: Readonly<Record<number, number>>
  /** How many days ago it went on sale; by default with its first sale. */
  firstSeenDaysAgo?: number
}

const location = 1

/**
 * Writes products of one variant each, with stock at one location. Returns the ids of the variants, in order.
 */
export async function insertCatalog(
  kernel: Pick<Kernel, 'db' | 'clock'>,
  args: { merchantId: number; variants: readonly VariantSeed[]; firstId?: number; timeZone?: string },
): Promise<number[]> {
  const { merchantId, variants, firstId = merchantId * 10_000, timeZone = 'UTC' } = args
  const day = epochDay(today(kernel.clock, timeZone))
  const at = kernel.clock.now()
  const ids = variants.map((_, i) => firstId + i)
  await kernel.db.withTenant(merchantId, async (tx) => {
    await insertProducts(tx, { merchantId, variants, ids, at, day })
    await insertStock(tx, { merchantId, variants, ids, at })
    await insertDays(tx, { merchantId, variants, ids, day })
    await tx
      .updateTable('merchants')
      .set({ time_zone: timeZone, stock_as_of: at })
      .where('id', '=', merchantId)
      .execute()
  })
  return ids
}

type Seeds = { merchantId: number; variants: readonly VariantSeed[]; ids: readonly number[] }

async function insertProducts(
  tx: Tx,
  { merchantId, variants, ids, at, day }: Seeds & { at: Date; day: number },
) {
  await bulkUpsert(tx, {
    table: 'products',
    merchantId,
    key: ['product_id'],
    rows: variants.map((seed, i) => ({
      product_id: ids[i]!,
      title: seed.title ?? `Product ${ids[i]}`,
      vendor: 'Northfold',
      status: seed.status ?? 'active',
      updated_at: at,
    })),
  })
  await bulkUpsert(tx, {
    table: 'variants',
    merchantId,
    key: ['variant_id'],
    rows: variants.map((seed, i) => ({
      variant_id: ids[i]!,
      product_id: ids[i]!,
      shop_domain: 'northfold.myshopify.com',
      title: seed.title ?? `Product ${ids[i]}`,
      sku: seed.sku === undefined ? `SKU-${ids[i]}` : seed.sku,
      price: seed.price === undefined ? 10 : seed.price,
      is_tracked: seed.isTracked ?? true,
      first_seen_on: dayFromEpoch(day - (seed.firstSeenDaysAgo ?? seed.sales?.length ?? 0)),
      updated_at: at,
    })),
  })
}

async function insertStock(tx: Tx, { merchantId, variants, ids, at }: Seeds & { at: Date }) {
  await tx
    .insertInto('locations')
    .values({ merchant_id: merchantId, location_id: location, name: 'Warehouse', is_active: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await bulkUpsert(tx, {
    table: 'inventory_levels',
    merchantId,
    key: ['variant_id', 'location_id'],
    rows: variants.map((seed, i) => ({
      variant_id: ids[i]!,
      location_id: location,
      on_hand: (seed.available ?? 0) + (seed.committed ?? 0),
      available: seed.available ?? 0,
      committed: seed.committed ?? 0,
      incoming: seed.incoming ?? 0,
      updated_at: at,
    })),
  })
}

async function insertDays(tx: Tx, { merchantId, variants, ids, day }: Seeds & { day: number }) {
  const sold = variants.flatMap(({ sales = [] }, i) =>
    sales.flatMap((units, j) =>
      units > 0 ? { variant_id: ids[i]!, day: dayFromEpoch(day - sales.length + j), units_sold: units } : [],
    ),
  )
  await bulkUpsert(tx, {
    table: 'sales_daily',
    merchantId,
    key: ['variant_id', 'day'],
    rows: sold,
  })
  await markDays(
    tx,
    merchantId,
    sold.map((row) => row.day),
  )
  await bulkUpsert(tx, {
    table: 'stock_daily',
    merchantId,
    key: ['variant_id', 'day'],
    rows: variants.flatMap(({ closingStock = {} }, i) =>
      Object.entries(closingStock).map(([daysAgo, stock]) => ({
        variant_id: ids[i]!,
        day: dayFromEpoch(day - Number(daysAgo)),
        closing_stock: stock,
      })),
    ),
  })
}
