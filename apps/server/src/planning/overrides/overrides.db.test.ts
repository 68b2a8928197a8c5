import {
  type Dashboard,
  dashboardApi,
  type ForecastOverride,
  type ForecastOverrides,
  forecastOverrideSchema,
  forecastOverridesApi,
  forecastOverridesSchema,
  type ProductDetail,
  productsApi,
  type Trends,
  toAddress,
  trendsApi,
} from '@stockcast/contract'
import { decodeDistribution, encodeDistribution, meanOfDay } from '@stockcast/forecasting/decisions'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dayFromEpoch, epochDay, today } from '../../kernel/calendar.ts'
import { contradictions, readAnswers } from '../../testing/answers.ts'
import {
  insertCatalog,
  insertSupplier,
  type TestMerchant,
  type TestShop,
  type VariantSeed,
  withTestApp,
} from '../../testing/index.ts'
import { findShopDistribution } from '../trends/shop-distribution.ts'
import { judgeOverrides } from './change-queries.ts'

const NOW = '2026-11-25T10:00:00Z'

const app = withTestApp({ now: NOW })

/** A product with a steady forecast; `lifts` multiply days ahead, of which 0 is today. */
interface Product extends VariantSeed {
  daily: number
  basis?: 'forecast' | 'no_demand'
  lifts?: Readonly<Record<number, number>>
}

type Shop = TestShop & { day: number }

const dayIn = ({ day }: Shop, days: number) => dayFromEpoch(day + days)

async function shopWith(products: readonly Product[], timeZone = 'UTC'): Promise<Shop> {
  app.kernel.clock.set(NOW)
  const day = epochDay(today(app.kernel.clock, timeZone))
  const variants = products.map(({ daily, ...seed }) => ({
    available: 60,
    sales: Array.from({ length: 90 }, () => daily),
    ...seed,
  }))
  const merchant = await app.openShop(variants, timeZone)
  const { merchantId, ids } = merchant
  const shop = { ...merchant, day }
  await shop.rows(
    sql`update merchants set forecast_as_of = ${new Date(NOW)}, currency = 'EUR' where id = ${merchantId}`,
  )
  for (const [i, product] of products.entries()) await saveForecast(shop, ids[i]!, product)
  await shop.refresh()
  return shop
}

function steady(daily: number, lifts: Readonly<Record<number, number>> = {}) {
  let sum = 0
  return {
    horizonDays: 90,
    cumulativeMean: Float64Array.from({ length: 90 }, (_, i) => (sum += daily * (lifts[i] ?? 1))),
    varianceToMean: new Float64Array(90).fill(1.2),
    dayVarianceToMean: 1.2,
  }
}

async function saveForecast(
  shop: Shop,
  variantId: number,
  { daily, basis = daily > 0 ? 'forecast' : 'no_demand', lifts = {} }: Product,
): Promise<void> {
  const distribution = steady(daily, lifts)
  const dayRatios = Object.entries(lifts).map(([day, ratio]) => [shop.day + Number(day), ratio])
  const evidence = { daysOfHistory: 90, daysOutOfStock: 0, weekdayRatios: [], dayRatios }
  await shop.rows(sql`insert into forecasts (merchant_id, variant_id, origin, basis, model, demand_class, distribution, evidence, computed_at)
      values (${shop.merchantId}, ${variantId}, ${dayIn(shop, -1)}, ${basis}, 'test', 'smooth',
        ${encodeDistribution(distribution)}, ${JSON.stringify(evidence)}, ${new Date(NOW)})
      on conflict (merchant_id, variant_id) do update set distribution = excluded.distribution, basis = excluded.basis`)
}

const send = (shop: TestMerchant, json: object) => shop.request(forecastOverridesApi.create.path, { json })
const removeAt = (shop: TestMerchant, id: number) =>
  shop.request(toAddress(forecastOverridesApi.remove, { id }), { method: 'DELETE' })

/** The fields of a request; by default an override of the first product, a week from tomorrow on, by 50 percent more. */
interface Wanted {
  scope?: 'product' | 'supplier' | 'vendor'
  variantId?: number
  supplierId?: number
  vendor?: string
  from?: string
  to?: string
  kind?: 'percent' | 'per_day' | 'total' | 'like'
  amount?: number
  likeVariantId?: number
}

function asked(shop: Shop, wanted: Wanted) {
  const { scope = 'product', variantId = shop.ids[0], supplierId, vendor } = wanted
  const { from = dayIn(shop, 1), to = dayIn(shop, 7), kind = 'percent', amount = 50, likeVariantId } = wanted
  return {
    scope: { kind: scope, ...(scope === 'product' ? { variantId } : { supplierId, vendor }) },
    from,
    to,
    change: { kind, amount, likeVariantId },
  }
}

async function added(shop: Shop, wanted: Wanted): Promise<ForecastOverride> {
  const response = await send(shop, asked(shop, wanted))
  expect(response.status, await response.clone().text()).toBe(200)
  await shop.refresh()
  return forecastOverrideSchema.parse(await response.json())
}

async function refused(shop: Shop, wanted: Wanted): Promise<{ status: number; field: string }> {
  const response = await send(shop, asked(shop, wanted))
  const { error } = (await response.json()) as { error: { field: string } }
  return { status: response.status, field: error?.field }
}

async function listed(shop: TestMerchant, query = ''): Promise<ForecastOverrides> {
  const response = await shop.request(`${forecastOverridesApi.list.path}${query}`)
  return forecastOverridesSchema.parse(await response.json())
}

async function page(shop: Shop, i = 0): Promise<ProductDetail> {
  return shop.ask<ProductDetail>(toAddress(productsApi.get, { variantId: shop.ids[i]! }))
}

/** Returns the expected units of each of the next days; the first is today. */
async function demand(shop: Shop, i = 0, days = 30): Promise<number[]> {
  const { forecast } = await page(shop, i)
  const distribution = decodeDistribution(forecast!.distribution)
  return Array.from({ length: days }, (_, day) => meanOfDay(distribution, day + 1))
}

const getSum = (units: readonly number[]) => units.reduce((sum, one) => sum + one, 0)
const supply = (shop: Shop, name = 'Acme', rank = 1, from = 0) =>
  insertSupplier(app.kernel, {
    merchantId: shop.merchantId,
    name,
    items: shop.ids.slice(from).map((variantId) => ({ variantId, unitCostMinor: 200, rank })),
  })

const editAt = (shop: TestMerchant, id: number, json: object) =>
  shop.request(toAddress(forecastOverridesApi.edit, { id }), { method: 'PUT', json })

async function edited(
  shop: Shop,
  id: number,
  wanted: Wanted & { reason?: string },
): Promise<ForecastOverride> {
  const { from, to, change: how } = asked(shop, wanted)
  const { reason = '' } = wanted
  const response = await editAt(shop, id, { from, to, change: how, reason })
  expect(response.status, await response.clone().text()).toBe(200)
  await shop.refresh()
  return forecastOverrideSchema.parse(await response.json())
}

describe('a change of a forecast that is edited', () => {
  const restore = (shop: Shop, id: number) =>
    shop.request(toAddress(forecastOverridesApi.restore, { id }), { method: 'POST' })

  it('F-14 has its new days and amount alone, and undoing it gives the forecast of before to the unit', async () => {
    const shop = await shopWith([{ daily: 4 }])
    const first = await added(shop, { amount: 50 })
    const before = await demand(shop)
    const second = await edited(shop, first.id, { amount: 100, to: dayIn(shop, 3), reason: 'Spring' })
    expect(second).toMatchObject({ amount: 100, to: dayIn(shop, 3), reason: 'Spring', products: 1 })
    expect((await demand(shop)).slice(0, 6)).toEqual([4, 8, 8, 8, 4, 4].map((n) => expect.closeTo(n, 4)))
    expect((await listed(shop)).overrides.map(({ id }) => id)).toEqual([second.id])
    const third = await edited(shop, second.id, { kind: 'total', amount: 70 })
    expect(getSum((await demand(shop)).slice(1, 8))).toBeCloseTo(70, 3)
    expect((await editAt(shop, second.id, { ...asked(shop, {}) })).status).toBe(404)
    // Undone from a message that was still open: what came after it goes too.
    expect(await (await restore(shop, first.id)).json()).toEqual(first)
    await shop.refresh()
    expect(await demand(shop)).toEqual(before)
    expect((await listed(shop)).overrides.map(({ id }) => id)).toEqual([first.id])
    expect((await removeAt(shop, third.id)).status).toBe(404)
  })

  it('keeps the products that it had', async () => {
    const shop = await shopWith([{ daily: 1 }, { daily: 3 }])
    const supplierId = await supply(shop)
    const { id } = await added(shop, { scope: 'supplier', supplierId, kind: 'total', amount: 56 })
    await shop.rows(sql`delete from supplier_variants where merchant_id = ${shop.merchantId}`)
    const { products, scopeName } = await edited(shop, id, { kind: 'total', amount: 84 })
    expect({ products, scopeName }).toEqual({ products: 2, scopeName: 'Acme' })
    const sums = await Promise.all(shop.ids.map(async (_, i) => getSum((await demand(shop, i)).slice(1, 8))))
    expect(sums).toEqual([21, 63].map((n) => expect.closeTo(n, 4)))
  })

  it('that has begun is changed from today on, and keeps its id if only the reason is new', async () => {
    const shop = await shopWith([{ daily: 4 }])
    const { id } = await added(shop, { kind: 'total', amount: 70, from: dayIn(shop, 0), to: dayIn(shop, 6) })
    app.kernel.clock.advance(2 * 86_400_000)
    await shop.refresh()
    const [running] = (await listed(shop)).overrides
    expect(running).toMatchObject({ state: 'running', amount: 70, amountLeft: 50 })
    const [today, last] = [dayIn(shop, 2), dayIn(shop, 6)]
    const renamed = await edited(shop, id, {
      kind: 'total',
      amount: 50,
      from: today,
      to: last,
      reason: 'Fair',
    })
    expect(renamed).toMatchObject({ id, amount: 70, from: dayIn(shop, 0), reason: 'Fair' })
    const late = { kind: 'total', amount: 60, from: dayIn(shop, 1), to: last } as const
    expect((await editAt(shop, id, asked(shop, late))).status).toBe(400)
    const changed = await edited(shop, id, { ...late, from: today })
    expect(changed.changedUnits).toBeCloseTo(60, 4)
    expect(getSum((await demand(shop)).slice(0, 5))).toBeCloseTo(60, 3)
    app.kernel.clock.set(NOW)
  })

  it('is refused once it has ended, for another merchant, and with the field that is wrong', async () => {
    const [shop, other] = [await shopWith([{ daily: 4 }]), await shopWith([{ daily: 4 }])]
    const { id } = await added(shop, { to: dayIn(shop, 2) })
    expect((await editAt(other, id, asked(shop, {}))).status).toBe(404)
    const wrong = await editAt(shop, id, asked(shop, { from: dayIn(shop, 5), to: dayIn(shop, 4) }))
    expect([wrong.status, ((await wrong.json()) as { error: { field: string } }).error.field]).toEqual([
      400,
      'to',
    ])
    app.kernel.clock.advance(5 * 86_400_000)
    expect((await editAt(shop, id, asked(shop, { to: dayIn(shop, 9) }))).status).toBe(412)
    app.kernel.clock.set(NOW)
  })
})

it('F-14 an alert of a product whose forecast was raised says what raised it, as long as it does', async () => {
  const shop = await shopWith([{ daily: 4, available: 20, lifts: { 3: 2 } }])
  await shop.rows(sql`insert into shop_events (merchant_id, kind, status, name, starts_on, ends_on, is_for_all, created_at, updated_at)
        values (${shop.merchantId}, 'sale', 'confirmed', 'Spring sale', ${dayIn(shop, 3)}, ${dayIn(shop, 3)}, true,
          ${new Date(NOW)}, ${new Date(NOW)})`)
  await shop.refresh()
  const words = async () => {
    const { alerts } = await shop.ask<{ alerts: { meta: { recommendation: string } }[] }>('/api/alerts')
    return alerts.map(({ meta }) => /Incl\..*$/.exec(meta.recommendation)?.[0] ?? null)
  }
  expect(await words()).toEqual(['Incl. Spring sale ×2.0.'])
  const { id } = await added(shop, { amount: 40, from: dayIn(shop, 1), to: dayIn(shop, 2) })
  expect(await words()).toEqual(['Incl. Spring sale ×2.0 and your change +40%.'])
  await removeAt(shop, id)
  await added(shop, { amount: -40, from: dayIn(shop, 1), to: dayIn(shop, 5) })
  expect(await words()).toEqual([null])
})

describe('a changed forecast', () => {
  it('F-14 changes its days alone, and page, list, alert and files with one quantity, and undo is exact', async () => {
    const shop = await shopWith([{ daily: 4, available: 90 }])
    const getAnswers = async () => (await readAnswers(shop, shop.ids))[0]!
    const before = await getAnswers()
    const { id } = await added(shop, { kind: 'per_day', amount: 10 })
    const after = await getAnswers()
    expect(contradictions(after)).toEqual([])
    expect((await demand(shop)).slice(0, 10)).toEqual(
      [4, 14, 14, 14, 14, 14, 14, 14, 4, 4].map((n) => expect.closeTo(n, 4)),
    )
    expect(after.product.row.daysUntilStockout).toBeLessThan(before.product.row.daysUntilStockout!)
    // Of the 70 units more, those that are lost before an order arrives are not ordered.
    expect(after.product.row.orderQuantity! - (before.product.row.orderQuantity ?? 0)).toBeGreaterThan(40)
    expect(after.row!.quantity).toBe(after.product.row.orderQuantity)
    expect(after.product.forecast!.baseline.map(({ day }) => day)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((i) => dayIn(shop, i)),
    )
    expect(after.product.forecast!.baseline.every(({ isFarOff }) => isFarOff)).toBe(true)
    expect((await removeAt(shop, id)).status).toBe(200)
    await shop.refresh()
    expect(await getAnswers()).toEqual(before)
  })

  it('of a bundle changes the forecasts of its parts by the recipe, whichever kind of change it is, and undo is exact', async () => {
    const shop = await shopWith([{ daily: 2 }, { daily: 6 }, { daily: 9 }, { daily: 0 }])
    const [box, mug, tea] = shop.ids as [number, number, number]
    await shop.rows(
      sql`insert into bundles (merchant_id, bundle_id, kind) values (${shop.merchantId}, ${box}, 'virtual')`,
    )
    await shop.rows(sql`insert into bundle_components (merchant_id, bundle_id, component_id, quantity, source, title) values
        (${shop.merchantId}, ${box}, ${mug}, 3, 'own', 'Mug'), (${shop.merchantId}, ${box}, ${tea}, 1, 'own', 'Tea')`)
    await shop.refresh()
    const week = async (i: number) => getSum((await demand(shop, i)).slice(1, 8))
    for (const [kind, amount, more] of [
      ['percent', 50, 7],
      ['per_day', 4, 28],
      ['total', 21, 7],
    ] as const) {
      const override = await added(shop, { kind, amount })
      expect(override.products).toBe(1)
      expect(await week(0)).toBeCloseTo(14 + more, 3)
      expect(await week(1)).toBeCloseTo(42 + 3 * more, 3)
      expect(await week(2)).toBeCloseTo(63 + more, 3)
      expect((await listed(shop, `?variantId=${mug}`)).overrides).toHaveLength(1)
      await removeAt(shop, override.id)
      await shop.refresh()
      expect([await week(1), await week(2)]).toEqual([expect.closeTo(42, 3), expect.closeTo(63, 3)])
    }
  })

  it('is put back after it was removed, and removing it in a second tab changes nothing', async () => {
    const shop = await shopWith([{ daily: 4 }])
    const override = await added(shop, {})
    const changed = await demand(shop)
    expect((await removeAt(shop, override.id)).status).toBe(200)
    expect((await removeAt(shop, override.id)).status).toBe(404)
    expect((await listed(shop)).overrides).toEqual([])
    const restore = () =>
      shop.request(toAddress(forecastOverridesApi.restore, { id: override.id }), { method: 'POST' })
    for (const response of [await restore(), await restore()]) {
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual(override)
    }
    expect(await demand(shop)).toEqual(changed)
  })

  it('that is made in two tabs at once counts once', async () => {
    const shop = await shopWith([{ daily: 4 }])
    await Promise.all([send(shop, asked(shop, {})), send(shop, asked(shop, {}))])
    expect((await listed(shop)).overrides).toHaveLength(2)
    expect((await demand(shop))[3]).toBeCloseTo(6, 4)
  })

  it('is in the activity log, of its own merchant alone', async () => {
    const shop = await shopWith([{ daily: 4, title: 'Kettle' }])
    const other = await shopWith([{ daily: 4 }])
    const { id } = await added(shop, { amount: 20 })
    await removeAt(shop, id)
    const { entries } = await shop.ask<{
      entries: { event: string; detail: string }[]
    }>('/api/account/activity')
    const words = 'Kettle, +20%, 2026-11-26 to 2026-12-02'
    expect(entries.filter(({ event }) => event === 'forecast_changed').map(({ detail }) => detail)).toEqual([
      `Removed: ${words}`,
      `Changed: ${words}`,
    ])
    expect((await removeAt(other, id)).status).toBe(404)
    expect(await refused(other, { variantId: shop.variantId })).toEqual({ status: 404, field: 'scope' })
  })

  it('ends by itself, and begins on the shop’s own day', async () => {
    const shop = await shopWith([{ daily: 4 }], 'Pacific/Auckland')
    // It is already the 25th at 23:00 there.
    expect((await listed(shop)).today).toBe('2026-11-25')
    await added(shop, { from: dayIn(shop, 1), to: dayIn(shop, 2), amount: 100 })
    app.kernel.clock.set('2026-11-25T12:00:00Z')
    expect((await listed(shop)).overrides[0]!.state).toBe('running')
    expect((await demand(shop)).slice(0, 3)).toEqual([8, 8, 4].map((n) => expect.closeTo(n, 4)))
    app.kernel.clock.set('2026-11-27T12:00:00Z')
    expect((await listed(shop)).overrides[0]!.state).toBe('ended')
    expect((await demand(shop)).slice(0, 3)).toEqual([4, 4, 4].map((n) => expect.closeTo(n, 4)))
  })

  it('takes the place of a sale, and sells nothing on closed days, with the whole total on the others', async () => {
    const lifts = { 2: 3, 3: 0, 4: 0 }
    const shop = await shopWith([{ daily: 4, lifts }])
    const { id } = await added(shop, { amount: 25 })
    expect((await demand(shop)).slice(1, 6)).toEqual([5, 5, 0, 0, 5].map((n) => expect.closeTo(n, 4)))
    await removeAt(shop, id)
    await added(shop, { kind: 'total', amount: 70 })
    const days = (await demand(shop)).slice(1, 8)
    expect(days.slice(2, 4)).toEqual([0, 0])
    expect(getSum(days)).toBeCloseTo(70, 4)
  })

  it('keeps what is left of a total once it has begun', async () => {
    const shop = await shopWith([{ daily: 4 }])
    await added(shop, { kind: 'total', amount: 140, from: dayIn(shop, 0), to: dayIn(shop, 6) })
    expect(getSum((await demand(shop)).slice(0, 7))).toBeCloseTo(140, 3)
    app.kernel.clock.set('2026-11-28T10:00:00Z')
    expect(getSum((await demand(shop)).slice(0, 4))).toBeCloseTo(80, 3)
  })

  it('is judged once it has ended, by author, without products that had sold out', async () => {
    const shop = await shopWith([{ daily: 4 }, { daily: 4 }, { daily: 4 }, { daily: 4, isTracked: false }])
    await supply(shop)
    const { supplierId } = { supplierId: (await supplierIds(shop))[0]! }
    const override = await added(shop, { scope: 'supplier', supplierId, kind: 'percent', amount: 50 })
    expect(override).toMatchObject({ products: 4, judgement: null, author: shop.email })
    expect([override.baselineUnits, override.changedUnits]).toEqual([
      expect.closeTo(112, 3),
      expect.closeTo(168, 3),
    ])
    // Each week was 28 forecast and 42 planned. The third product sold out on one of the days.
    for (const [i, units] of [40, 30, 42, 42].entries())
      await shop.rows(
        sql`insert into sales_daily (merchant_id, variant_id, day, units_sold) values (${shop.merchantId}, ${shop.ids[i]!}, ${dayIn(shop, 3)}, ${units})`,
      )
    await shop.rows(sql`insert into stock_daily (merchant_id, variant_id, day, last_day, closing_stock, incoming)
        values (${shop.merchantId}, ${shop.ids[2]!}, ${dayIn(shop, -3)}, ${dayIn(shop, 1)}, 0, 0)`)
    const judge = () =>
      app.kernel.db.withTenant(shop.merchantId, (tx) =>
        judgeOverrides(tx, { merchantId: shop.merchantId, today: dayIn(shop, 8) }),
      )
    app.kernel.clock.set('2026-12-03T10:00:00Z')
    await judge()
    await judge()
    const { overrides, valueAdded } = await listed(shop)
    // Forecast: 12 + 2 + 14. Plan: 2 + 12 + 0.
    expect(overrides[0]!.judgement).toEqual({
      products: 3,
      baselineError: expect.closeTo(28, 3),
      changedError: expect.closeTo(14, 3),
    })
    expect(valueAdded).toEqual([
      {
        author: shop.email,
        products: 3,
        baselineError: expect.closeTo(28, 3),
        changedError: expect.closeTo(14, 3),
      },
    ])
  })

  it('is evaluated again if sales of its days arrive late', async () => {
    const shop = await shopWith([{ daily: 4 }])
    await added(shop, {})
    const errorOn = async (days: number) => {
      const day = { merchantId: shop.merchantId, today: dayIn(shop, days) }
      await app.kernel.db.withTenant(shop.merchantId, (tx) => judgeOverrides(tx, day))
      app.kernel.clock.set('2026-12-10T10:00:00Z')
      return (await listed(shop)).overrides[0]!.judgement?.changedError
    }
    expect(await errorOn(8)).toBeCloseTo(42, 3)
    await shop.rows(
      sql`insert into sales_daily (merchant_id, variant_id, day, units_sold) values (${shop.merchantId}, ${shop.variantId}, ${dayIn(shop, 2)}, 40)`,
    )
    expect(await errorOn(15)).toBeCloseTo(2, 3)
  })

  it('of a product that sold out is not judged', async () => {
    const shop = await shopWith([{ daily: 4 }])
    await added(shop, {})
    await shop.rows(sql`insert into stock_daily (merchant_id, variant_id, day, closing_stock, incoming)
        values (${shop.merchantId}, ${shop.variantId}, ${dayIn(shop, 7)}, 0, 0)`)
    await app.kernel.db.withTenant(shop.merchantId, (tx) =>
      judgeOverrides(tx, { merchantId: shop.merchantId, today: dayIn(shop, 8) }),
    )
    app.kernel.clock.set('2026-12-03T10:00:00Z')
    const { overrides, valueAdded } = await listed(shop)
    expect(overrides[0]!.judgement).toEqual({ products: 0, baselineError: 0, changedError: 0 })
    expect(valueAdded).toEqual([])
  })
})

async function supplierIds(shop: Shop): Promise<number[]> {
  const rows = await shop.rows(
    sql<{ id: number }>`select id from suppliers where merchant_id = ${shop.merchantId} order by id`,
  )
  return rows.map(({ id }) => id)
}

describe('a changed forecast of several products', () => {
  it('splits a total by what each is expected to sell, to the unit', async () => {
    const shop = await shopWith([{ daily: 1 }, { daily: 2 }, { daily: 4 }, { daily: 0 }])
    const { changedUnits } = await added(shop, {
      scope: 'vendor',
      vendor: ' NORTHFOLD',
      kind: 'total',
      amount: 100,
    })
    expect(changedUnits).toBeCloseTo(100, 6)
    const sums = await Promise.all(shop.ids.map(async (_, i) => getSum((await demand(shop, i)).slice(1, 8))))
    expect(sums.map((units) => Number(units.toFixed(3)))).toEqual([14, 29, 57, 0])
  })

  it('V-06 is of the products that have a tag, in any case, or are in a collection when it is made', async () => {
    const shop = await shopWith([{ daily: 2 }, { daily: 2 }, { daily: 2 }])
    const { merchantId, ids } = shop
    await shop.rows(sql`update products set tags = 'New' || chr(10) || 'Summer, 2026', collection_ids = '{7}'
        where merchant_id = ${merchantId} and product_id = ${ids[0]!}`)
    await shop.rows(sql`insert into collections values (${merchantId}, 7, 'Gifts')`)
    const days = { from: dayIn(shop, 1), to: dayIn(shop, 7), change: { kind: 'percent', amount: 50 } }
    const of = async (scope: object) => {
      const answer = await send(shop, { scope, ...days })
      return [answer.status, (await answer.json()) as { scopeName: string; products: number }] as const
    }
    expect(await of({ kind: 'tag', tag: ' summer, 2026 ' })).toMatchObject([
      200,
      { scopeName: 'summer, 2026', products: 1 },
    ])
    expect(await of({ kind: 'collection', collectionId: 7 })).toMatchObject([
      200,
      { scopeName: 'Gifts', products: 1 },
    ])
    await shop.rows(sql`update products set tags = '' where merchant_id = ${merchantId}`)
    expect((await demand(shop, 0))[3]).toBeCloseTo(3, 4)
    expect((await demand(shop, 1))[3]).toBeCloseTo(2, 4)
    expect((await of({ kind: 'tag', tag: 'summer, 2026' }))[0]).toBe(400)
    expect((await of({ kind: 'collection', collectionId: 8 }))[0]).toBe(404)
  })

  it('splits units a day alike, and gives each the same percentage', async () => {
    const shop = await shopWith([{ daily: 1 }, { daily: 3 }])
    const vendor = { scope: 'vendor' as const, vendor: 'Northfold' }
    const { id } = await added(shop, { ...vendor, kind: 'per_day', amount: 8 })
    expect([(await demand(shop, 0))[3], (await demand(shop, 1))[3]]).toEqual([
      expect.closeTo(3, 4),
      expect.closeTo(9, 4),
    ])
    await removeAt(shop, id)
    await added(shop, { ...vendor, amount: -50 })
    expect([(await demand(shop, 0))[3], (await demand(shop, 1))[3]]).toEqual([
      expect.closeTo(0.5, 4),
      expect.closeTo(1.5, 4),
    ])
  })

  it('of a few units goes to the products that sell most', async () => {
    const shop = await shopWith([{ daily: 1 }, { daily: 1 }, { daily: 5 }])
    await added(shop, { scope: 'vendor', vendor: 'Northfold', kind: 'total', amount: 1 })
    const sums = await Promise.all(shop.ids.map(async (_, i) => getSum((await demand(shop, i)).slice(1, 8))))
    expect(sums).toEqual([0, 0, 1].map((n) => expect.closeTo(n, 4)))
  })

  it('counts on a day only if no override of fewer products and no newer one does', async () => {
    const shop = await shopWith([{ daily: 10 }, { daily: 10 }, { daily: 10 }])
    const supplierId = await supply(shop, 'Acme', 1, 1)
    const third = { variantId: shop.ids[2]!, scope: 'product' as const }
    await added(shop, { ...third, amount: 10, from: dayIn(shop, 1), to: dayIn(shop, 1) })
    await added(shop, { ...third, amount: 20, from: dayIn(shop, 1), to: dayIn(shop, 2) })
    await added(shop, { scope: 'supplier', supplierId, amount: 40, from: dayIn(shop, 1), to: dayIn(shop, 3) })
    await added(shop, {
      scope: 'vendor',
      vendor: 'Northfold',
      amount: 80,
      from: dayIn(shop, 1),
      to: dayIn(shop, 4),
    })
    const of = async (i: number) => (await demand(shop, i)).slice(0, 6).map((units) => Math.round(units))
    expect(await of(2)).toEqual([10, 12, 12, 14, 18, 10])
    expect(await of(1)).toEqual([10, 14, 14, 14, 18, 10])
    expect(await of(0)).toEqual([10, 18, 18, 18, 18, 10])
    const { overrides } = await listed(shop, `?variantId=${shop.ids[2]}`)
    expect(overrides.map(({ amount }) => amount)).toEqual([20, 10, 40, 80])
  })

  it('keeps its products, even if they later have another supplier, and goes on without a deleted one', async () => {
    const shop = await shopWith([{ daily: 10 }, { daily: 10 }])
    const supplierId = await supply(shop)
    await added(shop, { scope: 'supplier', supplierId, amount: 50 })
    await shop.rows(sql`update supplier_variants set rank = 2 where merchant_id = ${shop.merchantId}`)
    await supply(shop, 'Other')
    expect((await demand(shop, 0))[2]).toBeCloseTo(15, 4)
    await shop.rows(sql`delete from suppliers where merchant_id = ${shop.merchantId} and id = ${supplierId}`)
    await shop.rows(
      sql`delete from variants where merchant_id = ${shop.merchantId} and variant_id = ${shop.ids[1]!}`,
    )
    expect((await demand(shop, 0))[2]).toBeCloseTo(15, 4)
    expect((await listed(shop)).overrides).toMatchObject([
      { scopeName: 'Acme', products: 1, state: 'planned' },
    ])
  })

  it('changes the totals of dashboard and trends by its units on its days only, and undo restores them', async () => {
    const shop = await shopWith([{ daily: 4 }, { daily: 6 }])
    await shop.rows(sql`insert into shop_forecasts (merchant_id, origin, distribution)
        values (${shop.merchantId}, ${dayIn(shop, -1)}, ${encodeDistribution(steady(10))})`)
    const read = <T>(path: string) => shop.ask<T>(path)
    const totals = async () => ({
      demand: (await read<Dashboard>(dashboardApi.get.path)).demand,
      trends: await read<Trends>(`${trendsApi.get.path}?period=30`),
    })
    const expected = () =>
      app.kernel.db.withTenant(shop.merchantId, async (tx) => {
        const found = await findShopDistribution(tx, { merchantId: shop.merchantId, today: shop.day })
        return Array.from({ length: 90 }, (_, i) => meanOfDay(found!, i + 1))
      })
    const before = await totals()
    const usual = await expected()
    await added(shop, { kind: 'total', amount: 100 })
    const { id } = await added(shop, {
      variantId: shop.ids[1]!,
      from: dayIn(shop, 3),
      to: dayIn(shop, 12),
      amount: -50,
    })
    const more = (await expected()).map((units, day) => units - usual[day]!)
    // 100 instead of 28 on the first, and half of 60 on the other.
    expect(getSum(more)).toBeCloseTo(100 - 28 - 30, 6)
    expect(more[0]).toBeCloseTo(0, 9)
    expect(getSum(more.slice(13))).toBeCloseTo(0, 6)
    const after = await totals()
    expect(after.demand.next30!.p50 - before.demand.next30!.p50).toBeCloseTo(42, -1)
    expect(after.trends.totals.unitsAhead!.likely).toBe(after.demand.next30!.p50)
    await removeAt(shop, id)
    await removeAt(shop, id - 1)
    await shop.refresh()
    expect(await totals()).toEqual(before)
  })

  it('of 10,000 products is made, read and judged without a query for each', {
    timeout: 120_000,
  }, async () => {
    const shop = await shopWith([{ daily: 1 }])
    const count = 10_000
    const ids = Array.from({ length: count - 1 }, (_, i) => shop.variantId + 1 + i)
    const encoded = encodeDistribution(steady(1))
    await insertCatalog(app.kernel, {
      merchantId: shop.merchantId,
      firstId: ids[0]!,
      variants: ids.map(() => ({})),
    })
    await shop.rows(sql`insert into forecasts (merchant_id, variant_id, origin, basis, model, demand_class, distribution, evidence, computed_at)
        select ${shop.merchantId}, variant_id, ${dayIn(shop, -1)}, 'forecast', 'test', 'smooth', ${encoded}, '{}', ${new Date(NOW)}
        from variants where merchant_id = ${shop.merchantId} and variant_id <> ${shop.variantId}`)
    const response = await send(
      shop,
      asked(shop, { scope: 'vendor', vendor: 'Northfold', kind: 'total', amount: 123_457 }),
    )
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ products: count, changedUnits: expect.closeTo(123_457, 3) })
    const jobs = app.kernel.sentJobs.filter(
      ({ name, data }) =>
        name === 'refresh-catalogue' && 'merchantId' in data && data.merchantId === shop.merchantId,
    )
    expect(jobs).toHaveLength(1)
    await app.kernel.db.withTenant(shop.merchantId, (tx) =>
      judgeOverrides(tx, { merchantId: shop.merchantId, today: dayIn(shop, 8) }),
    )
    app.kernel.clock.set('2026-12-03T10:00:00Z')
    expect((await listed(shop)).overrides[0]!.judgement).toMatchObject({ products: count })
  })
})

describe('a product without demand of its own', () => {
  it('sells the units that were planned, evenly, and is ordered', async () => {
    const shop = await shopWith([{ daily: 0, available: 5, sales: [], firstSeenDaysAgo: 30 }])
    await added(shop, { kind: 'total', amount: 70 })
    const { forecast, row } = await page(shop)
    expect((await demand(shop)).slice(0, 9)).toEqual(
      [0, 10, 10, 10, 10, 10, 10, 10, 0].map((n) => expect.closeTo(n, 4)),
    )
    expect(forecast!.basis).toBe('forecast')
    expect(row.orderQuantity).toBeGreaterThan(50)
  })

  it('takes no percentage, and units instead', async () => {
    const shop = await shopWith([{ daily: 0 }])
    expect(await refused(shop, { amount: 50 })).toEqual({ status: 400, field: 'change.amount' })
  })

  it('borrows the forecast of a named product from its launch on, until it has its own', async () => {
    const shop = await shopWith([
      { daily: 0, sales: [], firstSeenDaysAgo: 1 },
      { daily: 8, title: 'Kettle' },
    ])
    const like = { kind: 'like' as const, amount: 50, likeVariantId: shop.ids[1]!, to: dayIn(shop, 60) }
    const override = await added(shop, { ...like, from: dayIn(shop, 5) })
    expect(override.likeName).toBe('Kettle')
    expect((await demand(shop, 0, 62)).map(Math.round)).toEqual([
      ...Array(5).fill(0),
      ...Array(56).fill(4),
      0,
    ])
    expect((await page(shop)).row.orderQuantity).toBeGreaterThan(0)
    expect((await listed(shop)).overrides).toMatchObject([{ isIdle: false }])
    await saveForecast(shop, shop.variantId, { daily: 6 })
    expect((await demand(shop))[10]).toBeCloseTo(6, 4)
    expect((await listed(shop)).overrides).toMatchObject([{ isIdle: true }])
    expect(await refused(shop, like)).toEqual({ status: 400, field: 'change.kind' })
  })

  it('goes back to its own forecast when the product that it is like is deleted', async () => {
    const shop = await shopWith([{ daily: 0 }, { daily: 8 }])
    await added(shop, { kind: 'like', amount: 100, likeVariantId: shop.ids[1]! })
    await shop.rows(
      sql`delete from variants where merchant_id = ${shop.merchantId} and variant_id = ${shop.ids[1]!}`,
    )
    expect(getSum(await demand(shop))).toBe(0)
    expect((await listed(shop)).overrides).toMatchObject([{ isIdle: true }])
  })
})

it('a change that cannot be meant is refused with the field that is wrong, and stores nothing', async () => {
  const shop = await shopWith([{ daily: 4 }, { daily: 0 }])
  const at = (from: number, to: number) => ({ from: dayIn(shop, from), to: dayIn(shop, to) })
  const cases: [Wanted, number, string][] = [
    [at(-3, -1), 400, 'from'],
    [at(-1, 5), 400, 'from'],
    [at(5, 4), 400, 'to'],
    [at(1, 366), 400, 'to'],
    [at(0, 400), 400, 'to'],
    [{ amount: -101 }, 400, 'change.amount'],
    [{ amount: 901 }, 400, 'change.amount'],
    [{ amount: 0 }, 400, 'change.amount'],
    [{ amount: 1.5 }, 400, 'change.amount'],
    [{ kind: 'per_day', amount: 100_001 }, 400, 'change.amount'],
    [{ kind: 'total', amount: -1 }, 400, 'change.amount'],
    [{ kind: 'total', amount: 10_000_001 }, 400, 'change.amount'],
    [{ variantId: 1 }, 404, 'scope'],
    [{ scope: 'vendor', vendor: 'Nobody' }, 400, 'scope'],
    [{ scope: 'vendor' }, 400, 'scope.vendor'],
    [{ scope: 'supplier', supplierId: 999_999 }, 404, 'scope'],
    [{ kind: 'like', amount: 100 }, 400, 'change.likeVariantId'],
    [{ kind: 'like', amount: 100, likeVariantId: shop.variantId }, 400, 'change.likeVariantId'],
    [{ kind: 'like', amount: 100, likeVariantId: shop.ids[1]! }, 400, 'change.likeVariantId'],
    [{ kind: 'like', amount: 100, likeVariantId: 1 }, 404, 'change.likeVariantId'],
    [{ kind: 'like', amount: 0, likeVariantId: shop.ids[1]! }, 400, 'change.amount'],
    [{ scope: 'vendor', vendor: 'Northfold', kind: 'like', likeVariantId: shop.ids[1]! }, 400, 'scope'],
  ]
  for (const [wanted, status, field] of cases)
    expect(await refused(shop, wanted), JSON.stringify(wanted)).toEqual({ status, field })
  expect((await listed(shop)).overrides).toEqual([])
  await shop.rows(sql`update products set status = 'archived' where merchant_id = ${shop.merchantId}`)
  expect(await refused(shop, {})).toEqual({ status: 400, field: 'scope' })
})
