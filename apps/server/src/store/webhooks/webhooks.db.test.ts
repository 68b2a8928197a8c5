import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newForEachTest, withTestApp } from '../../testing/index.ts'
import { insertConnection } from '../../testing/insert-connection.ts'
import {
  complianceBody,
  levelBody,
  orderBody,
  shopBody,
  type TestWebhook,
  webhookRequest,
} from '../../testing/webhooks.ts'
import { lockStock } from '../inventory/queries.ts'
import { insertRun } from '../sync/queries.ts'
import { applyWebhooks } from './apply-webhooks.task.ts'

const app = withTestApp({ now: '2026-11-20T23:00:00Z' })

beforeEach(() => {
  app.kernel.sentJobs.length = 0
})

const NOW = '2026-11-20T10:30:00Z'
const PATIENCE = { timeout: 10_000, interval: 20 }

let shops = 0

/** Returns a connected store with two products of 20 units each; item ids are the variant ids. */
async function newStore() {
  const shop = `store-${++shops}.myshopify.com`
  const {
    merchantId,
    ask,
    request,
    rows,
    ids: variants,
  } = await app.openShop([{ available: 20 }, { available: 20 }])
  await insertConnection(app.kernel, { merchantId, shopDomain: shop })
  await rows(sql`update variants set inventory_item_id = variant_id where merchant_id = ${merchantId}`)
  await rows(
    sql`update inventory_levels set updated_at = '2026-11-20T10:00:00Z' where merchant_id = ${merchantId}`,
  )
  const post = async (webhook: Omit<TestWebhook, 'shop'>) =>
    (await app.request('/webhooks/shopify', webhookRequest({ shop, ...webhook }))).status
  const level = (available: number, updatedAt: string, more: Partial<TestWebhook> = {}) => {
    const body = levelBody({ itemId: variants[0]!, locationId: 1, available, updatedAt })
    return post({ topic: 'inventory_levels/update', body, triggeredAt: updatedAt, ...more })
  }
  const apply = () => applyWebhooks(app.kernel, { merchantId }, AbortSignal.timeout(10_000))
  const inbox = () =>
    rows(sql<{ topic: string; status: string }>`
      select topic, status from webhook_inbox where merchant_id = ${merchantId} order by topic, event_id`)
  const available = async () =>
    (
      await rows(sql<{ available: number }>`
        select available from inventory_levels where merchant_id = ${merchantId} order by variant_id`)
    ).map((row) => row.available)
  const sales = () =>
    rows(sql<{ variant_id: number; day: string; units_sold: number }>`
      select variant_id, day, units_sold from sales_daily where merchant_id = ${merchantId} order by variant_id, day`)
  return { merchantId, ask, request, shop, variants, rows, post, level, apply, inbox, available, sales }
}

const sent = (name: string) => app.kernel.sentJobs.filter((job) => job.name === name)

const store = newForEachTest(newStore)

describe('POST /webhooks/shopify', () => {
  it('stores a signed delivery, queues its application and answers 200', async () => {
    expect(await store.level(7, '2026-11-20T10:05:00Z')).toBe(200)
    expect(await store.inbox()).toEqual([{ topic: 'inventory_levels/update', status: 'waiting' }])
    expect(sent('apply-webhooks')).toEqual([
      {
        name: 'apply-webhooks',
        data: { merchantId: store.merchantId },
        options: { key: String(store.merchantId) },
      },
    ])
  })

  it('answers 401 to a wrong signature, and stores nothing', async () => {
    expect(await store.level(7, '2026-11-20T10:05:00Z', { secret: 'another' })).toBe(401)
    const request = webhookRequest({ shop: store.shop, topic: 'shop/update', body: { id: 1 } })
    const changed = { ...request, body: '{"id":2}' }
    expect((await app.request('/webhooks/shopify', changed)).status).toBe(401)
    expect((await app.request('/webhooks/shopify', { method: 'POST', body: '{}' })).status).toBe(401)
    expect(await store.inbox()).toEqual([])
  })

  it('answers 400 to a signed delivery that names no shop or event', async () => {
    const request = webhookRequest({ shop: 'not a shop', topic: 'shop/update', body: {} })
    expect((await app.request('/webhooks/shopify', request)).status).toBe(400)
  })

  it('answers 400 to a body above five megabytes', async () => {
    expect(await store.post({ topic: 'shop/update', body: 'x'.repeat(5_000_001) })).toBe(400)
    const large = { ...shopBody(store.shop), note: 'x'.repeat(4_000_000) }
    expect(await store.post({ topic: 'shop/update', body: large })).toBe(200)
  })

  it('answers and drops a delivery of a shop that is not connected', async () => {
    const request = webhookRequest({ shop: 'nobody.myshopify.com', topic: 'shop/update', body: { id: 1 } })
    expect((await app.request('/webhooks/shopify', request)).status).toBe(200)
    expect(sent('apply-webhooks')).toEqual([])
  })

  it('answers and drops an unknown topic or an unreadable body', async () => {
    expect(await store.post({ topic: 'carts/update', body: { id: 1 } })).toBe(200)
    expect(await store.post({ topic: 'orders/create', body: 'not json' })).toBe(200)
    expect(await store.inbox()).toEqual([])
  })

  it('stores the same event once, however often and parallel it arrives', async () => {
    const eventId = 'event-1'
    const all = Array.from({ length: 20 }, () => store.level(7, '2026-11-20T10:05:00Z', { eventId }))
    expect(new Set(await Promise.all(all))).toEqual(new Set([200]))
    expect(await store.inbox()).toHaveLength(1)
  })

  it('queues the job of a stored delivery, if it never was, when the delivery arrives again', async () => {
    await store.level(7, '2026-11-20T10:05:00Z', { eventId: 'event-1' })
    app.kernel.sentJobs.length = 0
    await store.level(7, '2026-11-20T10:05:00Z', { eventId: 'event-1' })
    expect(sent('apply-webhooks')).toHaveLength(1)
  })

  it('stores deliveries of several shops at the same moment each in their own inbox', async () => {
    const stores = await Promise.all([newStore(), newStore(), newStore()])
    const all = stores.flatMap((store) => [1, 2, 3].map((n) => store.level(n, `2026-11-20T10:0${n}:00Z`)))
    await Promise.all(all)
    for (const store of stores) expect(await store.inbox()).toHaveLength(3)
  })

  it('answers 503 when the database cannot store the delivery, so that Shopify tries again', async () => {
    const { db } = app.kernel
    const broken = { ...db, directory: new Proxy(db.directory, { get: () => undefined }) }
    app.kernel.db = broken as typeof db
    const shop = 'any.myshopify.com'
    const request = webhookRequest({ shop, topic: 'shop/update', body: shopBody(shop) })
    const answer = await app.request('/webhooks/shopify', request)
    app.kernel.db = db
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('10')
  })

  it('X-02 stores nothing of the buyer', async () => {
    const lines = [{ id: 11, variantId: store.variants[0]!, quantity: 2 }]
    const body = orderBody({ id: 5, updatedAt: '2026-11-20T10:00:00Z', lines })
    for (const topic of ['orders/create', 'orders/updated', 'orders/cancelled', 'refunds/create'])
      await store.post({ topic, body: { ...body, order_id: 5 } })
    await store.post({ topic: 'customers/redact', body: complianceBody(store.shop) })
    await store.apply()
    const [all] = await store.rows(sql<{ content: string }>`
      select (select string_agg(w::text, ' ') from webhook_inbox w where w.merchant_id = ${store.merchantId})
        || (select coalesce(string_agg(c::text, ' '), '') from compliance_requests c) as content`)
    expect(await store.inbox()).toHaveLength(5)
    expect(all?.content).not.toMatch(
      /\bada\b|lovelace|london|james|SW1Y|7946 ?0018|216\.191|neighbour|[" ]4242\b|engraving/i,
    )
  })
})

describe('a level that the store reported', () => {
  it('is set and kept as the stock of the day, and its stock projection is requested', async () => {
    await store.level(7, '2026-11-20T10:05:00Z')
    await store.apply()
    expect(await store.available()).toEqual([7, 20])
    const days = await store.rows(sql`
      select day, closing_stock from stock_daily where merchant_id = ${store.merchantId}`)
    expect(days).toEqual([{ day: '2026-11-20', closing_stock: 7 }])
    expect(sent('refresh-projections')[0]?.data).toEqual({
      merchantId: store.merchantId,
      variantIds: [store.variants[0]],
    })
    expect(sent('read-levels')).toMatchObject([{ options: { delaySeconds: 5 } }])
  })

  it('that claims a time in 2099 counts as of now, and the next change counts again', async () => {
    await store.level(1, '2099-01-01T00:00:00Z')
    await store.apply()
    expect(await store.available()).toEqual([1, 20])
    app.kernel.clock.advance(60_000)
    await store.level(9, app.kernel.clock.now().toISOString())
    await store.apply()
    expect(await store.available()).toEqual([9, 20])
  })

  it('that is older than the stored state changes nothing', async () => {
    await store.level(7, '2026-11-20T10:05:00Z')
    await store.apply()
    await store.level(9, '2026-11-20T10:04:00Z')
    await store.apply()
    expect(await store.available()).toEqual([7, 20])
  })

  it('counts when it is the later one of two in one second, in one batch or in two', async () => {
    const second = '2026-11-20T10:05:00Z'
    await store.level(6, second, { triggeredAt: '2026-11-20T10:05:00.700Z' })
    await store.level(7, second, { triggeredAt: '2026-11-20T10:05:00.300Z' })
    await store.apply()
    expect(await store.available()).toEqual([6, 20])
    await store.level(8, second, { triggeredAt: '2026-11-20T10:05:00.500Z' })
    await store.apply()
    expect(await store.available()).toEqual([6, 20])
  })

  it('changes nothing when it is applied a second time', async () => {
    await store.level(7, '2026-11-20T10:05:00Z')
    await store.apply()
    app.kernel.sentJobs.length = 0
    await store.apply()
    expect(app.kernel.sentJobs).toEqual([])
  })
})

it('deliveries that two workers apply at the same time are not locked by the one that waits for the stock, so that no deadlock can follow', async () => {
  await store.level(7, '2026-11-20T10:05:00Z')
  const applied = await app.kernel.db.withTenant(store.merchantId, async (tx) => {
    await lockStock(tx, store.merchantId)
    const applying = store.apply()
    await vi.waitFor(async () => {
      const waiting = await sql`
          select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
          where l.locktype = 'advisory' and not l.granted`.execute(tx)
      expect(waiting.rows).toHaveLength(1)
    }, PATIENCE)
    await sql`select from webhook_inbox where merchant_id = ${store.merchantId} for update nowait`.execute(tx)
    return { applying }
  })
  await applied.applying
  expect(await store.available()).toEqual([7, 20])
})

describe('a delivery that cannot be applied', () => {
  const faults = (store: Awaited<ReturnType<typeof newStore>>) =>
    store.rows(sql`select topic, event_id, fault from webhook_faults where merchant_id = ${store.merchantId}`)

  it.each([
    ['units beyond any column', { kind: 'level', itemId: 1, locationId: 1, available: 3e9, updatedAt: NOW }],
    ['a state of an unknown kind', { kind: 'unheard of' }],
    ['no instant', { kind: 'level', itemId: 1, locationId: 1, available: 3, updatedAt: 'soon' }],
  ])('with %s is set aside alone and shown, and all others are applied', async (_what, state) => {
    const { merchantId } = store
    for (let n = 0; n < 40; n++)
      await store.level(n, `2026-11-20T10:05:${10 + n}Z`, { eventId: `event-${n}` })
    const spoilt = ['event-0', 'event-17', 'event-39']
    for (const eventId of spoilt)
      await store.rows(sql`
        update webhook_inbox set state = ${JSON.stringify(state)}::jsonb
        where merchant_id = ${merchantId} and event_id = ${eventId}`)
    await store.apply()
    expect(await store.available()).toEqual([38, 20])
    expect((await store.inbox()).filter((row) => row.status === 'waiting')).toEqual([])
    const kept = await faults(store)
    expect(kept).toHaveLength(3)
    for (const eventId of spoilt)
      expect(kept).toContainEqual({
        topic: 'inventory_levels/update',
        event_id: eventId,
        fault: expect.any(String),
      })
    expect(app.kernel.publishedEvents).toContainEqual({ merchantId, event: { type: 'sync' } })
    const session = await store.ask<{ freshness: object }>('/api/session')
    expect(session.freshness).toMatchObject({ unappliedChanges: 3 })
  })

  it('is not set aside while the database is unavailable: the work is tried again', async () => {
    await store.level(7, '2026-11-20T10:05:00Z')
    const gone = Object.assign(new Error('gone'), { code: '57P01' })
    const { db } = app.kernel
    const kernel = { ...app.kernel, db: { ...db, withTenant: () => Promise.reject(gone) } }
    await expect(
      applyWebhooks(kernel, { merchantId: store.merchantId }, AbortSignal.timeout(10_000)),
    ).rejects.toThrow('gone')
    expect(await faults(store)).toEqual([])
  })
})

describe('an order that the store reported', () => {
  const order = (store: Awaited<ReturnType<typeof newStore>>, more: object = {}) =>
    orderBody({
      id: 5,
      createdAt: '2026-11-19T12:00:00Z',
      updatedAt: '2026-11-19T12:00:00Z',
      lines: [{ id: 11, variantId: store.variants[0]!, quantity: 2 }],
      ...more,
    })

  it('is demand on its day', async () => {
    await store.post({ topic: 'orders/create', body: order(store) })
    await store.apply()
    expect(await store.sales()).toEqual([{ variant_id: store.variants[0], day: '2026-11-19', units_sold: 2 }])
  })

  it('that is cancelled is not demand, whichever webhook arrives first', async () => {
    const cancelled = order(store, {
      updatedAt: '2026-11-19T13:00:00Z',
      cancelledAt: '2026-11-19T13:00:00Z',
    })
    await store.post({ topic: 'orders/cancelled', body: cancelled })
    await store.apply()
    await store.post({ topic: 'orders/create', body: order(store) })
    await store.apply()
    expect(await store.sales()).toEqual([])
  })

  it('that is edited counts as it is after the edit', async () => {
    await store.post({ topic: 'orders/create', body: order(store) })
    await store.apply()
    const lines = [
      { id: 11, variantId: store.variants[0]!, quantity: 5, current: 3 },
      { id: 12, variantId: store.variants[1]!, quantity: 1 },
    ]
    const updated = order(store, { updatedAt: '2026-11-19T14:00:00Z', lines })
    await store.post({ topic: 'orders/updated', body: updated })
    await store.apply()
    expect((await store.sales()).map((row) => row.units_sold)).toEqual([3, 1])
  })

  it('that is edited and then refunded keeps the refunded units, but not the units that the edit removed', async () => {
    const [first] = store.variants
    const lines = [{ id: 11, variantId: first!, quantity: 5, current: 1, refunded: 2 }]
    await store.post({ topic: 'orders/updated', body: order(store, { lines }) })
    await store.apply()
    expect((await store.sales()).map((row) => row.units_sold)).toEqual([3])
  })

  it('that is refunded in part remains demand in full', async () => {
    await store.post({ topic: 'orders/create', body: order(store) })
    await store.post({
      topic: 'refunds/create',
      body: { id: 1, order_id: 5, refund_line_items: [{ line_item_id: 11, quantity: 1 }] },
    })
    await store.apply()
    expect((await store.sales()).map((row) => row.units_sold)).toEqual([2])
    const lines = [{ id: 11, variantId: store.variants[0]!, quantity: 2, current: 1, refunded: 1 }]
    const updated = order(store, { updatedAt: '2026-11-19T15:00:00Z', lines })
    await store.post({ topic: 'orders/updated', body: updated })
    await store.apply()
    expect((await store.sales()).map((row) => row.units_sold)).toEqual([2])
  })

  it('that is a test is not demand', async () => {
    await store.post({ topic: 'orders/create', body: order(store, { test: true }) })
    await store.apply()
    expect(await store.sales()).toEqual([])
  })

  it('waits while a sync reads the history', async () => {
    const startedAt = app.kernel.clock.now()
    const { merchantId } = store
    await app.kernel.db.withTenant(merchantId, (tx) =>
      insertRun(tx, { merchantId, kind: 'first', startedAt }),
    )
    await store.post({ topic: 'orders/create', body: order(store) })
    app.kernel.sentJobs.length = 0
    await store.apply()
    expect(await store.sales()).toEqual([])
    expect(sent('apply-webhooks')).toMatchObject([{ options: { delaySeconds: 3 } }])
    await store.rows(sql`update sync_runs set status = 'succeeded' where merchant_id = ${merchantId}`)
    await store.apply()
    expect(await store.sales()).toHaveLength(1)
  })
})

it('a webhook about products or the shop leaves its change to be read from the store, and it is requested once', async () => {
  await store.post({ topic: 'products/update', body: { id: 1 } })
  await store.post({ topic: 'shop/update', body: shopBody(store.shop) })
  await store.apply()
  expect((await store.inbox()).map((row) => row.status)).toEqual(['unread', 'unread'])
  expect(sent('read-changes')).toHaveLength(1)
})

it('privacy topics store a row that names nobody, for unknown shops too', async () => {
  const shop = 'gone.myshopify.com'
  for (const topic of ['customers/data_request', 'customers/redact', 'shop/redact']) {
    const request = webhookRequest({ shop, topic, body: complianceBody(shop), eventId: `gone-${topic}` })
    expect((await app.request('/webhooks/shopify', request)).status).toBe(200)
  }
  const kept = await sql<{ line: string }>`
      select c::text as line from compliance_requests c where event_id like 'gone-%'
    `.execute(app.kernel.db.directory)
  expect(kept.rows).toHaveLength(3)
  for (const { line } of kept.rows) expect(line).not.toMatch(/gone\.myshopify|ada/)
})
