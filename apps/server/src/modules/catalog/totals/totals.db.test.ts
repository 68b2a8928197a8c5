import { dashboardSchema, type ProductList, productListSchema, trendsSchema } from '@stockcast/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Tx } from '../../../database/app-database.ts'
import { insertCatalog, type TestApp, withTestApp } from '../../../testing/index.ts'
import { wireProjection } from '../../../wire-projection.ts'
import { keepTotals, keepTotalsTask } from './keep-totals.task.ts'

let app: TestApp

withTestApp((opened) => {
  app = opened
})

const variants = [
  { title: 'Bag', sales: [6, 6, 6], available: 0 },
  { title: 'Cup', sales: [6, 6, 6], available: 9000 },
  { title: 'Dish', sales: [6, 6, 6], available: 9000, status: 'archived' as const },
]
const counts = { all: 3, out_of_stock: 1, critical: 0, warning: 0, healthy: 1, off_sale: 1 }

async function refreshedShop() {
  const merchant = await app.signUp()
  const { merchantId } = merchant
  const ids = await insertCatalog(app.kernel, { merchantId, firstId: merchantId * 10_000, variants })
  const refresh = (variantIds: number[] | null) =>
    wireProjection(app.kernel).refresh({ merchantId, variantIds })
  await refresh(null)
  const shop = {
    merchantId,
    ids,
    refresh,
    inTransaction: <T>(work: (tx: Tx) => Promise<T>) => app.kernel.db.withTenant(merchantId, work),
    list: async (): Promise<ProductList> =>
      productListSchema.parse(await (await merchant.request('/api/products')).json()),
    dashboard: async () => dashboardSchema.parse(await (await merchant.request('/api/dashboard')).json()),
    trends: async () => trendsSchema.parse(await (await merchant.request('/api/trends')).json()),
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

it('T-02 the totals of a refreshed catalogue are kept for products, dashboard and trends', async () => {
  const shop = await refreshedShop()
  expect(await shop.counts()).toEqual(counts)
  await markKept(shop)
  expect(await shop.counts()).toMatchObject({ healthy: 99, all: 101 })
  expect((await shop.dashboard()).products.total).toBe(99)
  expect((await shop.trends()).variants).toBe(99)
})

const writes: [string, (tx: Tx, ids: readonly number[]) => Promise<unknown>, object][] = [
  [
    'a product taken off sale',
    (tx, [id]) => sql`update products set status = 'draft' where product_id = ${id}`.execute(tx),
    { out_of_stock: 0, off_sale: 2 },
  ],
  [
    'a product that was deleted',
    (tx, [id]) => sql`delete from products where product_id = ${id}`.execute(tx),
    { all: 2, out_of_stock: 0 },
  ],
  [
    'a variant that was deleted',
    (tx, [id]) => sql`delete from variants where variant_id = ${id}`.execute(tx),
    { all: 2, out_of_stock: 0 },
  ],
  [
    'a new variant',
    (tx, [id]) =>
      sql`insert into variants (merchant_id, variant_id, product_id, shop_domain, title, is_tracked, first_seen_on, updated_at)
        select merchant_id, variant_id + 500, product_id, shop_domain, 'Bag, new', is_tracked, first_seen_on, updated_at
        from variants where variant_id = ${id}`.execute(tx),
    { all: 4, healthy: 2 },
  ],
  [
    'a variant moved to another product',
    (tx, [id, , third]) =>
      sql`update variants set product_id = ${third} where variant_id = ${id}`.execute(tx),
    { out_of_stock: 0, off_sale: 2 },
  ],
  [
    'a changed stock projection',
    (tx, [id]) => sql`update stock_projections set status = 'critical' where variant_id = ${id}`.execute(tx),
    { out_of_stock: 0, critical: 1 },
  ],
  [
    'a deleted stock projection',
    (tx, [id]) => sql`delete from stock_projections where variant_id = ${id}`.execute(tx),
    { out_of_stock: 0, healthy: 2 },
  ],
]

it.each(writes)('T-02 the totals include %s at once', async (_, write, changed) => {
  const shop = await refreshedShop()
  await markKept(shop)
  await shop.inTransaction((tx) => write(tx, shop.ids))
  expect(await shop.counts()).toEqual({ ...counts, ...changed })
  expect((await shop.dashboard()).products.total).toBe((await shop.counts()).all)
  expect((await shop.trends()).variants).toBeLessThan(99)
})

it('T-02 a transaction marks the totals once, and again after the mark is deleted', async () => {
  const shop = await refreshedShop()
  const marks = (tx: Tx) => tx.selectFrom('stale_totals').select('id').execute()
  await shop.inTransaction(async (tx) => {
    await sql`update products set status = 'draft'`.execute(tx)
    await sql`update stock_projections set status = 'critical'`.execute(tx)
    expect(await marks(tx)).toHaveLength(1)
    await tx.deleteFrom('stale_totals').execute()
    await sql`update products set status = 'active'`.execute(tx)
    expect(await marks(tx)).toHaveLength(1)
  })
})

it('T-02 a write that is rolled back leaves the kept totals', async () => {
  const shop = await refreshedShop()
  await markKept(shop)
  const undone = shop.inTransaction(async (tx) => {
    await sql`update products set status = 'draft'`.execute(tx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await shop.counts()).toMatchObject({ healthy: 99 })
})

it('T-02 the totals include a write that was committed while they were summed', async () => {
  const shop = await refreshedShop()
  await shop.inTransaction(async (tx) => {
    await sql`update products set status = 'draft' where product_id = ${shop.ids[0]}`.execute(tx)
    await keepTotals(app.kernel, shop)
  })
  expect(await shop.counts()).toEqual({ ...counts, out_of_stock: 0, off_sale: 2 })
})

it('T-02 the totals are kept again some seconds after a refresh of some variants', async () => {
  const shop = await refreshedShop()
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
  await other.inTransaction((tx) => sql`update products set status = 'draft'`.execute(tx))
  expect(await own.counts()).toMatchObject({ healthy: 99 })
  expect(await other.counts()).toMatchObject({ all: 3, off_sale: 3 })
})
