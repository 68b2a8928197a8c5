import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { connectFake } from '../../testing/fake-shopify.ts'
import { insertCatalog, never, newForEachTest } from '../../testing/index.ts'
import { ALL_SCOPES } from '../../testing/insert-connection.ts'
import { webhookRequest } from '../../testing/webhooks.ts'
import { withFakeShopify } from '../../testing/with-store.ts'
import { syncShop } from '../sync/sync-shop.task.ts'
import { applyWebhooks } from './apply-webhooks.task.ts'
import { readChanges } from './read-changes.task.ts'

const app = withFakeShopify()

beforeEach(() => {
  app.shopify.refusesTokens = false
  app.shopify.scopes = [...ALL_SCOPES]
})

let shops = 0

async function newStore() {
  const merchant = await app.signUp()
  const { merchantId, rows } = merchant
  const shop = `access-${++shops}.myshopify.com`
  await connectFake(app.kernel, merchant, shop)
  await insertCatalog(app.kernel, { merchantId, variants: [{ available: 20 }] })
  await rows(sql`update sync_runs set status = 'succeeded' where merchant_id = ${merchantId}`)
  /** Delivers a webhook of the shop and does the work that it queues. */
  const tell = async (topic: string) => {
    await app.request('/webhooks/shopify', webhookRequest({ shop, topic, body: { id: 1, current: [] } }))
    await applyWebhooks(app.kernel, { merchantId }, never)
    await readChanges(app.kernel, { merchantId }, never)
  }
  const session = () => merchant.ask<Record<string, unknown>>('/api/session')
  const inbox = () =>
    rows(sql<{ status: string }>`select status from webhook_inbox where merchant_id = ${merchantId}`)
  const variants = () => rows(sql`select variant_id from variants where merchant_id = ${merchantId}`)
  return { merchant, shop, merchantId, tell, session, inbox, variants }
}

const store = newForEachTest(newStore)

describe('a permission that the store withdraws', () => {
  it('makes the server ask the merchant by name to connect again, and nothing is lost', async () => {
    app.shopify.scopes = ['read_products', 'read_inventory', 'read_locations']
    await store.tell('app/scopes_update')
    expect((await store.session()).connection).toEqual({
      status: 'needs_reconnect',
      message: expect.stringContaining('read_orders'),
    })
    expect(await store.variants()).toHaveLength(1)

    app.shopify.scopes = [...ALL_SCOPES]
    await connectFake(app.kernel, store.merchant, store.shop)
    expect((await store.session()).connection).toEqual({ status: 'connected', message: null })
    expect(await store.variants()).toHaveLength(1)
  })

  it('has the same effect when a renewed token reveals it, in the middle of a sync', async () => {
    const startedAt = app.kernel.clock.now()
    app.shopify.scopes = ['read_products', 'read_inventory', 'read_locations']
    app.kernel.clock.advance(3_600_000)
    const { syncRunId: runId } = await store.merchant.ask<{ syncRunId: number }>(
      '/functions/shopify-sync-inventory',
      {
        json: { merchant_id: store.merchantId },
      },
    )
    await syncShop(app.kernel, { merchantId: store.merchantId, runId }, never)
    expect((await store.session()).connection).toEqual({
      status: 'needs_reconnect',
      message: expect.stringContaining('read_orders'),
    })
    expect(await store.variants()).toHaveLength(1)

    app.shopify.scopes = [...ALL_SCOPES]
    app.kernel.sentJobs.length = 0
    await connectFake(app.kernel, store.merchant, store.shop)
    expect((await store.session()).connection).toEqual({ status: 'connected', message: null })
    expect(app.kernel.sentJobs.map(({ name }) => name)).toContain('sync-shop')
    expect(await store.variants()).toHaveLength(1)
    app.kernel.clock.set(startedAt.toISOString())
  })

  it('shortens the history, with a message, when it only concerns older orders', async () => {
    expect((await store.session()).orderHistoryDays).toBeNull()
    app.shopify.scopes = ['read_products', 'read_inventory', 'read_locations', 'read_orders']
    await store.tell('app/scopes_update')
    expect(await store.session()).toMatchObject({
      connection: { status: 'connected' },
      orderHistoryDays: 60,
    })
  })
})

it('a token that is revoked while work is running leaves webhooks to be read later, and the merchant is asked to connect again', async () => {
  app.shopify.validTokens.clear()
  app.shopify.refusesTokens = true
  await expect(store.tell('products/update')).rejects.toMatchObject({ reason: 'unauthorized' })
  expect((await store.session()).connection).toMatchObject({ status: 'needs_reconnect' })
  expect(await store.inbox()).toEqual([{ status: 'unread' }])
  expect(await store.variants()).toHaveLength(1)

  app.shopify.refusesTokens = false
  app.kernel.sentJobs.length = 0
  await connectFake(app.kernel, store.merchant, store.shop)
  expect(app.kernel.sentJobs.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['read-changes', 'sync-shop']),
  )
})
