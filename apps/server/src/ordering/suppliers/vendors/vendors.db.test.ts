import {
  adoptedVendorsSchema,
  createdDraftsSchema,
  orderListSchema,
  purchaseOrderSchema,
  supplierListSchema,
  supplierVariantListSchema,
  vendorListSchema,
} from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type TestMerchant, type TestShop, withTestApp } from '../../../testing/index.ts'
import { expectRefusal } from '../../../testing/read-answer.ts'

const app = withTestApp()

interface Product {
  vendor: string | null
  cost?: number
  costCurrency?: string
  status?: string
}

async function getShop(products: readonly Product[]): Promise<TestShop> {
  const variants = products.map((_, n) => ({ title: `Product ${n}`, sku: `SKU-${n}` }))
  const merchant = await app.openShop(variants)
  const { merchantId, ids } = merchant
  await app.kernel.db.withTenant(merchantId, async (tx) => {
    for (const [n, { vendor, cost, costCurrency = 'USD', status = 'active' }] of products.entries()) {
      await sql`update products p set vendor = ${vendor}, status = ${status} from variants v
        where v.merchant_id = ${merchantId} and v.variant_id = ${ids[n]} and p.merchant_id = ${merchantId}
          and p.product_id = v.product_id`.execute(tx)
      if (cost === undefined) continue
      await sql`update variants set unit_cost_minor = ${cost}, unit_cost_currency = ${costCurrency}
        where merchant_id = ${merchantId} and variant_id = ${ids[n]}`.execute(tx)
    }
  })
  return merchant
}

const getVendors = async (shop: TestMerchant) =>
  vendorListSchema.parse(await shop.ask('/api/suppliers/vendors'))
const adopt = (shop: TestMerchant, vendors: object[]) =>
  shop.request('/api/suppliers/vendors', { json: { vendors } })
const adopted = async (shop: TestMerchant, vendors: object[]) =>
  adoptedVendorsSchema.parse(await (await adopt(shop, vendors)).json())
const getSuppliers = async (shop: TestMerchant) =>
  supplierListSchema.parse(await shop.ask('/api/suppliers')).rows

describe('the vendors of a store', () => {
  it('are listed with their number of products, the largest first, whatever their case and spaces', async () => {
    const shop = await getShop([
      { vendor: 'Hario', cost: 500 },
      { vendor: ' hario ', cost: 700, costCurrency: 'EUR' },
      { vendor: 'Altura' },
      { vendor: null },
      { vendor: '  ' },
      { vendor: 'Gone', status: 'archived' },
    ])
    expect(await getVendors(shop)).toEqual({
      vendors: [
        { name: expect.stringMatching(/^hario$/i), products: 2, withCost: 1, isSupplier: false },
        { name: 'Altura', products: 1, withCost: 0, isSupplier: false },
      ],
      withoutVendor: 2,
      defaultLeadTimeDays: 14,
    })
  })

  it('become suppliers that sell their products, and a second call changes nothing', async () => {
    const shop = await getShop([{ vendor: 'Hario' }, { vendor: 'HARIO' }, { vendor: 'Altura' }])
    const chosen = [{ name: 'Hario', leadTimeDays: 21 }, { name: 'altura' }]
    expect(await adopted(shop, chosen)).toEqual({ suppliers: 2, products: 3 })
    expect(await adopted(shop, chosen)).toEqual({ suppliers: 0, products: 0 })
    const rows = await getSuppliers(shop)
    expect(
      rows.map(({ name, items, currency, statedLeadTimeDays }) => [
        name,
        items,
        currency,
        statedLeadTimeDays,
      ]),
    ).toEqual([
      ['altura', 1, 'USD', null],
      ['Hario', 2, 'USD', 21],
    ])
    expect((await getVendors(shop)).vendors).toEqual([])
  })

  it('show their products as being worked out until the refresh that follows', async () => {
    const shop = await getShop([{ vendor: 'Hario' }, { vendor: null }])
    const { merchantId, ids } = shop
    await shop.rows(sql`insert into stock_projections (merchant_id, variant_id, is_quiet, available, incoming, units_sold_30, average_daily_sales,
      status, projection_kind, days_source, order_quantity, order_by, lead_time_days, safety_stock, service_level, computed_for)
      select ${merchantId}, id, false, 1, 0, 30, 1, 'critical', 'days', 'forecast', 20, '2026-01-01', 14, 5, 0.9, '2026-01-01'
      from unnest(${ids}::bigint[]) id`)
    const whys = async () =>
      Object.fromEntries(
        orderListSchema
          .parse(await shop.ask('/api/order-list'))
          .rows.map(({ sku, why }) => [sku, why.map(({ code }) => code)]),
      )
    expect(await whys()).toEqual({ 'SKU-0': ['no_supplier'], 'SKU-1': ['no_supplier'] })
    await adopted(shop, [{ name: 'Hario' }])
    expect(await whys()).toEqual({ 'SKU-0': ['being_planned'], 'SKU-1': ['no_supplier'] })
  })

  it('leave products of another supplier and suppliers of the same name unchanged', async () => {
    const shop = await getShop([{ vendor: 'Hario' }, { vendor: 'Hario' }])
    const { id } = await shop.ask<{ id: number }>('/api/suppliers', {
      json: { name: 'hario', statedLeadTimeDays: 40 },
    })
    const other = await shop.ask<{
      id: number
    }>('/api/suppliers', { json: { name: 'Other' } })
    await shop.request('/api/supplier-variants', {
      method: 'PUT',
      json: { rows: [{ supplierId: other.id, variantId: shop.ids[0] }] },
    })
    expect((await getVendors(shop)).vendors).toEqual([
      { name: 'Hario', products: 1, withCost: 0, isSupplier: true },
    ])
    expect(await adopted(shop, [{ name: 'Hario', leadTimeDays: 3 }])).toEqual({ suppliers: 0, products: 1 })
    const own = (await getSuppliers(shop)).find((each) => each.id === id)
    expect([own?.items, own?.statedLeadTimeDays]).toEqual([1, 40])
    await shop.request(`/api/suppliers/${id}/archive`, { json: {} })
    expect((await getVendors(shop)).vendors).toEqual([])
  })

  it('give an order the cost of the store, and none that is in another currency', async () => {
    const shop = await getShop([
      { vendor: 'Hario', cost: 500 },
      { vendor: 'Hario', cost: 700, costCurrency: 'EUR' },
    ])
    await adopted(shop, [{ name: 'Hario' }])
    const [supplier] = await getSuppliers(shop)
    const sold = supplierVariantListSchema.parse(
      await shop.ask(`/api/supplier-variants?supplierId=${supplier!.id}`),
    )
    expect(sold.rows.map(({ unitCostMinor, storeCostMinor }) => [unitCostMinor, storeCostMinor])).toEqual([
      [null, 500],
      [null, null],
    ])
    const lines = shop.ids.map((variantId) => ({ variantId, supplierId: supplier!.id, units: 10 }))
    const drafts = await shop.request('/api/order-list/drafts', { json: { lines } })
    const [draft] = createdDraftsSchema.parse(await drafts.json()).orders
    const order = purchaseOrderSchema.parse(await shop.ask(`/api/purchase-orders/${draft!.id}`))
    expect(order.lines.map(({ unitCostMinor }) => unitCostMinor)).toEqual([500, null])
    expect(orderListSchema.parse(await shop.ask('/api/order-list')).rows).toEqual([])
  })

  it.each([
    [[], 'vendors'],
    [[{ name: ' ' }], 'vendors.0.name'],
    [[{ name: 'Hario', leadTimeDays: 0 }], 'vendors.0.leadTimeDays'],
    [[{ name: 'Hario' }, { name: 'hARIO' }], 'vendors.1.name'],
  ])('%j are refused with the name of the field', async (vendors, field) => {
    const shop = await getShop([{ vendor: 'Hario' }])
    await expectRefusal(adopt(shop, vendors), 400, { code: 'invalid_input', field })
    expect(await getSuppliers(shop)).toEqual([])
  })

  it('of another merchant are neither listed nor touched', async () => {
    const shop = await getShop([{ vendor: 'Hario' }])
    const stranger = await getShop([])
    expect((await getVendors(stranger)).vendors).toEqual([])
    expect(await adopted(stranger, [{ name: 'Hario' }])).toEqual({ suppliers: 1, products: 0 })
    expect(await getSuppliers(shop)).toEqual([])
  })
})
