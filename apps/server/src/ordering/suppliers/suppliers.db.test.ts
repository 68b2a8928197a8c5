import {
  type Supplier,
  type SupplierDetail,
  supplierDetailSchema,
  supplierListSchema,
  supplierRowSchema,
  supplierVariantListSchema,
} from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newForEachTest, type TestMerchant, type TestShop, withTestApp } from '../../testing/index.ts'
import { expectRefusal } from '../../testing/read-answer.ts'
import { findLeadTimes } from './lead-times.ts'
import type { StoredSupplier } from './queries.ts'

const app = withTestApp()

async function shopWith(count = 3): Promise<TestShop> {
  const variants = Array.from({ length: count }, (_, i) => ({ title: `Product ${i}`, sku: `SKU-${i}` }))
  return app.openShop(variants)
}

const post = (shop: TestMerchant, path: string, json?: unknown) => shop.request(path, { json: json ?? {} })

async function created(shop: TestMerchant, json: object): Promise<Supplier> {
  const answer = await post(shop, '/api/suppliers', json)
  expect(answer.status).toBe(200)
  return supplierRowSchema.parse(await answer.json())
}

const list = async (shop: TestMerchant, query = '') =>
  supplierListSchema.parse(await shop.ask(`/api/suppliers${query}`))
const detail = async (id: number): Promise<SupplierDetail> =>
  supplierDetailSchema.parse(await shop.ask(`/api/suppliers/${id}`))
const save = (shop: TestMerchant, id: number, json: object) =>
  shop.request(`/api/suppliers/${id}`, { method: 'PUT', json })
const saveItems = (shop: TestMerchant, rows: object[]) =>
  shop.request('/api/supplier-variants', { method: 'PUT', json: { rows } })
const items = async (shop: TestMerchant, query = '') =>
  supplierVariantListSchema.parse(await shop.ask(`/api/supplier-variants${query}`)).rows

const altura = {
  name: '  Altura Roasting ',
  email: 'orders@altura.example',
  currency: 'EUR',
  statedLeadTimeDays: 14,
  worstLeadTimeDays: 20,
  review: { kind: 'weekdays', weekdays: [4, 1, 4] },
  minimum: { kind: 'value', amountMinor: 25_000 },
  shutdowns: [
    { from: '2027-04-02', to: '2027-04-05' },
    { from: '2026-12-24', to: '2027-01-02' },
  ],
  replacesRejected: true,
}

const shop = newForEachTest(shopWith)

describe('a supplier', () => {
  it('is stored as entered, with order days and shut-down days in order', async () => {
    const supplier = await created(shop, altura)
    expect(supplier).toMatchObject({
      ...altura,
      name: 'Altura Roasting',
      language: 'en',
      review: { kind: 'weekdays', weekdays: [1, 4] },
      shutdowns: altura.shutdowns.toReversed(),
      archivedAt: null,
    })
    expect((await list(shop)).rows).toMatchObject([{ id: supplier.id, items: 0, openOrders: 0 }])
    expect(app.kernel.publishedEvents).toContainEqual({
      merchantId: shop.merchantId,
      event: { type: 'purchasing' },
    })
  })

  it('has the shop’s currency and lead time if nothing else is given', async () => {
    expect(await created(shop, { name: 'Plain' })).toMatchObject({
      currency: 'USD',
      statedLeadTimeDays: null,
      review: { kind: 'any_day' },
      minimum: { kind: 'none' },
      shutdowns: [],
      leadTime: { days: 14, p10: 14, p90: 14, source: 'merchant', statedDays: null },
    })
  })

  it('has a name of its own, whatever its case, and other merchants may use it', async () => {
    const [shop, other] = [await shopWith(), await shopWith()]
    await created(shop, { name: 'Altura' })
    await expectRefusal(post(shop, '/api/suppliers', { name: ' ALTURA ' }), 409, {
      code: 'conflict',
      field: 'name',
    })
    await created(other, { name: 'Altura' })
  })

  it('may be renamed to its own name in another case, and not to another’s', async () => {
    const supplier = await created(shop, { name: 'Altura' })
    await created(shop, { name: 'Borealis' })
    expect((await save(shop, supplier.id, { name: 'ALTURA' })).status).toBe(200)
    expect((await save(shop, supplier.id, { name: 'borealis' })).status).toBe(409)
    expect((await detail(supplier.id)).supplier.name).toBe('ALTURA')
  })

  it.each([
    ['name', { name: ' ' }],
    ['statedLeadTimeDays', { name: 'A', statedLeadTimeDays: 366 }],
    ['worstLeadTimeDays', { name: 'A', statedLeadTimeDays: 9, worstLeadTimeDays: 8 }],
    ['review.weekdays.0', { name: 'A', review: { kind: 'weekdays', weekdays: [8] } }],
    ['minimum.amountMinor', { name: 'A', minimum: { kind: 'value', amountMinor: 1.5 } }],
    ['shutdowns.0.to', { name: 'A', shutdowns: [{ from: '2026-12-24', to: '2026-12-23' }] }],
    ['currency', { name: 'A', currency: 'euro' }],
  ])('is refused with a wrong %s, which the answer names', async (field, json) => {
    await expectRefusal(post(shop, '/api/suppliers', json), 400, { code: 'invalid_input', field })
  })

  it('keeps the decimals of its currency while it has prices', async () => {
    const supplier = await created(shop, { name: 'Altura', currency: 'EUR' })
    await saveItems(shop, [{ supplierId: supplier.id, variantId: shop.ids[0], unitCostMinor: 1250 }])
    expect((await save(shop, supplier.id, { name: 'Altura', currency: 'JPY' })).status).toBe(409)
    expect((await save(shop, supplier.id, { name: 'Altura', currency: 'USD' })).status).toBe(200)
  })

  it('is archived once and restored once, and is then listed again', async () => {
    const { id } = await created(shop, { name: 'Altura' })
    expect((await post(shop, `/api/suppliers/${id}/archive`)).status).toBe(200)
    expect((await post(shop, `/api/suppliers/${id}/archive`)).status).toBe(409)
    expect((await list(shop)).rows).toEqual([])
    expect((await list(shop, '?status=archived')).rows).toMatchObject([{ id }])
    expect((await post(shop, '/api/suppliers', { name: 'altura' })).status).toBe(409)
    expect((await post(shop, `/api/suppliers/${id}/restore`)).status).toBe(200)
    expect((await post(shop, `/api/suppliers/${id}/restore`)).status).toBe(409)
    expect((await list(shop)).total).toBe(1)
  })

  it('of another merchant does not exist', async () => {
    const [shop, other] = [await shopWith(), await shopWith()]
    const { id } = await created(shop, { name: 'Altura' })
    const row = { supplierId: id, variantId: other.ids[0] }
    expect((await saveItems(other, [row])).status).toBe(404)
  })

  it('has its products derived again when it is changed', async () => {
    const { id } = await created(shop, { name: 'Altura' })
    await saveItems(shop, [{ supplierId: id, variantId: shop.ids[1] }])
    app.kernel.sentJobs.length = 0
    await save(shop, id, { name: 'Altura', statedLeadTimeDays: 30 })
    expect(app.kernel.sentJobs).toMatchObject([
      { name: 'refresh-projections', data: { merchantId: shop.merchantId, variantIds: [shop.ids[1]] } },
    ])
  })
})

describe('PUT /api/supplier-variants', () => {
  const full = {
    supplierSku: 'ALT-1',
    unitCostMinor: 1250,
    packSize: 6,
    minimumUnits: 12,
    maximumUnits: 600,
    priceBreaks: [
      { fromUnits: 100, unitCostMinor: 1100 },
      { fromUnits: 500, unitCostMinor: 1000 },
    ],
    leadTimeDays: 21,
  }

  it('saves rows, keeps the fields that are left out, and changes nothing when it is repeated', async () => {
    const { id: supplierId } = await created(shop, { name: 'Altura', currency: 'EUR' })
    const row = { supplierId, variantId: shop.ids[0], ...full }
    expect(await (await saveItems(shop, [row])).json()).toEqual({ added: 1, changed: 0, removed: 0 })
    expect(await items(shop)).toMatchObject([
      { ...row, rank: 1, title: 'Product 0', sku: 'SKU-0', supplierName: 'Altura', currency: 'EUR' },
    ])
    const part = { supplierId, variantId: shop.ids[0], packSize: 10, leadTimeDays: null }
    expect(await (await saveItems(shop, [part])).json()).toEqual({ added: 0, changed: 1, removed: 0 })
    expect(await items(shop)).toMatchObject([{ ...row, packSize: 10, leadTimeDays: null }])
    app.kernel.sentJobs.length = 0
    expect(await (await saveItems(shop, [part])).json()).toEqual({ added: 0, changed: 0, removed: 0 })
    expect(app.kernel.sentJobs).toEqual([])
  })

  it('leaves each product one preferred supplier, whichever is put first, last or removed', async () => {
    const [a, b, c] = [
      await created(shop, { name: 'A' }),
      await created(shop, { name: 'B' }),
      await created(shop, { name: 'C' }),
    ]
    const variantId = shop.ids[0]
    const ranks = async () =>
      (await items(shop, `?variantId=${variantId}`)).map((row) => row.supplierName).join('')
    await saveItems(
      shop,
      [a, b, c].map(({ id }) => ({ supplierId: id, variantId })),
    )
    expect(await ranks()).toBe('ABC')
    await saveItems(shop, [{ supplierId: c.id, variantId, rank: 1 }])
    expect(await ranks()).toBe('CAB')
    await saveItems(shop, [{ supplierId: c.id, variantId, rank: 2 }])
    expect(await ranks()).toBe('ACB')
    await saveItems(shop, [
      { supplierId: a.id, variantId, remove: true },
      { supplierId: b.id, variantId, rank: 1 },
    ])
    expect(await ranks()).toBe('BC')
    expect((await items(shop)).map((row) => row.rank)).toEqual([1, 2])
  })

  it.each([
    ['rows.0.packSize', 'invalid_input', { packSize: 0 }],
    ['rows.0.unitCostMinor', 'invalid_input', { unitCostMinor: 12.5 }],
    ['rows.0.priceBreaks', 'invalid_input', { priceBreaks: [...full.priceBreaks].reverse() }],
    ['rows.0.maximumUnits', 'invalid_input', { minimumUnits: 20, maximumUnits: 10 }],
    ['rows.0.variantId', 'not_found', { variantId: 999_999_999_999 }],
  ])('names the field %s of a row that is refused, and writes no other row', async (field, code, wrong) => {
    const { id: supplierId } = await created(shop, { name: 'Altura' })
    const rows = [
      { supplierId, variantId: shop.ids[0], ...wrong },
      { supplierId, variantId: shop.ids[1] },
    ]
    expect(await (await saveItems(shop, rows)).json()).toMatchObject({ error: { code, field } })
    expect(await items(shop)).toEqual([])
  })

  it('refuses the same product twice, and two suppliers with one rank', async () => {
    const [a, b] = [await created(shop, { name: 'A' }), await created(shop, { name: 'B' })]
    const variantId = shop.ids[0]
    const twice = await saveItems(shop, [
      { supplierId: a.id, variantId },
      { supplierId: a.id, variantId, packSize: 2 },
    ])
    expect(await twice.json()).toMatchObject({ error: { field: 'rows.1.variantId' } })
    const rivals = await saveItems(shop, [
      { supplierId: a.id, variantId, rank: 1 },
      { supplierId: b.id, variantId, rank: 1 },
    ])
    expect(await rivals.json()).toMatchObject({ error: { field: 'rows.1.rank' } })
  })

  it('no longer sells a product that is deleted', async () => {
    const { id: supplierId } = await created(shop, { name: 'A' })
    await saveItems(
      shop,
      shop.ids.map((variantId) => ({ supplierId, variantId })),
    )
    await shop.rows(sql`delete from products
      where merchant_id = ${shop.merchantId} and product_id = ${shop.ids[0]}`)
    expect((await items(shop)).map((row) => row.variantId)).toEqual(shop.ids.slice(1))
  })

  it('treats the products of another merchant as missing', async () => {
    const [shop, other] = [await shopWith(), await shopWith()]
    const { id: supplierId } = await created(shop, { name: 'A' })
    expect((await saveItems(shop, [{ supplierId, variantId: other.ids[0] }])).status).toBe(404)
  })

  it('saves five thousand rows in one call', async () => {
    const shop = await shopWith(5000)
    const { id: supplierId } = await created(shop, { name: 'A' })
    const rows = shop.ids.map((variantId) => ({ supplierId, variantId, unitCostMinor: 100, packSize: 6 }))
    expect(await (await saveItems(shop, rows)).json()).toEqual({ added: 5000, changed: 0, removed: 0 })
    expect((await list(shop)).rows).toMatchObject([{ items: 5000 }])
    expect((await saveItems(shop, [...rows, rows[0]!])).status).toBe(400)
  })
})

it('a supplier that was removed while a page is read has no lead time', async () => {
  const { merchantId } = await app.signUp()
  const removed = [{ id: 999_999 }] as StoredSupplier[]
  const found = await app.kernel.db.withTenant(merchantId, (tx) =>
    findLeadTimes({ merchantId, tx }, { suppliers: removed, today: '2026-11-20' }),
  )
  expect(found.size).toBe(0)
})
