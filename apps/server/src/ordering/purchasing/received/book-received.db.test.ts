import { type NotInStore, ordersApi, toAddress } from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { reconcileShop } from '../../../store/reconcile/reconcile-shop.task.ts'
import { syncShop } from '../../../store/sync/sync-shop.task.ts'
import { never } from '../../../testing/index.ts'
import { insertSupplier } from '../../../testing/insert-supplier.ts'
import { newForEachTest } from '../../../testing/new-for-each-test.ts'
import { placeOrder, receive } from '../../../testing/place-order.ts'
import { expectRefusal } from '../../../testing/read-answer.ts'
import { install, withSandboxApp } from '../../../testing/with-store.ts'

const app = withSandboxApp()

let shops = 0

/** Connects a store of the sandbox and receives 24 units of its first product. */
async function storeWithReceipt({ mayWrite = true }: { mayWrite?: boolean } = {}) {
  const shop = `tiny-booking-${++shops}`
  const domain = `${shop}.myshopify.com`
  const merchant = await app.openStore(shop)
  const { merchantId, rows } = merchant
  const [variant] = await rows(sql<{ variant_id: number }>`
    select variant_id from variants where merchant_id = ${merchantId} and is_tracked order by variant_id`)
  const variantId = variant!.variant_id
  const locations = await rows(sql<{ location_id: number }>`
    select location_id from locations where merchant_id = ${merchantId} order by location_id`)
  const [locationId, otherId] = locations.map((row) => row.location_id) as [number, number]
  const supplierId = await insertSupplier(app.kernel, {
    merchantId,
    name: 'Acme',
    currency: 'USD',
    items: [{ variantId }],
  })
  const post = <T>(path: string, json: unknown = {}) => merchant.ask<T>(path, { json })
  const lines = [{ variantId, units: 100 }]
  const placed = await placeOrder(merchant, { supplierId, locationId, lines })
  const receiveUnits = (accepted: number) =>
    receive(merchant, placed, [{ lineId: placed.lines[0]!.id, accepted }])
  await receiveUnits(24)
  const allow = async (decision: 'install' | 'leave_out' = 'install') => {
    const init = await merchant.request('/functions/shopify-oauth-init', {
      json: { shop: domain, redirectOrigin: app.address, writesStock: true },
    })
    const url = new URL(((await init.json()) as { authUrl: string }).authUrl)
    const asked = url.searchParams.get('optional_scopes') ?? ''
    if (decision === 'leave_out')
      url.searchParams.set('optional_scopes', asked.replace(/,?write_inventory/, ''))
    const callback = await install(url.href)
    const parameter = (name: string) => callback.searchParams.get(name) ?? ''
    const connected = await post<{ syncRunId: number }>('/functions/shopify-oauth-callback', {
      code: parameter('code'),
      shop: parameter('shop'),
      hmac: parameter('hmac'),
      query: callback.search,
    })
    await syncShop(app.kernel, { merchantId, runId: connected.syncRunId }, never)
  }
  if (mayWrite) await allow()
  const fault = (kind: string) =>
    fetch(`${app.sandbox.url}/api/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'shopify', kind, shop }),
    })
  return {
    ...merchant,
    domain,
    variantId,
    placed,
    locationId,
    otherId,
    post,
    rows,
    receive: receiveUnits,
    allow,
    fault,
    /** What the store itself has available, over all locations. */
    stock: async () => {
      const answer = await fetch(`${app.sandbox.url}/api/shops/${shop}/variants`)
      const { variants } = (await answer.json()) as { variants: { variantId: string; available: number }[] }
      return variants.find((each) => each.variantId === String(variantId))!.available
    },
    change: (path: string, body: object) =>
      fetch(`${app.sandbox.url}/api/shops/${shop}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    book: (more: object = {}) =>
      merchant.request(toAddress(ordersApi.bookReceived, { id: placed.id }), { json: more }),
    left: () => merchant.ask<NotInStore>(toAddress(ordersApi.getNotInStore, { id: placed.id })),
    /** Reads the store and derives the projection again. */
    sync: async () => {
      // What changed within the last minute may be on its way and counts as no difference.
      app.kernel.clock.advance(120_000)
      await reconcileShop(app.kernel, { merchantId, kind: 'full' }, never)
      await merchant.refresh()
    },
  }
}

describe('the permission to write stock', () => {
  it('is not asked for when a store is connected, and only on request', async () => {
    const store = await storeWithReceipt({ mayWrite: false })
    const getScopes = async (more: object) =>
      (
        await store.ask<{ authUrl: string }>('/functions/shopify-oauth-init', {
          json: { shop: store.domain, redirectOrigin: app.address, ...more },
        })
      ).authUrl
    expect(await getScopes({})).not.toContain('write_inventory')
    expect(await store.left()).toMatchObject({ access: 'needed', toBook: 24, shopDomain: store.domain })
    expect((await store.book()).status).toBe(412)
    expect(await getScopes({ writesStock: true })).toContain('write_inventory')
    await store.allow()
    expect(await store.left()).toMatchObject({ access: 'granted', toBook: 24 })
    expect(await getScopes({})).toContain('write_inventory')
  })

  it('that the merchant refuses changes nothing', async () => {
    const store = await storeWithReceipt({ mayWrite: false })
    const before = await store.stock()
    await store.allow('leave_out')
    expect(await store.left()).toMatchObject({ access: 'needed', toBook: 24 })
    expect((await store.book()).status).toBe(412)
    expect(await store.stock()).toBe(before)
  })
})

describe('booking a receipt into the store', () => {
  const store = newForEachTest(storeWithReceipt)

  it('adds the units once, and the next read of the store finds them', async () => {
    const before = await store.stock()
    expect((await store.book()).status).toBe(200)
    expect(await store.stock()).toBe(before + 24)
    expect(await store.left()).toMatchObject({
      counted: 24,
      toBook: 0,
      booking: { status: 'booked', units: 24, by: store.email, message: null },
    })
    expect((await store.book()).status).toBe(200)
    expect(await store.stock()).toBe(before + 24)
    await store.sync()
    expect(await store.left()).toMatchObject({ counted: 0, lapsed: 0, toBook: 0 })
    const levels = await store.rows(sql<{ available: number }>`
      select available from inventory_levels
      where merchant_id = ${store.merchantId} and variant_id = ${store.variantId}`)
    expect(levels.reduce((sum, { available }) => sum + available, 0)).toBe(before + 24)
  })

  it('is made once by two people who press at once', async () => {
    const before = await store.stock()
    const answers = await Promise.all([store.book(), store.book(), store.book()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await store.stock()).toBe(before + 24)
  })

  it('whose answer is lost says so, and the next press ends it without adding anything twice', async () => {
    const before = await store.stock()
    await store.fault('half_body')
    const lost = await store.book()
    expect(lost.status).toBe(502)
    expect(await lost.text()).toContain('never added twice')
    await store.fault('none')
    expect(await store.stock()).toBe(before + 24)
    expect(await store.left()).toMatchObject({ toBook: 0, booking: { status: 'sending', units: 24 } })
    expect((await store.book()).status).toBe(200)
    expect(await store.stock()).toBe(before + 24)
    expect(await store.left()).toMatchObject({ booking: { status: 'booked', units: 24 } })
  }, 60_000)

  it('that was interrupted before the store was asked is made by the next press', async () => {
    const before = await store.stock()
    const location = store.locationId
    const [item] = await store.rows(sql<{ id: number }>`
      select inventory_item_id as id from variants where merchant_id = ${store.merchantId} and variant_id = ${store.variantId}`)
    const booking = {
      key: crypto.randomUUID(),
      status: 'sending',
      at: app.kernel.clock.now().toISOString(),
      by: null,
      locationId: location,
      locationName: 'Warehouse',
      lines: [{ lineId: store.placed.lines[0]!.id, itemId: item!.id, units: 24 }],
      message: null,
    }
    await store.rows(sql`update purchase_orders set booking = ${JSON.stringify(booking)}::jsonb
      where merchant_id = ${store.merchantId}`)
    await store.rows(
      sql`update purchase_order_lines set booked_units = 24 where merchant_id = ${store.merchantId}`,
    )
    expect((await store.book()).status).toBe(200)
    expect(await store.stock()).toBe(before + 24)
  })

  it('without an answer for a long time is booked again, because the store would have shown it', async () => {
    const before = await store.stock()
    await store.fault('5xx')
    expect((await store.book()).status).toBe(502)
    await store.fault('none')
    app.kernel.clock.advance(13 * 3_600_000)
    expect((await store.book()).status).toBe(200)
    expect(await store.stock()).toBe(before + 24)
  }, 60_000)

  it('that the store refuses changes nothing, names the product and why, and can be tried again', async () => {
    const before = await store.stock()
    await store.rows(sql`update variants set inventory_item_id = 1
      where merchant_id = ${store.merchantId} and variant_id = ${store.variantId}`)
    expect((await store.book()).status).toBe(200)
    const refused = await store.left()
    expect(refused).toMatchObject({ counted: 24, toBook: 24, booking: { status: 'refused' } })
    expect(refused.booking!.message).toMatch(/^Shopify booked nothing: .+: the product is gone\.$/)
    expect(await store.stock()).toBe(before)
    await store.fault('forbidden')
    expect((await store.book()).status).toBe(200)
    expect(await store.left()).toMatchObject({ toBook: 24, booking: { status: 'refused' } })
    await store.fault('none')
  })

  it('adds only what the merchant has not booked there by hand', async () => {
    const before = await store.stock()
    await store.change('receive', { variantId: store.variantId, quantity: 10 })
    await store.sync()
    expect(await store.left()).toMatchObject({ counted: 14, toBook: 14 })
    await store.book()
    expect(await store.stock()).toBe(before + 24)
  })

  it('of a second delivery adds only the second delivery', async () => {
    const before = await store.stock()
    await store.book()
    await store.receive(6)
    expect(await store.left()).toMatchObject({ counted: 30, toBook: 6 })
    await store.book()
    expect(await store.stock()).toBe(before + 30)
  })

  it('asks for the location if none was named, and uses the one that is chosen', async () => {
    await store.rows(
      sql`update purchase_orders set location_id = null where merchant_id = ${store.merchantId}`,
    )
    expect((await store.left()).locationId).toBeNull()
    await expectRefusal(store.book(), 400, { field: 'locationId' })
    expect((await store.book({ locationId: store.otherId })).status).toBe(200)
    await store.sync()
    expect((await store.left()).counted).toBe(0)
    await store.receive(6)
    expect((await store.left()).locationId).toBe(store.otherId)
  })
})
