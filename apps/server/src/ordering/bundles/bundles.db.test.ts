import {
  bundleListSchema,
  bundlesApi,
  importedRecipesSchema,
  orderListApi,
  orderListSchema,
  productDetailSchema,
  productListSchema,
  productsApi,
  toAddress,
} from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { contradictions, readAnswers } from '../../testing/answers.ts'
import { type VariantSeed, withTestApp } from '../../testing/index.ts'
import { evenDemand, insertForecasts } from '../../testing/insert-forecasts.ts'

const NOW = '2026-11-25T10:00:00Z'

const app = withTestApp({ now: NOW })

const steady = (daily: number) => Array.from({ length: 60 }, () => daily)

async function shopWith(seeds: readonly VariantSeed[]) {
  const merchant = await app.openShop(seeds)
  const { merchantId, request, ids } = merchant
  await merchant.rows(
    sql`update merchants set forecast_as_of = ${new Date(NOW)}, subscription_status = 'active' where id = ${merchantId}`,
  )
  await merchant.rows(sql`insert into order_lines (merchant_id, order_id, line_id, variant_id, day, units)
    select merchant_id, 1, row_number() over (), variant_id, day, units_sold from sales_daily where merchant_id = ${merchantId}`)
  const recipe = (bundle: number, parts: readonly [number, number][], more: object = {}) =>
    request(toAddress(bundlesApi.save, { variantId: ids[bundle]! }), {
      method: 'PUT',
      json: { parts: parts.map(([part, quantity]) => ({ variantId: ids[part], quantity })), ...more },
    })
  const made = async (...args: Parameters<typeof recipe>) => {
    expect((await recipe(...args)).status).toBe(200)
    await merchant.refresh()
  }
  const product = async (at: number) =>
    productDetailSchema.parse(
      await (await request(toAddress(productsApi.get, { variantId: ids[at]! }))).json(),
    )
  const stock = async (at: number, available: number) => {
    await merchant.rows(
      sql`update inventory_levels set available = ${available} where merchant_id = ${merchantId} and variant_id = ${ids[at]!}`,
    )
    await merchant.refresh([ids[at]!])
  }
  const forecast = async (at: number, daily: number) => {
    await insertForecasts(app.kernel, { merchantId, variantIds: [ids[at]!], distribution: evenDemand(daily) })
    await merchant.refresh()
  }
  const alerts = (at: number) =>
    app.kernel.db.withTenant(merchantId, async (tx) => {
      const { rows } = await sql<{
        type: string
        severity: number
        resolved: boolean
        resolved_cause: unknown
        meta: { recommendation: string; order_quantity: number }
      }>`select * from alerts where merchant_id = ${merchantId} and variant_id = ${ids[at]!} order by id`.execute(
        tx,
      )
      return rows
    })
  const bundles = async () => bundleListSchema.parse(await (await request(bundlesApi.list.path)).json())
  const importRows = async (
    rows: [bundle: string, part: string, quantity: number, makeDays?: number][],
    more = {},
  ) => {
    const json = {
      ...more,
      rows: rows.map(([bundle, part, quantity, makeDays = null], i) => ({
        line: i + 2,
        bundle,
        part,
        quantity,
        makeDays,
      })),
    }
    const answer = await request(bundlesApi.importRecipes.path, { json })
    expect(answer.status).toBe(200)
    return importedRecipesSchema.parse(await answer.json())
  }
  return {
    ...merchant,
    recipe,
    made,
    product,
    stock,
    forecast,
    alerts,
    bundles,
    importRows,
  }
}

const giftBox = () =>
  shopWith([
    { title: 'Gift box', isTracked: false, sales: steady(1) },
    { title: 'Mug', available: 40, sales: steady(1) },
    { title: 'Tea', available: 90, sales: steady(2) },
  ])

describe('a bundle', () => {
  it('B-02 can be made as often as its scarcest part allows; the page names that part and the one that runs out first', async () => {
    const shop = await giftBox()
    await shop.made(0, [
      [1, 2],
      [2, 1],
    ])
    const { row, bundle } = await shop.product(0)
    // 40 mugs: one a day by themselves and two in the bundle.
    expect(row).toMatchObject({
      currentStock: 20,
      daysUntilStockout: 13,
      status: 'warning',
      orderQuantity: null,
    })
    expect(bundle).toMatchObject({ kind: 'virtual', canMake: 20, isIncomplete: false })
    expect([bundle?.limitedBy?.title, bundle?.firstOut?.title]).toEqual(['Mug', 'Mug'])
    expect(bundle?.parts.map(({ title, quantity, enoughFor }) => [title, quantity, enoughFor])).toEqual([
      ['Mug', 2, 20],
      ['Tea', 1, 90],
    ])
  })

  it('runs out because of one part, in the same refresh as that part', async () => {
    const shop = await giftBox()
    await shop.made(0, [
      [1, 2],
      [2, 1],
    ])
    await shop.stock(1, 1)
    const { row, bundle } = await shop.product(0)
    const empty = { currentStock: 0, status: 'out_of_stock', recommendation: null, isPutTogether: true }
    expect(row).toMatchObject(empty)
    expect(bundle).toMatchObject({ canMake: 0, limitedBy: { title: 'Mug' } })
    const list = productListSchema.parse(await shop.ask('/api/products?status=out_of_stock'))
    expect(list.rows.map(({ title }) => title)).toEqual(['Gift box'])
    expect(list.hasBundles).toBe(true)
    await shop.stock(1, 4)
    expect((await shop.product(0)).row).toMatchObject({ currentStock: 2 })
  })

  it('counts once: its sales are demand for its parts, whose page says how many', async () => {
    const shop = await giftBox()
    expect((await shop.product(1)).row.averageDailySales).toBe(1)
    await shop.made(0, [
      [1, 2],
      [2, 1],
    ])
    expect((await shop.product(1)).row.averageDailySales).toBe(3)
    expect((await shop.product(1)).inBundles).toEqual({
      units30: 60,
      bundles: [{ variantId: shop.ids[0], title: 'Gift box', quantity: 2 }],
    })
    expect((await shop.product(0)).row.averageDailySales).toBe(1)
    expect((await shop.product(0)).inBundles).toBeNull()
  })

  it('in a bundle takes the stock of its own parts, shared ones in sum', async () => {
    const shop = await shopWith([
      { title: 'Hamper', isTracked: false },
      { title: 'Set', isTracked: false },
      { title: 'Cup', available: 17 },
    ])
    await shop.made(1, [[2, 2]])
    await shop.made(0, [
      [1, 2],
      [2, 1],
    ])
    expect((await shop.product(0)).bundle).toMatchObject({ canMake: 3, limitedBy: { title: 'Cup' } })
    expect((await shop.product(1)).bundle).toMatchObject({ canMake: 8 })
    await shop.stock(2, 4)
    expect((await shop.product(0)).row.currentStock).toBe(0)
  })

  it('with a deleted part is incomplete, and its stock is unknown', async () => {
    const shop = await giftBox()
    await shop.made(0, [
      [1, 2],
      [2, 1],
    ])
    await shop.rows(
      sql`delete from products where merchant_id = ${shop.merchantId} and product_id = ${shop.ids[1]!}`,
    )
    await shop.refresh()
    const { row, bundle } = await shop.product(0)
    expect(row.currentStock).toBeNull()
    expect(bundle).toMatchObject({ isIncomplete: true, canMake: null })
    expect(bundle?.parts.map(({ title, isDeleted }) => [title, isDeleted])).toEqual([
      ['Mug', true],
      ['Tea', false],
    ])
    expect((await shop.bundles()).rows[0]).toMatchObject({ isIncomplete: true, canMake: null })
  })

  it('B-05 with a part that the store deleted raises one alert, which closes once the recipe is changed', async () => {
    const shop = await giftBox()
    await shop.made(0, [
      [1, 2],
      [2, 1],
    ])
    await shop.rows(
      sql`delete from products where merchant_id = ${shop.merchantId} and product_id = ${shop.ids[1]!}`,
    )
    await shop.refresh([shop.ids[1]!])
    await shop.refresh()
    const alerts = await shop.alerts(0)
    expect(alerts).toMatchObject([
      { type: 'stockout_risk', severity: 2, resolved: false, meta: { order_quantity: 0 } },
    ])
    expect(alerts[0]!.meta.recommendation).toBe(
      'Its part “Mug” was deleted in your store. Change its recipe.',
    )
    await shop.made(0, [[2, 1]])
    expect(await shop.alerts(0)).toMatchObject([{ resolved: true, resolved_cause: { code: 'complete' } }])
  })

  it('is never short of an untracked part', async () => {
    const shop = await shopWith([
      { title: 'Kit' },
      { title: 'Leaflet', isTracked: false },
      { title: 'Tool', available: 5 },
    ])
    await shop.made(0, [
      [1, 1],
      [2, 1],
    ])
    expect((await shop.product(0)).bundle).toMatchObject({ canMake: 5, limitedBy: { title: 'Tool' } })
    await shop.made(0, [[1, 1]])
    expect((await shop.product(0)).bundle).toMatchObject({
      canMake: null,
      isIncomplete: false,
      limitedBy: null,
    })
  })

  it('that has stock in the store as well has that of its parts', async () => {
    const shop = await shopWith([
      { title: 'Kit', available: 500, sales: steady(1) },
      { title: 'Tool', available: 5 },
    ])
    await shop.made(0, [[1, 1]])
    expect((await shop.product(0)).row).toMatchObject({ currentStock: 5, orderQuantity: null })
    await shop.made(0, [])
    const { row, bundle } = await shop.product(0)
    expect([row.currentStock, bundle]).toEqual([500, null])
  })

  it('raises no alert; its parts do', async () => {
    const shop = await giftBox()
    await shop.made(0, [
      [1, 2],
      [2, 1],
    ])
    await shop.stock(1, 0)
    const rows = await shop.rows(sql<{ id: number }>`
      select distinct variant_id as id from alerts where merchant_id = ${shop.merchantId}`)
    expect(rows.map(({ id }) => id)).toEqual([shop.ids[1]])
  })

  it.each([
    ['a quantity of 0', { parts: [{ variantId: 1, quantity: 0 }] }, 'quantity'],
    ['half a unit', { parts: [{ variantId: 1, quantity: 1.5 }] }, 'quantity'],
    [
      'a part that is given twice',
      {
        parts: [
          { variantId: 1, quantity: 1 },
          { variantId: 1, quantity: 2 },
        ],
      },
      'is in the recipe already',
    ],
    [
      'a recipe of 201 parts',
      { parts: Array.from({ length: 201 }, (_, i) => ({ variantId: i + 1, quantity: 1 })) },
      'parts',
    ],
    ['more than a year to make it', { parts: [], makeDays: 366 }, 'makeDays'],
  ])('with %s is refused, and the field is named', async (_, json, words) => {
    const shop = await giftBox()
    const answer = await shop.request(toAddress(bundlesApi.save, { variantId: shop.variantId }), {
      method: 'PUT',
      json,
    })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(words)
  })

  it('X-02 is not found by another merchant', async () => {
    const [own, other] = [await giftBox(), await giftBox()]
    await own.made(0, [[1, 2]])
    expect((await other.bundles()).rows).toEqual([])
    const asked = await other.request(toAddress(bundlesApi.save, { variantId: own.ids[0]! }), {
      method: 'PUT',
      json: { parts: [] },
    })
    expect(asked.status).toBe(404)
    expect((await own.bundles()).total).toBe(1)
  })
})

describe('an assembly', () => {
  it('B-02 is made and not ordered: what to order says how many, by when and what is short', async () => {
    const shop = await shopWith([
      { title: 'Lamp', available: 3, sales: steady(2) },
      { title: 'Shade', available: 500, sales: [] },
      { title: 'Base', available: 8, sales: [] },
    ])
    await shop.forecast(0, 2)
    await shop.made(
      0,
      [
        [1, 1],
        [2, 1],
      ],
      { kind: 'assembly', makeDays: 2 },
    )
    const list = orderListSchema.parse(await shop.ask(orderListApi.get.path))
    const [line, ...others] = list.toMake
    expect(others).toEqual([])
    expect(line).toMatchObject({ title: 'Lamp', makeDays: 2, canMake: 8, limitedBy: { title: 'Base' } })
    expect(line!.units).toBeGreaterThan(50)
    expect(list.rows.map(({ title }) => title)).not.toContain('Lamp')
    expect((await shop.product(0)).row).toMatchObject({ currentStock: 3 })
  })

  it('B-05 says in its alert how many to make, and its parts how many to order', async () => {
    const shop = await shopWith([
      { title: 'Lamp', available: 3, sales: steady(2) },
      { title: 'Shade', available: 2, sales: steady(2) },
    ])
    await shop.forecast(0, 2)
    await shop.forecast(1, 2)
    await shop.made(0, [[1, 1]], { kind: 'assembly', makeDays: 2 })
    const text = async (at: number) =>
      (await shop.alerts(at)).find(({ resolved }) => !resolved)?.meta.recommendation
    expect(await text(0)).toMatch(/^Make [\d,]+ today/)
    expect(await text(1)).toMatch(/^Order [\d,]+ today/)
  })

  it('takes the days to make it, and also the lead time of its parts if they are short', async () => {
    const shop = await shopWith([
      { title: 'Lamp', available: 3, sales: steady(2) },
      { title: 'Shade', available: 500 },
    ])
    await shop.forecast(0, 2)
    await shop.made(0, [[1, 1]], { kind: 'assembly', makeDays: 2 })
    const days = async () =>
      (
        await app.kernel.db.withTenant(shop.merchantId, (tx) =>
          tx
            .selectFrom('stock_projections')
            .select('lead_time_days as days')
            .where('variant_id', '=', shop.variantId)
            .executeTakeFirstOrThrow(),
        )
      ).days
    expect(await days()).toBe(2)
    await shop.stock(1, 4)
    expect(await days()).toBe(16)
  })
})

describe('a file of recipes', () => {
  const skus = ['BOX', 'MUG', 'TEA', 'SET']
  const shopOfFile = () => shopWith(skus.map((sku) => ({ title: sku, sku, available: 10, sales: steady(1) })))

  it('is stored, and the same file again changes nothing', async () => {
    const shop = await shopOfFile()
    const rows: [string, string, number, number?][] = [
      ['box', 'MUG', 2],
      ['BOX', 'tea', 1],
      ['SET', 'TEA', 3, 5],
    ]
    expect(await shop.importRows(rows)).toEqual({ saved: 2, unchanged: 0, faults: [], faulty: 0 })
    await shop.refresh()
    const listed = (await shop.bundles()).rows.map(({ title, kind, parts }) => [title, kind, parts])
    expect(listed).toEqual([
      ['BOX', 'virtual', 2],
      ['SET', 'assembly', 1],
    ])
    const again = await shop.importRows(rows.slice(0, 2))
    expect(again).toMatchObject({ saved: 0, unchanged: 1 })
  })

  it('B-03 leaves bundles with a faulty row unchanged, names each faulty row, and saves the other bundles', async () => {
    const shop = await shopOfFile()
    const answer = await shop.importRows([
      ['BOX', 'MUG', 0],
      ['BOX', 'TEA', 1],
      ['MUG', 'TEA', 1.5],
      ['SET', 'TEA', 1],
      ['SET', 'TEA', 2],
      ['NONE', 'TEA', 1],
      ['TEA', 'NONE', 1],
      ['', 'TEA', 1],
    ])
    expect(answer).toMatchObject({ saved: 0, unchanged: 0, faulty: 6 })
    expect(answer.faults.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '2 The quantity of “MUG” must be a whole number from 1 to 10,000.',
      '4 The quantity of “TEA” must be a whole number from 1 to 10,000.',
      '6 “TEA” is in this bundle twice: add the quantities up in one row.',
      '7 No product has “NONE”.',
      '8 No product has “NONE”.',
      '9 The row names no bundle.',
    ])
    expect(
      await shop.importRows([
        ['BOX', 'TEA', 1],
        ['MUG', 'NONE', 1],
      ]),
    ).toMatchObject({ saved: 1, faulty: 1 })
  })

  it('cannot form a circle, by itself or with stored recipes', async () => {
    const shop = await shopOfFile()
    const within = await shop.importRows([
      ['BOX', 'SET', 1],
      ['SET', 'BOX', 1],
      ['MUG', 'TEA', 1],
    ])
    expect(within).toMatchObject({ saved: 1, faulty: 2 })
    expect(within.faults[0]?.reason).toMatch(/would be a part of itself: it contains/)
    const withStored = await shop.importRows([['TEA', 'MUG', 1]])
    expect(withStored).toMatchObject({ saved: 0, faulty: 1 })
  })

  it('of 10,000 rows is stored at once', async () => {
    const shop = await shopWith(Array.from({ length: 1100 }, (_, i) => ({ sku: `S-${i}` })))
    const rows = Array.from({ length: 10_000 }, (_, i): [string, string, number] => [
      `S-${Math.floor(i / 10)}`,
      `S-${1000 + ((i * 7) % 100)}`,
      1,
    ])
    const unique = [...new Map(rows.map((row) => [`${row[0]}/${row[1]}`, row])).values()]
    expect(await shop.importRows(unique)).toEqual({ saved: 1000, unchanged: 0, faults: [], faulty: 0 })
    expect((await shop.bundles()).total).toBe(1000)
  }, 120_000)
})

it('B-04 units sold below zero are owed first: stock, need and order count them', async () => {
  const shop = await shopWith([
    { title: 'Owed', available: -5, sales: steady(2) },
    { title: 'Empty', available: 0, sales: steady(2) },
  ])
  await shop.forecast(0, 2)
  await shop.forecast(1, 2)
  const [owed, empty] = [(await shop.product(0)).row, (await shop.product(1)).row]
  expect(owed).toMatchObject({ currentStock: -5, status: 'out_of_stock' })
  expect(owed.orderQuantity! - empty.orderQuantity!).toBe(5)
})

it('B-04 units below zero have one quantity on page, list, alert and files, and follow cancellations, arrivals and locations', async () => {
  const shop = await shopWith([{ title: 'Owed', available: -5, committed: 5, sales: steady(2) }])
  const { merchantId, ids } = shop
  await shop.forecast(0, 2)
  const answers = async () => (await readAnswers(shop, ids))[0]!
  const [owed, need] = [await answers(), async () => (await shop.product(0)).row.orderQuantity ?? 0]
  expect(contradictions(owed)).toEqual([])
  expect(owed.product.committed).toBe(5)
  expect(owed.sentences.advice).toContain('5 units are owed to customers')
  const full = await need()
  // Two of the five are cancelled or refunded before they were sent: the store owes three.
  await shop.stock(0, -3)
  expect(full - (await need())).toBe(2)
  // Four arrive: three go to customers.
  await shop.stock(0, 1)
  expect(full - (await need())).toBe(6)
  expect((await shop.product(0)).row.status).not.toBe('out_of_stock')
  // Another location has what this one owes.
  await shop.stock(0, -5)
  await shop.rows(
    sql`insert into locations (merchant_id, location_id, name, is_active) values (${merchantId}, 77, 'Mall', true)`,
  )
  await shop.rows(sql`insert into inventory_levels (merchant_id, variant_id, location_id, on_hand, available, committed, incoming, updated_at)
    values (${merchantId}, ${ids[0]!}, 77, 9, 9, 0, 0, ${new Date(NOW)})`)
  await shop.refresh()
  const both = await answers()
  expect(both.product.row.currentStock).toBe(4)
  expect(both.sentences.advice).not.toContain('owed')
  expect(full - (await need())).toBe(9)
})

it('a shop without bundles sees nothing of bundles', async () => {
  const shop = await shopWith([{ title: 'Mug', available: 4, sales: steady(1) }])
  await shop.refresh()
  expect(await shop.product(0)).toMatchObject({ bundle: null, inBundles: null })
  expect(orderListSchema.parse(await shop.ask(orderListApi.get.path)).toMake).toEqual([])
  expect(productListSchema.parse(await shop.ask('/api/products')).hasBundles).toBe(false)
})
