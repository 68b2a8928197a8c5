import { type OrderMail, orderListApi, ordersApi, type PurchaseOrder, toAddress } from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openContent } from '../../alerts/notifications/delivery.ts'
import { dayFromEpoch, epochDay } from '../../kernel/calendar.ts'
import { contradictions, readAnswers } from '../../testing/answers.ts'
import { insertSupplier, type SupplierSeed, withTestApp } from '../../testing/index.ts'
import { evenDemand, insertForecasts } from '../../testing/insert-forecasts.ts'
import { placeOrder } from '../../testing/place-order.ts'

const NOW = '2026-11-25T10:00:00Z'

const app = withTestApp({ now: NOW })

type Item = SupplierSeed['items'][number]

/** A product that sells this many units a day; `answers` reads what every place says about its order. */
interface Sold {
  daily: number
  available: number
  item?: Partial<Item>
}

async function shopWith(products: readonly Sold[], supplier: Partial<SupplierSeed> = {}) {
  app.kernel.clock.set(NOW)
  const variants = products.map(({ daily, available }) => ({
    sales: Array.from({ length: 90 }, (_, i) => (daily < 1 ? Number(i % 5 < 5 * daily) : daily)),
    available,
    price: 20,
  }))
  const merchant = await app.openShop(variants)
  const { merchantId, ids } = merchant
  await merchant.rows(sql`update merchants set forecast_as_of = ${new Date(NOW)}, stock_as_of = ${new Date(NOW)},
    subscription_status = 'active', currency = 'EUR' where id = ${merchantId}`)
  for (const [i, { daily }] of products.entries())
    await insertForecasts(app.kernel, { merchantId, variantIds: [ids[i]!], distribution: evenDemand(daily) })
  const supplierId = await insertSupplier(app.kernel, {
    merchantId,
    name: 'Acme',
    statedDays: 14,
    items: products.flatMap(({ item }, i) =>
      item ? [{ variantId: ids[i]!, unitCostMinor: 200, ...item }] : [],
    ),
    ...supplier,
  })
  const get = <T>(path: string): Promise<T> => merchant.ask<T>(path)
  const order = (lines: { variantId: number; units: number }[], expectedOn: string, orderedOn: string) =>
    placeOrder(merchant, { supplierId, lines }, { expectedOn, orderedOn })
  await merchant.refresh()
  return { ...merchant, supplierId, get, order }
}

type Shop = Awaited<ReturnType<typeof shopWith>>

const getAnswers = async (shop: Shop, variantId: number) => (await readAnswers(shop, [variantId]))[0]!

async function getQuantity(shop: Shop, variantId: number): Promise<number> {
  const answers = await getAnswers(shop, variantId)
  expect(contradictions(answers)).toEqual([])
  return answers.product.row.orderQuantity ?? 0
}

describe('a product that has to be ordered', () => {
  it('F-03 has one quantity in alert, page, list and files, which packs, minimum and maximum have shaped', async () => {
    const sold = { daily: 3, available: 30 }
    const shop = await shopWith([
      { ...sold, item: { packSize: 12, maximumUnits: 20 } },
      { ...sold, item: { packSize: 10, minimumUnits: 2000 } },
      { ...sold, item: { minimumUnits: 50, maximumUnits: 20 } },
      { ...sold, item: { packSize: 24, maximumUnits: 20 } },
      { ...sold, item: { packSize: 7 } },
      { ...sold, item: {} },
      sold,
    ])
    const quantities: number[] = []
    for (const variantId of shop.ids) quantities.push(await getQuantity(shop, variantId))
    expect(quantities.slice(0, 4)).toEqual([12, 2000, 0, 0])
    expect(quantities[4]! % 7).toBe(0)
    // 44 days at 3 a day less 30 in stock, and some for safety.
    expect(quantities[5]).toBeGreaterThan(3 * 44 - 30)
    expect(quantities[6]).toBe(quantities[5])
    const csv = await (await shop.request(orderListApi.exportCsv.path)).text()
    const listed = csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[4]))
    expect(listed.toSorted((a, b) => a - b)).toEqual(quantities.toSorted((a, b) => a - b))
    const { product } = await getAnswers(shop, shop.ids[2]!)
    expect(product.row.recommendation).toEqual({ kind: 'blocked', minimum: 50, maximum: 20 })
  })

  it('has the quantity, day and lead time of the supplier that is chosen, on its order days', async () => {
    const shop = await shopWith([{ daily: 3, available: 30, item: { packSize: 9 } }], { weekdays: [1] })
    await insertSupplier(app.kernel, {
      merchantId: shop.merchantId,
      name: 'Other',
      statedDays: 6,
      items: [{ variantId: shop.variantId, unitCostMinor: 100, packSize: 50, rank: 2 }],
    })
    await shop.refresh()
    const answers = await getAnswers(shop, shop.variantId)
    const { row } = answers
    expect(contradictions(answers)).toEqual([])
    expect(row!.supplier?.name === 'Other' ? row!.packSize : 9).toBe(row!.packSize)
  })

  it('has the quantity of a price break if the price break is taken', async () => {
    const shop = await shopWith([{ daily: 3, available: 30, item: {} }])
    await shop.rows(sql`update supplier_variants set price_breaks = '[{"fromUnits": 200, "unitCostMinor": 40}]'
      where merchant_id = ${shop.merchantId}`)
    await shop.refresh()
    expect(await getQuantity(shop, shop.variantId)).toBe(200)
  })
})

describe('orders on their way', () => {
  it('of one supplier and day arrive each on its own day', async () => {
    const shop = await shopWith([
      { daily: 1, available: 5, item: {} },
      { daily: 3, available: 30, item: {} },
    ])
    const [mug, cup] = shop.ids as [number, number]
    await shop.order([{ variantId: mug, units: 10 }], '2026-12-05', '2026-11-20')
    await shop.order([{ variantId: cup, units: 200 }], '2027-01-05', '2026-11-20')
    await shop.refresh()
    const [first, second] = [await getAnswers(shop, mug), await getAnswers(shop, cup)]
    expect(first.product.incoming).toEqual([{ day: '2026-12-05', units: 10, counted: 10 }])
    expect(second.product.incoming).toEqual([{ day: '2027-01-05', units: 200, counted: 200 }])
    expect(second.product.row.recommendation?.kind).not.toBe('covered')
    expect([contradictions(first), contradictions(second)]).toEqual([[], []])
  })

  it('do not fill the gap before them: an order bridges it', async () => {
    const shop = await shopWith([{ daily: 3, available: 42, item: {} }])
    await shop.order([{ variantId: shop.variantId, units: 200 }], '2027-01-05', '2026-11-01')
    await shop.refresh()
    const quantity = await getQuantity(shop, shop.variantId)
    expect(quantity).toBeGreaterThanOrEqual(81)
    expect(quantity).toBeLessThanOrEqual(97)
  })

  it('F-05 count less each day once they are late, and nothing after twice their time, until they get another day', async () => {
    const shop = await shopWith([{ daily: 3, available: 30, item: {} }])
    const variantId = shop.variantId
    const placed = await shop.order([{ variantId, units: 150 }], '2026-12-01', '2026-11-20')
    const read = async (now: string) => {
      app.kernel.clock.set(now)
      await shop.refresh()
      const answers = await getAnswers(shop, variantId)
      expect(contradictions(answers)).toEqual([])
      const { countedShare } = await shop.get<PurchaseOrder>(toAddress(ordersApi.get, { id: placed.id }))
      return {
        ...answers.product.incoming[0]!,
        countedShare,
        quantity: answers.product.row.orderQuantity ?? 0,
      }
    }
    const before = await read('2026-12-01T10:00:00Z')
    expect(before).toMatchObject({ units: 150, counted: 150, countedShare: 1 })
    const [late, later] = [await read('2026-12-03T10:00:00Z'), await read('2026-12-08T10:00:00Z')]
    expect(late.counted).toBeLessThan(150)
    expect(later.counted).toBeLessThan(late.counted)
    expect(later.counted).toBeGreaterThan(0)
    const gone = await read('2026-12-20T10:00:00Z')
    expect(gone).toMatchObject({ units: 150, counted: 0, countedShare: 0 })
    expect(gone.quantity).toBeGreaterThan(later.quantity)
    const { version } = await shop.get<PurchaseOrder>(toAddress(ordersApi.get, { id: placed.id }))
    const confirmed = { version, expectedOn: '2026-12-24', isConfirmed: true }
    await shop.request(toAddress(ordersApi.save, { id: placed.id }), {
      method: 'PUT',
      json: confirmed,
    })
    expect(await read('2026-12-20T11:00:00Z')).toMatchObject({
      day: '2026-12-24',
      units: 150,
      counted: 150,
      countedShare: 1,
    })
  })
})

it.each([
  ['both early', '2026-11-28', '2026-11-29'],
  ['the second after the shelf is empty', '2026-12-01', '2027-01-05'],
  ['the first after the shelf is empty', '2027-01-05', '2026-12-01'],
  ['both on one day', '2026-12-10', '2026-12-10'],
  ['one of them late', '2026-11-24', '2026-12-20'],
  ['both beyond the days that an order covers', '2027-02-20', '2027-03-01'],
])('F-05 two orders of one supplier and day arrive each on its own day: %s', async (_, first, second) => {
  const shop = await shopWith([
    { daily: 3, available: 30, item: {} },
    { daily: 3, available: 30, item: {} },
  ])
  const [mug, cup] = shop.ids as [number, number]
  await shop.order([{ variantId: mug, units: 60 }], first, '2026-11-20')
  await shop.order([{ variantId: cup, units: 60 }], second, '2026-11-20')
  await shop.refresh()
  const answers = await readAnswers(shop, shop.ids)
  expect(answers.flatMap(contradictions)).toEqual([])
  for (const [i, day] of [first, second].entries()) {
    const [arrival] = answers[i]!.product.incoming
    // A late order is expected on a day after today.
    if (day > '2026-11-25') expect(arrival).toEqual({ day, units: 60, counted: 60 })
    else expect(arrival!.day > '2026-11-25' && arrival!.counted < 60).toBe(true)
  }
})

describe('an order until the next arrival', () => {
  it.each([
    // Units sold between the arrival of an order placed today, 9 December, and that of the units on the way.
    ['200 units on 5 January', 42, '2027-01-05', 200, 81, 97],
    ['200 units on 20 December', 42, '2026-12-20', 200, 33, 45],
    ['as many on 12 December', 42, '2026-12-12', 200, 9, 20],
    ['too few on 5 January', 42, '2027-01-05', 20, 85, 110],
    ['200 units before an order could come', 42, '2026-12-05', 200, 0, 0],
    ['200 units in February, after the days that it covers', 42, '2027-02-10', 200, 95, 115],
  ])('F-05 bridges the time and no more: %s', async (_, available, day, units, least, most) => {
    const shop = await shopWith([{ daily: 3, available, item: {} }])
    await shop.order([{ variantId: shop.variantId, units }], day, '2026-11-01')
    await shop.refresh()
    const answers = await getAnswers(shop, shop.variantId)
    expect(contradictions(answers)).toEqual([])
    const { orderBy, orderQuantity } = answers.product.row
    const quantity = orderBy !== null && orderBy <= answers.product.today ? orderQuantity! : 0
    expect(quantity).toBeGreaterThanOrEqual(least)
    expect(quantity).toBeLessThanOrEqual(most)
  })
})

it('F-06 the expected day of an order is the same on order, page, list, mail and files, with learned and own lead times and shutdowns', async () => {
  const sold = { daily: 3, available: 30 }
  const orders = [20, 22, 24].map((receivedAfterDays, i) => ({
    orderedDaysAgo: 300 - 40 * i,
    receivedAfterDays,
  }))
  const shop = await shopWith(
    [
      { ...sold, item: {} },
      { ...sold, item: { leadTimeDays: 5 } },
    ],
    { orders },
  )
  const shutdown = JSON.stringify([{ from: '2026-12-01', to: '2026-12-07' }])
  await shop.rows(sql`update suppliers set shutdowns = ${shutdown}::jsonb, email = 'orders@acme.example'
      where merchant_id = ${shop.merchantId}`)
  await shop.refresh()
  const { row } = await getAnswers(shop, shop.variantId)
  const leadDays = row!.leadTime.days
  expect(leadDays).toBeGreaterThanOrEqual(26)
  const call = <T>(path: string, json: unknown) => shop.ask<T>(path, { json })
  const lines = shop.ids.map((variantId) => ({ variantId, units: 60 }))
  const draft = await call<PurchaseOrder>(ordersApi.create.path, { supplierId: shop.supplierId, lines })
  const expectedOn = dayFromEpoch(epochDay('2026-11-25') + leadDays)
  const words = `Please deliver by ${new Date(expectedOn).toLocaleDateString('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' })}`
  const preview = await shop.get<OrderMail>(toAddress(ordersApi.previewMail, { id: draft.id }))
  expect(preview.text).toContain(words)
  const sent = { version: draft.version, key: 'press-one', markOrdered: true }
  const order = await call<PurchaseOrder>(toAddress(ordersApi.send, { id: draft.id }), sent)
  expect(order.expectedOn).toBe(expectedOn)
  const [mail] = await shop.rows<{ sealed: string }>(
    sql`select sealed_content as sealed from deliveries
        where merchant_id = ${shop.merchantId} and summary like '%PO-0001%'`,
  )
  const content = await app.kernel.db.withTenant(shop.merchantId, (tx) =>
    openContent(app.kernel.config.secrets, tx, shop.merchantId, mail!.sealed),
  )
  if (content?.channel !== 'email') throw new RangeError('a mail was expected')
  expect(content.text).toContain(words)
  const csv = content.attachments!.find(({ fileName }) => fileName.endsWith('.csv'))!
  const file = Buffer.from(csv.base64, 'base64').toString().split('\r\n')
  expect(file[1]).toContain(expectedOn)
  expect(file[2]).toContain('2026-11-30')
  await shop.refresh()
  const [first, second] = await readAnswers(shop, shop.ids)
  expect(first!.product.incoming[0]!.day).toBe(expectedOn)
  expect(second!.product.incoming[0]!.day).toBe('2026-11-30')
  expect([first!, second!].flatMap(contradictions)).toEqual([])
})

it('F-07 an exchange rate that an order fixes reaches the other products of that currency, also when it is changed or the order is taken back', async () => {
  const sold = { daily: 3, available: 30, item: { unitCostMinor: 1000 } }
  const shop = await shopWith([sold, sold, { daily: 3, available: 30 }], { currency: 'GBP' })
  const [ordered, other] = shop.ids as [number, number]
  const costs = async () => {
    const jobs = app.kernel.sentJobs.splice(0).filter(({ name }) => name === 'refresh-projections')
    const variantIds = [
      ...new Set(jobs.flatMap(({ data }) => (data as { variantIds?: number[] }).variantIds ?? [])),
    ]
    if (variantIds.length > 0) await shop.refresh(variantIds)
    const { row } = await getAnswers(shop, other)
    return row!.shopCostMinor === null ? null : row!.shopCostMinor / row!.quantity
  }
  expect(await costs()).toBeNull()
  const change = (path: string, json: unknown, method = 'POST') =>
    shop.ask<PurchaseOrder>(path, { method, json })
  const lines = [{ variantId: ordered, units: 10 }]
  const placed = await placeOrder(shop, { supplierId: shop.supplierId, lines }, { fxRate: 1.2 })
  expect(await costs()).toBeCloseTo(1200, 6)
  const changed = await change(
    toAddress(ordersApi.get, { id: placed.id }),
    { version: placed.version, fxRate: 1.3 },
    'PUT',
  )
  expect(await costs()).toBeCloseTo(1300, 6)
  await change(toAddress(ordersApi.reopen, { id: placed.id }), { version: changed.version })
  expect(await costs()).toBeNull()
})

it('F-04 no answer about a product contradicts another, in stock or out, with orders on the way or none', async () => {
  const products = [0, -4, 3, 20, 42, 60, 130, 900].flatMap((available) =>
    [0.4, 3].map((daily) => ({ daily, available, item: { packSize: 6 } })),
  )
  const shop = await shopWith(products)
  for (const [i, variantId] of shop.ids.entries()) {
    if (i % 3 === 0) continue
    const expectedOn = ['2026-11-28', '2026-12-10', '2026-12-30', '2026-11-22'][i % 4]!
    await shop.order([{ variantId, units: 40 + 10 * i }], expectedOn, '2026-11-12')
  }
  await shop.refresh()
  expect((await readAnswers(shop, shop.ids)).flatMap(contradictions)).toEqual([])
})
