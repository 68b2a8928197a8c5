import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callbackQuery, connectFake } from '../../testing/fake-shopify.ts'
import { insertCatalog, type TestApp, type TestMerchant } from '../../testing/index.ts'
import { complianceBody, webhookRequest } from '../../testing/webhooks.ts'
import { withFakeShopify } from '../../testing/with-store.ts'
import { applyWebhooks } from '../webhooks/apply-webhooks.task.ts'
import { confirmDeparture } from '../webhooks/confirm-departure.task.ts'
import { emptyShop } from './empty-shop.ts'

const NOW = '2026-11-20T10:00:00Z'
const LINES = 12_000
const MAX_AT_ONCE = 5000

const app = withFakeShopify({ now: NOW })

let shops = 0
const newShop = () => `emptied-${++shops}.myshopify.com`

/** Returns a connected store with variants, their daily sales, and this many order lines. */
async function newStore(lines: number) {
  const merchant = await app.signUp()
  const { merchantId } = merchant
  const shop = newShop()
  app.kernel.clock.set('2026-11-20T09:00:00Z')
  await connectFake(app.kernel, merchant, shop)
  app.kernel.clock.set(NOW)
  const variants = Array.from({ length: 20 }, () => ({ available: 20, sales: [1, 2, 3, 4] }))
  const [variantId] = await insertCatalog(app.kernel, { merchantId, variants })
  await merchant.rows(sql`
    insert into order_lines (merchant_id, order_id, line_id, variant_id, day, units)
    select m.id, n, n, ${variantId}, '2026-11-01', 1
    from merchants m, generate_series(1, ${lines}::int) n where m.id = ${merchantId}`)
  await merchant.rows(sql`update sync_runs set status = 'succeeded' where merchant_id = ${merchantId}`)
  return { merchant, merchantId, shop }
}

interface Counts {
  lines: number
  days: number
  variants: number
  runs: number
  shop: string
}

async function counts(db: TestApp['kernel']['db'], merchantId: number): Promise<Counts> {
  const found = await db.withTenant(merchantId, (tx) =>
    sql<Counts>`
      select (select count(*) from order_lines where merchant_id = ${merchantId}) as lines,
        (select count(*) from sales_daily where merchant_id = ${merchantId}) as days,
        (select count(*) from variants where merchant_id = ${merchantId}) as variants,
        (select count(*) from sync_runs where merchant_id = ${merchantId}) as runs,
        (select shop_domain from merchants where id = ${merchantId}) as shop
    `.execute(tx),
  )
  return found.rows[0]!
}

class Killed extends Error {}

/**
 * Runs `work` on a database that aborts every transaction from the `n`th on. Returns the most lines that one
 * of them deleted, without those that others deleted while it was open.
 */
async function killedAt(n: number, merchantId: number, work: () => Promise<unknown>): Promise<number> {
  const { db } = app.kernel
  let transactions = 0
  let most = 0
  let deleted = 0
  const counted: typeof db.withTenant = async (id, run) => {
    if (++transactions >= n) throw new Killed()
    const before = deleted + (await counts(db, merchantId)).lines
    const answer = await db.withTenant(id, run)
    const own = before - deleted - (await counts(db, merchantId)).lines
    deleted += own
    most = Math.max(most, own)
    return answer
  }
  app.kernel.db = { ...db, withTenant: counted }
  try {
    await work()
  } finally {
    app.kernel.db = db
  }
  return most
}

async function signedCallback(merchant: TestMerchant, shop: string): Promise<object> {
  const { authUrl } = await merchant.ask<{ authUrl: string }>('/functions/shopify-oauth-init', {
    json: { shop, redirectOrigin: 'http://localhost:3000' },
  })
  const state = new URL(authUrl).searchParams.get('state') ?? ''
  const query = callbackQuery({ shop, state, at: app.kernel.clock.now() })
  const of = (name: string) => new URLSearchParams(query).get(name) ?? ''
  return { code: of('code'), shop, hmac: of('hmac'), query: `?${query}` }
}

const nothing = { lines: 0, days: 0, variants: 0 }

describe('emptyShop', () => {
  it('leaves nothing after it was killed between any two steps and run again, deleting a few rows at a time', async () => {
    const { merchantId } = await newStore(60)
    const empty = () =>
      emptyShop(app.kernel, { merchantId, isStillWanted: async () => true, rowsPerStep: 7 }).catch(
        (error) => {
          if (!(error instanceof Killed)) throw error
          return false
        },
      )
    let isDone = false
    for (let n = 1; !isDone; n++) {
      const most = await killedAt(n, merchantId, async () => {
        isDone = await empty()
      })
      expect(most).toBeLessThanOrEqual(7)
    }
    expect(await counts(app.kernel.db, merchantId)).toMatchObject({ ...nothing, runs: 0 })
  }, 240_000)

  it('stops at the first step at which `isStillWanted` returns false', async () => {
    const { merchantId } = await newStore(60)
    let asked = 0
    const isStillWanted = async () => ++asked < 3
    expect(await emptyShop(app.kernel, { merchantId, isStillWanted, rowsPerStep: 7 })).toBe(false)
    expect(await counts(app.kernel.db, merchantId)).toMatchObject({ variants: 20 })
  })
})

describe('connecting another store', () => {
  it('deletes the data of the former store in small steps, and shows the new one once all of it is gone', async () => {
    const { merchant, merchantId } = await newStore(LINES)
    const next = newShop()
    const most = await killedAt(Number.POSITIVE_INFINITY, merchantId, () =>
      connectFake(app.kernel, merchant, next),
    )
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(MAX_AT_ONCE)
    expect(await counts(app.kernel.db, merchantId)).toMatchObject({ ...nothing, runs: 1, shop: next })
  }, 240_000)

  it('when killed between any two steps, leaves no mixture of two stores, and ends the same when it is repeated', async () => {
    const { merchant, merchantId, shop } = await newStore(60)
    const next = newShop()
    let status = 0
    for (let n = 1; status !== 200; n += 3) {
      const json = await signedCallback(merchant, next)
      await killedAt(n, merchantId, async () => {
        status = (await merchant.request('/functions/shopify-oauth-callback', { json })).status
      })
      const seen = await counts(app.kernel.db, merchantId)
      if (seen.shop !== shop) expect(seen).toMatchObject({ ...nothing, shop: next })
    }
    expect(await counts(app.kernel.db, merchantId)).toMatchObject({ ...nothing, runs: 1, shop: next })
  }, 120_000)

  it('when killed half-way and followed by the former store, reads that store from the beginning', async () => {
    const { merchant, merchantId, shop } = await newStore(60)
    const json = await signedCallback(merchant, newShop())
    await killedAt(12, merchantId, () => merchant.request('/functions/shopify-oauth-callback', { json }))
    await connectFake(app.kernel, merchant, shop)
    expect(await counts(app.kernel.db, merchantId)).toMatchObject({ ...nothing, shop })
    const kinds = await app.kernel.db.withTenant(merchantId, (tx) =>
      sql`select kind from sync_runs`.execute(tx),
    )
    expect(kinds.rows).toEqual([{ kind: 'first' }])
  }, 240_000)
})

it('X-02 shop/redact deletes in small steps, and a kill between any two of them does not change the result', async () => {
  const { merchantId, shop } = await newStore(LINES)
  const body = complianceBody(shop)
  const triggeredAt = '2026-11-20T09:59:00Z'
  await app.request('/webhooks/shopify', webhookRequest({ shop, topic: 'shop/redact', body, triggeredAt }))
  await applyWebhooks(app.kernel, { merchantId }, new AbortController().signal)
  app.shopify.validTokens.clear()
  app.shopify.refusesTokens = true
  let isDone = false
  for (let n = 4; !isDone; n += 4) {
    const most = await killedAt(n, merchantId, async () => {
      isDone = await confirmDeparture(app.kernel, { merchantId }).then(
        () => true,
        (error) => {
          if (!(error instanceof Killed)) throw error
          return false
        },
      )
    })
    expect(most).toBeLessThanOrEqual(MAX_AT_ONCE)
  }
  app.shopify.refusesTokens = false
  const pending = `pending-${merchantId}`
  expect(await counts(app.kernel.db, merchantId)).toMatchObject({ ...nothing, runs: 0, shop: pending })
}, 120_000)
