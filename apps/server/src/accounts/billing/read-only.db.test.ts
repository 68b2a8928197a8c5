import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { getRefusal, withBillingApp } from '../../testing/billing-app.ts'
import { insertCatalog, type TestMerchant } from '../../testing/index.ts'
import { routeTable } from '../../testing/route-table.ts'

let merchant: TestMerchant

const app = withBillingApp()

beforeEach(async () => {
  app.kernel.clock.set('2026-11-20T10:00:00Z')
  merchant = await app.signUp()
})

const end = () => app.kernel.clock.set('2026-12-04T10:00:00Z')
const save = () =>
  merchant.request('/api/settings', {
    method: 'PUT',
    json: { defaultSafetyStock: 6, defaultLeadTimeDays: 9 },
  })
/** Derives stock projections and alerts from stock and forecasts of this moment. */
const runProjections = async () => {
  await merchant.rows(sql`
    update merchants set stock_as_of = ${app.kernel.clock.now()}, forecast_as_of = ${app.kernel.clock.now()}
    where id = ${merchant.merchantId}`)
  await app.runTask('refresh-projections', { merchantId: merchant.merchantId })
}
const activeAlerts = () =>
  merchant.rows(sql<{ type: string }>`select type from alerts where merchant_id = ${merchant.merchantId}`)

/** The routes that stay open after the end: payment and the account itself. */
const stays = /^\/(api\/(billing|account|team\/(people|owner|shop))|functions\/(stripe-|send-welcome-email))/

describe('after the end of the trial,', () => {
  it('D-02 every change but those of billing and account is refused with what to do next', async () => {
    end()
    const writing = routeTable(app.domains.mounts.guarded).filter(({ method }) => method !== 'GET')
    expect(writing.length).toBeGreaterThan(10)
    for (const { method, path } of writing) {
      const url = path.replaceAll(/\{\w+\}/g, '1')
      const answer = await merchant.request(url, { method, body: method === 'DELETE' ? null : '{}' })
      const isClosed = answer.status === 402
      expect(`${method} ${path} ${isClosed}`).toBe(`${method} ${path} ${!stays.test(path)}`)
    }
    expect(await getRefusal(save())).toEqual({
      status: 402,
      code: 'subscription_ended',
      message:
        'Your subscription has ended, so nothing can be changed. Reactivate it in Settings, Billing; your data is kept.',
    })
  })

  it('D-02 everything can still be read and exported, and nothing was deleted', async () => {
    await insertCatalog(app.kernel, {
      merchantId: merchant.merchantId,
      variants: [{ sku: 'SKU-1', available: 3 }],
    })
    end()
    for (const path of ['/api/session', '/api/dashboard', '/api/products', '/api/alerts', '/api/settings']) {
      expect([path, (await merchant.request(path)).status]).toEqual([path, 200])
    }
    const csv = await merchant.request('/api/products/export.csv')
    expect(await csv.text()).toContain('SKU-1')
    const session = await merchant.ask<{ merchant: object }>('/api/session')
    expect(session.merchant).toMatchObject({ subscriptionStatus: 'expired', isReadOnly: true })
  })

  it('no alert opens, and alerts that are due open after the plan is reactivated', async () => {
    await insertCatalog(app.kernel, {
      merchantId: merchant.merchantId,
      variants: [{ available: 0, sales: Array.from({ length: 60 }, () => 6) }],
    })
    end()
    await runProjections()
    expect(await activeAlerts()).toEqual([])
    await app.subscribe(merchant)
    expect(app.kernel.sentJobs).toContainEqual(
      expect.objectContaining({
        name: 'refresh-catalogue',
        data: expect.objectContaining({ merchantId: merchant.merchantId }),
      }),
    )
    await runProjections()
    expect((await activeAlerts()).length).toBeGreaterThan(0)
    expect((await save()).status).toBe(200)
  })

  it('C-04 a cancelled plan stays open until its end, to the second', async () => {
    await merchant.request('/api/billing/cancel', { json: {} })
    app.kernel.clock.set('2026-12-04T09:59:59Z')
    expect((await save()).status).toBe(200)
    end()
    expect((await save()).status).toBe(402)
  })
})

describe('a forged request', () => {
  const wishes = {
    status: 'active',
    subscriptionStatus: 'active',
    subscription_status: 'active',
    stripeStatus: 'active',
    planName: 'Pro Plan',
    plan_name: 'Pro Plan',
    trialEndsAt: '2099-01-01T00:00:00.000Z',
    trial_ends_at: '2099-01-01T00:00:00.000Z',
    trialExtended: false,
    trial_extended: false,
    accessUntil: '2099-01-01T00:00:00.000Z',
    currentPeriodEnd: '2099-01-01T00:00:00.000Z',
    isReadOnly: false,
    amountCents: 0,
    price: 0,
  }
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE']
  const paths = [
    '/api/billing',
    '/api/session',
    '/api/settings',
    '/api/billing/portal',
    '/functions/stripe-setup-complete',
    '/functions/stripe-subscription-complete',
  ]

  it('X-02 changes neither status, plan nor trial end, whatever route and field name it uses', async () => {
    const before = await app.getBilling(merchant)
    const settings = await (await merchant.request('/api/settings')).json()
    for (const path of paths) {
      for (const method of methods) {
        const json = {
          ...(settings as object),
          ...wishes,
          sessionId: 'cs_test_made_up',
          session_id: 'cs_test_made_up',
        }
        await merchant.request(`${path}?subscriptionStatus=active`, { method, json })
      }
    }
    await merchant.request('/api/billing', { json: wishes, headers: { 'x-http-method-override': 'PATCH' } })
    expect(await app.getBilling(merchant)).toEqual(before)
  })

  it('X-02 extends no other merchant’s trial, and its own to 14 days from now, whatever length it names', async () => {
    const other = await app.signUp()
    const json = { ...wishes, days: 400, merchant_id: other.merchantId, merchantId: other.merchantId }
    await merchant.request('/api/billing/extend-trial', { json })
    expect(await app.getBilling(merchant)).toMatchObject({ trialEndsAt: '2026-12-04T10:00:00.000Z' })
    expect(await app.getBilling(other)).toMatchObject({ canExtendTrial: true })
  })
})
