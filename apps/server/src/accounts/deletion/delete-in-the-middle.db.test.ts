import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { serve } from '../../kernel/http/serve.ts'
import { type TestMerchant, testBrowser, withTestApp } from '../../testing/index.ts'
import { notificationSettings } from '../../testing/notification-settings.ts'
import { getContent, readTenantTables, type TenantTable } from '../../testing/tenant-tables.ts'
import { connectStore, type SandboxProcess, startSandboxProcess } from '../../testing/with-store.ts'

const password = 'a good one'

let sandbox: SandboxProcess
let server: Awaited<ReturnType<typeof serve>>
let tables: TenantTable[]

const test = withTestApp(async ({ closeLater }) => {
  server = await serve({
    host: '127.0.0.1',
    port: 0,
    fetch: (request, env) => test.signInApp.fetch(request, env as object),
  })
  closeLater(() => server.stop(0))
  sandbox = await startSandboxProcess({ APP_URL: server.address, SANDBOX_RESTORE_RATE: '1000000' })
  closeLater(() => sandbox.stop())
  return {
    now: new Date().toISOString(),
    realJobs: true,
    env: {
      SANDBOX_URL: sandbox.url,
      SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
      PUBLIC_URL: server.address,
      DATABASE_POOL_SIZE: '12',
    },
  }
})

beforeAll(async () => {
  tables = await readTenantTables(test.kernel.db.directory)
  await test.kernel.jobs.work(test.domains.tasks)
})

let count = 0

async function signUp() {
  const email = `racer-${++count}@shop.example`
  const browser = testBrowser(test.signInApp, server.address)
  expect((await browser.post('/api/auth/sign-up/email', { email, password, name: 'racer' })).status).toBe(200)
  const token = await browser.getToken()
  const headers = { authorization: `Bearer ${token}` }
  const { mid, sub } = decodeJwt(token)
  const request: TestMerchant['request'] = async (path, init = {}) =>
    init.json === undefined ? browser.get(path, headers) : browser.post(path, init.json, headers)
  return {
    email,
    browser,
    userId: sub!,
    merchant: { merchantId: mid as number, email, token, request } as TestMerchant,
    put: (path: string, json: object) =>
      test.signInApp.request(path, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(json),
      }),
  }
}
type Person = Awaited<ReturnType<typeof signUp>>

async function setUpChannels({ put }: Person, n: number): Promise<void> {
  const settings = notificationSettings({
    slack: { isOn: true, webhookUrl: `https://hooks.slack.com/services/T0/B0/race${n}` },
    email: { isOn: true, address: `race${n}@shop.example` },
  })
  expect((await put('/api/notifications', settings)).status).toBe(200)
}

const rows = async (text: string, values: unknown[] = []) =>
  (await test.kernel.db.pool.query(text, values)).rows

/** Returns the tables in which the merchant has rows. */
async function filled(merchantId: number): Promise<string[]> {
  const content = await test.kernel.db.withTenant(merchantId, (tx) => getContent(tx, tables))
  return Object.keys(content).filter((name) => content[name] !== '')
}

async function sell(shop: string): Promise<void> {
  const listed = await fetch(`${sandbox.url}/api/shops/${shop}/variants`)
  const { variants } = (await listed.json()) as { variants: { variantId: string }[] }
  for (const { variantId } of variants.slice(0, 5))
    await fetch(`${sandbox.url}/api/shops/${shop}/sell`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ variantId, quantity: 1 }),
    })
}

/** Loads a small store of 60 days, so that a sync takes seconds. */
async function loadStore(shop: string): Promise<void> {
  const days = Array.from({ length: 60 }, (_, d) =>
    new Date(Date.UTC(2025, 0, 1 + d)).toISOString().slice(0, 10),
  )
  const series = Array.from({ length: 10 }, (_, s) =>
    [`sku-${s}`, ...days.map((_, d) => (s * 7 + d * 3) % 5)].join(','),
  )
  const answer = await fetch(`${sandbox.url}/api/shops/${shop}/load`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: [['series_id', ...days].join(','), ...series].join('\n'),
  })
  expect(answer.status).toBe(200)
}

const rowIn = (table: string) => (merchantId: number) =>
  test.kernel.db.withTenant(
    merchantId,
    async (tx) => (await sql`select 1 from ${sql.table(table)} limit 1`.execute(tx)).rows.length > 0,
  )
const jobSeen = (name: string) => async (merchantId: number) => {
  const text = `select 1 from jobs.job where name = $1 and data ->> 'merchantId' = $2 and state <> 'created'`
  return (await rows(text, [name, String(merchantId)])).length > 0
}

/** What has just happened when the account is deleted. */
const moments: Record<string, (merchantId: number, shop: string) => Promise<boolean>> = {
  'the store is being imported': jobSeen('sync-shop'),
  'its products are written': rowIn('variants'),
  'its orders are written': rowIn('order_lines'),
  'its forecasts are being made': jobSeen('forecast-shop'),
  'its alerts are opened': rowIn('alerts'),
  'its messages are sent': jobSeen('deliver-slack'),
  'webhooks of the store are applied': async (merchantId, shop) => {
    await sell(shop)
    return jobSeen('apply-webhooks')(merchantId)
  },
}

async function deleteWhen(moment: string, n: number): Promise<Person> {
  const person = await signUp()
  await setUpChannels(person, n)
  const shop = `race-${n}`
  await loadStore(shop)
  await connectStore(person.merchant, `${shop}.myshopify.com`, server.address)
  const selling = sell(shop)
  await vi.waitFor(
    async () =>
      expect([moment, await moments[moment]!(person.merchant.merchantId, shop)]).toEqual([moment, true]),
    { timeout: 100_000, interval: 20 },
  )
  const answer = await person.browser.post('/api/auth/delete-user', { password, confirmation: person.email })
  expect(answer.status).toBe(200)
  await selling
  return person
}

describe('an account that is deleted while workers write for it', () => {
  it('G-07 is gone at once, whatever they are doing, and leaves nothing', { timeout: 180_000 }, async () => {
    const erased = await Promise.all(Object.keys(moments).map(deleteWhen))
    const running = `select name from jobs.job where state = 'active'`
    await vi.waitFor(async () => expect(await rows(running)).toEqual([]), { timeout: 60_000 })
    for (const { merchant, userId } of erased) {
      const { merchantId } = merchant
      await test.runTask('sweep-erased-account', { merchantId, userId })
      expect(await filled(merchantId)).toEqual([])
    }
  })
})
