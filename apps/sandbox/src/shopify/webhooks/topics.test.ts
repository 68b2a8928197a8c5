import { describe, expect, it } from 'vitest'
import { ALL_SCOPES, connect, install } from '../../testing/open-sandbox.ts'
import { inStock, openSetup, type Setup, SHOP, sellOne } from '../../testing/webhook-setup.ts'
import { TokenLedger } from '../oauth/token-ledger.ts'
import { countryCodes } from '../store/model.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ORDER_TOPICS = ['ORDERS_CREATE', 'ORDERS_UPDATED', 'ORDERS_CANCELLED', 'REFUNDS_CREATE']

const getTopics = (setup: Setup) => setup.receiver.received.map(({ topic }) => topic).sort()
const lastOf = (setup: Setup, topic: string) => setup.receiver.ofTopic(topic).at(-1)!.body

async function sold(setup: Setup, quantity: number): Promise<number> {
  const { store, variant } = inStock(setup)
  await setup.change({ kind: 'sold', variant: variant.index, quantity })
  setup.receiver.received.length = 0
  return store.orders.orderCount - 1
}

describe('orders', () => {
  it('orders/create shows lines with numeric ids, and a buyer that apps must not keep', async () => {
    const setup = await openSetup('ORDERS_CREATE')
    const { store, variant } = inStock(setup)
    await sellOne(setup)
    const order = lastOf(setup, 'orders/create')
    const index = store.orders.orderCount - 1
    expect(order).toMatchObject({
      id: store.ids.toNumber('Order', index),
      admin_graphql_api_id: store.ids.toGid('Order', index),
      test: false,
      cancelled_at: null,
      created_at: '2026-11-20T10:00:00-05:00',
      processed_at: '2026-11-20T10:00:00-05:00',
      financial_status: 'paid',
      line_items: [
        {
          variant_id: store.ids.toNumber('ProductVariant', variant.index),
          product_id: store.ids.toNumber('Product', variant.product.index),
          sku: variant.sku,
          title: variant.product.title,
          price: (variant.priceCents / 100).toFixed(2),
          quantity: 1,
          current_quantity: 1,
        },
      ],
    })
    expect(order.email).toMatch(/@example\.com$/)
    expect(order.customer.first_name).not.toBe('')
    expect(order.shipping_address.address1).toContain('Example Street')
  })

  it('orders/cancelled and orders/updated follow a cancellation, and stock comes back', async () => {
    const setup = await openSetup(...ORDER_TOPICS, 'INVENTORY_LEVELS_UPDATE')
    const order = await sold(setup, 3)
    await setup.change({ kind: 'order_cancelled', order })
    expect(getTopics(setup)).toEqual(['inventory_levels/update', 'orders/cancelled', 'orders/updated'])
    const body = lastOf(setup, 'orders/cancelled')
    expect(body.cancelled_at).toBe('2026-11-20T10:00:00-05:00')
    expect(body.line_items[0]).toMatchObject({ quantity: 3, current_quantity: 0 })
  })

  it('orders/updated names the units that are left after an edit', async () => {
    const setup = await openSetup(...ORDER_TOPICS)
    const order = await sold(setup, 4)
    await setup.change({ kind: 'order_edited', order })
    expect(getTopics(setup)).toEqual(['orders/updated', 'refunds/create'])
    const body = lastOf(setup, 'orders/updated')
    expect(body.line_items[0]).toMatchObject({ quantity: 4, current_quantity: 2 })
    // As Shopify reports it: a refund without money, of units that were not sent.
    expect(body).toMatchObject({
      financial_status: 'paid',
      refunds: [{ refund_line_items: [{ quantity: 2, restock_type: 'cancel' }], transactions: [] }],
    })
  })

  it('orders/updated comes when the order is sent, an hour later; refunds/create when it comes back', async () => {
    const setup = await openSetup(...ORDER_TOPICS)
    const order = await sold(setup, 2)
    const { store } = inStock(setup)
    const id = store.ids.toNumber('Order', order)
    setup.clock.time += HOUR_MS
    setup.sandbox.shopify.tick()
    await setup.settled()
    const sent = setup.receiver.ofTopic('orders/updated').find(({ body }) => body.id === id)!
    expect(sent.body.fulfillment_status).toBe('fulfilled')
    expect(sent.headers['x-shopify-triggered-at']).toMatch(/^2026-11-20T16:00:00\.000/)
    await setup.change({ kind: 'order_refunded', order, isRestocked: true })
    expect(lastOf(setup, 'refunds/create')).toMatchObject({
      order_id: id,
      restock: true,
      refund_line_items: [{ quantity: 2, restock_type: 'return' }],
    })
    expect(lastOf(setup, 'orders/updated')).toMatchObject({ id, financial_status: 'refunded' })
  })

  it('are sent as days pass on the clock, with the time of each change', async () => {
    const setup = await openSetup('ORDERS_CREATE')
    setup.clock.time += DAY_MS
    setup.sandbox.shopify.tick()
    await setup.settled()
    const { store } = inStock(setup)
    const { orders } = store
    const happened = [...orders.createdAt.subarray(0, orders.orderCount)].filter(
      (at) => at > setup.clock.time - DAY_MS,
    )
    const triggered = setup.receiver.received.map(({ headers }) => String(headers['x-shopify-triggered-at']))
    expect(happened.length).toBeGreaterThan(1)
    expect(triggered.map(Date.parse).sort((a, b) => a - b)).toEqual(happened.map(Math.floor))
  })
})

describe('products and the shop', () => {
  it('products/create, update and delete follow the catalogue', async () => {
    const setup = await openSetup('PRODUCTS_CREATE', 'PRODUCTS_UPDATE', 'PRODUCTS_DELETE')
    const product = { title: 'New mug', sku: 'NM', priceCents: 1250, units: 4 }
    await setup.change({ kind: 'product_created', product })
    const created = lastOf(setup, 'products/create')
    expect(created).toMatchObject({
      title: 'New mug',
      status: 'active',
      variants: [{ sku: 'NM', price: '12.50' }],
    })
    const { store } = inStock(setup)
    const index = store.products.length - 1
    await setup.change({ kind: 'price_changed', variant: store.variants.length - 1, priceCents: 1400 })
    expect(lastOf(setup, 'products/update').variants[0].price).toBe('14.00')
    await setup.change({ kind: 'product_deleted', product: index })
    expect(lastOf(setup, 'products/delete')).toEqual({ id: created.id })
  })

  it('a deleted product is gone from the API and sells no more; its orders stay', async () => {
    const setup = await openSetup()
    const { store, variant } = inStock(setup)
    const order = await sold(setup, 1)
    await setup.change({ kind: 'product_deleted', product: variant.product.index })
    const id = store.ids.toGid('Product', variant.product.index)
    const asked = `query ($id: ID!, $order: ID!) {
      product(id: $id) { id }
      products(first: 100) { nodes { id } }
      order(id: $order) { lineItems(first: 5) { nodes { quantity variant { id } } } }
    }`
    const { data } = await setup.query(asked, { id, order: store.ids.toGid('Order', order) })
    expect(data.product).toBeNull()
    expect(data.products.nodes).not.toContainEqual({ id })
    expect(data.order.lineItems.nodes).toEqual([{ quantity: 1, variant: null }])
    const { orders } = store
    const before = orders.lineCount
    setup.sandbox.shopify.shops.store(SHOP).advanceTo(setup.clock.time + 20 * DAY_MS)
    const later = [...orders.lineVariant.subarray(before, orders.lineCount)]
    expect(later.length).toBeGreaterThan(10)
    expect(later.some((each) => store.variants[each]!.product === variant.product)).toBe(false)
  })

  it('shop/update follows a move to another of the countries that the schema knows', async () => {
    const setup = await openSetup('SHOP_UPDATE')
    for (const countryCode of countryCodes) {
      await setup.change({ kind: 'country_changed', countryCode })
      const { data } = await setup.query('{ shop { shopAddress { countryCodeV2 } } }')
      expect(data.shop).toEqual({ shopAddress: { countryCodeV2: countryCode } })
      expect(lastOf(setup, 'shop/update')).toMatchObject({ country_code: countryCode })
    }
  })

  it('shop/update follows a change of time zone, after which the store goes on selling', async () => {
    const setup = await openSetup('SHOP_UPDATE')
    await setup.change({ kind: 'time_zone_changed', timeZone: 'Australia/Sydney' })
    expect(lastOf(setup, 'shop/update')).toMatchObject({
      myshopify_domain: SHOP,
      iana_timezone: 'Australia/Sydney',
    })
    const { data } = await setup.query('{ shop { ianaTimezone } }')
    expect(data.shop).toEqual({ ianaTimezone: 'Australia/Sydney' })
    const { store } = inStock(setup)
    const before = store.orders.orderCount
    store.advanceTo(setup.clock.time + 3 * DAY_MS)
    expect(store.orders.orderCount).toBeGreaterThan(before)
  })

  it('a loaded file makes a burst: products, stock and the orders of the last week', async () => {
    const setup = await openSetup(
      'PRODUCTS_CREATE',
      'PRODUCTS_DELETE',
      'INVENTORY_LEVELS_UPDATE',
      'ORDERS_CREATE',
    )
    const load = () =>
      setup.sandbox.http.request('/api/shops/tiny-acme/load', {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: 'series_id,2026-11-01,2026-11-02\nmug,1,2\nkettle,0,1',
      })
    await load()
    await setup.settled()
    setup.receiver.received.length = 0
    await load()
    await setup.settled()
    const count = (topic: string) => setup.receiver.ofTopic(topic).length
    expect(count('products/delete')).toBe(2)
    expect(count('products/create')).toBe(2)
    expect(count('inventory_levels/update')).toBe(4)
    expect(count('orders/create')).toBe(2)
  })
})

describe('the app', () => {
  it('an uninstall ends tokens and subscriptions, sends a webhook, and 48 hours later shop/redact', async () => {
    const setup = await openSetup('APP_UNINSTALLED', 'ORDERS_CREATE')
    const { sandbox, clock } = setup
    sandbox.shopify.uninstall(SHOP)
    await setup.settled()
    expect(getTopics(setup)).toEqual(['app/uninstalled'])
    expect(lastOf(setup, 'app/uninstalled')).toMatchObject({ myshopify_domain: SHOP })
    expect((await setup.query('{ shop { name } }')).errors).toContain('Invalid API key')
    expect(sandbox.shopify.webhooks.subscriptions.list(SHOP)).toEqual([])
    clock.time += 47 * HOUR_MS
    await setup.settled()
    expect(setup.receiver.ofTopic('shop/redact')).toEqual([])
    clock.time += HOUR_MS
    await setup.settled()
    expect(lastOf(setup, 'shop/redact')).toMatchObject({ shop_domain: SHOP })
  })

  it('no shop/redact is sent if the app is installed again within 48 hours', async () => {
    const setup = await openSetup()
    setup.sandbox.shopify.uninstall(SHOP)
    setup.clock.time += 24 * HOUR_MS
    await install(setup.sandbox, 'tiny-acme')
    setup.clock.time += 25 * HOUR_MS
    await setup.settled()
    expect(setup.receiver.received).toEqual([])
  })

  it('an uninstall persists over a restart, and also ends the refresh token', async () => {
    const setup = await openSetup()
    const { refresh_token } = await install(setup.sandbox, 'tiny-acme')
    setup.sandbox.shopify.uninstall(SHOP)
    const ledger = new TokenLedger(`${setup.folder}/sandbox/shopify/tokens.jsonl`, setup.clock.now)
    expect(ledger.refresh(SHOP, refresh_token)).toBeNull()
    expect(ledger.installedScopes(SHOP)).toBeNull()
  })

  it('app/scopes_update follows a new approval with other scopes', async () => {
    const setup = await openSetup('APP_SCOPES_UPDATE')
    await connect(setup.sandbox, 'tiny-acme')
    await connect(setup.sandbox, 'tiny-acme', 'read_products')
    await setup.settled()
    expect(setup.receiver.received).toHaveLength(1)
    expect(lastOf(setup, 'app/scopes_update')).toMatchObject({
      previous: ALL_SCOPES.split(','),
      current: ['read_products'],
    })
  })
})
