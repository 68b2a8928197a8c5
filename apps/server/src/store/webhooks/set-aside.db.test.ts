import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { connectFake, type FakeShopify } from '../../testing/fake-shopify.ts'
import { insertCatalog, never, newForEachTest } from '../../testing/index.ts'
import { levelBody, webhookRequest } from '../../testing/webhooks.ts'
import { withFakeShopify } from '../../testing/with-store.ts'
import { applyWebhooks } from './apply-webhooks.task.ts'
import { readChanges } from './read-changes.task.ts'
import { readLevels } from './read-levels.task.ts'

const NOW = '2026-11-20T10:00:00Z'

const app = withFakeShopify({ now: NOW })

beforeEach(() => {
  app.shopify.status = null
  app.shopify.answerAbout = () => null
})

let shops = 0

/**
 * Returns a connected store whose products 1001 to 1004 and their items have 20 units each at locations 1 and
 * 2.
 */
async function newStore() {
  const merchant = await app.signUp()
  const { merchantId, rows } = merchant
  const shop = `aside-${++shops}.myshopify.com`
  await connectFake(app.kernel, merchant, shop)
  const variants = [20, 20, 20, 20].map((available) => ({ available }))
  await insertCatalog(app.kernel, { merchantId, firstId: 1001, variants })
  await rows(sql`update sync_runs set status = 'succeeded' where merchant_id = ${merchantId}`)
  await rows(sql`update variants set inventory_item_id = variant_id where merchant_id = ${merchantId}`)
  const tell = async (webhook: { topic: string; body: unknown; eventId: string }) => {
    expect((await app.request('/webhooks/shopify', webhookRequest({ shop, ...webhook }))).status).toBe(200)
  }
  const product = (id: number) => tell({ topic: 'products/update', body: { id }, eventId: `of-${id}` })
  const level = (itemId: number, locationId = 1) => {
    const body = levelBody({ itemId, locationId, available: 5, updatedAt: NOW })
    return tell({ topic: 'inventory_levels/update', body, eventId: `at-${locationId}-of-${itemId}` })
  }
  const apply = () => applyWebhooks(app.kernel, { merchantId }, never)
  const inbox = () =>
    rows(sql<{ event_id: string; status: string }>`
      select event_id, status from webhook_inbox where merchant_id = ${merchantId} order by event_id`)
  const faults = async () =>
    (
      await rows(sql<{ event_id: string }>`
        select event_id from webhook_faults where merchant_id = ${merchantId} order by event_id`)
    ).map((row) => row.event_id)
  const listUnread = async () => (await inbox()).filter((row) => row.status === 'unread')
  return { merchantId, rows, product, level, apply, inbox, faults, listUnread }
}

type Answer = ReturnType<FakeShopify['answerAbout']>

function productAnswer(id: number, title: string): Answer {
  const product = { id: `gid://shopify/Product/${id}`, title, status: 'ACTIVE', isGiftCard: false }
  const variants = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } }
  return { data: { product: { ...product, vendor: null, productType: null, updatedAt: NOW, variants } } }
}

function levelsAnswer(locationId: number, units: Record<number, number>): Answer {
  const nodes = Object.entries(units).map(([itemId, quantity]) => ({
    id: `gid://shopify/InventoryLevel/${itemId}`,
    updatedAt: '2026-11-20T10:00:01Z',
    item: { id: `gid://shopify/InventoryItem/${itemId}` },
    location: { id: `gid://shopify/Location/${locationId}` },
    quantities: [{ name: 'on_hand', quantity }],
  }))
  const pageInfo = { hasNextPage: false, endCursor: null }
  return { data: { location: { inventoryLevels: { nodes, pageInfo } } } }
}

const toNumber = (gid: string) => Number(gid.split('/').at(-1))

const store = newForEachTest(newStore)

describe('a change that the store can never answer', () => {
  it.each<[string, Answer]>([
    ['denied', { errors: [{ message: 'denied', extensions: { code: 'ACCESS_DENIED' } }] }],
    ['too costly', { errors: [{ message: 'costly', extensions: { code: 'MAX_COST_EXCEEDED' } }] }],
    ['in an unknown shape', { data: { product: { id: 'unheard of' } } }],
    ['impossible to store', productAnswer(1002, 'Kettle \u0000')],
  ])('is set aside alone and shown when the answer is %s, and all others are read', async (_what, answer) => {
    for (const id of [1001, 1002, 1003]) await store.product(id)
    await store.apply()
    app.shopify.answerAbout = (gid) => {
      const id = toNumber(gid)
      return id === 1002 ? answer : productAnswer(id, 'Renamed')
    }
    await readChanges(app.kernel, { merchantId: store.merchantId }, never)
    expect(await store.listUnread()).toEqual([])
    expect(await store.faults()).toEqual(['of-1002'])
    const { merchantId } = store
    const renamed = await store.rows(sql`
      select product_id from products where merchant_id = ${merchantId} and title = 'Renamed' order by 1`)
    expect(renamed).toEqual([{ product_id: 1001 }, { product_id: 1003 }])
    expect(app.kernel.publishedEvents).toContainEqual({ merchantId, event: { type: 'sync' } })
  })

  it.each([401, 402, 403, 404])(
    'is not set aside after HTTP %i, which concerns the whole shop',
    async (status) => {
      await store.product(1001)
      await store.level(1001)
      await store.apply()
      app.shopify.status = status
      await expect(readChanges(app.kernel, { merchantId: store.merchantId }, never)).rejects.toThrow()
      app.shopify.status = status
      await expect(readLevels(app.kernel, { merchantId: store.merchantId })).rejects.toThrow()
      expect(await store.faults()).toEqual([])
      expect(await store.listUnread()).toHaveLength(2)
    },
  )

  it('is not set aside while the database is unavailable: the work is tried again', async () => {
    await store.level(1001)
    await store.apply()
    const gone = Object.assign(new Error('gone'), { code: '57P01' })
    const { db } = app.kernel
    app.shopify.answerAbout = () => {
      app.kernel.db = { ...db, withTenant: () => Promise.reject(gone) }
      return levelsAnswer(1, { 1001: 7 })
    }
    await expect(readLevels(app.kernel, { merchantId: store.merchantId })).rejects.toThrow('gone')
    app.kernel.db = db
    expect(await store.faults()).toEqual([])
    expect(await store.listUnread()).toHaveLength(1)
  })
})

describe('a stock level that the store can never answer', () => {
  const onHand = (store: Awaited<ReturnType<typeof newStore>>) =>
    store.rows(sql<{ variant_id: number; on_hand: number }>`
      select variant_id, on_hand from inventory_levels
      where merchant_id = ${store.merchantId} and location_id = 1 order by variant_id`)

  it('in a location without access is set aside, and levels of other locations are read', async () => {
    for (const id of [1001, 1002]) await store.level(id)
    await store.level(1003, 2)
    await store.apply()
    app.shopify.answerAbout = (gid) =>
      toNumber(gid) === 2
        ? { errors: [{ message: 'denied', extensions: { code: 'ACCESS_DENIED' } }] }
        : levelsAnswer(1, { 1001: 7, 1002: 8 })
    await readLevels(app.kernel, { merchantId: store.merchantId })
    expect(await store.listUnread()).toEqual([])
    expect(await store.faults()).toEqual(['at-2-of-1003'])
    expect((await onHand(store)).slice(0, 2)).toEqual([
      { variant_id: 1001, on_hand: 7 },
      { variant_id: 1002, on_hand: 8 },
    ])
  })

  it('does not keep other levels from being read, even if they need more than one step', async () => {
    for (const id of [1001, 1002, 1003, 1004]) await store.level(id)
    for (const id of [1003, 1004]) await store.level(id, 2)
    await store.apply()
    app.shopify.answerAbout = (gid) => levelsAnswer(toNumber(gid), { 1001: 7, 1002: 8, 1003: 3e9, 1004: 9 })
    await readLevels(app.kernel, { merchantId: store.merchantId }, { rowsPerStep: 2 })
    expect(await store.listUnread()).toEqual([])
    expect(await store.faults()).toEqual(['at-1-of-1003', 'at-2-of-1003'])
    expect((await onHand(store)).filter(({ on_hand }) => on_hand !== 20)).toEqual([
      { variant_id: 1001, on_hand: 7 },
      { variant_id: 1002, on_hand: 8 },
      { variant_id: 1004, on_hand: 9 },
    ])
  })

  it('with units beyond any column is set aside alone, and all others of its location are stored', async () => {
    for (const id of [1001, 1002, 1003, 1004]) await store.level(id)
    await store.apply()
    app.shopify.answerAbout = () => levelsAnswer(1, { 1001: 7, 1002: 8, 1003: 3e9 })
    await readLevels(app.kernel, { merchantId: store.merchantId })
    expect(await store.listUnread()).toEqual([])
    expect(await store.faults()).toEqual(['at-1-of-1003'])
    expect((await onHand(store)).slice(0, 2)).toEqual([
      { variant_id: 1001, on_hand: 7 },
      { variant_id: 1002, on_hand: 8 },
    ])
  })
})
