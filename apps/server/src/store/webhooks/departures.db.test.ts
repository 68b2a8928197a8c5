import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { connectFake } from '../../testing/fake-shopify.ts'
import { insertCatalog, never, newForEachTest } from '../../testing/index.ts'
import { complianceBody, orderBody, shopBody, webhookRequest } from '../../testing/webhooks.ts'
import { withFakeShopify } from '../../testing/with-store.ts'
import { reconcileShop } from '../reconcile/reconcile-shop.task.ts'
import { scheduleReconcile } from '../reconcile/schedule-reconcile.task.ts'
import { applyWebhooks } from './apply-webhooks.task.ts'
import { confirmDeparture } from './confirm-departure.task.ts'

const NOW = '2026-11-20T10:00:00Z'

const app = withFakeShopify()

beforeEach(() => {
  app.shopify.status = null
  app.shopify.refusesTokens = false
  app.kernel.clock.set(NOW)
  app.kernel.sentJobs.length = 0
})

let shops = 0

/** Returns a shop that was connected an hour ago, with an order of today. */
async function newShop() {
  const merchant = await app.signUp()
  const { merchantId, rows } = merchant
  const shop = `departing-${++shops}.myshopify.com`
  app.kernel.clock.advance(-3_600_000)
  await connectFake(app.kernel, merchant, shop)
  app.kernel.clock.set(NOW)
  const [variantId = 0] = await insertCatalog(app.kernel, { merchantId, variants: [{ available: 20 }] })
  await rows(sql`update sync_runs set status = 'succeeded' where merchant_id = ${merchantId}`)
  const post = async (topic: string, body: unknown, triggeredAt = '2026-11-20T09:59:00Z') =>
    app.request('/webhooks/shopify', webhookRequest({ shop, topic, body, triggeredAt }))
  const order = orderBody({
    id: 5,
    updatedAt: '2026-11-20T09:40:00Z',
    lines: [{ id: 11, variantId, quantity: 2 }],
  })
  await post('orders/create', order)
  await applyWebhooks(app.kernel, { merchantId }, never)
  const leave = async (topic: 'app/uninstalled' | 'shop/redact', triggeredAt?: string) => {
    await post(topic, topic === 'shop/redact' ? complianceBody(shop) : shopBody(shop), triggeredAt)
    await applyWebhooks(app.kernel, { merchantId }, never)
  }
  const confirm = () => confirmDeparture(app.kernel, { merchantId })
  const connection = () =>
    rows(sql`select status, access_token from shop_connections where merchant_id = ${merchantId}`)
  const counts = () =>
    rows(sql`
      select (select count(*) from variants where merchant_id = ${merchantId}) as variants,
        (select count(*) from orders where merchant_id = ${merchantId}) as orders,
        (select count(*) from sales_daily where merchant_id = ${merchantId}) as sales,
        (select count(*) from shop_connections where merchant_id = ${merchantId}) as connections`)
  const inbox = () =>
    rows(
      sql`select topic, status from webhook_inbox where merchant_id = ${merchantId} order by received_at, topic`,
    )
  return { merchant, merchantId, shop, order, post, leave, confirm, connection, counts, inbox, rows }
}

/** Makes Shopify refuse the app's tokens and their renewal. */
function uninstall(): void {
  app.shopify.validTokens.clear()
  app.shopify.refusesTokens = true
}

const all = [{ variants: 1, orders: 1, sales: 1, connections: 1 }]
const nothing = [{ variants: 0, orders: 0, sales: 0, connections: 0 }]
const isConnected = [{ status: 'connected', access_token: expect.any(String) }]
const sent = () => app.kernel.sentJobs.filter((job) => job.name === 'confirm-departure')

const shop = newForEachTest(newShop)

describe('an uninstall', () => {
  it('that Shopify confirms deletes the tokens, keeps the data and closes the inbox', async () => {
    uninstall()
    await shop.leave('app/uninstalled')
    expect(await shop.connection()).toEqual(isConnected)
    await shop.confirm()
    expect(await shop.connection()).toEqual([{ status: 'disconnected', access_token: null }])
    expect(await shop.counts()).toEqual(all)
    await shop.post('orders/updated', shop.order)
    expect(await shop.inbox()).toHaveLength(2)
  })

  it('is confirmed by a shop that no longer exists, and deletes the tokens', async () => {
    await shop.leave('app/uninstalled')
    app.shopify.status = 404
    await shop.confirm()
    expect(await shop.connection()).toEqual([{ status: 'disconnected', access_token: null }])
  })

  it('that Shopify does not confirm changes nothing and is closed', async () => {
    await shop.leave('app/uninstalled')
    await shop.confirm()
    expect(await shop.connection()).toEqual(isConnected)
    expect(await shop.inbox()).toContainEqual({ topic: 'app/uninstalled', status: 'applied' })
  })

  it('from before the store was connected again is ignored', async () => {
    await shop.leave('app/uninstalled', '2026-11-20T08:00:00Z')
    app.shopify.status = 404
    await shop.confirm()
    expect(await shop.connection()).toEqual(isConnected)
  })

  it('that is checked twice ends the same', async () => {
    uninstall()
    await shop.leave('app/uninstalled')
    await shop.confirm()
    await shop.confirm()
    expect(await shop.connection()).toEqual([{ status: 'disconnected', access_token: null }])
  })
})

describe('a request to delete the data of a shop', () => {
  it('deletes all of the shop once Shopify confirms, and late webhooks recreate nothing', async () => {
    uninstall()
    await shop.leave('shop/redact')
    expect(await shop.counts()).toEqual(all)
    await shop.confirm()
    expect(await shop.counts()).toEqual(nothing)

    app.shopify.refusesTokens = false
    app.kernel.clock.advance(3_600_000)
    await connectFake(app.kernel, shop.merchant, shop.shop)
    await shop.post('orders/updated', shop.order, '2026-11-20T09:58:00Z')
    expect(await shop.inbox()).toEqual([])
    await shop.post('orders/updated', shop.order, '2026-11-20T10:30:00Z')
    expect(await shop.inbox()).toHaveLength(1)
  })

  it('is carried out without a check if the uninstall was confirmed and no token is stored', async () => {
    uninstall()
    await shop.leave('app/uninstalled')
    await shop.confirm()
    app.shopify.status = 423
    app.kernel.clock.advance(2 * 86_400_000)
    await shop.leave('shop/redact', '2026-11-22T09:59:00Z')
    await shop.confirm()
    expect(await shop.counts()).toEqual(nothing)
  })

  it('is refused while Shopify accepts the token, and later webhooks still count', async () => {
    await shop.leave('shop/redact', '2099-01-01T00:00:00Z')
    await shop.confirm()
    expect(await shop.counts()).toEqual(all)
    expect(await shop.connection()).toEqual(isConnected)
    await shop.post('orders/updated', shop.order, '2026-11-20T09:30:00Z')
    expect(await shop.inbox()).toContainEqual({ topic: 'orders/updated', status: 'waiting' })
  })

  it('waits while Shopify gives no answer, is checked again, and loses no data until then', async () => {
    await shop.leave('shop/redact')
    expect(sent()).toEqual([
      {
        name: 'confirm-departure',
        data: { merchantId: shop.merchantId },
        options: { key: String(shop.merchantId), delaySeconds: 2 },
      },
    ])
    app.shopify.status = 423
    await expect(shop.confirm()).rejects.toMatchObject({ reason: 'shop_paused' })
    expect(await shop.counts()).toEqual(all)
    expect(await shop.inbox()).toContainEqual({ topic: 'shop/redact', status: 'unread' })

    await shop.rows(
      sql`update shop_connections set status = 'needs_reconnect' where merchant_id = ${shop.merchantId}`,
    )
    app.kernel.sentJobs.length = 0
    await scheduleReconcile(app.kernel)
    const { merchantId } = shop
    const options = { key: String(merchantId) }
    expect(app.kernel.sentJobs).toContainEqual({ name: 'reconcile-shop', data: { merchantId }, options })
    await reconcileShop(app.kernel, { merchantId }, never)
    expect(sent()).toContainEqual({ name: 'confirm-departure', data: { merchantId }, options })
  })

  it('holds no transaction while Shopify is asked', async () => {
    await shop.leave('shop/redact')
    let open = 0
    let openWhileAsked: number | null = null
    const { db } = app.kernel
    const withTenant: typeof db.withTenant = async (merchantId, work) => {
      open++
      try {
        return await db.withTenant(merchantId, work)
      } finally {
        open--
      }
    }
    app.shopify.onRequest = () => {
      openWhileAsked = open
    }
    await confirmDeparture({ ...app.kernel, db: { ...db, withTenant } }, { merchantId: shop.merchantId })
    app.shopify.onRequest = () => undefined
    expect(openWhileAsked).toBe(0)
  })
})
