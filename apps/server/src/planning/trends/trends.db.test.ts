import type { ErrorBody, TrendProductList, Trends } from '@stockcast/contract'
import { FORECAST_HORIZONS, trendProductListSchema, trendSorts, trendsSchema } from '@stockcast/contract'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { markDays } from '../../kernel/database/stale-marks.ts'
import { refreshProjectionsTask } from '../../store/changes/queue-refresh.ts'
import { forecastShopTask } from '../../store/changes/request-forecast.ts'
import { deleteShopData } from '../../store/shops/queries.ts'
import { type TestMerchant, type TestShop, type VariantSeed, withTestApp } from '../../testing/index.ts'

const NOW = '2026-11-20T10:00:00Z'

const app = withTestApp({ now: NOW })

afterEach(() => app.kernel.clock.set(NOW))

const steady = (units: number, days = 120) => Array.from({ length: days }, () => units)

async function shopWith(variants: VariantSeed[], options: { timeZone?: string; task?: string | null } = {}) {
  const timeZone = options.timeZone ?? 'UTC'
  const merchant = await app.openShop(variants, timeZone)
  const { merchantId } = merchant
  const task = options.task === undefined ? forecastShopTask.name : options.task
  if (task !== null) await app.runTask(task, { merchantId })
  return merchant
}

async function trends(shop: Pick<TestMerchant, 'ask'>, query = ''): Promise<Trends> {
  return trendsSchema.parse(await shop.ask(`/api/trends${query}`))
}

async function ranking(shop: Pick<TestMerchant, 'ask'>, query = ''): Promise<TrendProductList> {
  return trendProductListSchema.parse(await shop.ask(`/api/trends/products${query}`))
}

const cups: VariantSeed = { title: 'Cup', sku: 'CUP-1', sales: steady(6), available: 60, price: 10 }
const dishes: VariantSeed = { title: 'Dish', sku: 'DSH-1', sales: steady(2), available: 500, price: null }

async function setSales(shop: TestShop, day: string, units: number) {
  await app.kernel.db.withTenant(shop.merchantId, async (tx) => {
    await tx
      .updateTable('sales_daily')
      .set({ units_sold: units })
      .where('merchant_id', '=', shop.merchantId)
      .where('variant_id', '=', shop.variantId)
      .where('day', '=', day)
      .execute()
    await markDays(tx, shop.merchantId, [day])
  })
}

const unitsOn = (found: Trends, day: string) => found.history.find((each) => each.day === day)?.unitsSold

describe('GET /api/trends', () => {
  describe('200', () => {
    it.each(FORECAST_HORIZONS)('L-01 returns %i days back and as many ahead, with bands', async (period) => {
      const shop = await shopWith([{ ...cups, sales: steady(6, 200) }, dishes])
      const found = await trends(shop, `?period=${period}`)
      expect(found.period).toBe(period)
      expect(found.history).toHaveLength(period)
      expect(found.history.at(-1)).toMatchObject({ day: '2026-11-19', unitsSold: 8 })
      expect(found.ahead).toHaveLength(period)
      expect(found.ahead[0]?.day).toBe('2026-11-20')
      for (const { unitsSold, daysOfCover } of found.ahead) {
        const { p10, p25, p50, p75, p90 } = unitsSold!
        expect([p10, p25, p50, p75, p90]).toEqual([p10, p25, p50, p75, p90].toSorted((a, b) => a - b))
        expect(daysOfCover!.low!).toBeLessThanOrEqual(daysOfCover!.high!)
      }
      expect(found.totals.unitsSold).toBe(8 * period)
      expect(found.totals.unitsAhead!.likely / (8 * period)).toBeCloseTo(1, 0)
    })

    it('counts no sales from stock for days on which only archived products were sold', async () => {
      const archived: VariantSeed = { ...cups, status: 'archived' }
      const { rows } = await shopWith([archived, { ...dishes, sales: steady(0) }])
      const days = await rows(sql<{ units_sold: number | null; units_from_stock: number | null }>`
        select units_sold, units_from_stock from shop_days where units_sold > 0`)
      expect(days.length).toBeGreaterThan(30)
      expect(days.every((day) => day.units_sold === 6 && day.units_from_stock === 0)).toBe(true)
    })

    it('compares with as many days before', async () => {
      const shop = await shopWith([{ ...cups, sales: [...steady(2, 30), ...steady(5, 30)] }])
      expect((await trends(shop)).totals).toMatchObject({ unitsSold: 150, unitsSoldBefore: 60 })
      expect((await trends(shop, '?period=7')).totals).toMatchObject({ unitsSold: 35, unitsSoldBefore: 35 })
    })

    it('has stock, days of cover and stockouts for recorded days, and null before', async () => {
      const shop = await shopWith([
        { ...cups, closingStock: { 1: 0, 2: 12 } },
        { ...dishes, closingStock: { 1: 40, 2: 36 } },
        { title: 'Old', status: 'archived', sales: steady(1), closingStock: { 1: 0, 2: 0 } },
      ])
      const found = await trends(shop)
      expect(found.variants).toBe(2)
      const [before, last] = found.history.slice(-2)
      expect(before).toMatchObject({ outOfStock: 0, daysOfCover: 48 / 8 })
      expect(last).toMatchObject({ outOfStock: 1, daysOfCover: 40 / 8 })
      expect(found.history.at(-3)).toMatchObject({ outOfStock: null, daysOfCover: null })
      expect(found.totals).toMatchObject({ daysOutOfStock: 1, daysKnown: 2 })
      expect(found.totals.daysOfCover! / (560 / 8)).toBeCloseTo(1, 1)
    })

    it('reduces the store’s stock by the expected sales', async () => {
      const shop = await shopWith([{ ...cups, available: 120 }])
      const { ahead, totals } = await trends(shop)
      expect(totals.daysOfCover! / 20).toBeCloseTo(1, 1)
      expect(ahead[9]!.daysOfCover!.likely / 10).toBeCloseTo(1, 0)
      expect(ahead[29]!.daysOfCover!.likely).toBe(0)
    })

    it('counts which variants run out by when: surely, more likely than not, possibly', async () => {
      const shop = await shopWith([
        { ...cups, available: 0 },
        { ...cups, available: 60 },
        { ...cups, available: 6000 },
      ])
      const { ahead, totals } = await trends(shop)
      expect(totals.outOfStock).toBe(1)
      expect(ahead[0]!.outOfStock).toEqual({ low: 1, likely: 1, high: 1 })
      expect(ahead[29]!.outOfStock).toEqual({ low: 2, likely: 2, high: 2 })
      for (const { outOfStock } of ahead) {
        expect(outOfStock!.low!).toBeLessThanOrEqual(outOfStock!.likely)
        expect(outOfStock!.likely).toBeLessThanOrEqual(outOfStock!.high!)
      }
    })

    it('sums the expected lost sales within the period, and stores them for each day from the first forecast on', async () => {
      const shop = await shopWith([cups, dishes])
      const first = await trends(shop)
      expect(first.totals.expectedLostSales! / ((30 * 6 - 60) * 10)).toBeCloseTo(1, 1)
      const known = first.ahead.flatMap(({ expectedLostSales }, i) =>
        expectedLostSales ? [[i + 1, expectedLostSales.likely]] : [],
      )
      expect(known.map(([days]) => days)).toEqual([7, 14, 30])
      expect(known[2]![1]).toBe(first.totals.expectedLostSales)
      expect(first.history.every(({ expectedLostSales }) => expectedLostSales === null)).toBe(true)
      app.kernel.clock.set('2026-11-21T10:00:00Z')
      await app.runTask(forecastShopTask.name, { merchantId: shop.merchantId })
      const next = await trends(shop)
      expect(next.history.at(-1)).toMatchObject({ day: '2026-11-20' })
      expect(next.history.at(-1)!.expectedLostSales).toBeCloseTo(first.totals.expectedLostSales!, 0)
    })

    it('has only history before the first forecast', async () => {
      const shop = await shopWith([cups], { task: refreshProjectionsTask.name })
      const found = await trends(shop)
      expect(found.ahead).toEqual([])
      expect(found.totals).toMatchObject({ unitsSold: 180, unitsAhead: null, expectedLostSales: null })
      expect(found.totals.daysOfCover).toBe(10)
    })

    it('sums at once when nothing was derived before', async () => {
      const shop = await shopWith([{ ...cups, closingStock: { 1: 7 } }], { task: null })
      const found = await trends(shop)
      expect(found.totals).toMatchObject({ unitsSold: 180, unitsSoldBefore: 180, daysKnown: 1 })
    })

    it('includes a sale of a past day that is written later in the next answer, and in the sums after the next refresh', async () => {
      const shop = await shopWith([cups])
      await setSales(shop, '2026-11-01', 50)
      expect(unitsOn(await trends(shop), '2026-11-01')).toBe(50)
      await app.runTask(refreshProjectionsTask.name, {
        merchantId: shop.merchantId,
        variantIds: [shop.variantId],
      })
      expect(unitsOn(await trends(shop), '2026-11-01')).toBe(50)
      expect((await ranking(shop)).rows[0]).toMatchObject({ unitsSold: 224 })
      const marks = await shop.rows(
        sql<{ day: string }>`select day from stale_days where merchant_id = ${shop.merchantId}`,
      )
      expect(marks).toEqual([])
    })

    it("uses the shop's own days", async () => {
      const shop = await shopWith([cups], { timeZone: 'Pacific/Kiritimati' })
      const found = await trends(shop)
      expect(found.today).toBe('2026-11-21')
      expect(found.history.at(-1)?.day).toBe('2026-11-20')
    })

    it('returns for one product its sales, days of cover, stockout probabilities and expected lost sales', async () => {
      const shop = await shopWith([{ ...cups, closingStock: { 1: 0, 2: 30 } }, dishes])
      const found = await trends(shop, `?variantId=${shop.ids[0]}&period=14`)
      expect(found.variant).toMatchObject({ title: 'Cup', sku: 'CUP-1', hasPrice: true })
      expect(found.history.slice(-2)).toEqual([
        { day: '2026-11-18', unitsSold: 6, daysOfCover: 5, outOfStock: 0, expectedLostSales: null },
        { day: '2026-11-19', unitsSold: 6, daysOfCover: 0, outOfStock: 1, expectedLostSales: null },
      ])
      expect(found.ahead[0]!.outOfStock!.likely).toBe(0)
      expect(found.ahead[13]!.outOfStock!.likely).toBeGreaterThan(0.95)
      expect(found.ahead[13]!.expectedLostSales!.likely).toBe(found.totals.expectedLostSales)
      expect(found.totals.expectedLostSales! / 240).toBeCloseTo(1, 0)
      expect(found.totals).toMatchObject({ daysOutOfStock: 1, daysKnown: 2 })
    })

    it('shows a forecast that replaced another one on the same day, and none that was deleted', async () => {
      const [own, other] = [await shopWith([cups]), await shopWith([{ ...cups, sales: steady(60) }])]
      const forecasts = (shop: TestMerchant) =>
        shop.rows(sql<{ origin: string; distribution: number[] }>`
          select origin, distribution from shop_forecasts`)
      const before = await trends(own)
      const [newer] = await forecasts(other)
      await app.kernel.db.withTenant(own.merchantId, (tx) =>
        tx.updateTable('shop_forecasts').set(newer!).execute(),
      )
      const after = await trends(own)
      expect(after.totals.unitsAhead).toEqual((await trends(other)).totals.unitsAhead)
      expect(after.totals.unitsAhead).not.toEqual(before.totals.unitsAhead)
      await app.kernel.db.withTenant(own.merchantId, (tx) => tx.deleteFrom('shop_forecasts').execute())
      expect((await trends(own)).totals.unitsAhead).toBeNull()
    })

    it('returns only demand for a product without stock or price', async () => {
      const shop = await shopWith([{ ...dishes, isTracked: false }])
      const found = await trends(shop, `?variantId=${shop.ids[0]}`)
      expect(found.variant).toMatchObject({ isTracked: false, hasPrice: false })
      expect(found.totals).toMatchObject({ daysOfCover: null, outOfStock: null, expectedLostSales: null })
      expect(found.ahead[0]).toMatchObject({ daysOfCover: null, outOfStock: null, expectedLostSales: null })
      expect(found.ahead[0]!.unitsSold).not.toBeNull()
    })

    it('X-02 keeps nothing of a store that is gone', async () => {
      const shop = await shopWith([{ ...cups, closingStock: { 1: 7 } }])
      const { merchantId } = shop
      const left = await app.kernel.db.withTenant(merchantId, async (tx) => {
        await deleteShopData(tx, merchantId)
        const tables = ['shop_days', 'stale_days', 'variant_trends'] as const
        const rows = tables.map((table) =>
          tx.selectFrom(table).selectAll().where('merchant_id', '=', merchantId),
        )
        return Promise.all(rows.map((query) => query.execute()))
      })
      expect(left).toEqual([[], [], []])
      expect((await trends(shop)).totals).toMatchObject({ unitsSold: 0, expectedLostSales: null })
    })

    it('has zero or unknown for everything of an empty shop', async () => {
      const found = await trends(await app.signUp())
      expect(found).toMatchObject({ variants: 0, ahead: [], totals: { unitsSold: 0, daysOfCover: null } })
    })

    it("X-02 shows nothing of another merchant's", async () => {
      const other = await shopWith([cups])
      const merchant = await app.signUp()
      expect((await trends(merchant)).totals.unitsSold).toBe(0)
      expect((await ranking(merchant)).total).toBe(0)
      expect((await merchant.request(`/api/trends?variantId=${other.ids[0]}`)).status).toBe(404)
    })
  })

  it('answers 400 to another period, naming the field', async () => {
    const merchant = await app.signUp()
    const answer = await merchant.request('/api/trends?period=31')
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as ErrorBody).error.field).toBe('period')
  })

  it('answers 404 to a product that does not exist', async () => {
    const merchant = await app.signUp()
    expect((await merchant.request('/api/trends?variantId=1')).status).toBe(404)
  })
})

describe('GET /api/trends/products', () => {
  const range: VariantSeed[] = [
    {
      ...cups,
      title: 'Cup',
      sales: [...steady(2, 30), ...steady(6, 30)],
      closingStock: { 1: 0, 2: 0, 3: 4 },
    },
    { ...dishes, title: 'Dish', sales: steady(3, 60) },
    { title: 'Etching', sales: steady(1, 20), available: 4, price: 90 },
    { title: 'Fork 50%', available: 3 },
  ]
  const titles = (list: TrendProductList) => list.rows.map(({ title }) => title)

  it('answers 200 with the variants by units sold, and what they sold before, cover, days out and expected lost sales', async () => {
    const shop = await shopWith(range)
    const list = await ranking(shop)
    expect(titles(list)).toEqual(['Cup', 'Dish', 'Etching', 'Fork 50%'])
    expect(list.rows[0]).toMatchObject({
      unitsSold: 180,
      unitsSoldBefore: 60,
      daysOutOfStock: 2,
      daysKnown: 3,
    })
    expect(list.rows[1]).toMatchObject({
      unitsSold: 90,
      unitsSoldBefore: 90,
      daysKnown: 0,
      expectedLostSales: null,
    })
    expect(list.rows[3]).toMatchObject({ unitsSold: 0, daysOfCover: null })
    expect((await ranking(shop, '?period=7')).rows[0]).toMatchObject({ unitsSold: 42, unitsSoldBefore: 42 })
  })

  it.each([
    ['title', 'asc', ['Cup', 'Dish', 'Etching', 'Fork 50%']],
    ['change', 'desc', ['Etching', 'Cup', 'Dish', 'Fork 50%']],
    ['daysOfCover', 'desc', ['Dish', 'Cup', 'Etching', 'Fork 50%']],
    ['daysOutOfStock', 'desc', ['Cup', 'Dish', 'Etching', 'Fork 50%']],
    ['expectedLostSales', 'desc', ['Etching', 'Cup', 'Dish', 'Fork 50%']],
    ['unitsSold', 'asc', ['Fork 50%', 'Etching', 'Dish', 'Cup']],
  ])('answers 200 sorted by %s %s, unknown values last', async (sort, order, expected) => {
    const shop = await shopWith(range)
    expect(titles(await ranking(shop, `?sort=${sort}&order=${order}`))).toEqual(expected)
  })

  it.each(trendSorts.flatMap((sort) => [`${sort}&order=asc`, `${sort}&order=desc`]))(
    'answers 200 sorted by “%s” with the same order on short pages as on one long page',
    async (order) => {
      const shop = await shopWith([
        ...range,
        { ...cups, title: 'Cup, blue' },
        { title: 'Fork', available: 3 },
      ])
      const long = await ranking(shop, `?sort=${order}`)
      const pages = await Promise.all(
        [1, 2, 3].map((page) => ranking(shop, `?sort=${order}&pageSize=2&page=${page}`)),
      )
      expect(pages.flatMap(({ rows }) => rows)).toEqual(long.rows)
    },
  )

  it('answers 200 to a search, page by page', async () => {
    const shop = await shopWith(range)
    expect(titles(await ranking(shop, '?search=50%25'))).toEqual(['Fork 50%'])
    const second = await ranking(shop, '?pageSize=3&page=2')
    expect([titles(second), second.total]).toEqual([['Fork 50%'], 4])
  })
})

describe('GET /api/trends/products.csv', () => {
  it('T-03 has the whole ranking, with formulas made harmless and unknown values empty', async () => {
    const shop = await shopWith([
      { title: '=1+1', sku: '-2', sales: steady(2, 60), price: null, isTracked: false },
      { title: 'Dish', sku: null, sales: steady(1, 60), closingStock: { 1: 0 }, available: 0, price: null },
    ])
    const answer = await shop.request('/api/trends/products.csv?period=30')
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="trends-30-days-2026-11-20.csv"',
    )
    expect((await answer.text()).split('\r\n')).toEqual([
      'Product,SKU,Units Sold,Units Sold Before,Days of Cover,Days Out of Stock,Days Known,Expected Lost Sales',
      "'=1+1,'-2,60,60,,,0,",
      'Dish,,30,30,0,1,1,',
      '',
    ])
  })
})
