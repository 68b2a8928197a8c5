import {
  type ExcessList,
  excessListSchema,
  MAX_AMOUNT_MINOR,
  MAX_UNIT_COST_MINOR,
  minorAmount,
  minorDigits,
  productListSchema,
} from '@stockcast/contract'
import { abcClasses } from '@stockcast/forecasting'
import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { findShopMoney, variantCosts } from '../../../kernel/database/variant-costs.ts'
import { newForEachTest, type TestMerchant, type TestShop, withTestApp } from '../../../testing/index.ts'

const app = withTestApp()

const days = 120
const inStock = Object.fromEntries(Array.from({ length: days }, (_, i) => [i + 1, 500]))
const variants = [
  { title: 'Even', sku: 'EVEN', price: 20, available: 60, sales: Array(days).fill(5) },
  { title: 'Too much', sku: 'MUCH', price: 20, available: 5000, sales: Array(days).fill(2) },
  {
    title: 'Dead',
    sku: 'DEAD',
    price: 20,
    available: 40,
    sales: [9, ...Array(days - 1).fill(0)],
    closingStock: inStock,
  },
  {
    title: 'Never sold',
    sku: 'NEVER',
    price: 20,
    available: 7,
    firstSeenDaysAgo: days,
    closingStock: inStock,
  },
  { title: 'New', sku: 'NEW', price: 20, available: 7, firstSeenDaysAgo: 10 },
  {
    title: 'Off sale',
    sku: 'OFF',
    price: 20,
    available: 900,
    sales: Array(days).fill(1),
    status: 'archived' as const,
  },
]

async function forecastShop(): Promise<TestShop> {
  const merchant = await app.openShop(variants)
  const { merchantId } = merchant
  await app.runTask('forecast-shop', { merchantId })
  return merchant
}

/** Reads what the variants of a shop cost, as `c` in a statement. */
const withCosts = <T>(shop: TestShop, getStatement: (costs: RawBuilder<unknown>) => RawBuilder<T>) =>
  app.kernel.db.withTenant(shop.merchantId, async (tx) => {
    const costs = variantCosts(await findShopMoney(tx, shop.merchantId))
    return (await getStatement(sql`(${costs}) c`).execute(tx)).rows
  })

/** Sells products at these prices, and derives their stock projections again, as the worker does. */
async function supply(
  shop: TestShop,
  prices: Record<string, number | null>,
  currency = 'USD',
): Promise<number> {
  const { id } = await shop.ask<{ id: number }>('/api/suppliers', {
    json: { name: `Supplier in ${currency}`, currency },
  })
  const rows = Object.entries(prices).map(([sku, unitCostMinor]) => ({
    supplierId: id,
    variantId: shop.ids[variants.findIndex((variant) => variant.sku === sku)],
    unitCostMinor,
    rank: 1,
  }))
  expect((await shop.request('/api/supplier-variants', { method: 'PUT', json: { rows } })).status).toBe(200)
  await shop.refresh()
  return id
}

const list = async (shop: TestMerchant, query = ''): Promise<ExcessList> =>
  excessListSchema.parse(await shop.ask(`/api/excess-stock${query}`))
const titles = async (shop: TestMerchant, query: string) =>
  productListSchema.parse(await shop.ask(`/api/products${query}`))
const costs = (shop: TestShop) =>
  withCosts(
    shop,
    (c) => sql<{
      sku: string
      cost: number | null
      source: string
      shop: number | null
      margin: number | null
    }>`
    select v.sku, c.unit_cost_minor as cost, c.source, c.shop_unit_cost_minor as shop, c.margin_minor as margin
    from ${c}
    join variants v on v.merchant_id = ${shop.merchantId} and v.variant_id = c.variant_id`,
  )
const getCost = async (sku: string) => (await costs(shop)).find((row) => row.sku === sku)

const shop = newForEachTest(forecastShop)

it('overstock is what lies beyond demand, dead stock all that did not sell for 90 days in stock', async () => {
  await supply(shop, { MUCH: 500, DEAD: 300, EVEN: 800 })
  const excess = await list(shop)
  expect(excess.rows.map(({ title, kind, available }) => [title, kind, available])).toEqual([
    ['Too much', 'overstock', 5000],
    ['Dead', 'dead', 40],
    ['Never sold', 'dead', 7],
  ])
  const [much, dead, never] = excess.rows
  expect(much!.excessUnits).toBeGreaterThan(4000)
  expect(much!.excessUnits).toBeLessThan(5000)
  expect(much!.daysOfCover).toBe(999)
  expect(much!.excessValueMinor).toBe(much!.excessUnits * 500)
  expect(dead).toMatchObject({ excessUnits: 40, excessValueMinor: 12_000 })
  expect(never).toMatchObject({ lastSoldOn: null, unitCostMinor: null, excessValueMinor: null })
  expect(excess).toMatchObject({
    total: 3,
    counts: { overstock: 1, dead: 2 },
    totals: {
      overstockMinor: much!.excessValueMinor,
      deadMinor: 12_000,
      rowsWithoutCost: 1,
      inventoryMinor: 5000 * 500 + 40 * 300 + 60 * 800,
    },
    currency: 'USD',
  })
  expect((await list(shop, '?kind=dead&sort=title&order=asc')).rows.map(({ title }) => title)).toEqual([
    'Dead',
    'Never sold',
  ])
  expect((await list(shop, '?search=much&pageSize=1')).total).toBe(1)
  const csv = (await (await shop.request('/api/excess-stock/export.csv')).text()).trim().split('\r\n')
  expect(csv).toHaveLength(4)
  expect(csv[2]).toMatch(/^Dead,DEAD,Dead stock,C?,.*,40,40,.*,3,120,USD$/)
})

it('a cost is the preferred supplier’s price, otherwise the store’s, otherwise unknown', async () => {
  await shop.rows(sql`
    update variants set unit_cost_minor = 900, unit_cost_currency = 'USD'
    where merchant_id = ${shop.merchantId} and sku in ('EVEN', 'MUCH')`)
  await supply(shop, { EVEN: 700, MUCH: null })
  expect(await getCost('EVEN')).toMatchObject({ cost: 700, source: 'supplier', margin: 1300 })
  expect(await getCost('MUCH')).toMatchObject({ cost: 900, source: 'store', margin: 1100 })
  expect(await getCost('DEAD')).toMatchObject({ cost: null, source: null, shop: null, margin: null })
})

it('a cost in another currency counts at the rate of the last order in it, otherwise the store’s cost counts', async () => {
  await shop.rows(sql`
    update variants set unit_cost_minor = 900, unit_cost_currency = 'USD'
    where merchant_id = ${shop.merchantId} and sku = 'EVEN'`)
  const supplierId = await supply(shop, { EVEN: 1000, DEAD: 1000 }, 'JPY')
  expect(await getCost('EVEN')).toMatchObject({ cost: 1000, source: 'supplier', shop: 900 })
  expect(await getCost('DEAD')).toMatchObject({ cost: 1000, shop: null })
  await shop.rows(sql`
    insert into purchase_orders (merchant_id, number, supplier_id, status, currency, fx_rate, ordered_on, created_at, updated_at)
    values (${shop.merchantId}, 1, ${supplierId}, 'ordered', 'JPY', 0.0065, '2026-11-01', now(), now()),
      (${shop.merchantId}, 2, ${supplierId}, 'ordered', 'JPY', 0.007, '2026-11-02', now(), now())`)
  expect(await getCost('EVEN')).toMatchObject({ shop: 700, margin: 1300 })
})

it('with an absurd rate or cost, sums stay within the largest amount', async () => {
  await shop.rows(sql`
    update variants set unit_cost_minor = ${MAX_UNIT_COST_MINOR}, unit_cost_currency = 'EUR'
    where merchant_id = ${shop.merchantId} and sku in ('DEAD', 'NEVER')`)
  await shop.rows(sql`
    update variants set unit_cost_minor = ${MAX_AMOUNT_MINOR - 1}, unit_cost_currency = 'USD'
    where merchant_id = ${shop.merchantId} and sku = 'MUCH'`)
  await shop.rows(sql`update inventory_levels set available = 2147483647
    where merchant_id = ${shop.merchantId} and variant_id = ${shop.ids[1]}`)
  const supplierId = await supply(shop, { EVEN: 10_000_000_000 }, 'JPY')
  await shop.rows(sql`
    insert into purchase_orders (merchant_id, number, supplier_id, status, currency, fx_rate, ordered_on, created_at, updated_at)
    values (${shop.merchantId}, 1, ${supplierId}, 'ordered', 'EUR', 1000000, '2026-11-01', now(), now()),
      (${shop.merchantId}, 2, ${supplierId}, 'ordered', 'JPY', 1000000, '2026-11-02', now(), now())`)
  await shop.refresh()
  expect(await getCost('DEAD')).toMatchObject({ shop: MAX_UNIT_COST_MINOR })
  expect(await getCost('EVEN')).toMatchObject({ shop: MAX_UNIT_COST_MINOR })
  const excess = await list(shop)
  expect(excess.rows.find(({ title }) => title === 'Too much')!.excessValueMinor).toBe(MAX_AMOUNT_MINOR)
  expect(excess.totals).toMatchObject({ overstockMinor: MAX_AMOUNT_MINOR, inventoryMinor: MAX_AMOUNT_MINOR })
  const { rows } = await titles(shop, '')
  expect(Math.max(...rows.map(({ cost }) => cost.stockValueMinor ?? 0))).toBe(MAX_AMOUNT_MINOR)
})

it('the cost of an archived supplier does not count', async () => {
  const id = await supply(shop, { EVEN: 700 })
  await shop.request(`/api/suppliers/${id}/archive`, { json: {} })
  expect(await getCost('EVEN')).toMatchObject({ cost: null })
})

it('amounts are converted with the decimals that each currency has', async () => {
  for (const currency of ['KWD', 'JPY', 'EUR']) {
    await shop.rows(sql`update merchants set currency = ${currency} where id = ${shop.merchantId}`)
    await shop.rows(sql`
      update variants set unit_cost_minor = ${minorAmount(7, currency)}, unit_cost_currency = ${currency}
      where merchant_id = ${shop.merchantId} and sku = 'EVEN'`)
    expect(await getCost('EVEN')).toMatchObject({
      shop: 7 * 10 ** minorDigits(currency),
      margin: 13 * 10 ** minorDigits(currency),
    })
  }
})

it('products are filtered by what they contribute and by how even they sell, as the engine classes them', async () => {
  await supply(shop, { EVEN: 500, MUCH: 1000 })
  const rows = await withCosts(
    shop,
    (c) => sql<{ title: string; demand: number; margin: number; price: number }>`
    select v.title, o.expected_daily_demand as demand, c.margin_minor as margin, c.price_minor as price
    from ${c}
    join variants v on v.merchant_id = ${shop.merchantId} and v.variant_id = c.variant_id
    join stock_projections o on o.merchant_id = ${shop.merchantId} and o.variant_id = c.variant_id`,
  )
  const classes = abcClasses(rows.map(({ demand, margin, price }) => demand * (margin ?? price)))
  for (const wanted of ['a', 'b', 'c'] as const) {
    const expected = rows.filter((_, i) => classes[i] === wanted).map(({ title }) => title)
    const found = await titles(shop, `?abc=${wanted}`)
    expect(found.rows.map(({ title }) => title).sort()).toEqual(expected.sort())
    expect(found.total).toBe(expected.length)
  }
  expect((await titles(shop, '?xyz=x&sort=title')).rows.map(({ title }) => title)).toEqual([
    'Even',
    'Too much',
    'Off sale',
  ])
  expect((await titles(shop, '?abc=a&xyz=x&search=even')).rows.map(({ title }) => title)).toEqual(['Even'])
  expect((await titles(shop, '?abc=a&xyz=z')).total).toBe(0)
})

it('trends, their file, settings and the items of a supplier are filtered by the same classes as products', async () => {
  const supplierId = await supply(shop, { EVEN: 500, MUCH: 1000, DEAD: 300 })
  const titlesAt = async (path: string) => {
    const { rows, total } = await shop.ask<{
      rows: { title: string }[]
      total: number
    }>(path)
    expect(total).toBe(rows.length)
    return rows.map(({ title }) => title).sort()
  }
  for (const classes of ['abc=a', 'abc=b', 'abc=c', 'xyz=x', 'xyz=y', 'abc=a&xyz=x', 'abc=a&xyz=z']) {
    const expected = await titlesAt(`/api/products?${classes}`)
    for (const list of [
      'trends/products?sort=unitsSold',
      'trends/products?sort=title',
      'settings/variants?',
    ]) {
      expect(await titlesAt(`/api/${list}&${classes}`), `${list} ${classes}`).toEqual(expected)
    }
    const file = await (await shop.request(`/api/trends/products.csv?${classes}`)).text()
    expect(file.trim().split('\r\n')).toHaveLength(1 + expected.length)
    expect(await titlesAt(`/api/supplier-variants?supplierId=${supplierId}&${classes}`)).toEqual(
      expected.filter((title) => ['Even', 'Too much', 'Dead'].includes(title)),
    )
  }
})

it('settings of all products in a class are changed at once, and no others', async () => {
  await supply(shop, { EVEN: 500, MUCH: 1000 })
  const before = (await titles(shop, '?abc=a')).rows.map(({ title }) => title)
  expect(before.length).toBeGreaterThan(0)
  const target = { kind: 'matching', abc: 'a' }
  await shop.request('/api/settings/variants', { method: 'PUT', json: { target, set: { safetyStock: 7 } } })
  const changed = await shop.ask<{
    rows: { title: string }[]
  }>('/api/settings/variants?only=overridden')
  expect(changed.rows.map(({ title }) => title).sort()).toEqual(before.sort())
})

it('one merchant’s excess, costs and classes are hidden from another', async () => {
  const [shop, other] = [await forecastShop(), await app.signUp()]
  await supply(shop, { MUCH: 500 })
  expect(await list(other)).toMatchObject({ rows: [], total: 0, totals: { inventoryMinor: 0 } })
  expect((await titles(other, '?abc=a')).total).toBe(0)
})

it('the last rates of many currencies cost the same to read, whatever their number', async () => {
  const { merchantId } = await app.signUp()
  const money = await app.kernel.db.withTenant(merchantId, (tx) => findShopMoney(tx, merchantId))
  const textWith = (currencies: number) => {
    const names = Array.from({ length: currencies }, (_, i) => `X${i}`)
    const rates = new Map(names.map((name) => [name, '1.25']))
    return app.kernel.db.withTenant(merchantId, async (tx) => {
      const statement = variantCosts({ ...money, rates })
      await statement.execute(tx)
      return statement.compile(tx).sql
    })
  }
  expect(await textWith(400)).toBe(await textWith(1))
})
