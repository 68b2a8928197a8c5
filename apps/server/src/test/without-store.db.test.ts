import {
  alertListSchema,
  dashboardSchema,
  deliveryListSchema,
  notificationsSchema,
  productListSchema,
  scorecardSchema,
  sessionSchema,
  settingsSchema,
  snoozeListSchema,
  syncStateSchema,
  trendProductListSchema,
  trendsSchema,
  variantSettingsListSchema,
} from '@stockcast/contract'
import { type StripeProvider, startStripeProvider } from '@stockcast/testkit/billing'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestMerchant, withTestApp } from '../testing/index.ts'
import { routeTable } from '../testing/route-table.ts'

let stripe: StripeProvider
let merchant: TestMerchant

const app = withTestApp(async ({ closeLater }) => {
  stripe = await startStripeProvider()
  closeLater(() => stripe.close())
  return { env: { SANDBOX_URL: stripe.url } }
})

beforeAll(async () => {
  merchant = await app.signUp()
})

/** A stream, which stays open until the page is closed. */
const STREAM = '/api/events'
const nothing = { total: 0 }

describe('a merchant without a store', () => {
  it.each([
    ['/api/session', sessionSchema, { unresolvedAlerts: 0, connection: null, orderHistoryDays: null }],
    ['/api/products', productListSchema, { ...nothing, rows: [], stockAsOf: null, forecastAsOf: null }],
    ['/api/alerts', alertListSchema, { ...nothing, alerts: [] }],
    ['/api/snoozes', snoozeListSchema, { snoozes: [] }],
    ['/api/trends', trendsSchema, { variant: null }],
    ['/api/trends/products', trendProductListSchema, { ...nothing, rows: [] }],
    ['/api/scorecard', scorecardSchema, { simulation: null }],
    ['/api/sync', syncStateSchema, { run: null }],
    ['/api/settings', settingsSchema, { defaultSafetyStock: 5, defaultLeadTimeDays: 14 }],
    ['/api/settings/variants', variantSettingsListSchema, { ...nothing, rows: [] }],
    ['/api/notifications', notificationsSchema, {}],
    ['/api/deliveries', deliveryListSchema, { ...nothing, deliveries: [] }],
  ])('S-01 gets an empty answer from %s', async (path, schema, content) => {
    const answer = await merchant.request(path)
    expect(answer.status).toBe(200)
    expect(schema.parse(await answer.json())).toMatchObject(content)
  })

  it('D-04, D-05 gets cards at 0 and 45 and no recent alerts', async () => {
    const answer = await merchant.request('/api/dashboard')
    expect(answer.status).toBe(200)
    expect(dashboardSchema.parse(await answer.json())).toMatchObject({
      products: { total: 0, soldInWindow: 0 },
      lowStock: { total: 0 },
      activeAlerts: { total: 0, newToday: 0, resolvedThisMonth: 0 },
      daysToStockout: { average: 45, isPlanningDefault: true, middleHalf: null },
      attention: [],
      attentionTotal: 0,
      recentAlerts: [],
      forecastAsOf: null,
    })
  })

  it('S-01 can read everything that needs no id, except a scorecard that does not exist yet', async () => {
    const reads = routeTable(app.domains.mounts.guarded).filter(
      ({ method, path, params }) => method === 'GET' && params.length === 0 && path !== STREAM,
    )
    expect(reads.length).toBeGreaterThan(12)
    const refused: string[] = []
    // One after the other, because a merchant has one export at a time.
    for (const { path } of reads) {
      const answer = await merchant.request(path)
      await answer.arrayBuffer()
      if (answer.status !== 200) refused.push(`${answer.status} ${path}`)
    }
    expect(refused.toSorted()).toEqual(['404 /api/scorecard/export.csv', '404 /api/scorecard/export.json'])
  })

  it('T-03, T-04 exports a report without rows, and gets no forecasts', async () => {
    const report = await merchant.request('/api/products/export.csv')
    expect((await report.text()).trim().split('\r\n')).toHaveLength(1)
    const json = { merchant_id: merchant.merchantId }
    const forecast = await merchant.request('/functions/forecast-stockout', { json })
    expect([forecast.status, await forecast.json()]).toEqual([200, { variants: 0 }])
  })

  it('X-04 loads demo data with the placeholder of its record for a shop', async () => {
    const other = await app.signUp()
    const session = sessionSchema.parse(await other.ask('/api/session'))
    const { id: merchantId, recordedShopDomain: shopDomain, email } = session.merchant
    expect(shopDomain).toBe(`pending-${merchantId}`)
    const json = { merchantId, shopDomain, email }
    const answer = await other.request('/functions/seed-demo-data', { json })
    expect([answer.status, await answer.json()]).toEqual([200, { variants: 3 }])
  })
})
