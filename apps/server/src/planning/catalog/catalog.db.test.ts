import type { ErrorBody, ProductDetail, ProductList } from '@stockcast/contract'
import { productDetailSchema, productListSchema, productSorts } from '@stockcast/contract'
import { decodeDistribution, stockoutProbability } from '@stockcast/forecasting/decisions'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { refreshProjectionsTask } from '../../store/changes/queue-refresh.ts'
import { forecastShopTask } from '../../store/changes/request-forecast.ts'
import { type TestMerchant, type TestShop, type VariantSeed, withTestApp } from '../../testing/index.ts'

const app = withTestApp()

const steady = (units: number, days = 60) => Array.from({ length: days }, () => units)

async function shopWith(variants: VariantSeed[], options: { timeZone?: string; task?: string } = {}) {
  const shop = await app.openShop(variants, options.timeZone)
  await app.runTask(options.task ?? forecastShopTask.name, { merchantId: shop.merchantId })
  return shop
}

async function list(merchant: Pick<TestMerchant, 'ask'>, query = ''): Promise<ProductList> {
  return productListSchema.parse(await merchant.ask(`/api/products${query}`))
}

async function addStockAtClosedLocation({ merchantId, variantId }: TestShop) {
  const key = { merchant_id: merchantId, location_id: 2 }
  const units = { on_hand: 500, available: 500, committed: 3, incoming: 70 }
  const level = { ...key, ...units, variant_id: variantId, updated_at: app.kernel.clock.now() }
  await app.kernel.db.withTenant(merchantId, async (tx) => {
    await tx
      .insertInto('locations')
      .values({ ...key, name: 'Closed', is_active: false })
      .execute()
    await tx.insertInto('inventory_levels').values(level).execute()
  })
}

const titles = (products: ProductList) => products.rows.map((row) => row.title)

const range: VariantSeed[] = [
  { title: 'Bag, canvas', sku: 'BAG-1', sales: steady(6), available: 0 },
  { title: 'apron', sku: 'APR_1', sales: steady(6), available: 42 },
  { title: 'Cup 50%', sku: null, sales: steady(6), available: 84 },
  { title: 'Dish', sku: 'DSH-1', sales: steady(1), available: 120 },
  { title: 'Etching', sku: 'ETC-1', available: 9 },
]

describe('GET /api/products', () => {
  describe('200', () => {
    it('T-01 T-02 lists stock, average, days and status of each product, the most urgent first', async () => {
      const products = await list(await shopWith(range))
      expect(
        products.rows.map((row) => [
          row.title,
          row.currentStock,
          row.averageDailySales,
          row.daysUntilStockout,
          row.status,
          row.projection.kind,
          row.daysSource,
        ]),
      ).toEqual([
        ['Bag, canvas', 0, 6, 0, 'out_of_stock', 'out_of_stock', 'forecast'],
        ['apron', 42, 6, 7, 'critical', 'days', 'forecast'],
        ['Cup 50%', 84, 6, 14, 'warning', 'days', 'forecast'],
        ['Dish', 120, 1, 120, 'healthy', 'beyond', 'forecast'],
        ['Etching', 9, 0, 999, 'healthy', 'no_demand', 'forecast'],
      ])
      expect(products).toMatchObject({
        total: 5,
        counts: { all: 5, out_of_stock: 1, critical: 1, warning: 1, healthy: 2, off_sale: 0 },
        today: '2026-11-20',
        stockAsOf: '2026-11-20T10:00:00.000Z',
        forecastAsOf: '2026-11-20T10:00:00.000Z',
      })
    })

    it('T-02 gives stock ÷ average daily sales as days before the first forecast, and says so', async () => {
      const shop = await shopWith([{ sales: steady(6), available: 47 }], {
        task: refreshProjectionsTask.name,
      })
      expect((await list(shop)).rows).toMatchObject([
        { daysUntilStockout: 7, daysSource: 'mean', status: 'critical', recommendation: null },
      ])
    })

    it('T-01 lists a product with its stock before its projection is derived', async () => {
      const merchant = await app.openShop([{ sales: steady(2), available: 3 }])
      const products = await list(merchant)
      expect(products.rows).toMatchObject([
        { averageDailySales: 2, projection: { kind: 'unknown' }, currentStock: 3 },
      ])
      expect(products.counts).toMatchObject({ all: 1, healthy: 1 })
    })

    it('lists only the stock of active locations before its projection is derived', async () => {
      const shop = await app.openShop([{ sales: steady(2), available: 3 }])
      await addStockAtClosedLocation(shop)
      expect((await list(shop)).rows).toMatchObject([{ currentStock: 3 }])
    })

    it('searches titles and SKUs, and takes % and _ literally', async () => {
      const shop = await shopWith(range)
      expect(titles(await list(shop, '?search=CANVAS'))).toEqual(['Bag, canvas'])
      expect(titles(await list(shop, '?search=dsh-'))).toEqual(['Dish'])
      expect(titles(await list(shop, '?search=%25'))).toEqual(['Cup 50%'])
      expect(titles(await list(shop, '?search=_'))).toEqual(['apron'])
      const found = await list(shop, '?search=nothing')
      expect([found.total, found.counts.all]).toEqual([0, 5])
    })

    it('filters by status and counts the products it lists', async () => {
      const shop = await shopWith(range)
      expect(await list(shop, '?status=healthy')).toMatchObject({ total: 2, counts: { all: 5 } })
      expect(await list(shop, '?status=healthy&search=dish')).toMatchObject({ total: 1 })
    })

    it.each([
      ['title', 'asc', ['apron', 'Bag, canvas', 'Cup 50%', 'Dish', 'Etching', 'Voucher']],
      ['title', 'desc', ['Voucher', 'Etching', 'Dish', 'Cup 50%', 'Bag, canvas', 'apron']],
      ['stock', 'desc', ['Dish', 'Cup 50%', 'apron', 'Etching', 'Bag, canvas', 'Voucher']],
      ['daysUntilStockout', 'desc', ['Etching', 'Dish', 'Cup 50%', 'apron', 'Bag, canvas', 'Voucher']],
    ])('sorts by %s %s, with unknown values last', async (sort, order, expected) => {
      const shop = await shopWith([...range, { title: 'Voucher', isTracked: false, sales: steady(1) }])
      expect(titles(await list(shop, `?sort=${sort}&order=${order}`))).toEqual(expected)
    })

    it('pages without gaps and overlaps, also among equal values', async () => {
      const shop = await shopWith(Array.from({ length: 7 }, () => ({ sales: steady(2), available: 60 })))
      const pages = await Promise.all([1, 2, 3, 4].map((page) => list(shop, `?pageSize=3&page=${page}`)))
      expect(pages.map((page) => page.rows.length)).toEqual([3, 3, 1, 0])
      expect(pages.flatMap((page) => page.rows.map((row) => row.variantId)).sort()).toEqual(shop.ids)
    })

    it.each(productSorts.flatMap((sort) => [`${sort}&order=asc`, `${sort}&order=desc`]))(
      'the order “%s” is the same on short pages as on one long page',
      async (order) => {
        const shop = await shopWith([
          ...range,
          { title: 'Voucher', isTracked: false },
          { title: 'Old', status: 'archived', sales: steady(6), available: 42 },
          { title: 'bowl', sales: steady(6), available: 42 },
          { title: 'Draft', status: 'draft', available: 9 },
          { title: 'Bowl', sales: steady(1), available: 120 },
        ])
        const long = await list(shop, `?sort=${order}`)
        const pages = await Promise.all(
          [1, 2, 3, 4, 5].map((page) => list(shop, `?sort=${order}&pageSize=2&page=${page}`)),
        )
        expect(pages.flatMap(({ rows }) => rows)).toEqual(long.rows)
        expect(
          long.rows
            .slice(-2)
            .map(({ title }) => title)
            .toSorted(),
        ).toEqual(['Draft', 'Old'])
      },
    )

    it('finds a text at the end of a very long title, in any case', async () => {
      const long = `${'Ä very long name '.repeat(20)}ÖRE`
      const shop = await shopWith([...range, { title: long, sku: null }])
      expect(titles(await list(shop, '?search=name%20öre'))).toEqual([long])
      expect(titles(await list(shop, '?search=ÄPRON'))).toEqual([])
    })

    it.each([
      ['', ['Bag, canvas', 'Dish', 'Draft', 'Old']],
      ['?sort=title&order=desc', ['Dish', 'Bag, canvas', 'Old', 'Draft']],
      ['?status=out_of_stock', ['Bag, canvas']],
      ['?status=off_sale', ['Draft', 'Old']],
    ])('T-02 lists products off sale separately for the query “%s”', async (query, expected) => {
      const gone = { sales: steady(6), available: 0 }
      const shop = await shopWith([
        { title: 'Dish', sales: steady(1), available: 120 },
        { title: 'Draft', status: 'draft', ...gone },
        { title: 'Bag, canvas', ...gone },
        { title: 'Old', status: 'archived', ...gone },
      ])
      const products = await list(shop, query)
      expect(titles(products)).toEqual(expected)
      expect(products.total).toBe(expected.length)
      expect(products.counts).toMatchObject({ all: 4, out_of_stock: 1, healthy: 1, off_sale: 2 })
      const draft = products.rows.find(({ title }) => title === 'Draft')
      if (draft) expect(draft.saleStatus).toBe('draft')
    })

    it("has the 30 days up to the shop's yesterday, oldest first, and marks those without stock", async () => {
      const sales = [...steady(0, 10), ...Array.from({ length: 30 }, (_, i) => i)]
      const seed = { sales, available: 10, closingStock: { 1: 4, 2: 0, 3: 5, 29: 6, 30: -1, 31: 0 } }
      const shop = await shopWith([seed], { timeZone: 'Pacific/Kiritimati' })
      const products = await list(shop)
      expect(products.today).toBe('2026-11-21')
      expect(products.rows[0]?.salesLast30).toEqual(Array.from({ length: 30 }, (_, i) => i))
      expect(products.rows[0]?.outOfStockLast30.flatMap((isOut, i) => (isOut ? [i] : []))).toEqual([0, 28])
    })

    it('follows a change of stock once the projections are derived again', async () => {
      const shop = await shopWith([{ sales: steady(6), available: 500 }])
      await shop.rows(sql`update inventory_levels set available = 12 where merchant_id = ${shop.merchantId}`)
      await app.runTask(refreshProjectionsTask.name, { merchantId: shop.merchantId })
      expect((await list(shop)).rows).toMatchObject([
        { currentStock: 12, daysUntilStockout: 2, status: 'critical', recommendation: { kind: 'too_late' } },
      ])
    })
  })

  it('answers 400 with the name of the field for a page size above 500', async () => {
    const merchant = await app.signUp()
    const answer = await merchant.request('/api/products?pageSize=501')
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as ErrorBody).error.field).toBe('pageSize')
  })
})

describe('GET /api/products/export.csv', () => {
  it('T-03 has all products with the spec’s columns, by title, with formulas neutralised', async () => {
    const shop = await shopWith(
      [
        ...range,
        { title: '=SUM(A1)', sku: '+1', sales: steady(2), available: -3 },
        { title: 'Gift card', isTracked: false },
      ],
      { timeZone: 'Pacific/Kiritimati' },
    )
    const answer = await shop.request('/api/products/export.csv')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="inventory-2026-11-21.csv"')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(await answer.text()).toBe(
      [
        'Product,SKU,Current Stock,Avg Daily Sales,Days Until Stockout,Status',
        "'=SUM(A1),'+1,-3,2,0,Out of stock",
        'apron,APR_1,42,6,7,Critical',
        '"Bag, canvas",BAG-1,0,6,0,Out of stock',
        'Cup 50%,,84,6,14,Low Stock',
        'Dish,DSH-1,120,1,120,Healthy',
        'Etching,ETC-1,9,0,999,Healthy',
        `Gift card,SKU-${shop.ids[6]},,0,,Healthy`,
        '',
      ].join('\r\n'),
    )
  })

  it('T-03 sends every product once, also beyond the first batch', async () => {
    const variants = Array.from({ length: 4300 }, (_, i) => ({ title: `Same ${i % 3}`, sku: `S-${i}` }))
    const { request } = await app.openShop(variants)
    const lines = (await (await request('/api/products/export.csv')).text()).trim().split('\r\n').slice(1)
    expect(new Set(lines).size).toBe(4300)
    expect(lines).toHaveLength(4300)
  })

  it('T-03 has titles of any length and script', async () => {
    const text = (from: number) =>
      Array.from({ length: 4000 }, (_, i) => String.fromCodePoint(from + ((i * i * 7919) % 20_000))).join('')
    const variants = [text(0x4e00), text(0x20000), 'Tea'].map((title) => ({ title, sku: null }))
    const { request } = await app.openShop(variants)
    const lines = (await (await request('/api/products/export.csv')).text()).trim().split('\r\n').slice(1)
    const sent = new Set(lines.map((line) => line.split(',')[0]))
    expect(variants.map(({ title }) => sent.has(title))).toEqual([true, true, true])
  })
})

describe('GET /api/products/export.xlsx', () => {
  it('T-03 has all products, with what to order by when, and with typed numbers and days', async () => {
    const shop = await shopWith([
      { title: '=SUM(A1)', sku: '0012', sales: steady(6), available: 30 },
      { title: 'Gift card', sku: null, isTracked: false },
    ])
    const answer = await shop.request('/api/products/export.xlsx')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="inventory-2026-11-20.xlsx"')
    const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
    const [row] = (await list(shop, '?search=SUM')).rows
    expect(sheets[0]!.rows).toEqual([
      [
        'Product',
        'SKU',
        'Current Stock',
        'Avg Daily Sales',
        'Days Until Stockout',
        'Status',
        'Order Quantity',
        'Order By',
      ],
      ['=SUM(A1)', '0012', 30, 6, 5, 'Critical', row!.orderQuantity, new Date(`${row!.orderBy}T00:00:00Z`)],
      ['Gift card', null, null, 0, null, 'Healthy', null, null],
    ])
  })
})

describe('GET /api/products/{variantId}', () => {
  async function detail(shop: Pick<TestMerchant, 'ask'>, id: number): Promise<ProductDetail> {
    return productDetailSchema.parse(await shop.ask(`/api/products/${id}`))
  }

  describe('200', () => {
    it('has stock, policy, history, forecast, and the demand distribution that gives its numbers', async () => {
      const seed = {
        sales: steady(6, 40),
        available: 60,
        committed: 4,
        incoming: 30,
        closingStock: { 1: 60, 2: 0 },
      }
      const shop = await shopWith([seed])
      const product = await detail(shop, shop.variantId)
      expect(product).toMatchObject({
        committed: 4,
        locations: [{ name: 'Warehouse', available: 60, onHand: 64 }],
        incoming: [{ day: '2026-11-27', units: 30 }],
        policy: {
          leadTimeDays: 14,
          safetyStock: 5,
          leadTimeSource: 'merchant',
          safetyStockSource: 'merchant',
        },
      })
      expect(product.history).toHaveLength(40)
      expect(product.history.slice(-2)).toEqual([
        { day: '2026-11-18', unitsSold: 6, outOfStock: true, stock: 0 },
        { day: '2026-11-19', unitsSold: 6, outOfStock: false, stock: 60 },
      ])
      const forecast = product.forecast!
      expect(forecast.daily).toHaveLength(90)
      expect(forecast.daily[0]?.day).toBe('2026-11-20')
      expect(forecast.cumulative.map(({ days }) => days)).toEqual([7, 14, 30, 90])
      expect(forecast.futures).toHaveLength(20)
      const path = {
        distribution: decodeDistribution(forecast.distribution),
        available: 60,
        incoming: [{ day: 7, units: 30 }],
      }
      for (const { days, stockoutProbability: shown } of forecast.cumulative) {
        expect(stockoutProbability({ ...path, withinDays: days })).toBeCloseTo(shown, 9)
      }
    })

    it('counts only the stock of active locations, as the list does', async () => {
      const shop = await shopWith([{ sales: steady(6), available: 60 }])
      await addStockAtClosedLocation(shop)
      await app.runTask(refreshProjectionsTask.name, { merchantId: shop.merchantId })
      expect(await detail(shop, shop.variantId)).toMatchObject({
        row: { currentStock: 60, incoming: 0 },
        committed: 0,
        incoming: [],
        locations: [{ name: 'Warehouse', available: 60 }],
      })
    })

    it('has no forecast before the first one is made', async () => {
      const shop = await shopWith([{ sales: steady(6), available: 60 }], {
        task: refreshProjectionsTask.name,
      })
      expect((await detail(shop, shop.variantId)).forecast).toBeNull()
    })

    it('has demand but no stockout for untracked stock', async () => {
      const shop = await shopWith([{ sales: steady(6), isTracked: false }])
      const product = await detail(shop, shop.variantId)
      expect(product.row).toMatchObject({
        currentStock: null,
        daysUntilStockout: null,
        projection: { kind: 'unknown' },
      })
      expect(product.forecast).toMatchObject({ futures: [], leadTimeStockoutProbability: 0 })
    })

    it('has a backtest with calendar days once the history is long enough', async () => {
      const sales = Array.from({ length: 300 }, (_, i) => 4 + (i % 7))
      const shop = await shopWith([{ sales, available: 60 }])
      const { forecast, history } = await detail(shop, shop.variantId)
      expect(history).toHaveLength(120)
      expect(forecast?.accuracy?.origins.length).toBeGreaterThan(3)
      expect(forecast?.accuracy?.origins.every(({ day }) => day < '2026-11-20')).toBe(true)
    })
  })

  it('answers 400 for an id that is not a number', async () => {
    const { request } = await app.signUp()
    expect((await request('/api/products/abc')).status).toBe(400)
  })
})
