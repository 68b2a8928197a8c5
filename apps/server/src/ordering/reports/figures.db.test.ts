import {
  excessListSchema,
  orderListSchema,
  productDetailSchema,
  type Report,
  type ReportKind,
  reportSchema,
  reportsSchema,
  supplierListSchema,
  trendProductListSchema,
  trendsSchema,
} from '@stockcast/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertCatalog, insertSupplier, type TestMerchant, withTestApp } from '../../testing/index.ts'

/** The day after a month of 30 days: the month is what trends show over 30 days. */
const NOW = '2026-12-01T10:00:00Z'

let shop: TestMerchant
const reports = new Map<ReportKind, Report>()

const app = withTestApp({ now: NOW })

const days = 120
/** Stock at the end of each day, by days ago: none on these, otherwise this much. */
const stockOf = (isOut: (daysAgo: number) => boolean, units = 50) =>
  Object.fromEntries(Array.from({ length: days }, (_, i) => [i + 1, isOut(i + 1) ? 0 : units]))
const even = (units: number) => Array<number>(days).fill(units)
const soldBut = (units: number, isOut: (daysAgo: number) => boolean) =>
  even(units).map((sold, i) => (isOut(days - i) ? 0 : sold))
const inMonth = (daysAgo: number) => daysAgo <= 10
const longAgo = (daysAgo: number) => daysAgo > 30 && daysAgo <= 50
const variants = [
  {
    title: 'Runs out',
    sku: 'OUT',
    price: 20,
    available: 4,
    sales: soldBut(6, inMonth),
    closingStock: stockOf(inMonth),
  },
  {
    title: 'Ran out before',
    sku: 'PAST',
    price: 9.99,
    available: 60,
    sales: soldBut(3, longAgo),
    closingStock: stockOf(longAgo),
  },
  {
    title: 'Never there',
    sku: 'NONE',
    price: 5,
    available: 0,
    closingStock: stockOf(() => true),
    firstSeenDaysAgo: days,
  },
  {
    title: 'Too much',
    sku: 'MUCH',
    price: 20,
    available: 5000,
    sales: even(2),
    closingStock: stockOf(() => false),
  },
  {
    title: '=HYPERLINK("x")',
    sku: 'DEAD',
    price: 20,
    available: 40,
    sales: [9, ...Array(days - 1).fill(0)],
    closingStock: stockOf(() => false),
  },
  {
    title: 'From Japan',
    sku: 'YEN',
    price: 30,
    available: 3,
    sales: even(4),
    closingStock: stockOf(() => false),
  },
]

const ask = async (path: string) => (await shop.request(path)).json()
const getTotal = (kind: ReportKind, label: string, currency?: string) =>
  reports
    .get(kind)!
    .figures.totals.find((total) => total.label === label && (currency ?? total.currency) === total.currency)
    ?.value
const column = (kind: ReportKind, head: string) => {
  const { columns, rows } = reports.get(kind)!.figures
  return rows.map((row) => row[columns.findIndex((each) => each.head === head)])
}

beforeAll(async () => {
  shop = await app.signUp()
  const { merchantId } = shop
  const ids = await insertCatalog(app.kernel, { merchantId, variants })
  const run = (name: string) => app.runTask(name, { merchantId })
  await run('forecast-shop')
  const items = (costs: Record<number, number>) =>
    Object.entries(costs).map(([at, unitCostMinor]) => ({ variantId: ids[Number(at)]!, unitCostMinor }))
  const { currency } = (
    await shop.rows(sql<{ currency: string }>`select currency from merchants where id = ${merchantId}`)
  )[0]!
  const supplierId = await insertSupplier(app.kernel, {
    merchantId,
    currency,
    name: 'Acme',
    statedDays: 14,
    items: items({ 0: 700, 1: 300, 3: 500 }),
  })
  await insertSupplier(app.kernel, {
    merchantId,
    currency: 'JPY',
    name: 'Zen',
    statedDays: 14,
    items: items({ 5: 900 }),
  })
  await shop.rows(sql`
    insert into purchase_orders (merchant_id, number, supplier_id, currency, ordered_on, expected_on, status, created_at, updated_at)
    values (${merchantId}, 900, ${supplierId}, ${currency}, '2026-11-01', '2026-11-10', 'ordered', now(), now())`)
  await shop.rows(sql`
    insert into purchase_order_lines (merchant_id, order_id, position, variant_id, title, ordered_units, unit_cost_minor)
    select ${merchantId}, id, 1, ${ids[3]}, 'Too much', 10, 500 from purchase_orders where merchant_id = ${merchantId}`)
  await shop.refresh()
  for (const kind of ['to_order', 'stockouts', 'overstock', 'suppliers', 'accuracy'] as const)
    expect((await shop.request(`/api/reports/${kind}/send`, { json: {} })).status).toBe(200)
  for (const { id, kind } of reportsSchema.parse(await ask('/api/reports')).past)
    reports.set(kind, reportSchema.parse(await ask(`/api/reports/${id}`)))
})

describe('the figures of a report', () => {
  it('N-01 of what to order are those of the order list, and sums are never of two currencies', async () => {
    const list = orderListSchema.parse(await ask('/api/order-list?pageSize=200'))
    const ordered = list.rows.filter(({ quantity }) => quantity > 0)
    expect(ordered.length).toBeGreaterThan(1)
    const { figures } = reports.get('to_order')!
    expect(new Map(figures.ids.map((id, i) => [id, figures.rows[i]!.slice(3, 7)]))).toEqual(
      new Map(
        ordered.map((row) => [row.variantId, [row.quantity, row.orderBy, row.unitCostMinor, row.costMinor]]),
      ),
    )
    expect(getTotal('to_order', 'Units')).toBe(list.totals.units)
    for (const { currency, costMinor } of list.suppliers)
      expect(getTotal('to_order', 'Cost', currency)).toBe(costMinor)
    const plans = await shop.rows(sql<{ currency: string; cost: number }>`
      select s.currency, sum(q.units * q.unit_cost_minor)::float8 as cost from order_plans q
      join suppliers s on s.merchant_id = ${shop.merchantId} and s.id = q.supplier_id
      where q.merchant_id = ${shop.merchantId} and q.units > 0 group by s.currency`)
    expect(plans).toHaveLength(2)
    for (const { currency, cost } of plans) expect(getTotal('to_order', 'Cost', currency)).toBe(cost)
  })

  it('N-01 of stockouts are the days of the trends, and lost sales the units that those days sold less than usual', async () => {
    expect(reports.get('stockouts')).toMatchObject({ startsOn: '2026-11-01', endsOn: '2026-11-30' })
    expect(column('stockouts', 'Product')).toEqual(['Runs out', 'Never there'])
    expect(column('stockouts', 'Days out of stock')).toEqual([10, 30])
    expect(column('stockouts', 'Usual units a day')).toEqual([6, null])
    expect(column('stockouts', 'Lost units')).toEqual([60, null])
    expect(column('stockouts', 'Lost sales')).toEqual([120_000, null])
    expect(getTotal('stockouts', 'Lost sales')).toBe(120_000)
    expect(reports.get('stockouts')!.figures.notes.at(-1)).toMatch(/^1 product has no known price/)

    const products = trendProductListSchema.parse(
      await ask('/api/trends/products?period=30&pageSize=500'),
    ).rows
    const shown = products.filter(({ daysOutOfStock }) => daysOutOfStock > 0)
    const { ids, rows } = reports.get('stockouts')!.figures
    expect(new Map(ids.map((id, i) => [id, rows[i]!.slice(2, 4)]))).toEqual(
      new Map(shown.map((row) => [row.variantId, [row.daysOutOfStock, row.daysKnown]])),
    )
    const trends = trendsSchema.parse(await ask('/api/trends?period=30'))
    expect(getTotal('stockouts', 'Days out of stock')).toBe(trends.totals.daysOutOfStock)
    const [{ lost } = { lost: 0 }] = await shop.rows(sql<{ lost: number }>`
      select sum(greatest(0, usual.units - coalesce(s.units_sold, 0)))::float8 as lost
      from generate_series(date '2026-11-01', '2026-11-30', '1 day') d (day)
      join stock_daily k on k.merchant_id = ${shop.merchantId} and d.day between k.day and coalesce(k.last_day, k.day)
        and k.closing_stock <= 0
      join lateral (
        select avg(coalesce(own.units_sold, 0)) as units
        from generate_series(date '2026-09-02', '2026-11-30', '1 day') n (day)
        join stock_daily b on b.merchant_id = ${shop.merchantId} and b.variant_id = k.variant_id
          and n.day between b.day and coalesce(b.last_day, b.day) and b.closing_stock > 0
        left join sales_daily own on own.merchant_id = ${shop.merchantId} and own.variant_id = k.variant_id and own.day = n.day
      ) usual on usual.units is not null
      left join sales_daily s on s.merchant_id = ${shop.merchantId} and s.variant_id = k.variant_id and s.day = d.day`)
    expect(getTotal('stockouts', 'Lost units')).toBeCloseTo(lost, 1)
  })

  it('N-01 of overstock are those of the list of excess stock', async () => {
    const list = excessListSchema.parse(await ask('/api/excess-stock'))
    expect(list.rows.length).toBeGreaterThan(1)
    const { figures } = reports.get('overstock')!
    expect(figures.ids).toEqual(list.rows.map(({ variantId }) => variantId))
    expect(column('overstock', 'Value')).toEqual(list.rows.map(({ excessValueMinor }) => excessValueMinor))
    expect(column('overstock', 'Too many')).toEqual(list.rows.map(({ excessUnits }) => excessUnits))
    expect(column('overstock', 'Days of cover')).toEqual(list.rows.map(() => 'over a year'))
    expect(getTotal('overstock', 'Overstock')).toBe(list.totals.overstockMinor)
    expect(getTotal('overstock', 'Dead stock')).toBe(list.totals.deadMinor)
    expect(getTotal('overstock', 'Products with dead stock')).toBe(list.counts.dead)
    expect(getTotal('overstock', 'All stock at cost')).toBe(list.totals.inventoryMinor)
    const [{ units } = { units: 0 }] = await shop.rows(sql<{ units: number }>`
      select sum(case when f.is_dead then o.available else o.excess_units end)::float8 as units
      from stock_projections o join forecasts f on f.merchant_id = ${shop.merchantId} and f.variant_id = o.variant_id
      where o.merchant_id = ${shop.merchantId} and o.available > 0 and (o.excess_units > 0 or f.is_dead)`)
    expect(column('overstock', 'Too many').reduce<number>((sum, n) => sum + Number(n), 0)).toBe(units)
  })

  it('N-01 of suppliers are those of their list', async () => {
    const list = supplierListSchema.parse(await ask('/api/suppliers'))
    const own = list.rows.filter(({ openOrders, score }) => openOrders > 0 || score.orders > 0)
    expect(own.map(({ name }) => name)).toEqual(['Acme'])
    expect(reports.get('suppliers')!.figures.rows).toEqual(
      own.map(({ name, score, openOrders, lateOrders, currency }) => [
        name,
        score.orders,
        score.onTimeRatio,
        score.fillRatio,
        score.rejectedRatio,
        score.leadTimeMedianDays,
        score.leadTimeP90Days,
        openOrders,
        lateOrders,
        score.lateValueMinor,
        currency,
      ]),
    )
    expect(getTotal('suppliers', 'Late orders')).toBe(1)
    expect(column('suppliers', 'Late value')).toEqual([5000])
  })

  it('N-01 of accuracy are those of the pages of the products, summed over all', async () => {
    const { figures } = reports.get('accuracy')!
    expect(figures.count).toBeGreaterThan(2)
    for (const [i, id] of figures.ids.entries()) {
      const { forecast } = productDetailSchema.parse(await ask(`/api/products/${id}`))
      const { wape, plainMeanWape, coverage, origins } = forecast!.accuracy!
      expect(figures.rows[i]!.slice(4)).toEqual([wape, plainMeanWape, coverage])
      expect(figures.rows[i]![2]).toBe(origins.reduce((sum, { actual }) => sum + actual, 0))
    }
    const [sums] = await shop.rows(sql<{ off: number; plain: number; inside: number }>`
      select sum(abs((o ->> 'p50')::float8 - (o ->> 'actual')::float8)) / sum((o ->> 'actual')::float8) as off,
        sum(abs((o ->> 'plainMean')::float8 - (o ->> 'actual')::float8)) / sum((o ->> 'actual')::float8) as plain,
        avg(((o ->> 'actual')::float8 between (o ->> 'p10')::float8 and (o ->> 'p90')::float8)::integer)::float8 as inside
      from forecasts f cross join lateral jsonb_array_elements(f.accuracy -> 'origins') o
      where f.merchant_id = ${shop.merchantId}`)
    expect(getTotal('accuracy', 'Off by')).toBeCloseTo(sums!.off, 9)
    expect(getTotal('accuracy', '30-day average off by')).toBeCloseTo(sums!.plain, 9)
    expect(getTotal('accuracy', 'In the expected range')).toBeCloseTo(sums!.inside, 9)
  })
})
