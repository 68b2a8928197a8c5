import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { AppEnv } from '../kernel/http/context.ts'
import { errorResponse } from '../kernel/http/error-response.ts'
import { insertCatalog, testBrowser, withTestApp } from '../testing/index.ts'
import { expectRefusal } from '../testing/read-answer.ts'

const test = withTestApp()

const password = 'a good one'
const times = 6

async function together(call: () => Promise<Response>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: times }, call))
  return answers.map(({ status }) => status).toSorted()
}

const inTenant = (merchantId: number, work: Parameters<typeof test.kernel.db.withTenant<unknown>>[1]) =>
  test.kernel.db.withTenant(merchantId, work)

describe('simultaneous requests that write one unique value', () => {
  it('A-03 let one of several sign-ups with the same address succeed, and no other breaks', async () => {
    const body = { email: 'race@example.com', password, name: 'race' }
    const statuses = await together(() => testBrowser(test.signInApp).post('/api/auth/sign-up/email', body))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  })

  it('are all answered when they are first sign-ins from one network address', async () => {
    const email = 'calls@example.com'
    await testBrowser(test.signInApp).post('/api/auth/sign-up/email', { email, password, name: 'calls' })
    const browser = testBrowser(test.signInApp)
    const statuses = await together(() => browser.post('/api/auth/sign-in/email', { email, password }))
    expect(statuses).toEqual(Array(times).fill(200))
  })

  it('are each answered when two-step sign-in is switched on in several tabs', async () => {
    const email = 'steps@example.com'
    const browser = testBrowser(test.signInApp)
    await browser.post('/api/auth/sign-up/email', { email, password, name: 'steps' })
    const statuses = await together(() => browser.post('/api/auth/two-factor/enable', { password }))
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses).toContain(200)
  })

  it('succeed when several calls import the same products and sales', async () => {
    const merchant = await test.signUp()
    const items = [{ sku: 'A', product: 'A', stock: 1, location: 'Here' }]
    const rows = [{ sku: 'A', day: '2026-10-01', units: 1 }]
    const all = Array(times).fill(200)
    expect(
      await together(() => merchant.request('/api/inventory', { method: 'PUT', json: { items } })),
    ).toEqual(all)
    expect(await together(() => merchant.request('/api/sales', { method: 'PUT', json: { rows } }))).toEqual(
      all,
    )
  })

  it('succeed when several calls save settings, snoozes, channels and counts of one merchant', async () => {
    const merchant = await test.signUp()
    const { merchantId } = merchant
    const [id] = await insertCatalog(test.kernel, { merchantId, variants: [{ title: 'A' }] })
    const all = Array(times).fill(200)
    const calls: [path: string, method: string, json: object][] = [
      ['/api/settings', 'PUT', { defaultSafetyStock: 1, defaultLeadTimeDays: 2 }],
      [`/api/variants/${id}/settings`, 'PUT', { safetyStock: 3, leadTimeDays: 4 }],
      [`/api/variants/${id}/snooze`, 'PUT', { kind: 'muted' }],
      [`/api/variants/${id}/orders`, 'POST', { units: 1, expectedOn: '2026-12-01' }],
    ]
    for (const [path, method, json] of calls) {
      expect([path, await together(() => merchant.request(path, { method, json }))]).toEqual([path, all])
    }
  })

  it('for a sync are answered with the same run', async () => {
    const merchant = await test.signUp()
    const { merchantId } = merchant
    await inTenant(merchantId, (tx) =>
      tx
        .insertInto('shop_connections')
        .values({
          merchant_id: merchantId,
          shop_domain: `race-${merchantId}.myshopify.com`,
          shop_gid: '1',
          access_token: 'sealed',
          scopes: [],
          status: 'connected',
          connected_at: test.kernel.clock.now(),
        })
        .execute(),
    )
    const answers = await Promise.all(
      Array.from({ length: times }, () =>
        merchant.request('/functions/shopify-sync-inventory', { json: { merchant_id: merchantId } }),
      ),
    )
    const runs = await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]))
    expect(new Set(runs.map((run) => JSON.stringify(run))).size).toBe(1)
    expect(runs[0]?.[0]).toBe(200)
  })
})

describe('a write that another request made impossible', () => {
  it.each([
    ['23503', 409],
    ['23505', 409],
    ['40P01', 409],
    ['40001', 409],
    ['53100', 503],
  ])('with PostgreSQL’s code %s is answered with a sentence and status %i', async (code, status) => {
    const routes = new Hono<AppEnv>()
    routes.onError((error, c) => errorResponse(c, error, test.kernel.log))
    routes.get('/', () => {
      throw Object.assign(new Error('refused by the database'), { code })
    })
    await expectRefusal(routes.request('/'), status, { message: expect.stringMatching(/try/) })
  })
})
