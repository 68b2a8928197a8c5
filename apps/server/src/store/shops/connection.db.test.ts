import type { Hono } from 'hono'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ensureMerchant } from '../../accounts/merchants/ensure-merchant.ts'
import { createApp } from '../../kernel/http/app.ts'
import type { AppEnv, SignedIn } from '../../kernel/http/context.ts'
import { callbackQuery, type FakeShopify, startFakeShopify } from '../../testing/fake-shopify.ts'
import { newForEachTest, withTestKernel } from '../../testing/index.ts'
import { testStore } from '../../testing/test-kernel.ts'
import { accessToken } from './access-token.ts'
import { disconnectShop } from './leave-shop.ts'
import { openShop } from './open-shop.ts'
import { checkScopes } from './reconnect.ts'
import { createShopRoutes } from './routes.ts'

const syncRunId = 41
const origin = 'http://localhost:3000'

let shopify: FakeShopify
let app: Hono<AppEnv>
const callers = new Map<string, SignedIn>()

const kernel = withTestKernel(async ({ closeLater }) => {
  shopify = await startFakeShopify()
  closeLater(() => shopify.close())
  return { env: { SANDBOX_URL: shopify.url } }
})

beforeAll(() => {
  const routes = createShopRoutes(kernel, async () => syncRunId)
  app = createApp(kernel, async (token) => callers.get(token) ?? null, {
    open: [],
    guarded: [{ path: '/', routes }],
  })
})

beforeEach(() => {
  shopify.beforeTokens = async () => undefined
  shopify.refusesTokens = false
  shopify.scopes = ['read_products', 'read_inventory', 'read_locations', 'read_orders', 'read_all_orders']
  shopify.tokenRequests = []
})

interface Answer {
  authUrl: string
  error: { code: string; message: string; field?: string; refusal?: string }
}

let count = 0
const newShop = () => `shop-${++count}.myshopify.com`

async function newMerchant() {
  const userId = crypto.randomUUID()
  const email = `${userId}@example.com`
  const merchantId = await ensureMerchant(kernel, { id: userId, email })
  callers.set(userId, { merchantId, homeId: merchantId, role: 'owner', userId, email, sessionId: userId })
  const call = async (name: string, body: object) => {
    const response = await app.request(`/functions/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${userId}` },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Answer }
  }
  const start = async (shop: string) => {
    const { body } = await call('shopify-oauth-init', { shop, redirectOrigin: origin })
    return new URL(body.authUrl).searchParams.get('state') ?? ''
  }
  const complete = (query: string, changes: object = {}) => {
    const parameters = new URLSearchParams(query)
    const of = (name: string) => parameters.get(name) ?? ''
    const body = { code: of('code'), shop: of('shop'), hmac: of('hmac'), query: `?${query}`, ...changes }
    return call('shopify-oauth-callback', body)
  }
  const signed = async (shop: string) =>
    callbackQuery({ shop, state: await start(shop), at: kernel.clock.now() })
  const connect = async (shop: string) => complete(await signed(shop))
  return { merchantId, call, start, complete, signed, connect }
}

const getConnection = (merchantId: number) =>
  kernel.db.withTenant(merchantId, (tx) =>
    tx.selectFrom('shop_connections').selectAll().where('merchant_id', '=', merchantId).executeTakeFirst(),
  )

const addLocations = (merchantId: number, count: number) =>
  kernel.db.withTenant(merchantId, (tx) =>
    tx
      .insertInto('locations')
      .values(
        Array.from({ length: count }, (_, i) => ({
          merchant_id: merchantId,
          location_id: i + 1,
          name: 'Main',
          is_active: true,
        })),
      )
      .execute(),
  )

const getLocations = (merchantId: number) =>
  kernel.db.withTenant(merchantId, (tx) =>
    tx.selectFrom('locations').select('name').where('merchant_id', '=', merchantId).execute(),
  )

describe('POST /functions/shopify-oauth-init', () => {
  it('S-02, S-04 returns the page of the shop, with a new state each time', async () => {
    const merchant = await newMerchant()
    const { status, body } = await merchant.call('shopify-oauth-init', {
      shop: ' HTTPS://Acme.myshopify.com/ ',
      redirectOrigin: 'http://127.0.0.1:3000',
    })
    const url = new URL(body.authUrl)
    expect(status).toBe(200)
    expect(`${url.origin}${url.pathname}`).toBe(
      `${shopify.url}/shopify/acme.myshopify.com/admin/oauth/authorize`,
    )
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'sandbox-client',
      redirect_uri: 'http://127.0.0.1:3000/shopify/callback',
      scope: 'read_products,read_inventory,read_locations,read_orders,read_all_orders',
    })
    expect(url.searchParams.get('state')).toMatch(/^[\w-]{43}$/)
    expect(await merchant.start('acme')).not.toBe(url.searchParams.get('state'))
  })

  it.each([
    'shop.com',
    'x.myshopify.com.evil.com',
    'evil.com/.myshopify.com',
    'evil.com#.myshopify.com',
    'evil.com?.myshopify.com',
    'user@evil.com',
    '127.0.0.1',
    '169.254.169.254/.myshopify.com',
    '[::1]',
    'a b.myshopify.com',
    '-a.myshopify.com',
    '',
  ])('S-03 %j is refused with a sentence about the domain', async (shop) => {
    const merchant = await newMerchant()
    const { status, body } = await merchant.call('shopify-oauth-init', { shop, redirectOrigin: origin })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'invalid_input', field: 'shop', refusal: 'incorrect_domain' })
    expect(body.error.message).toMatch(/domain/)
    expect(body.error.message).toContain("'your-store.myshopify.com'")
  })

  it.each([
    'https://evil.com',
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost:3000/x',
    'null',
  ])('S-04 the redirect origin %j is refused', async (redirectOrigin) => {
    const merchant = await newMerchant()
    const { status, body } = await merchant.call('shopify-oauth-init', { shop: 'acme', redirectOrigin })
    expect(status).toBe(400)
    expect(body.error.field).toBe('redirectOrigin')
  })
})

describe('POST /functions/shopify-oauth-callback', () => {
  const merchant = newForEachTest(newMerchant)

  it('S-05 connects the shop and returns the run of its first sync', async () => {
    const shop = newShop()
    expect(await merchant.connect(shop)).toEqual({ status: 200, body: { shopDomain: shop, syncRunId } })
    const [stored, row] = await kernel.db.withTenant(merchant.merchantId, async (tx) => [
      await tx.selectFrom('merchants').selectAll().where('id', '=', merchant.merchantId).executeTakeFirst(),
      await tx
        .selectFrom('merchant_directory')
        .selectAll()
        .where('merchant_id', '=', merchant.merchantId)
        .executeTakeFirst(),
    ])
    expect(stored).toMatchObject({
      shop_domain: shop,
      time_zone: 'America/New_York',
      country_code: 'US',
      currency: 'USD',
    })
    expect(row?.shop_domain).toBe(shop)
  })

  it('stores the tokens only encrypted', async () => {
    await merchant.connect(newShop())
    const connection = await getConnection(merchant.merchantId)
    expect(connection?.access_token).toMatch(/^v1\./)
    expect(connection?.refresh_token).toMatch(/^v1\./)
    expect(JSON.stringify(connection)).not.toMatch(/shpat_|shprt_/)
  })

  it('S-05b a callback signed with another secret is refused', async () => {
    const shop = newShop()
    const state = await merchant.start(shop)
    const forged = callbackQuery({ shop, state, at: kernel.clock.now() }, 'not the secret')
    const { status, body } = await merchant.complete(forged)
    expect(status).toBe(400)
    expect(body.error.message).toMatch(/invalid/)
    expect(shopify.tokenRequests).toEqual([])
  })

  it('S-05b any changed, added or missing parameter is refused', async () => {
    const shop = newShop()
    const query = await merchant.signed(shop)
    const forgeries = [
      query.replace('code=a-code', 'code=b-code'),
      query.replace(/host=\w+/, 'host=x'),
      `${query}&admin=1`,
      query.replace(/&?host=\w+/, ''),
      query.replace(/hmac=[0-9a-f]+/, `hmac=${'0'.repeat(64)}`),
    ]
    for (const forged of forgeries) expect((await merchant.complete(forged)).status).toBe(400)
    expect(shopify.tokenRequests).toEqual([])
    expect((await merchant.complete(query)).status).toBe(200)
  })

  it.each(['code', 'shop', 'hmac'])('S-05b a %s other than the signed one is refused', async (name) => {
    const query = await merchant.signed(newShop())
    const { status } = await merchant.complete(query, { [name]: 'other.myshopify.com' })
    expect(status).toBe(400)
    expect(shopify.tokenRequests).toEqual([])
  })

  it('S-04 a replayed callback is refused', async () => {
    const query = await merchant.signed(newShop())
    expect((await merchant.complete(query)).status).toBe(200)
    expect((await merchant.complete(query)).status).toBe(400)
    expect(shopify.tokenRequests).toHaveLength(1)
  })

  it('S-04 a state works once, even for two callbacks at the same moment', async () => {
    const query = await merchant.signed(newShop())
    const answers = await Promise.all([merchant.complete(query), merchant.complete(query)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
  })

  it('S-04 a state of another merchant or another shop, or a missing one, is refused', async () => {
    const shop = newShop()
    const at = kernel.clock.now()
    const foreign = await (await newMerchant()).start(shop)
    const elsewhere = await merchant.start(newShop())
    for (const state of [foreign, elsewhere, '', 'made-up']) {
      expect((await merchant.complete(callbackQuery({ shop, state, at }))).status).toBe(400)
    }
    expect(shopify.tokenRequests).toEqual([])
  })

  it('S-04 a state older than ten minutes is refused', async () => {
    const shop = newShop()
    const state = await merchant.start(shop)
    kernel.clock.advance(10 * 60_000 + 1)
    const late = callbackQuery({ shop, state, at: kernel.clock.now() })
    expect((await merchant.complete(late)).status).toBe(400)
  })

  it.each(['x.myshopify.com.evil.com', 'evil.com/.myshopify.com', '10.0.0.1', 'evil.com'])(
    'S-03 a callback from %j is refused although it is signed',
    async (shop) => {
      const query = callbackQuery({ shop, state: await merchant.start('acme'), at: kernel.clock.now() })
      const { status, body } = await merchant.complete(query)
      expect(status).toBe(400)
      expect(body.error.message).toMatch(/domain/)
      expect(shopify.tokenRequests).toEqual([])
    },
  )

  it('S-06 a code that Shopify refuses is reported as an authorization problem, not as a wrong domain', async () => {
    shopify.refusesTokens = true
    const { status, body } = await merchant.connect(newShop())
    expect(status).toBe(412)
    expect(body.error.message).toMatch(/invalid/)
    expect(body.error.refusal).toBe('invalid_store')
    expect(await getConnection(merchant.merchantId)).toBeUndefined()
  })

  it('S-06 a permission that was not granted is named', async () => {
    shopify.scopes = ['read_products', 'write_inventory', 'read_locations']
    const { status, body } = await merchant.connect(newShop())
    expect(status).toBe(412)
    expect(body.error.message).toBe('Please authorize every permission asked for. Missing: read_orders.')
    expect(body.error.refusal).toBe('invalid_store')
  })

  it('X-02 a shop that belongs to another merchant is refused with a sentence', async () => {
    const shop = newShop()
    expect((await (await newMerchant()).connect(shop)).status).toBe(200)
    const second = await newMerchant()
    const { status, body } = await second.connect(shop)
    expect(status).toBe(409)
    expect(body.error.message).toBe('This store is already connected to another Stockcast account.')
    expect(await getConnection(second.merchantId)).toBeUndefined()
  })

  it('when two merchants connect one shop at the same moment, one of them gets it', async () => {
    const shop = newShop()
    const merchants = await Promise.all([newMerchant(), newMerchant()])
    const queries = await Promise.all(merchants.map((merchant) => merchant.signed(shop)))
    const answers = await Promise.all(merchants.map((merchant, i) => merchant.complete(queries[i] ?? '')))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  it.each([1, 2, 3, 4, 5, 6])(
    'S-05 of two merchants who connect one store at the same moment, the second keeps its former store and data (%i)',
    async () => {
      const wanted = newShop()
      const merchants = await Promise.all([newMerchant(), newMerchant()])
      const former = new Map(merchants.map(({ merchantId }) => [merchantId, newShop()]))
      for (const merchant of merchants) {
        await merchant.connect(former.get(merchant.merchantId)!)
        await addLocations(merchant.merchantId, 300)
      }
      const queries = await Promise.all(merchants.map((merchant) => merchant.signed(wanted)))
      const answers = await Promise.all(merchants.map((merchant, i) => merchant.complete(queries[i] ?? '')))
      const statuses = answers.map((answer) => answer.status)
      expect(statuses.toSorted()).toEqual([200, 409])
      const winner = merchants[statuses.indexOf(200)]!
      const second = merchants[statuses.indexOf(409)]!
      expect(answers[statuses.indexOf(409)]?.body.error.message).toBe(
        'This store is already connected to another Stockcast account.',
      )
      expect(await getConnection(winner.merchantId)).toMatchObject({
        shop_domain: wanted,
        status: 'connected',
      })
      expect(await getLocations(winner.merchantId)).toEqual([])
      expect(await getConnection(second.merchantId)).toMatchObject({
        shop_domain: former.get(second.merchantId),
        status: 'connected',
        access_token: expect.any(String),
      })
      expect(await getLocations(second.merchantId)).toHaveLength(300)
      const released = await newMerchant()
      expect((await released.connect(former.get(winner.merchantId)!)).status).toBe(200)
      expect((await released.connect(former.get(second.merchantId)!)).status).toBe(409)
    },
  )
})

describe('connecting again', () => {
  it('keeps the data of the same shop', async () => {
    const merchant = await newMerchant()
    const shop = newShop()
    await merchant.connect(shop)
    await addLocations(merchant.merchantId, 1)
    expect((await merchant.connect(shop)).status).toBe(200)
    expect(await getLocations(merchant.merchantId)).toHaveLength(1)
  })

  it('scopes that were read before the merchant gave a permission do not withdraw it', async () => {
    const merchant = await newMerchant()
    const { merchantId } = merchant
    const shop = newShop()
    await merchant.connect(shop)
    const before = await openShop(kernel, merchantId)
    kernel.clock.advance(1000)
    await merchant.connect(shop)
    const check = ({ connectedAt }: typeof before, granted: string[]) =>
      kernel.db.withTenant(merchantId, (tx) => checkScopes(kernel, tx, { merchantId, granted, connectedAt }))
    const scopes = [...(await getConnection(merchantId))!.scopes]
    expect(await check(before, [])).toBe(false)
    expect(await getConnection(merchantId)).toMatchObject({ scopes, status: 'connected' })
    expect(await check(await openShop(kernel, merchantId), [])).toBe(true)
    expect(await getConnection(merchantId)).toMatchObject({ scopes: [], status: 'needs_reconnect' })
  })

  it('replaces the data of the former shop by that of another one, and frees the former', async () => {
    const merchant = await newMerchant()
    const former = newShop()
    await merchant.connect(former)
    await addLocations(merchant.merchantId, 1)
    expect((await merchant.connect(newShop())).status).toBe(200)
    expect(await getLocations(merchant.merchantId)).toEqual([])
    expect((await (await newMerchant()).connect(former)).status).toBe(200)
  })
})

describe('accessToken', () => {
  async function connected() {
    const merchant = await newMerchant()
    await merchant.connect(newShop())
    shopify.tokenRequests = []
    return merchant.merchantId
  }

  it('returns the stored token while it is valid for more than five minutes', async () => {
    const merchantId = await connected()
    const first = await accessToken(kernel, merchantId)
    kernel.clock.advance(54 * 60_000)
    expect((await accessToken(kernel, merchantId)).accessToken).toBe(first.accessToken)
    expect(shopify.tokenRequests).toEqual([])
  })

  it('renews the token once, however many callers ask at the same time', async () => {
    const merchantId = await connected()
    const before = await accessToken(kernel, merchantId)
    kernel.clock.advance(56 * 60_000)
    const renewed = await Promise.all(Array.from({ length: 50 }, () => accessToken(kernel, merchantId)))
    expect(new Set(renewed.map((tokens) => tokens.accessToken)).size).toBe(1)
    expect(renewed[0]?.accessToken).not.toBe(before.accessToken)
    expect(shopify.tokenRequests).toHaveLength(1)
    expect(shopify.tokenRequests[0]).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: before.refreshToken,
    })
  })

  it('renews the token without an open transaction or a lock on the connection', async () => {
    const merchantId = await connected()
    kernel.clock.advance(56 * 60_000)
    const answering = Promise.withResolvers<void>()
    shopify.beforeTokens = () => answering.promise
    const renewing = accessToken(kernel, merchantId)
    await vi.waitFor(() => expect(shopify.tokenRequests).toHaveLength(1))
    const open = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(
      kernel.db.directory,
    )
    expect(open.rows).toEqual([{ count: 0 }])
    answering.resolve()
    expect((await renewing).accessToken).toMatch(/^shpat_/)
    expect(await getConnection(merchantId)).toMatchObject({ renewal_id: null, renewing_until: null })
  })

  it('lets the next caller renew with the old pair after the process that was renewing was killed', async () => {
    const merchantId = await connected()
    const before = await accessToken(kernel, merchantId)
    kernel.clock.advance(61 * 60_000)
    const late = Promise.withResolvers<void>()
    shopify.beforeTokens = () => late.promise
    const killed = accessToken(kernel, merchantId)
    killed.catch(() => undefined)
    await vi.waitFor(() => expect(shopify.tokenRequests).toHaveLength(1))
    shopify.beforeTokens = async () => undefined
    kernel.clock.advance(2 * 60_000)
    const renewed = await accessToken(kernel, merchantId)
    expect(renewed.accessToken).not.toBe(before.accessToken)
    expect(shopify.tokenRequests.map((request) => request.refresh_token)).toEqual([
      before.refreshToken,
      before.refreshToken,
    ])
    // The late answer replaces nothing.
    late.resolve()
    await expect(killed).rejects.toMatchObject({ reason: 'unavailable' })
    expect((await accessToken(kernel, merchantId)).accessToken).toBe(renewed.accessToken)
  })

  it('does not store a token that arrives after the shop was removed', async () => {
    const merchantId = await connected()
    kernel.clock.advance(56 * 60_000)
    const answering = Promise.withResolvers<void>()
    shopify.beforeTokens = () => answering.promise
    const renewing = accessToken(kernel, merchantId)
    renewing.catch(() => undefined)
    await vi.waitFor(() => expect(shopify.tokenRequests).toHaveLength(1))
    await kernel.db.withTenant(merchantId, (tx) =>
      disconnectShop(kernel, tx, { merchantId, uninstalledAt: kernel.clock.now() }),
    )
    answering.resolve()
    await expect(renewing).rejects.toMatchObject({ reason: 'unavailable' })
    expect(await getConnection(merchantId)).toMatchObject({ access_token: null, renewal_id: null })
  })

  it('renews a token that Shopify refused, and the request succeeds', async () => {
    const merchantId = await connected()
    shopify.validTokens.clear()
    const { shop } = await openShop(kernel, merchantId)
    expect((await shop.details()).timeZone).toBe('America/New_York')
    expect(shopify.tokenRequests).toHaveLength(1)
  })

  it('asks the merchant to connect again when the token cannot be renewed, and keeps the old pair', async () => {
    const merchantId = await connected()
    const before = await getConnection(merchantId)
    kernel.clock.advance(60 * 60_000)
    shopify.refusesTokens = true
    await expect(accessToken(kernel, merchantId)).rejects.toMatchObject({ reason: 'unauthorized' })
    expect(await getConnection(merchantId)).toEqual({
      ...before,
      status: 'needs_reconnect',
      message: expect.stringContaining('Connect it again'),
    })
  })

  it('returns a token that is about to expire while Shopify does not answer its renewal', async () => {
    const merchantId = await connected()
    const before = await accessToken(kernel, merchantId)
    kernel.clock.advance(57 * 60_000)
    const unreachable = { ...kernel.config.shopify, sandboxOrigin: 'http://127.0.0.1:1' }
    const offline = { ...kernel, store: testStore({ shopify: unreachable }, kernel.clock) }
    expect((await accessToken(offline, merchantId)).accessToken).toBe(before.accessToken)
  })

  it('finds no token for a merchant without a shop', async () => {
    const { merchantId } = await newMerchant()
    await expect(openShop(kernel, merchantId)).rejects.toMatchObject({ code: 'precondition_failed' })
  })
})
