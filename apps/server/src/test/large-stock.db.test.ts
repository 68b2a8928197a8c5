import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { forecastShopTask } from '../store/changes/request-forecast.ts'
import { carryStock, upsertStockOfDay } from '../store/inventory/stock-days-queries.ts'
import { applyOrders } from '../store/ledger/write-orders.ts'
import { type TestApp, withTestApp } from '../testing/index.ts'

const MAX = 2_147_483_647
const DAY = '2026-11-19'

const app = withTestApp()

/**
 * Returns a shop with two products, each with 1,000,000,000 units at three locations, or as many below zero.
 */
async function largeShop(sign: 1 | -1 = 1) {
  const merchant = await app.openShop([
    { available: sign * 1e9, incoming: 1e9, sales: Array.from({ length: 40 }, () => 5) },
    { available: sign * 1e9, incoming: 1e9, sales: Array.from({ length: 40 }, () => 5) },
  ])
  const { merchantId } = merchant
  const inShop = app.kernel.db.withTenant
  await inShop(merchantId, async (tx) => {
    await sql`
      insert into locations (merchant_id, location_id, name, is_active)
      select ${merchantId}, n, 'Location ' || n, true from generate_series(1, 3) as n on conflict do nothing
    `.execute(tx)
    await sql`
      insert into inventory_levels (
        merchant_id, variant_id, location_id, on_hand, available, committed, incoming, updated_at)
      select merchant_id, variant_id, n, on_hand, available, 1000000000, incoming, updated_at
      from inventory_levels, generate_series(2, 3) as n where merchant_id = ${merchantId}
    `.execute(tx)
  })
  return merchant
}

const answered = async (merchant: { request: TestApp['request'] }, path: string) => {
  const answer = await merchant.request(path)
  expect([path, answer.status]).toEqual([path, 200])
  return answer
}

it.each([1, -1] as const)(
  'stock whose sum is more than a column of units can hold is shown on every page, up to the largest number that can be stored (%s)',
  async (sign) => {
    const shop = await largeShop(sign)
    const products = '/api/products'
    await answered(shop, products)
    await app.kernel.db.withTenant(shop.merchantId, async (tx) => {
      await upsertStockOfDay(tx, { merchantId: shop.merchantId, day: DAY, variantIds: null })
      await carryStock(tx, { merchantId: shop.merchantId, today: '2026-11-20', since: '2026-11-01' })
    })
    await app.runTask(forecastShopTask.name, { merchantId: shop.merchantId })

    const list = (await (await answered(shop, products)).json()) as { rows: { currentStock: number }[] }
    const shown = sign === 1 ? MAX : -MAX - 1
    expect(list.rows.map((row) => row.currentStock)).toEqual([shown, shown])
    const [variantId] = shop.ids
    for (const path of [
      `/api/products/${variantId}`,
      '/api/products/export.csv',
      '/api/dashboard',
      '/api/trends?period=30',
      '/api/trends/products',
      `/api/variants/${variantId}/plans`,
      '/api/alerts',
      '/api/scorecard',
    ])
      await answered(shop, path)
    const day = '2026-12-01'
    const recorded = await shop.request(`/api/variants/${variantId}/orders`, {
      json: { units: 10, expectedOn: day },
    })
    expect(recorded.status).toBeLessThan(300)
    await app.runTask(forecastShopTask.name, { merchantId: shop.merchantId })
  },
)

it('sales whose sum is more than a column of units can hold are stored as the largest number that fits, for a day, for 30 days and for the whole shop', async () => {
  const shop = await largeShop()
  const { merchantId } = shop
  const at = new Date(`${DAY}T12:00:00Z`)
  const orders = [1, 2, 3].flatMap((n) => shop.ids.map((variantId, i) => ({ id: n * 10 + i, variantId })))
  await app.kernel.db.withTenant(merchantId, (tx) =>
    applyOrders(
      tx,
      { merchantId, timeZone: 'UTC' },
      {
        orders: orders.map(({ id }) => ({
          id,
          createdAt: at,
          processedAt: at,
          updatedAt: at,
          cancelledAt: null,
          test: false,
          locationId: null,
        })),
        lines: orders.map(({ id, variantId }) => ({
          id,
          orderId: id,
          variantId,
          quantity: 2e9,
        })),
      },
    ),
  )
  const sold = await app.kernel.db.withTenant(merchantId, (tx) =>
    sql<{ units_sold: number }>`
        select units_sold from sales_daily where merchant_id = ${merchantId} and day = ${DAY}`.execute(tx),
  )
  expect(sold.rows).toEqual([{ units_sold: MAX }, { units_sold: MAX }])
  await app.runTask(forecastShopTask.name, { merchantId })
  for (const path of ['/api/products', '/api/dashboard', '/api/trends?period=30', '/api/trends/products'])
    await answered(shop, path)
  const days = await app.kernel.db.withTenant(merchantId, (tx) =>
    sql<{ units_sold: number }>`
        select units_sold from shop_days where merchant_id = ${merchantId} and day = ${DAY}`.execute(tx),
  )
  expect(days.rows).toEqual([{ units_sold: MAX }])
})
