import { describe, expect, it } from 'vitest'
import { connect, NOW, openSandbox } from '../../testing/open-sandbox.ts'
import { type Received, subscribe } from '../../testing/webhook-receiver.ts'
import { inStock, openSetup, type Setup, SHOP, sellOne } from '../../testing/webhook-setup.ts'

const HOUR_MS = 3_600_000

const getIds = (received: readonly Received[]) =>
  received.map(({ headers }) => headers['x-shopify-webhook-id'])

describe('a delivery', () => {
  it('is signed over its bytes and names topic, shop, version, ids and time', async () => {
    const setup = await openSetup('INVENTORY_LEVELS_UPDATE')
    await sellOne(setup)
    const [delivery] = setup.receiver.received
    expect(delivery!.isSigned).toBe(true)
    expect(delivery!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-shopify-topic': 'inventory_levels/update',
      'x-shopify-shop-domain': SHOP,
      'x-shopify-api-version': '2026-10',
      'x-shopify-triggered-at': expect.stringMatching(/^2026-11-20T15:00:00\.000\d{6}Z$/),
    })
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
    expect(delivery!.headers['x-shopify-webhook-id']).toMatch(uuid)
    expect(delivery!.headers['x-shopify-event-id']).toMatch(uuid)
  })

  it('shows stock as it was at the change, without later changes', async () => {
    const setup = await openSetup('INVENTORY_LEVELS_UPDATE')
    const { store, variant } = inStock(setup)
    const before = variant.levels[0]!.available
    const { shops } = setup.sandbox.shopify
    for (const quantity of [1, 2])
      shops.change(SHOP, { kind: 'received', variant: variant.index, location: 0, quantity })
    await setup.settled()
    const bodies = setup.receiver.received.map(({ body }) => body)
    expect(bodies.map(({ available }) => available).sort((a, b) => a - b)).toEqual([before + 1, before + 3])
    expect(bodies[0]).toMatchObject({
      inventory_item_id: store.ids.toNumber('InventoryItem', variant.index),
      location_id: store.ids.toNumber('Location', 0),
      updated_at: '2026-11-20T10:00:00-05:00',
    })
    expect(bodies[0].admin_graphql_api_id).toContain('gid://shopify/InventoryLevel/')
  })

  it('has a time that orders it among others of the same millisecond', async () => {
    const setup = await openSetup('PRODUCTS_UPDATE')
    setup.configure({ shuffleWindow: 40 })
    const { shops } = setup.sandbox.shopify
    for (let index = 10; index < 50; index++)
      shops.change(SHOP, { kind: 'product_edited', product: 0, title: `Title ${index}` })
    await setup.settled()
    const getTime = ({ headers }: Received) => String(headers['x-shopify-triggered-at'])
    const inOrder = setup.receiver.received.toSorted((a, b) => (getTime(a) < getTime(b) ? -1 : 1))
    const titles = inOrder.map(({ body }) => body.title)
    expect(titles).toEqual(titles.toSorted())
  })

  it('goes out once for each subscription to the topic, with one event id', async () => {
    const setup = await openSetup('ORDERS_CREATE')
    await subscribe(setup.query, `${setup.receiver.address}?second`, 'ORDERS_CREATE')
    await sellOne(setup)
    expect(new Set(getIds(setup.receiver.received)).size).toBe(2)
    expect(new Set(setup.receiver.received.map(({ headers }) => headers['x-shopify-event-id'])).size).toBe(1)
  })

  it('is not made of what happened before the subscription, nor for other shops', async () => {
    const setup = await openSetup()
    await sellOne(setup)
    setup.clock.time += 1000
    await subscribe(setup.query, setup.receiver.address, 'ORDERS_CREATE')
    const other = 'tiny-other.myshopify.com'
    const { shops } = setup.sandbox.shopify
    const variant = shops
      .store(other)
      .variants.find((each) => each.isTracked && each.levels[0]!.available > 2)!
    shops.change(other, { kind: 'sold', variant: variant.index, quantity: 1 })
    await setup.settled()
    expect(setup.receiver.received).toEqual([])
  })

  it('goes to this machine only', async () => {
    const setup = await openSetup()
    await subscribe(setup.query, 'http://198.51.100.7/webhooks', 'ORDERS_CREATE')
    await sellOne(setup)
    const [delivery] = setup.sandbox.shopify.webhooks.list(SHOP)
    expect(delivery!.attempts[0]!.answer).toContain('refused')
  })

  it('is one of at most sixteen at once, and shops take turns', async () => {
    const setup = await openSetup('PRODUCTS_UPDATE')
    const other = await connect(setup.sandbox, 'tiny-other')
    await subscribe(other, setup.receiver.address, 'PRODUCTS_UPDATE')
    const { shops } = setup.sandbox.shopify
    const edit = (shop: string) => shops.change(shop, { kind: 'product_edited', product: 0, title: 'New' })
    for (let count = 0; count < 60; count++) edit(SHOP)
    for (let count = 0; count < 5; count++) edit('tiny-other.myshopify.com')
    await setup.settled()
    expect(setup.receiver.received).toHaveLength(65)
    expect(setup.receiver.mostAtOnce).toBeLessThanOrEqual(16)
    const shopsInOrder = setup.receiver.received.map(({ headers }) => headers['x-shopify-shop-domain'])
    expect(shopsInOrder.lastIndexOf('tiny-other.myshopify.com')).toBeLessThan(40)
  })
})

describe('retries', () => {
  it.each([500, 404, 302, 'hang'] as const)(
    'follow an answer of %s, with the same bytes and ids',
    async (bad) => {
      const setup = await openSetup('PRODUCTS_UPDATE')
      setup.receiver.answer = () => bad
      await setup.change({ kind: 'product_edited', product: 0, title: 'First title' })
      setup.receiver.answer = () => 204
      await setup.change({ kind: 'product_edited', product: 0, title: 'Second title' })
      setup.clock.time += HOUR_MS / 60
      await setup.settled()
      const [first, , again] = setup.receiver.received
      expect(again!.body).toEqual(first!.body)
      expect(again!.headers['x-shopify-webhook-id']).toBe(first!.headers['x-shopify-webhook-id'])
      expect(again!.headers['x-shopify-triggered-at']).toBe(first!.headers['x-shopify-triggered-at'])
      setup.clock.time += 5 * HOUR_MS
      await setup.settled()
      expect(setup.receiver.received).toHaveLength(3)
    },
  )

  it('are eight over four hours; then the subscription is deleted', async () => {
    const setup = await openSetup('PRODUCTS_UPDATE', 'ORDERS_CREATE')
    setup.receiver.answer = () => 503
    await setup.change({ kind: 'product_edited', product: 0, title: 'New' })
    const seenAt: number[] = []
    for (let minute = 1; minute <= 300; minute++) {
      setup.clock.time = NOW + minute * 60_000
      const before = setup.receiver.ofTopic('products/update').length
      await setup.settled()
      if (setup.receiver.ofTopic('products/update').length > before) seenAt.push(minute)
    }
    expect(seenAt).toHaveLength(8)
    expect(seenAt.at(-1)).toBe(240)
    const left = setup.sandbox.shopify.webhooks.subscriptions.list(SHOP)
    expect(left.map(({ topic }) => topic)).toEqual(['ORDERS_CREATE'])
    expect(setup.sandbox.shopify.webhooks.list(SHOP)[0]).toMatchObject({ status: 'failed' })
  })

  it('leave the subscription when another of its deliveries was accepted meanwhile', async () => {
    const setup = await openSetup('PRODUCTS_UPDATE')
    setup.receiver.answer = ({ body }) => (body.title === 'Refused' ? 500 : 200)
    await setup.change({ kind: 'product_edited', product: 0, title: 'Refused' })
    for (let hour = 1; hour <= 2; hour++) {
      for (let step = 0; step < 20; step++) {
        setup.clock.time += HOUR_MS / 10
        await setup.settled()
      }
      await setup.change({ kind: 'product_edited', product: 1, title: 'Fine' })
    }
    setup.clock.time += 2 * HOUR_MS
    await setup.settled()
    expect(setup.receiver.received.filter(({ body }) => body.title === 'Refused')).toHaveLength(9)
    const topics = setup.sandbox.shopify.webhooks.subscriptions.list(SHOP).map(({ topic }) => topic)
    expect(topics).toEqual(['PRODUCTS_UPDATE'])
  })

  it('go on after a restart, and nothing that was delivered comes again', async () => {
    const setup = await openSetup('PRODUCTS_UPDATE', 'ORDERS_CREATE', 'INVENTORY_LEVELS_UPDATE')
    await sellOne(setup)
    setup.receiver.answer = () => 500
    await setup.change({ kind: 'product_edited', product: 0, title: 'New' })
    setup.receiver.answer = () => 200
    const before = setup.receiver.received.length
    const second = openSandbox(setup.folder, setup.clock)
    setup.clock.time += HOUR_MS / 60
    second.shopify.shops.store(SHOP)
    await second.shopify.webhooks.dispatcher.settled()
    const again = setup.receiver.received.slice(before)
    expect(again.map(({ topic }) => topic)).toContain('products/update')
    expect(new Set(getIds(setup.receiver.received)).size).toBe(setup.receiver.received.length - 1)
  })
})

describe('on demand', () => {
  const edits = async (setup: Setup, count: number) => {
    const { shops } = setup.sandbox.shopify
    for (let index = 0; index < count; index++)
      shops.change(SHOP, { kind: 'product_edited', product: 0, title: `Title ${index}` })
    await setup.settled()
    return setup.receiver.received.map(({ body }) => Number(body.title.slice(6)))
  }

  it('deliveries come twice with the same ids', async () => {
    const setup = await openSetup('PRODUCTS_UPDATE')
    setup.configure({ duplicateRatio: 1 })
    await edits(setup, 5)
    const { received } = setup.receiver
    expect(received).toHaveLength(10)
    expect(new Set(getIds(received)).size).toBe(5)
    expect(new Set(received.map(({ headers }) => headers['x-shopify-event-id'])).size).toBe(5)
  })

  it('deliveries overtake others, within the window', async () => {
    const setup = await openSetup('PRODUCTS_UPDATE')
    setup.configure({ shuffleWindow: 60 })
    const titles = await edits(setup, 60)
    expect(titles.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index))
    const late = titles.filter((title, place) => Math.abs(title - place) > 16)
    expect(late.length).toBeGreaterThan(5)
  })

  it('deliveries are lost, and the log says so', async () => {
    const setup = await openSetup('PRODUCTS_UPDATE')
    setup.configure({ dropRatio: 0.5 })
    const titles = await edits(setup, 40)
    const dropped = setup.sandbox.shopify.webhooks.list(SHOP).filter(({ status }) => status === 'dropped')
    expect(titles.length + dropped.length).toBe(40)
    expect(dropped.length).toBeGreaterThan(8)
    expect(titles.length).toBeGreaterThan(8)
  })

  it('deliveries wait for the delay on the clock', async () => {
    const setup = await openSetup('PRODUCTS_UPDATE')
    setup.configure({ delayMs: 60_000 })
    expect(await edits(setup, 1)).toEqual([])
    setup.clock.time += 60_000
    await setup.settled()
    expect(setup.receiver.received).toHaveLength(1)
  })
})
