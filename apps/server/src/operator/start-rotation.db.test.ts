import { randomUUID } from 'node:crypto'
import type { TwoFactorSetup } from '@stockcast/contract'
import { createTestDatabase, type TestDatabase, totpCode } from '@stockcast/testkit'
import { SignJWT } from 'jose'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDomains } from '../domains.ts'
import { readConfig, readSecretsConfig } from '../kernel/config/config.ts'
import { createApp } from '../kernel/http/app.ts'
import { keyedHash } from '../kernel/secrets/keyed-hash.ts'
import { openSecretBox } from '../kernel/secrets/secret-box.ts'
import { assertServerKeys } from '../kernel/secrets/server-keys.ts'
import { startServer } from '../main.ts'
import { openTokens, sealTokens } from '../store/shops/tokens.ts'
import { createTestKernel, type TestBrowser, type TestKernel, testBrowser } from '../testing/index.ts'
import { insertConnection } from '../testing/insert-connection.ts'
import { levelBody, webhookRequest } from '../testing/webhooks.ts'
import { rotateStored } from './start-rotation.ts'

const old = {
  STOCKCAST_SECRET: 'the-old-secret-of-the-tests-32-chars',
  SHOPIFY_API_SECRET: 'the old shopify secret',
  STRIPE_WEBHOOK_SECRET: 'whsec_old',
}
const fresh = {
  STOCKCAST_SECRET: 'the-new-secret-of-the-tests-32-chars',
  SHOPIFY_API_SECRET: 'the new shopify secret',
  STRIPE_WEBHOOK_SECRET: 'whsec_new',
}
const both = {
  ...fresh,
  STOCKCAST_SECRET_PREVIOUS: old.STOCKCAST_SECRET,
  SHOPIFY_API_SECRET_PREVIOUS: old.SHOPIFY_API_SECRET,
  STRIPE_WEBHOOK_SECRET_PREVIOUS: old.STRIPE_WEBHOOK_SECRET,
}
const live = { SHOPIFY_API_KEY: 'key', STRIPE_SECRET_KEY: 'sk_test_1', SMTP_URL: 'smtp://127.0.0.1:9' }
const password = 'a good one'
const shop = 'turning.myshopify.com'

let database: TestDatabase
const closers: (() => Promise<void>)[] = []

beforeEach(async () => {
  database = await createTestDatabase()
})

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  await database?.drop()
})

async function start(secrets: Record<string, string>) {
  const kernel = await createTestKernel({ database, env: { ...live, ...secrets } })
  const domains = await createDomains(kernel)
  closers.push(domains.close, kernel.close)
  await domains.assertReady()
  return { kernel, app: createApp(kernel, domains.authenticate, domains.mounts) }
}
type Running = Awaited<ReturnType<typeof start>>

const serverEnv = () => ({ ...live, DATABASE_URL: database.appUrl, SANDBOX_URL: 'http://127.0.0.1:9' })

const rotate = (secrets: Record<string, string>) => {
  const { databaseUrl, secrets: all } = readSecretsConfig({ ...serverEnv(), ...secrets })
  return rotateStored({ databaseUrl, secrets: all })
}

const getToken = async (browser: TestBrowser) => {
  const answer = await browser.get('/api/auth/token')
  return { status: answer.status, token: ((await answer.json()) as { token?: string }).token }
}

async function signUp(running: Running, email: string) {
  const browser = testBrowser(running.app)
  const made = await browser.post('/api/auth/sign-up/email', { email, password, name: 'x' })
  expect(made.status).toBe(200)
  return browser
}

/** Returns a browser with the same cookies, connected to a restarted server. */
function movedTo(running: Running, browser: TestBrowser): TestBrowser {
  const moved = testBrowser(running.app)
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value)
  return moved
}

const getMerchant = async (kernel: TestKernel, email: string) => {
  const found = await kernel.db.pool.query<{ merchant_id: number }>(
    'select merchant_id from merchant_directory where email = $1',
    [email],
  )
  return found.rows[0]!.merchant_id
}

async function shopifyWebhook(running: Running, secret: string): Promise<number> {
  const body = levelBody({ itemId: 1, locationId: 1, available: 1, updatedAt: '2026-11-20T10:00:00Z' })
  const topic = 'inventory_levels/update'
  return (await running.app.request('/webhooks/shopify', webhookRequest({ shop, topic, body, secret })))
    .status
}

async function stripeWebhook(running: Running, secret: string): Promise<number> {
  const event = {
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'invoice.paid',
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: 'in_1', object: 'invoice', customer: 'cus_nobody' } },
  }
  const body = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret })
  const headers = { 'stripe-signature': signature }
  return (await running.app.request('/webhooks/stripe', { method: 'POST', body, headers })).status
}

describe('a change of the secrets', () => {
  it('under load loses no webhook, fails no read and signs nobody out', async () => {
    const before = await start(old)
    const browser = await signUp(before, 'load@example.com')
    const merchantId = await getMerchant(before.kernel, 'load@example.com')
    await insertConnection(before.kernel, { merchantId, shopDomain: shop })
    const tokens = {
      accessToken: 'shpat_1',
      accessExpiresAt: null,
      refreshToken: null,
      refreshExpiresAt: null,
    }
    const { kernel } = before
    const sealed = await kernel.db.withTenant(merchantId, (tx) => sealTokens(kernel, tx, merchantId, tokens))

    let running = before
    let sign = old
    let isOver = false
    const answers: [string, number][] = []
    const stream = async () => {
      while (!isOver) {
        const mine = movedTo(running, browser)
        answers.push(['shopify', await shopifyWebhook(running, sign.SHOPIFY_API_SECRET)])
        answers.push(['stripe', await stripeWebhook(running, sign.STRIPE_WEBHOOK_SECRET)])
        const { status, token } = await getToken(mine)
        answers.push(['token', status])
        const read = await mine.get('/api/account', { authorization: `Bearer ${token}` })
        answers.push(['read', read.status])
        for (const [name, value] of mine.cookies) browser.cookies.set(name, value)
      }
    }
    const answered = (count: number) =>
      new Promise<void>((resolve) => {
        const from = answers.length
        const look = () => (answers.length >= from + count ? resolve() : setImmediate(look))
        look()
      })
    const streams = [stream(), stream(), stream()]
    await answered(24)
    running = await start(both)
    await answered(24)
    const rotated = rotate(both)
    await answered(24)
    expect(await rotated).toBeGreaterThan(0)
    // By now the providers sign with the new secrets as well.
    sign = fresh
    await answered(24)
    running = await start(fresh)
    await answered(24)
    isOver = true
    await Promise.all(streams)

    expect(answers.filter(([, status]) => status !== 200)).toEqual([])
    const { kernel: now } = running
    const opened = await now.db.withTenant(merchantId, (tx) => openTokens(now, tx, merchantId, sealed))
    expect(opened?.accessToken).toBe('shpat_1')
    const stored = await now.db.withTenant(merchantId, (tx) =>
      tx
        .selectFrom('webhook_inbox')
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    )
    expect(stored.count).toBe(answers.filter(([name]) => name === 'shopify').length)
  })

  it('keeps authenticator apps, backup codes, hashes and links for a new password valid', async () => {
    const before = await start(old)
    const email = 'second-step@example.com'
    const browser = await signUp(before, email)
    const setup = (await (
      await browser.post('/api/auth/two-factor/enable', { password })
    ).json()) as TwoFactorSetup
    const code = totpCode(setup.totpURI, Date.now())
    expect((await browser.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200)
    const hashed = { purpose: 'ended-trial', name: 'email:somebody@example.com' } as const
    const { db, config } = before.kernel
    const hash = await keyedHash(db.directory, config.secrets, hashed)

    await start(both)
    expect(await rotate(both)).toBeGreaterThan(0)
    expect(await rotate(both)).toBe(0)

    const after = await start(fresh)
    const other = testBrowser(after.app)
    const first = await other.post('/api/auth/sign-in/email', { email, password })
    expect(await first.json()).toMatchObject({ twoFactorRedirect: true })
    const next = { code: totpCode(setup.totpURI, Date.now() + 30_000) }
    expect((await other.post('/api/auth/two-factor/verify-totp', next)).status).toBe(200)
    const third = testBrowser(after.app)
    await third.post('/api/auth/sign-in/email', { email, password })
    const backup = { code: setup.backupCodes[0] }
    expect((await third.post('/api/auth/two-factor/verify-backup-code', backup)).status).toBe(200)
    expect(await keyedHash(after.kernel.db.directory, after.kernel.config.secrets, hashed)).toBe(hash)
  })

  it('lets a link from an earlier mail confirm an address as long as the former secret is configured', async () => {
    const email = 'link@example.com'
    const browser = await signUp(await start(old), email)
    const token = await new SignJWT({ email })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(old.STOCKCAST_SECRET))
    const follow = async (running: Running, link: string) =>
      (
        await movedTo(running, browser).get(`/api/auth/verify-email?token=${link}&callbackURL=/add-payment`)
      ).headers.get('location')
    const turning = await start(both)
    expect(await follow(turning, `${token}x`)).toMatch(/error=/)
    expect(await follow(turning, token)).toBe('/add-payment')
    await rotate(both)
    expect(await follow(await start(fresh), token)).toMatch(/error=/)
  })

  it('stops with an error if the former secret is missing before everything is encrypted with the new one', async () => {
    const { kernel } = await start(old)
    const email = 'early@example.com'
    await signUp({ kernel, app: (await start(old)).app }, email)
    const merchantId = await getMerchant(kernel, email)
    await kernel.db.withTenant(merchantId, (tx) => openSecretBox(tx, kernel.config.secrets, merchantId))
    await assertServerKeys(kernel.db.directory, kernel.config.secrets)
    await expect(rotate(fresh)).rejects.toThrow(/need the STOCKCAST_SECRET with which they were written/)
    await expect(start(fresh)).rejects.toThrow(/^STOCKCAST_SECRET is not the one/)
    const worker = readConfig({ ...serverEnv(), ...fresh, STOCKCAST_ROLE: 'worker' })
    await expect(startServer(worker, kernel.log)).rejects.toThrow(/^STOCKCAST_SECRET is not the one/)
  })
})
