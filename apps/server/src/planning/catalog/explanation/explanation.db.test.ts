import { DAY_MS, type ProductDetail, productDetailSchema } from '@stockcast/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type insertCatalog, type TestMerchant, withTestApp } from '../../../testing/index.ts'

const app = withTestApp()

const DAYS = 120
const steady = (units: number) => Array.from({ length: DAYS }, () => units)

async function shopWith(variants: Parameters<typeof insertCatalog>[1]['variants']) {
  const merchant = await app.openShop(variants)
  const { merchantId } = merchant
  await forecast(merchantId)
  return merchant
}

async function forecast(merchantId: number): Promise<void> {
  await app.runTask('forecast-shop', { merchantId })
}

async function refresh(merchantId: number): Promise<void> {
  await app.runTask('refresh-projections', { merchantId })
}

async function getDetail(shop: TestMerchant, id: number): Promise<ProductDetail> {
  return productDetailSchema.parse(await shop.ask(`/api/products/${id}`))
}

/** Lets a day pass, makes the change, and derives the projections of the new day. */
async function nextDay({ merchantId }: TestMerchant, change: () => Promise<void>): Promise<void> {
  app.kernel.clock.advance(DAY_MS)
  await change()
  await refresh(merchantId)
}

it('the product page explains a forecast by parts that add up to it', async () => {
  const shop = await shopWith([
    { sales: Array.from({ length: DAYS }, (_, day) => (day % 7 === 0 ? 9 : 4)), available: 60 },
    {
      sales: Array.from({ length: DAYS }, (_, day) => 1 + (day % 3)),
      available: 30,
      closingStock: { 3: 0, 4: 0 },
    },
    { sales: [], available: 5, firstSeenDaysAgo: DAYS },
  ])
  for (const id of shop.ids.slice(0, 2)) {
    const { forecast: made } = await getDetail(shop, id)
    const { parts, units, days } = made!.explanation!
    expect(days).toBe(30)
    expect(parts[0]!.part).toBe('level')
    expect(parts.reduce((sum, part) => sum + part.units, 0)).toBeCloseTo(units, 1)
    expect(units).toBeCloseTo(30 * (await expectedDemand(shop, id)), 1)
  }
  expect(
    (await getDetail(shop, shop.ids[1]!)).forecast!.explanation!.parts.map(({ part }) => part),
  ).toContain('stockouts')
  expect((await getDetail(shop, shop.ids[2]!)).forecast?.explanation ?? null).toBeNull()
})

async function expectedDemand({ merchantId, rows }: TestMerchant, variantId: number): Promise<number> {
  const [row] = await rows(sql<{ expected_daily_demand: number }>`
    select expected_daily_demand from stock_projections
    where merchant_id = ${merchantId} and variant_id = ${variantId}`)
  return row!.expected_daily_demand
}

it('an answer that moved overnight is reported, with the input that moved it most', async () => {
  const shop = await shopWith([{ sales: steady(4), available: 100 }])
  const { merchantId, ids } = shop
  const id = ids[0]!
  expect((await getDetail(shop, id)).move).toBeNull()
  await nextDay(shop, () => setStock(shop, id, 20))
  const moved = await getDetail(shop, id)
  expect(moved.move).toMatchObject({
    answer: 'days_until_stockout',
    cause: { input: 'available', from: 100, to: 20, part: null },
  })
  expect(moved.move!.days).toBeLessThan(-10)
  await refresh(merchantId)
  expect((await getDetail(shop, id)).move).toEqual(moved.move)
})

it('an answer that stays the same from one day to the next is not reported', async () => {
  const shop = await shopWith([{ sales: steady(4), available: 100 }])
  await nextDay(shop, async () => undefined)
  expect((await getDetail(shop, shop.variantId)).move).toBeNull()
})

it('a longer lead time moves the order-by date, and is named as the cause', async () => {
  const shop = await shopWith([{ sales: steady(4), available: 160 }])
  const { merchantId, ids } = shop
  await nextDay(shop, async () => {
    await shop.rows(sql`insert into variant_overrides (merchant_id, variant_id, lead_time_days)
      values (${merchantId}, ${ids[0]}, 30)`)
  })
  expect((await getDetail(shop, ids[0]!)).move).toMatchObject({
    answer: 'order_by',
    cause: { input: 'leadTimeDays', to: 30 },
  })
})

it('a forecast that rose after the sales of a day says which part of it rose most', async () => {
  const shop = await shopWith([{ sales: steady(4), available: 100 }])
  const { merchantId, ids } = shop
  await nextDay(shop, async () => {
    await shop.rows(sql`update sales_daily set units_sold = 9 where merchant_id = ${merchantId}`)
    await forecast(merchantId)
  })
  const { move } = await getDetail(shop, ids[0]!)
  expect(move).toMatchObject({
    answer: 'days_until_stockout',
    cause: { input: 'dailyDemand', part: { part: 'level' } },
  })
  expect(move!.cause!.part!.units).toBeGreaterThan(100)
})

async function setStock(
  { merchantId, rows }: TestMerchant,
  variantId: number,
  available: number,
): Promise<void> {
  await rows(sql`update inventory_levels set available = ${available}
    where merchant_id = ${merchantId} and variant_id = ${variantId}`)
}
