import { dashboardSchema, type ProductList, productListSchema, trendsSchema } from '@stockcast/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { deleteCatalogueMarks } from '../../../kernel/database/stale-marks.ts'
import {
  listProducts,
  listVariants,
  type ProductRow,
  upsertProducts,
  upsertVariants,
  type VariantRow,
} from '../../../store/inventory/catalogue-queries.ts'
import {
  deleteEmptyProducts,
  deleteOtherVariants,
  deleteProducts,
  deleteUnseen,
} from '../../../store/inventory/removal-queries.ts'
import { moveFirstSeenToFirstSale } from '../../../store/ledger/derived-sales-queries.ts'
import { emptyShop } from '../../../store/shops/empty-shop.ts'
import { newForEachTest, withTestApp } from '../../../testing/index.ts'
import { type LocationProjection, replaceProjections } from '../../locations/queries.ts'
import type { ClassedProjection } from '../../projection/add-classes.ts'
import { saveProjections } from '../../projection/queries.ts'
import { keepTotals, keepTotalsTask } from './keep-totals.task.ts'

const app = withTestApp()

const variants = [
  { title: 'Bag', sales: [6, 6, 6], available: 0 },
  { title: 'Cup', sales: [6, 6, 6], available: 9000 },
  { title: 'Dish', sales: [6, 6, 6], available: 9000, status: 'archived' as const },
]
const counts = { all: 3, out_of_stock: 1, critical: 0, warning: 0, healthy: 1, off_sale: 1 }

async function refreshedShop() {
  const merchant = await app.openShop(variants)
  const { merchantId } = merchant
  await merchant.refresh()
  const shop = {
    ...merchant,
    inTransaction: <T>(work: (tx: Tx) => Promise<T>) => app.kernel.db.withTenant(merchantId, work),
    list: async (query = ''): Promise<ProductList> =>
      productListSchema.parse(await merchant.ask(`/api/products${query}`)),
    dashboard: async () => dashboardSchema.parse(await merchant.ask('/api/dashboard')),
    trends: async () => trendsSchema.parse(await merchant.ask('/api/trends')),
  }
  return { ...shop, counts: async () => (await shop.list()).counts }
}

type Shop = Awaited<ReturnType<typeof refreshedShop>>

/** Makes kept totals recognizable: with them, the shop has 99 healthy products. */
function markKept({ inTransaction }: Shop) {
  return inTransaction((tx) =>
    sql`update catalog_totals set counts = counts || '{"healthy": 99}', summary = summary || '{"variants": 99}',
      stock = stock || '{"variants": 99}'`.execute(tx),
  )
}

const shop = newForEachTest(refreshedShop)

it('T-02 the totals of a refreshed catalogue are kept for products, dashboard and trends', async () => {
  expect(await shop.counts()).toEqual(counts)
  await markKept(shop)
  expect(await shop.counts()).toMatchObject({ healthy: 99, all: 101 })
  expect((await shop.dashboard()).products.total).toBe(99)
  expect((await shop.trends()).variants).toBe(99)
})

it('T-02 the counts of each location are kept with them', async () => {
  const shop = await refreshedShop()
  await shop.inTransaction(async (tx) => {
    await replaceProjections(tx, {
      ...shop,
      variantIds: null,
      rows: shop.ids.map(placed),
    })
  })
  const countsAt = async (location: number) => (await shop.list(`?location=${location}`)).counts
  const counted = { all: 3, out_of_stock: 0, critical: 2, warning: 0, healthy: 0, off_sale: 1 }
  expect(await countsAt(7)).toEqual(counted)
  await keepTotals(app.kernel, shop)
  expect(await countsAt(7)).toEqual(counted)
  expect(await countsAt(8)).toMatchObject({ all: 0 })
  await shop.inTransaction((tx) =>
    sql`update catalog_totals set counts = jsonb_set(counts, '{places,7,critical}', '99')`.execute(tx),
  )
  expect(await countsAt(7)).toMatchObject({ critical: 99 })
})

const placed = (variantId: number): LocationProjection => ({
  variant_id: variantId,
  location_id: 7,
  available: 4,
  incoming: 0,
  units_sold_30: 30,
  demand_share: 1,
  expected_daily_demand: 1,
  status: 'critical',
  projection_kind: 'days',
  days_until_stockout: 4,
  days_low: 3,
  days_high: 5,
  out_since: null,
})

async function getProduct(tx: Tx, { merchantId, ids }: Shop): Promise<ProductRow> {
  return (await listProducts(tx, merchantId, [ids[0]!]))[0]!
}

async function getVariant(tx: Tx, { merchantId, ids }: Shop): Promise<VariantRow> {
  return (await listVariants(tx, merchantId, [ids[0]!]))[0]!
}

const takeOffSale = async (tx: Tx, shop: Shop) =>
  upsertProducts(tx, shop.merchantId, [{ ...(await getProduct(tx, shop)), status: 'draft' }])

/** Every statement that writes products, variants or stock projections. */
const writes: [string, (tx: Tx, shop: Shop) => Promise<unknown>, object][] = [
  ['a product taken off sale', takeOffSale, { out_of_stock: 0, off_sale: 2 }],
  [
    'a product that was deleted',
    (tx, { merchantId, ids }) => deleteProducts(tx, merchantId, [ids[0]!]),
    { all: 2, out_of_stock: 0 },
  ],
  [
    'a variant that was deleted',
    (tx, { merchantId, ids }) => deleteOtherVariants(tx, { merchantId, productId: ids[0]!, keptIds: [] }),
    { all: 2, out_of_stock: 0 },
  ],
  [
    'variants that a sync did not see',
    (tx, { merchantId }) => deleteUnseen(tx, merchantId),
    { all: 0, out_of_stock: 0, healthy: 0, off_sale: 0 },
  ],
  [
    'a new variant',
    async (tx, shop) => {
      const known = await getVariant(tx, shop)
      await upsertVariants(tx, shop.merchantId, [{ ...known, variant_id: known.variant_id + 500 }])
    },
    { all: 4, healthy: 2 },
  ],
  [
    'a variant moved to another product, and its former product deleted',
    async (tx, shop) => {
      const moved = { ...(await getVariant(tx, shop)), product_id: shop.ids[2]! }
      await upsertVariants(tx, shop.merchantId, [moved])
      await deleteEmptyProducts(tx, shop.merchantId)
    },
    { out_of_stock: 0, off_sale: 2 },
  ],
  [
    'a changed stock projection',
    async (tx, { merchantId, ids }) => {
      const known = await sql<ClassedProjection>`
        select * from stock_projections where variant_id = ${ids[0]}`.execute(tx)
      const columns = Object.entries({ ...known.rows[0]!, status: 'critical' })
      const written = columns.filter(([name]) => name !== 'merchant_id' && !name.startsWith('previous_'))
      const projection = Object.fromEntries(written) as unknown as ClassedProjection
      await saveProjections(tx, { merchantId, projections: [projection] })
    },
    { out_of_stock: 0, critical: 1 },
  ],
]

it.each(writes)('T-02 the totals include %s at once', async (_, write, changed) => {
  await markKept(shop)
  await shop.inTransaction((tx) => write(tx, shop))
  expect(await shop.counts()).toEqual({ ...counts, ...changed })
  expect((await shop.dashboard()).products.total).toBe((await shop.counts()).all)
  expect((await shop.trends()).variants).toBeLessThan(99)
})

it('T-02 a first sale before the first day of its variant marks the totals', async () => {
  await shop.inTransaction(async (tx) => {
    await sql`update variants set first_seen_on = '2099-01-01'`.execute(tx)
    await moveFirstSeenToFirstSale(tx, shop.merchantId)
    expect(await marks(tx)).toHaveLength(1)
  })
})

it('T-02 a shop whose emptying stops halfway has its totals and its days marked', async () => {
  const { merchantId, inTransaction } = await refreshedShop()
  const listDays = (table: 'sales_daily' | 'stale_days') => async (tx: Tx) =>
    new Set((await tx.selectFrom(table).select('day').execute()).map(({ day }) => day))
  const days = await inTransaction(async (tx) => {
    await tx.deleteFrom('stale_days').execute()
    return listDays('sales_daily')(tx)
  })
  const emptyUntilNone = (table: 'products' | 'sales_daily') =>
    emptyShop(app.kernel, {
      merchantId,
      isStillWanted: async (tx) => (await tx.selectFrom(table).select('merchant_id').execute()).length > 0,
      rowsPerStep: 2,
    })
  expect(await emptyUntilNone('products')).toBe(false)
  expect(await inTransaction(marks)).not.toEqual([])
  expect(await emptyUntilNone('sales_daily')).toBe(false)
  expect(await inTransaction(listDays('stale_days'))).toEqual(days)
})

const marks = (tx: Tx) => tx.selectFrom('stale_totals').select('id').execute()

it('T-02 a transaction marks the totals once, and again after the mark is deleted', async () => {
  await shop.inTransaction(async (tx) => {
    await takeOffSale(tx, shop)
    await upsertVariants(tx, shop.merchantId, [await getVariant(tx, shop)])
    expect(await marks(tx)).toHaveLength(1)
    await deleteCatalogueMarks(tx, shop.merchantId)
    await takeOffSale(tx, shop)
    expect(await marks(tx)).toHaveLength(1)
  })
})

it('T-02 a write that changes no row leaves the kept totals', async () => {
  await shop.inTransaction(async (tx) => {
    const older = { ...(await getProduct(tx, shop)), status: 'draft', updated_at: new Date(0) }
    await upsertProducts(tx, shop.merchantId, [older])
    await deleteProducts(tx, shop.merchantId, [1])
    await deleteEmptyProducts(tx, shop.merchantId)
    expect(await marks(tx)).toEqual([])
  })
})

it('T-02 a write that is rolled back leaves the kept totals', async () => {
  await markKept(shop)
  const undone = shop.inTransaction(async (tx) => {
    await takeOffSale(tx, shop)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await shop.counts()).toMatchObject({ healthy: 99 })
})

it('T-02 the totals include a write that was committed while they were summed', async () => {
  await shop.inTransaction(async (tx) => {
    await takeOffSale(tx, shop)
    await keepTotals(app.kernel, shop)
  })
  expect(await shop.counts()).toEqual({ ...counts, out_of_stock: 0, off_sale: 2 })
})

it('T-02 the totals are kept again some seconds after a refresh of some variants', async () => {
  app.kernel.sentJobs.length = 0
  await shop.refresh([shop.ids[0]!])
  expect(app.kernel.sentJobs).toContainEqual({
    name: keepTotalsTask.name,
    data: { merchantId: shop.merchantId },
    options: { key: String(shop.merchantId), delaySeconds: 2 },
  })
  await keepTotals(app.kernel, shop)
  await markKept(shop)
  expect(await shop.counts()).toMatchObject({ healthy: 99 })
})

it('T-02 the totals of one merchant do not change with the products of another', async () => {
  const [own, other] = [await refreshedShop(), await refreshedShop()]
  await markKept(own)
  await other.inTransaction((tx) => takeOffSale(tx, other))
  expect(await own.counts()).toMatchObject({ healthy: 99 })
  expect(await other.counts()).toMatchObject({ all: 3, off_sale: 2 })
})
