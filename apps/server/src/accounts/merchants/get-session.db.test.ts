import { type Session, sessionSchema } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { newForEachTest, type TestMerchant, withTestApp } from '../../testing/index.ts'

const app = withTestApp()

async function sessionOf(merchant: TestMerchant): Promise<Session> {
  const answer = await merchant.request('/api/session')
  expect(answer.status).toBe(200)
  return sessionSchema.strict().parse(await answer.json())
}

const change = (values: Record<string, unknown>) =>
  app.kernel.db.withTenant(merchant.merchantId, (tx) =>
    tx.updateTable('merchants').set(values).where('id', '=', merchant.merchantId).execute(),
  )

const connect = (shopDomain: string, status: 'connected' | 'needs_reconnect') =>
  app.kernel.db.withTenant(merchant.merchantId, async (tx) => {
    await tx
      .updateTable('merchants')
      .set({ shop_domain: shopDomain, shop_name: 'Northfold' })
      .where('id', '=', merchant.merchantId)
      .execute()
    await tx
      .insertInto('shop_connections')
      .values({
        merchant_id: merchant.merchantId,
        shop_domain: shopDomain,
        shop_gid: 'gid://shopify/Shop/1',
        access_token: 'sealed',
        scopes: [],
        status,
        connected_at: app.kernel.clock.now(),
      })
      .execute()
  })

const merchant = newForEachTest(() => app.signUp())

describe('GET /api/session', () => {
  it('shows a new merchant on trial, without a store, with the sandbox to try', async () => {
    const session = await sessionOf(merchant)
    expect(session.merchant).toMatchObject({
      id: merchant.merchantId,
      email: merchant.email,
      isDemoUser: false,
      shopDomain: null,
      recordedShopDomain: `pending-${merchant.merchantId}`,
      countryCode: null,
      isConnected: false,
      isDemo: false,
      subscriptionStatus: 'trial',
      trialEndsAt: '2026-12-04T10:00:00.000Z',
      trialDaysRemaining: 14,
    })
    expect(session).toMatchObject({
      providers: { shopify: 'sandbox', stripe: 'sandbox', mail: 'sandbox', slack: 'sandbox', sms: 'sandbox' },
      sandboxConsoleUrl: 'http://127.0.0.1:3001',
      sandboxShop: 'northfold-coffee',
      unresolvedAlerts: 0,
      freshness: { stockAsOf: null, forecastAsOf: null, isStale: false },
      now: '2026-11-20T10:00:00.000Z',
    })
  })

  it('shows a connected store; X-03 it is not a demo, whatever its name', async () => {
    await connect('demo-tests.myshopify.com', 'connected')
    expect((await sessionOf(merchant)).merchant).toMatchObject({
      shopDomain: 'demo-tests.myshopify.com',
      shopName: 'Northfold',
      isConnected: true,
      isDemo: false,
    })
  })

  it('shows a store that must be connected again as not connected, and still not as a demo', async () => {
    await connect('demo-again.myshopify.com', 'needs_reconnect')
    expect((await sessionOf(merchant)).merchant).toMatchObject({ isConnected: false, isDemo: false })
  })

  it('X-03 shows a merchant with sample data as a demo', async () => {
    await change({ shop_domain: 'example-7.myshopify.com' })
    expect((await sessionOf(merchant)).merchant).toMatchObject({
      shopDomain: 'example-7.myshopify.com',
      recordedShopDomain: 'example-7.myshopify.com',
      isConnected: false,
      isDemo: true,
    })
  })

  it.each([
    ['2026-11-20T09:30:00Z', false],
    ['2026-11-20T09:29:59Z', true],
  ])('calls stock read at %s stale: %s, with a limit of half an hour', async (stockAsOf, isStale) => {
    await connect(`shop-${merchant.merchantId}.myshopify.com`, 'connected')
    await change({ stock_as_of: new Date(stockAsOf) })
    expect((await sessionOf(merchant)).freshness.isStale).toBe(isStale)
  })

  it('counts the unresolved alerts of this merchant only', async () => {
    const [merchant, other] = [await app.signUp(), await app.signUp()]
    await app.kernel.db.withTenant(merchant.merchantId, (tx) => {
      const alert = {
        merchant_id: merchant.merchantId,
        type: 'low_stock' as const,
        severity: 1,
        triggered_at: app.kernel.clock.now(),
        meta: '{}',
      }
      const resolved = { resolved: true, resolved_at: app.kernel.clock.now() }
      return tx
        .insertInto('alerts')
        .values([
          { ...alert, variant_id: 1 },
          { ...alert, variant_id: 2 },
          { ...alert, variant_id: 3, ...resolved },
        ])
        .execute()
    })
    expect((await sessionOf(merchant)).unresolvedAlerts).toBe(2)
    expect((await sessionOf(other)).unresolvedAlerts).toBe(0)
  })

  it('names a sandbox store that is still free', async () => {
    const [owner, next] = [await app.signUp(), await app.signUp()]
    await app.kernel.db.directory
      .updateTable('merchant_directory')
      .set({ shop_domain: 'northfold-coffee.myshopify.com' })
      .where('merchant_id', '=', owner.merchantId)
      .execute()
    expect((await sessionOf(owner)).sandboxShop).toBe('northfold-coffee')
    expect((await sessionOf(next)).sandboxShop).toBe(`northfold-coffee-${next.merchantId}`)
  })
})
