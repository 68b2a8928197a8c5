import {
  type Dashboard,
  demoApi,
  type OrderList,
  type ProductList,
  type PurchaseOrderList,
  type ShopCalendar,
  type SupplierList,
  sessionSchema,
} from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newDemoUserEmail } from '../../../kernel/demo-user-email.ts'
import { getQuota } from '../../../kernel/quotas/quotas.ts'
import { type TestMerchant, withTestApp } from '../../../testing/index.ts'

const app = withTestApp({ env: { FORECAST_THREADS: '1' }, now: '2026-11-20T10:00:00Z' })

const load = (merchant: TestMerchant) => merchant.request(demoApi.loadSampleShop.path, { method: 'POST' })

async function loaded(email?: string): Promise<TestMerchant> {
  const merchant = await app.signUp(email)
  const answer = await load(merchant)
  expect([answer.status, await answer.json()]).toEqual([200, { variants: 60 }])
  return merchant
}

describe('POST /api/sample-shop', () => {
  it('T-06 opens a shop of sixty products with three suppliers, received orders, one on the way, and sales', async () => {
    const merchant = await loaded()
    await app.runTask('forecast-shop', { merchantId: merchant.merchantId })

    const products = await merchant.ask<ProductList>('/api/products?pageSize=100')
    expect(products.counts.all).toBe(60)
    for (const status of ['out_of_stock', 'critical', 'warning', 'healthy'] as const)
      expect([status, products.counts[status] > 0]).toEqual([status, true])
    expect(products.rows.every(({ cost }) => cost.source === 'supplier' && cost.marginMinor! > 0)).toBe(true)

    const suppliers = await merchant.ask<SupplierList>('/api/suppliers')
    expect(suppliers.rows.map(({ name, leadTime }) => [name, leadTime.source])).toEqual([
      ['Altura Roasting', 'learned'],
      ['Brewline Imports', 'learned'],
      ['Holm Ceramics', 'learned'],
    ])
    const orders = await merchant.ask<PurchaseOrderList>('/api/purchase-orders?status=open')
    expect(orders.rows).toMatchObject([
      { supplierName: 'Brewline Imports', expectedOn: '2026-11-29', isLate: false, lines: 6 },
    ])
    const list = await merchant.ask<OrderList>('/api/order-list')
    expect(list.counts.due).toBeGreaterThan(4)
    expect(
      new Set(list.rows.filter(({ due }) => due === 'due').map(({ supplier }) => supplier?.name)).size,
    ).toBe(3)

    const dashboard = await merchant.ask<Dashboard>('/api/dashboard')
    expect(dashboard.attention).toHaveLength(7)
    expect(dashboard.attention.every(({ supplier }) => supplier !== null)).toBe(true)
    expect(dashboard.activeAlerts.total).toBeGreaterThan(4)
    const { events } = await merchant.ask<ShopCalendar>('/api/calendar')
    expect(events.filter(({ name }) => name === 'Season sale')).toHaveLength(4)
  })

  it('T-06 is a demo, which replaces the three sample products and is replaced by them', async () => {
    const merchant = await loaded()
    const count = async () => (await merchant.ask<ProductList>('/api/products')).counts.all
    const session = sessionSchema.parse(await merchant.ask('/api/session'))
    expect(session.merchant).toMatchObject({ isDemo: true, isConnected: false })
    const body = { merchantId: merchant.merchantId, shopDomain: null, email: merchant.email }
    await merchant.request('/functions/seed-demo-data', { json: body })
    expect(await count()).toBe(3)
    expect((await merchant.ask<SupplierList>('/api/suppliers')).total).toBe(0)
    for (let time = 0; time < 2; time++) expect((await load(merchant)).status).toBe(200)
    expect(await count()).toBe(60)
  })

  it('is the same for everybody, and within what a demo user may store', async () => {
    const [one, other] = [await loaded(), await loaded(newDemoUserEmail())]
    const sales = async ({ merchantId }: TestMerchant) =>
      app.kernel.db.withTenant(merchantId, async (tx) => {
        const { rows } = await sql<{ cells: number; units: number }>`
          select count(*) as cells, sum(units_sold)::integer as units from sales_daily
          where merchant_id = ${merchantId}
        `.execute(tx)
        return rows[0]
      })
    expect(await sales(one)).toEqual(await sales(other))
    expect((await sales(one))!.cells).toBeLessThan(getQuota('demo').import.sales)
  })

  it('never touches products of one’s own', async () => {
    const merchant = await app.signUp()
    const own = { items: [{ sku: 'OWN', product: 'Own', stock: 1 }] }
    await merchant.request('/api/inventory', { method: 'PUT', json: own })
    expect((await load(merchant)).status).toBe(412)
    expect((await merchant.ask<ProductList>('/api/products')).rows).toMatchObject([{ title: 'Own' }])
  })

  it('needs a session', async () => {
    expect((await app.request(demoApi.loadSampleShop.path, { method: 'POST' })).status).toBe(401)
  })
})
