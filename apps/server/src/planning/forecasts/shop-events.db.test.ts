import type { ProductDetail, ShopCalendar, ShopEvent, Trends } from '@stockcast/contract'
import { decodeDistribution, meanOfDay } from '@stockcast/forecasting'
import { randomNumbers } from '@stockcast/testkit/random-numbers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayFromEpoch, epochDay, today } from '../../kernel/calendar.ts'
import { type TestMerchant, type TestShop, withTestApp } from '../../testing/index.ts'
import { wireProjection } from '../../wire-projection.ts'
import { createForecastPool, type ForecastPool } from './forecast-pool.ts'
import { forecastShop } from './forecast-shop.task.ts'

let pool: ForecastPool

const app = withTestApp()

beforeAll(() => {
  pool = createForecastPool(1)
})
afterAll(() => pool?.close())

const DAYS = 200
const PRODUCTS = 8

/** Eight products that sell about 6 a day; `factorOn` multiplies the days, of which 0 is yesterday. */
async function shopWith(factorOn: (daysAgo: number, product: number) => number = () => 1): Promise<TestShop> {
  const random = randomNumbers(3)
  const variants = Array.from({ length: PRODUCTS }, (_, product) => ({
    available: 60,
    sales: Array.from({ length: DAYS }, (_, i) =>
      Math.round((4 + 4 * random()) * factorOn(DAYS - 1 - i, product)),
    ),
  }))
  return app.openShop(variants)
}

const forecast = ({ merchantId }: TestMerchant) =>
  forecastShop({ ...app.kernel, pool, refresh: wireProjection(app.kernel).refresh }, { merchantId })

/** Returns the day that begins this many days from today. */
const dayIn = (days: number) => dayFromEpoch(epochDay(today(app.kernel.clock, 'UTC')) + days)

const events = async (shop: TestShop) => (await shop.ask<ShopCalendar>('/api/calendar')).events
const product = (shop: TestShop, i = 0) => shop.ask<ProductDetail>(`/api/products/${shop.ids[i]}`)

async function add(shop: TestShop, json: object): Promise<void> {
  expect((await shop.request('/api/calendar/events', { json })).status).toBe(200)
  await forecast(shop)
}

/** Returns the expected units of the day in this many days, by product. */
async function demandIn(shop: TestShop, days: number): Promise<number[]> {
  const rows = await shop.rows(sql<{ distribution: number[] }>`select distribution from forecasts
    where merchant_id = ${shop.merchantId} order by variant_id`)
  // The first day of the forecast is today.
  return rows.map(({ distribution }) => meanOfDay(decodeDistribution(distribution), days + 1))
}

it('closed days that the merchant entered sell nothing, so that the stock lasts that much longer, on every page', async () => {
  const shop = await shopWith()
  await forecast(shop)
  const before = await product(shop)
  await add(shop, { kind: 'closed', from: dayIn(2), to: dayIn(6) })
  const after = await product(shop)
  expect(after.row.daysUntilStockout).toBe(before.row.daysUntilStockout! + 5)
  expect(await demandIn(shop, 3)).toEqual(Array(PRODUCTS).fill(0))
  const { ahead } = await shop.ask<Trends>('/api/trends?period=30')
  expect(ahead.slice(2, 7).map((day) => day.unitsSold?.p90)).toEqual([0, 0, 0, 0, 0])
  expect(ahead[7]?.unitsSold?.p10).toBeGreaterThan(20)
})

describe('closed weeks of the past', () => {
  const wasClosed = (daysAgo: number) => (daysAgo >= 3 && daysAgo < 17 ? 0 : 1)

  it('are proposed, and confirmed with one press, which leaves the forecast as it is', async () => {
    const shop = await shopWith(wasClosed)
    await forecast(shop)
    const [found] = (await events(shop)) as [ShopEvent]
    expect(found).toMatchObject({
      kind: 'closed',
      status: 'proposed',
      from: dayIn(-17),
      to: dayIn(-4),
      isOpen: false,
    })
    const [before] = await demandIn(shop, 0)
    await shop.request(`/api/calendar/events/${found.id}/answer`, {
      method: 'PUT',
      json: { answer: 'confirmed' },
    })
    await forecast(shop)
    expect(await events(shop)).toMatchObject([{ id: found.id, status: 'confirmed' }])
    const [after] = await demandIn(shop, 0)
    expect(after).toBeCloseTo(before!, 1)
  })

  it('are learned from as usual days when the merchant denies them, and stay denied', async () => {
    const shop = await shopWith(wasClosed)
    await forecast(shop)
    const [found] = (await events(shop)) as [ShopEvent]
    const [before] = await demandIn(shop, 0)
    await shop.request(`/api/calendar/events/${found.id}/answer`, {
      method: 'PUT',
      json: { answer: 'denied' },
    })
    await forecast(shop)
    await forecast(shop)
    expect(await events(shop)).toMatchObject([{ id: found.id, status: 'denied' }])
    const [after] = await demandIn(shop, 0)
    expect(after).toBeLessThan(before! - 0.2)
  })

  it('have no end yet while the shop has not sold again', async () => {
    const shop = await shopWith((daysAgo) => (daysAgo < 10 ? 0 : 1))
    await forecast(shop)
    expect(await events(shop)).toMatchObject([{ kind: 'closed', isOpen: true }])
  })
})

it('a sale of some products changes the forecast of its products only, by the effect that was entered', async () => {
  const shop = await shopWith()
  await forecast(shop)
  const before = await demandIn(shop, 3)
  await add(shop, {
    kind: 'sale',
    from: dayIn(1),
    to: dayIn(10),
    effectRatio: 3,
    variantIds: [shop.ids[0], shop.ids[2]],
  })
  const ratios = (await demandIn(shop, 3)).map((units, i) => units / before[i]!)
  for (const [i, ratio] of ratios.entries()) expect(ratio).toBeCloseTo(i === 0 || i === 2 ? 3 : 1, 2)
})

it('a change of a forecast by hand applies to usual demand: it replaces a sale, and nothing is sold on closed days', async () => {
  const shop = await shopWith()
  await forecast(shop)
  const [usual] = await demandIn(shop, 3)
  await add(shop, { kind: 'sale', from: dayIn(1), to: dayIn(4), effectRatio: 3, variantIds: [shop.ids[0]] })
  await add(shop, { kind: 'closed', from: dayIn(5), to: dayIn(6) })
  const json = {
    scope: { kind: 'product', variantId: shop.ids[0] },
    from: dayIn(1),
    to: dayIn(8),
    change: { kind: 'percent', amount: 20 },
  }
  expect((await shop.request('/api/forecast-overrides', { json })).status).toBe(200)
  const distribution = decodeDistribution((await product(shop)).forecast!.distribution)
  expect(meanOfDay(distribution, 4)).toBeCloseTo(1.2 * usual!, 1)
  expect(meanOfDay(distribution, 6)).toBe(0)
})

it('a one-off order that the merchant marked does not change the forecast, and its sales stay', async () => {
  // Two large orders in some weeks are usual in the shop, so that the forecast expects more of them.
  const isLarge = (daysAgo: number) => daysAgo % 40 === 5 || daysAgo % 40 === 14
  const shop = await shopWith((daysAgo, i) => (i === 0 && isLarge(daysAgo) ? 12 : 1))
  await forecast(shop)
  const [before] = await demandIn(shop, 3)
  for (let daysAgo = 5; daysAgo < DAYS; daysAgo++) {
    if (!isLarge(daysAgo)) continue
    const day = dayIn(-1 - daysAgo)
    await shop.request('/api/calendar/events', {
      json: { kind: 'one_off', from: day, to: day, variantIds: [shop.ids[0]] },
    })
  }
  await forecast(shop)
  const [after, other] = await demandIn(shop, 3)
  expect(after).toBeLessThan(before! - 1)
  expect(Math.abs(after! - other!)).toBeLessThan(1)
})
