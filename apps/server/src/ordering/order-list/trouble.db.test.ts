import { type ExcessList, MINUTE_MS, productsApi } from '@stockcast/contract'
import { randomNumbers } from '@stockcast/testkit/random-numbers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliver } from '../../alerts/notifications/deliveries/deliver.task.ts'
import type { OutgoingMessage } from '../../alerts/notifications/deliveries/senders.ts'
import { dayFromEpoch, epochDay } from '../../kernel/calendar.ts'
import { createForecastPool, type ForecastPool } from '../../planning/forecasts/forecast-pool.ts'
import { forecastShop } from '../../planning/forecasts/forecast-shop.task.ts'
import { type Answers, contradictions, readAnswers } from '../../testing/answers.ts'
import { insertSupplier, withTestApp } from '../../testing/index.ts'
import { messageContext, TAKEN } from '../../testing/message-context.ts'
import { notificationSettings } from '../../testing/notification-settings.ts'
import { placeOrder, receive } from '../../testing/place-order.ts'
import { wireProjection } from '../../wire-projection.ts'

const NOW = '2026-11-25T10:00:00Z'
const TODAY = epochDay('2026-11-25')

let pool: ForecastPool

const app = withTestApp({ now: NOW })

beforeAll(() => {
  pool = createForecastPool(1)
})
afterAll(() => pool?.close())

type Draw = (mean: number) => number

function poisson(seed: number): Draw {
  const random = randomNumbers(seed)
  return (mean) => {
    let units = 0
    for (let product = random(); product > Math.exp(-mean); product *= random()) units++
    return units
  }
}

/** A product with the units that it sold on each day, the last one yesterday. */
interface Sold {
  title: string
  sales: readonly number[]
  available: number
}

/** Sales by how many days ago they were; 0 is yesterday. */
const getSales = (days: number, unitsOn: (daysAgo: number) => number) =>
  Array.from({ length: days }, (_, t) => unitsOn(days - 1 - t))

/** Steady products beside those of a test, which a shop is learned from. */
const steady = (days: number, count: number, factorOn: (daysAgo: number) => number = () => 1): Sold[] => {
  const draw = poisson(11)
  return Array.from({ length: count }, (_, i) => {
    const mean = [0.5, 1, 2, 3, 5, 8][i % 6]!
    const sales = getSales(days, (ago) => draw(mean) * factorOn(ago))
    return { title: `Steady ${i}`, available: Math.round(8 * mean), sales }
  })
}

/** Returns a shop that was forecast, with one supplier of all products, and its messages. */
async function shopWith(products: readonly Sold[], packSize = 1) {
  app.kernel.clock.set(NOW)
  const variants = products.map((product) => ({ ...product, price: 20 }))
  const merchant = await app.openShop(variants)
  const { merchantId, ids } = merchant
  await merchant.rows(
    sql`update merchants set subscription_status = 'active', currency = 'EUR' where id = ${merchantId}`,
  )
  const items = ids.map((variantId) => ({ variantId, unitCostMinor: 200, packSize }))
  const supplierId = await insertSupplier(app.kernel, { merchantId, name: 'Acme', statedDays: 14, items })
  const slack = { isOn: true, webhookUrl: 'https://hooks.slack.com/services/T0/B0/abcd' }
  await merchant.request('/api/notifications', { method: 'PUT', json: notificationSettings({ slack }) })
  const refresh = wireProjection(app.kernel).refresh
  await forecastShop({ ...app.kernel, pool, refresh }, { merchantId })
  const messages: string[] = []
  const send = async ({ attempt: { content } }: OutgoingMessage) => {
    messages.push('text' in content ? content.text : content.body)
    return TAKEN
  }
  return {
    merchant,
    ids,
    supplierId,
    refresh: () => refresh({ merchantId, variantIds: null }),
    /** Returns what contradicts what in all answers about all products, and in the messages. */
    contradictions: async () => {
      const answers = await readAnswers(merchant, ids)
      return [...answers.flatMap(contradictions), ...answers.flatMap((one) => inMessages(one, messages))]
    },
    /** Sends what is due, so that `contradictions` reads it. */
    deliver: async () => {
      const provider = messageContext(app.kernel, send)
      app.kernel.clock.advance(5 * MINUTE_MS)
      await deliver(provider, { merchantId, channel: 'slack', lane: 'alerts' }, new AbortController().signal)
      expect(messages.join('\n')).toContain('in stock')
    },
    of: async (title: string): Promise<Answers> => {
      const index = products.findIndex((product) => product.title === title)
      return (await readAnswers(merchant, [ids[index]!]))[0]!
    },
    excess: () => merchant.ask<ExcessList>(productsApi.listExcess.path),
  }
}

/** Returns messages about a product that say something else than its alert, or a stock that it does not have. */
function inMessages({ product, alerts }: Answers, messages: readonly string[]): string[] {
  const { title, currentStock, status } = product.row
  const lines = messages.flatMap((text) => text.split('\n')).filter((line) => line.startsWith(`“${title}”: `))
  return lines.flatMap((line) => [
    ...(alerts.some(({ meta }) => line.endsWith(meta.recommendation ?? ''))
      ? []
      : [`no alert says "${line}"`]),
    ...(status === 'out_of_stock' || line.includes(`${currentStock!.toLocaleString('en-US')} in stock`)
      ? []
      : [`another stock in "${line}"`]),
  ])
}

const getQuantity = ({ product }: Answers) => product.row.orderQuantity ?? 0
const getDays = ({ product }: Answers) => product.row.daysUntilStockout
const next30 = ({ product }: Answers) => product.forecast!.cumulative.find(({ days }) => days === 30)!

describe('one large order', () => {
  const draw = poisson(7)
  const base = getSales(365, () => draw(3))
  const withOrder = (units: number, daysAgo: number) => base.with(364 - daysAgo, units)
  const orders = [
    [100, 65],
    [1000, 65],
    [60, 3],
    [300, 10],
    [1500, 120],
    [60, 30],
  ] as const

  it('F-01, F-04 neither shortens nor lengthens the days left, nor changes the quantity, and no answer contradicts another', async () => {
    const shop = await shopWith([
      { title: 'Plain', sales: base, available: 30 },
      ...orders.map(([units, ago]) => ({
        title: `Order of ${units} ${ago} days ago`,
        sales: withOrder(units, ago),
        available: 30,
      })),
      { title: 'Three a day', sales: getSales(365, () => 3), available: 30 },
      ...steady(365, 30),
    ])
    await shop.deliver()
    expect(await shop.contradictions()).toEqual([])
    const plain = await shop.of('Plain')
    expect(getDays(plain)).toBeGreaterThanOrEqual(8)
    expect(getDays(plain)).toBeLessThanOrEqual(11)
    // 44 days at 3 a day less 30 in stock, and some for safety.
    expect(getQuantity(plain)).toBeGreaterThan(95)
    expect(getQuantity(plain)).toBeLessThan(150)
    for (const [units, ago] of orders) {
      const one = await shop.of(`Order of ${units} ${ago} days ago`)
      expect(Math.abs(getDays(one)! - getDays(plain)!), one.product.row.title).toBeLessThanOrEqual(1)
      expect(getQuantity(one) / getQuantity(plain), one.product.row.title).toBeGreaterThan(0.85)
      expect(getQuantity(one) / getQuantity(plain), one.product.row.title).toBeLessThan(1.3)
    }
    const constant = await shop.of('Three a day')
    expect(getDays(constant)).toBe(10)
    expect(next30(constant).p50).toBe(90)
  })
})

describe('products that change, or sell in large orders', () => {
  it('F-04 regular large orders, a trend, a fall and an end are described the same way everywhere', async () => {
    const draw = poisson(5)
    const days = 730
    const monthly = (latest: number) =>
      getSales(days, (ago) => draw(2) + (ago % 30 === latest % 30 && ago >= latest ? 60 : 0))
    const shop = await shopWith(
      [
        { title: 'Monthly', sales: monthly(20), available: 40 },
        { title: 'Monthly and overdue', sales: monthly(32), available: 40 },
        { title: 'Grows', sales: getSales(days, (ago) => draw(8 * 2 ** (-ago / 120))), available: 80 },
        { title: 'Falls', sales: getSales(days, (ago) => draw(4 * 2 ** (ago / 150))), available: 80 },
        { title: 'Rose 60 days ago', sales: getSales(days, (ago) => draw(ago < 60 ? 8 : 2)), available: 80 },
        {
          title: 'Ended 60 days ago',
          sales: getSales(days, (ago) => (ago < 60 ? 0 : draw(2))),
          available: 50,
        },
        {
          title: 'Ended 500 days ago',
          sales: getSales(days, (ago) => (ago < 500 ? 0 : draw(2))),
          available: 50,
        },
        { title: 'Sold out', sales: getSales(days, () => draw(3)), available: 0 },
        { title: 'Never sold', sales: [], available: 20 },
        ...steady(days, 12),
      ],
      6,
    )
    await shop.deliver()
    expect(await shop.contradictions()).toEqual([])
    const { sentences } = await shop.of('Monthly')
    expect(sentences.why.find((one) => one.startsWith('A large order'))).toMatch(
      /every 30 days; .* expected around Dec 4/,
    )
    const overdue = (await shop.of('Monthly and overdue')).sentences.why.find((one) =>
      one.startsWith('A large'),
    )
    expect(overdue).toMatch(/expected around Nov 22 and has not come/)
    const ended = await shop.of('Ended 60 days ago')
    expect(next30(ended).p90).toBeLessThanOrEqual(2)
    expect(getQuantity(ended)).toBe(0)
    const dead = (await shop.excess()).rows.filter(({ kind }) => kind === 'dead').map(({ title }) => title)
    expect(dead).toContain('Ended 500 days ago')
  })

  it('F-04 units that were received and are not in the store yet count once, and every page names them apart', async () => {
    const draw = poisson(5)
    const shop = await shopWith([
      { title: 'Received all', sales: getSales(200, () => draw(3)), available: 30 },
      { title: 'Received a part', sales: getSales(200, () => draw(3)), available: 30 },
      { title: 'Received while sold out', sales: getSales(200, () => draw(3)), available: 0 },
      ...steady(200, 8),
    ])
    const lines = shop.ids.slice(0, 3).map((variantId) => ({ variantId, units: 100 }))
    const orderedOn = dayFromEpoch(TODAY - 10)
    const placed = await placeOrder(shop.merchant, { supplierId: shop.supplierId, lines }, { orderedOn })
    const received = placed.lines.map(({ id, variantId }) => ({
      lineId: id,
      accepted: variantId === shop.ids[1] ? 40 : 100,
      rejected: 0,
    }))
    await receive(shop.merchant, placed, received)
    await shop.refresh()
    await shop.deliver()
    expect(await shop.contradictions()).toEqual([])
    const [all, part, out] = [
      await shop.of('Received all'),
      await shop.of('Received a part'),
      await shop.of('Received while sold out'),
    ]
    expect([all, part, out].map(({ product }) => product.row.notInStore)).toEqual([100, 40, 100])
    expect([all, part, out].map(({ product }) => product.row.incoming)).toEqual([0, 60, 0])
    expect(getDays(all)).toBeGreaterThan(35)
    expect(out.product.row.status).toBe('out_of_stock')
    expect(all.alerts).toEqual([])
  })
})

describe('the whole shop, after unusual days', () => {
  it.each([
    ['two closed weeks, open for 3 days', 14, 0, 3],
    ['ten closed days, open for a week', 10, 0, 7],
    ['a sale of a day at 20 times, 3 days ago', 1, 20, 3],
    ['a sale of four days at 8 times, 3 days ago', 4, 8, 3],
    ['a sale of two weeks at 3 times, 3 days ago', 14, 3, 3],
  ])('F-01, F-04 runs out as soon as it did before: %s', async (_, days, factor, open) => {
    const shop = await shopWith(steady(730, 18, (ago) => (ago >= open && ago < open + days ? factor : 1)))
    await shop.deliver()
    expect(await shop.contradictions()).toEqual([])
    // Each has stock for eight days. Those of half a unit a day have four units, which last for very different times.
    for (const { product } of await readAnswers(shop.merchant, shop.ids)) {
      if (product.row.currentStock! < 16) continue
      expect(product.row.daysUntilStockout, product.row.title).toBeGreaterThanOrEqual(5)
      expect(product.row.daysUntilStockout, product.row.title).toBeLessThanOrEqual(11)
      expect(['critical', 'warning']).toContain(product.row.status)
      const usual = product.row.currentStock! / 8
      // Lead time and review period are 44 days.
      expect(product.row.orderQuantity! / (44 * usual - 8 * usual), product.row.title).toBeGreaterThan(0.75)
      expect(product.row.orderQuantity! / (44 * usual - 8 * usual), product.row.title).toBeLessThan(1.7)
    }
  })
})

/** Days from the first day of a season that begins in `inDays` days. */
const since = (daysAgo: number, inDays: number) => (((-1 - daysAgo - inDays) % 365) + 365) % 365

it('F-02, F-04 goods of one season are not dead stock, are ordered before their season, and have capped days of cover', async () => {
  const draw = poisson(4)
  const days = 3 * 365 + 20
  const goods = (
    title: string,
    units: number,
    args: { inDays: number; length: number; otherwise?: number; available?: number },
  ): Sold => ({
    title,
    available: args.available ?? 50,
    sales: getSales(days, (ago) =>
      draw(since(ago, args.inDays) < args.length ? units : (args.otherwise ?? 0)),
    ),
  })
  const shop = await shopWith([
    // 1 to 24 December.
    goods('WRAP', 20, { inDays: 6, length: 24 }),
    goods('WRAP2', 20, { inDays: 6, length: 24, otherwise: 0.2 }),
    goods('Candle', 8, { inDays: 3, length: 45 }),
    goods('Sledge', 5, { inDays: 20, length: 60 }),
    goods('Lights', 12, { inDays: 10, length: 30, otherwise: 0.1 }),
    goods('Garden chair', 15, { inDays: 160, length: 60, available: 600 }),
    goods('Pumpkin', 15, { inDays: 325, length: 30, available: 300 }),
    ...steady(days, 12),
  ])
  await shop.deliver()
  expect(await shop.contradictions()).toEqual([])
  for (const title of ['WRAP', 'WRAP2']) {
    const one = await shop.of(title)
    expect(next30(one).p50, title).toBeGreaterThan(400)
    expect(next30(one).p50, title).toBeLessThan(560)
    expect(getDays(one), title).toBeGreaterThanOrEqual(6)
    expect(getDays(one), title).toBeLessThanOrEqual(10)
    expect(getQuantity(one), title).toBeGreaterThan(250)
  }
  const { rows } = await shop.excess()
  expect(
    rows.filter(({ title }) => !title.startsWith('Steady')).map(({ title, kind }) => [title, kind]),
  ).toEqual([])
  expect(Math.max(0, ...rows.map(({ daysOfCover }) => daysOfCover ?? 0))).toBeLessThanOrEqual(999)
  for (const { product } of await readAnswers(shop.merchant, shop.ids))
    expect(product.row.daysUntilStockout).toBeLessThanOrEqual(999)
})
