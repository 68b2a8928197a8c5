import { describe, expect, it } from 'vitest'
import { type Json, openSandbox, postJson } from '../testing/open-sandbox.ts'
import { openSetup, SHOP } from '../testing/webhook-setup.ts'

type Sandbox = ReturnType<typeof openSandbox>

async function post(sandbox: Sandbox, path: string, body: unknown) {
  const answer = await postJson(sandbox, `/api/shops/tiny-acme/${path}`, body)
  return { status: answer.status, body: (await answer.json()) as Json }
}

/** Returns every object of the store as the sandbox lists it. */
async function getState(sandbox: Sandbox): Promise<Json[]> {
  const answer = await sandbox.http.request('/api/shops/tiny-acme/state')
  const lines = (await answer.text()).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line))
}

describe('a burst', () => {
  it('makes changes of every kind, the same for the same seed', async () => {
    const [first, second, other] = [openSandbox(), openSandbox(), openSandbox()]
    const made = await post(first, 'burst', { events: 300, seed: 5 })
    expect(await post(second, 'burst', { events: 300, seed: 5 })).toEqual(made)
    await post(other, 'burst', { events: 300, seed: 6 })
    expect(await getState(second)).toEqual(await getState(first))
    expect(await getState(other)).not.toEqual(await getState(first))
    const counts = made.body.made as Record<string, number>
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(300)
    expect(Object.keys(counts).sort()).toEqual([
      'order_cancelled',
      'order_edited',
      'order_refunded',
      'price_changed',
      'product_edited',
      'received',
      'sold',
    ])
  })

  it('has the same result after a restart', async () => {
    const setup = await openSetup()
    await post(setup.sandbox, 'burst', { events: 200 })
    expect(await getState(openSandbox(setup.folder, setup.clock))).toEqual(await getState(setup.sandbox))
  })

  it('sends the final stock of every changed level, with or without duplicates', async () => {
    const setup = await openSetup('INVENTORY_LEVELS_UPDATE')
    const before = getAvailable(await getState(setup.sandbox))
    setup.configure({ duplicateRatio: 0.3 })
    await post(setup.sandbox, 'burst', { events: 300, seed: 9 })
    await setup.settled()
    const sent = new Map<string, number[]>()
    for (const { body } of setup.receiver.received) {
      const key = `${body.inventory_item_id} ${body.location_id}`
      sent.set(key, [...(sent.get(key) ?? []), body.available])
    }
    const after = getAvailable(await getState(setup.sandbox))
    const changed = [...after].filter(([key, available]) => before.get(key) !== available)
    expect(changed.length).toBeGreaterThan(10)
    for (const [key, available] of changed) expect(sent.get(key)).toContain(available)
  })
})

function getAvailable(lines: Json[]): Map<string, number> {
  const stock = new Map<string, number>()
  for (const { type, inventoryItemId, levels } of lines) {
    if (type !== 'variant') continue
    for (const { locationId, available } of levels) stock.set(`${inventoryItemId} ${locationId}`, available)
  }
  return stock
}

it('the list of all objects of a store has every variant with its stock by location and every order with its lines', async () => {
  const sandbox = openSandbox()
  const store = sandbox.shopify.shops.store(SHOP)
  const lines = await getState(sandbox)
  const ofType = (type: string) => lines.filter((each) => each.type === type)
  expect(ofType('variant')).toHaveLength(store.variants.length)
  expect(ofType('order')).toHaveLength(store.orders.orderCount)
  expect(ofType('order').flatMap((each) => each.lines)).toHaveLength(store.orders.lineCount)
  expect(lines.at(-1)).toEqual({ type: 'end', version: lines[0].version })
  const [first] = ofType('variant')
  const { available, committed, incoming } = store.variants[0]!.levels[0]!
  expect(first.levels[0]).toMatchObject({ available, committed, incoming, onHand: available + committed })
  expect(ofType('order').some((each) => each.isTest)).toBe(true)
  expect(ofType('order').some((each) => each.cancelledAt !== null)).toBe(true)
})

describe('changes by hand', () => {
  it('create and delete products, and edit the shop', async () => {
    const { sandbox } = await openSetup()
    await post(sandbox, 'products', { title: 'New mug', sku: 'NM', price: 12.5, units: 3 })
    const isMug = ({ title }: { title?: string }) => title === 'New mug'
    const made = (await getState(sandbox)).find(isMug)
    expect(made).toMatchObject({ sku: 'NM', price: '12.50', status: 'ACTIVE' })
    await post(sandbox, `products/${made.productId}/delete`, {})
    expect((await getState(sandbox)).find(isMug)).toBeUndefined()
    expect((await post(sandbox, `products/${made.productId}/delete`, {})).status).toBe(409)
    await post(sandbox, 'time-zone', { timeZone: 'Europe/Berlin' })
    await post(sandbox, 'country', { countryCode: 'DE' })
    const [later] = await getState(sandbox)
    expect(later).toMatchObject({ timeZone: 'Europe/Berlin', countryCode: 'DE' })
  })

  it.each([
    ['products/1/delete', {}, 404, 'Product'],
    ['products', { price: 1 }, 400, 'title'],
    ['time-zone', { timeZone: 'Mars/Base' }, 400, 'timeZone'],
    ['country', { countryCode: 'Germany' }, 400, 'countryCode'],
    ['burst', { events: 0 }, 400, 'events'],
    ['webhooks', { dropRatio: 2 }, 400, 'dropRatio'],
    ['uninstall', {}, 409, 'not installed'],
  ])('%s of %j is answered with %i', async (path, body, status, named) => {
    const answer = await post(openSandbox(), path, body)
    expect(answer.status).toBe(status)
    expect(answer.body.error).toContain(named)
  })
})

it('the log has topic, status, attempts and answers, but no payloads', async () => {
  const setup = await openSetup('PRODUCTS_UPDATE')
  setup.receiver.answer = () => 503
  await setup.change({ kind: 'product_edited', product: 0, title: 'New' })
  await post(setup.sandbox, 'webhooks', { duplicateRatio: 0.5 })
  const answer = await setup.sandbox.http.request('/api/shops/tiny-acme/webhooks')
  const view = (await answer.json()) as { deliveries: object[] }
  expect(view).toMatchObject({
    pending: 1,
    settings: { duplicateRatio: 0.5, dropRatio: 0, shuffleWindow: 0, delayMs: 0 },
    subscriptions: [{ topic: 'PRODUCTS_UPDATE', uri: setup.receiver.address }],
    deliveries: [{ topic: 'products/update', status: 'pending', attempts: [{ answer: '503' }] }],
  })
  expect(view.deliveries[0]).not.toHaveProperty('body')
})
