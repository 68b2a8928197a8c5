import { alertListSchema, HOUR_MS, productListSchema, sessionSchema } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { ruleOfUse } from '../../kernel/limits/use-rules.ts'
import type { forecastShopTask } from '../../store/changes/request-forecast.ts'
import { insertCatalog, newForEachTest, type TestMerchant, withTestApp } from '../../testing/index.ts'

const app = withTestApp({ env: { FORECAST_THREADS: '1' } })

const seed = (merchant: TestMerchant, merchantId = merchant.merchantId) =>
  merchant.request('/functions/seed-demo-data', {
    json: { merchantId, shopDomain: 'example.myshopify.com', email: merchant.email },
  })

/** Runs the tasks that the worker would run next. */
async function forecast({ merchantId }: TestMerchant): Promise<void> {
  const name: (typeof forecastShopTask)['name'] = 'forecast-shop'
  await app.runTask(name, { merchantId })
}

const toJson = async (merchant: TestMerchant, path: string) => (await merchant.request(path)).json()

const sessionOf = async () => sessionSchema.parse(await toJson(merchant, '/api/session')).merchant

/** Returns what a merchant sees of the shop, without the ids of alerts. */
async function seen(merchant: TestMerchant) {
  const { rows } = productListSchema.parse(await toJson(merchant, '/api/products?sort=title'))
  const { alerts } = alertListSchema.parse(await toJson(merchant, '/api/alerts'))
  return { rows, alerts: alerts.map(({ id: _, ...alert }) => alert) }
}

const merchant = newForEachTest(() => app.signUp())

describe('POST /functions/seed-demo-data', () => {
  it('T-06 loads three products of 120 on hand that sold 6, 3 and 1 a day for 30 days', async () => {
    const answer = await seed(merchant)
    expect(await answer.json()).toEqual({ variants: 3 })
    await forecast(merchant)
    const { rows } = await seen(merchant)
    expect(rows).toMatchObject([
      { title: 'Gooseneck Kettle', currentStock: 120, averageDailySales: 6, salesLast30: Array(30).fill(6) },
      { title: 'Hand Grinder', currentStock: 120, averageDailySales: 3, salesLast30: Array(30).fill(3) },
      { title: 'Paper Filters', currentStock: 120, averageDailySales: 1, salesLast30: Array(30).fill(1) },
    ])
  })

  it('T-06 leads to one stockout_risk and one low_stock alert, by the engine’s own rules', async () => {
    await seed(merchant)
    await forecast(merchant)
    const { alerts } = await seen(merchant)
    expect(alerts.map(({ type, title }) => [type, title]).sort()).toEqual([
      ['low_stock', 'Hand Grinder'],
      ['stockout_risk', 'Gooseneck Kettle'],
    ])
  })

  it('T-06 loads the same data for everybody, however often it is loaded', async () => {
    const [first, second] = [await app.signUp(), await app.signUp()]
    for (const merchant of [first, second, second]) {
      expect((await seed(merchant)).status).toBe(200)
      await forecast(merchant)
    }
    expect(await seen(second)).toEqual(await seen(first))
  })

  it('X-03 puts the merchant in demo mode until they import data of their own', async () => {
    await seed(merchant)
    const { userId } = await app.kernel.db.directory
      .selectFrom('merchant_directory')
      .select('user_id as userId')
      .where('merchant_id', '=', merchant.merchantId)
      .executeTakeFirstOrThrow()
    expect(await sessionOf()).toMatchObject({
      isDemo: true,
      isConnected: false,
      shopDomain: `example-${userId}.myshopify.com`,
    })
    const own = { items: [{ sku: 'OWN', product: 'Own', stock: 1 }] }
    await merchant.request('/api/inventory', { method: 'PUT', json: own })
    expect(await sessionOf()).toMatchObject({ isDemo: false })
    expect((await seen(merchant)).rows).toMatchObject([{ title: 'Own' }])
    expect((await seed(merchant)).status).toBe(412)
    expect((await seen(merchant)).rows).toHaveLength(1)
  })

  it('T-06 loads the same sample in demo mode through the import calls', async () => {
    const items = { isSample: true, items: [{ sku: 'DEMO-KETTLE', product: 'Gooseneck Kettle', stock: 120 }] }
    const rows = { isSample: true, rows: [{ sku: 'DEMO-KETTLE', day: '2026-11-19', units: 6 }] }
    await merchant.request('/api/inventory', { method: 'PUT', json: items })
    await merchant.request('/api/sales', { method: 'PUT', json: rows })
    expect(await sessionOf()).toMatchObject({ isDemo: true })
    expect((await seen(merchant)).rows).toMatchObject([{ title: 'Gooseneck Kettle', currentStock: 120 }])
  })

  it('T-06 never touches a connected store', async () => {
    const { merchantId } = merchant
    await insertCatalog(app.kernel, { merchantId, variants: [{ title: 'Real' }] })
    const connection = {
      shop_domain: 'real.myshopify.com',
      shop_gid: '1',
      scopes: [],
      status: 'connected' as const,
    }
    await app.kernel.db.withTenant(merchantId, (tx) =>
      tx
        .insertInto('shop_connections')
        .values({ merchant_id: merchantId, ...connection, connected_at: app.kernel.clock.now() })
        .execute(),
    )
    const refused = await seed(merchant)
    expect(refused.status).toBe(412)
    expect((await seen(merchant)).rows).toMatchObject([{ title: 'Real' }])
  })

  it.each([
    ['empty', () => ''],
    ['pending', (id: number) => `pending-${id}`],
    ['null', () => null],
    ['another store’s', () => 'somebody-else.myshopify.com'],
  ])('X-04 works with a shop domain that is %s: the signed-in merchant decides', async (_name, domain) => {
    const { merchantId, email } = merchant
    const json = { merchantId, shopDomain: domain(merchantId), email }
    const answer = await merchant.request('/functions/seed-demo-data', { json })
    expect([answer.status, await answer.json()]).toEqual([200, { variants: 3 }])
    expect((await sessionOf()).shopDomain).toMatch(/^example-.+\.myshopify\.com$/)
  })

  it('X-04 works without a shop domain and without an address', async () => {
    const answer = await merchant.request('/functions/seed-demo-data', {
      json: { merchantId: merchant.merchantId },
    })
    expect([answer.status, await answer.json()]).toEqual([200, { variants: 3 }])
  })

  it('is refused after too many calls within an hour, with a sentence and when to try again', async () => {
    const { most } = ruleOfUse('merchant', 'sample')
    for (let call = 0; call < most; call++) expect((await seed(merchant)).status).toBe(200)
    const refused = await seed(merchant)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(await refused.json()).toMatchObject({
      error: { code: 'limit_exceeded', message: expect.stringContaining(`${most} times an hour`) },
    })
    app.kernel.clock.advance(HOUR_MS)
    expect((await seed(merchant)).status).toBe(200)
    app.kernel.clock.advance(-HOUR_MS)
  })
})
