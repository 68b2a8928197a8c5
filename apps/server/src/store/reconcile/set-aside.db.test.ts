import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createShopify } from '../../providers/shopify/client/index.ts'
import { connectedShop } from '../../providers/shopify/connected-shop.ts'
import { connectFake, FAKE_SECRET } from '../../testing/fake-shopify.ts'
import { insertCatalog, never, newForEachTest } from '../../testing/index.ts'
import { withFakeShopify } from '../../testing/with-store.ts'
import { openShop } from '../shops/open-shop.ts'
import { checkAll } from './check-all.ts'
import { reconcileShop } from './reconcile-shop.task.ts'

const NOW = '2026-11-20T10:00:00Z'
const LATER = '2026-11-20T10:05:00Z'

const app = withFakeShopify({ now: NOW })

beforeEach(() => {
  app.kernel.clock.set(NOW)
  app.shopify.answerAbout = () => null
})

let shops = 0

/** Returns a connected store whose products 1001 to 1004 have 20 units each at the locations 1 and 2. */
async function newStore() {
  const merchant = await app.signUp()
  const { merchantId, rows } = merchant
  const domain = `compared-${++shops}.myshopify.com`
  await connectFake(app.kernel, merchant, domain)
  await rows(sql`update sync_runs set status = 'succeeded' where merchant_id = ${merchantId}`)
  const variants = [20, 20, 20, 20].map((available) => ({ available }))
  await insertCatalog(app.kernel, { merchantId, firstId: 1001, variants })
  await rows(sql`update variants set inventory_item_id = variant_id where merchant_id = ${merchantId}`)
  await rows(sql`
    insert into locations (merchant_id, location_id, name, is_active) values (${merchantId}, 2, 'Shop', true)`)
  await rows(sql`
    insert into inventory_levels (merchant_id, variant_id, location_id, on_hand, available, committed, incoming, updated_at)
    select merchant_id, variant_id, 2, 20, 20, 0, 0, updated_at from inventory_levels where merchant_id = ${merchantId}`)
  app.kernel.clock.set(LATER)
  const faults = async () =>
    (
      await rows(sql<{ topic: string; event_id: string }>`
        select topic, event_id from webhook_faults where merchant_id = ${merchantId} order by event_id`)
    ).map((row) => `${row.topic} ${row.event_id}`)
  const stock = async (locationId: number) =>
    (
      await rows(sql<{ on_hand: number }>`
        select on_hand from inventory_levels
        where merchant_id = ${merchantId} and location_id = ${locationId} order by variant_id`)
    ).map((row) => row.on_hand)
  const titles = async () =>
    (
      await rows(sql<{ title: string }>`
        select title from products where merchant_id = ${merchantId} order by product_id`)
    ).map((row) => row.title)
  const orders = async () =>
    (
      await rows(sql<{ order_id: number }>`
        select order_id from orders where merchant_id = ${merchantId} order by order_id`)
    ).map((row) => row.order_id)
  const finished = async () =>
    (await rows(sql`select kind from reconcile_runs where merchant_id = ${merchantId}`)).length
  const compare = (kind: 'recent' | 'full') => reconcileShop(app.kernel, { merchantId, kind }, never)
  return { merchant, merchantId, domain, rows, faults, stock, titles, orders, finished, compare }
}

const gid = (type: string, id: number | string) => `gid://shopify/${type}/${id}`
const page = (nodes: object[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } })
const denied = { errors: [{ message: 'denied', extensions: { code: 'ACCESS_DENIED' } }] }

const productNode = (id: number, title: string) => ({
  id: gid('Product', id),
  title,
  status: 'ACTIVE',
  isGiftCard: false,
  vendor: null,
  productType: null,
  updatedAt: '2026-11-20T10:01:00Z',
})

const variantNode = (id: number, change: object = {}) => ({
  id: gid('ProductVariant', id),
  title: 'Default Title',
  sku: null,
  barcode: null,
  price: '10.00',
  position: 1,
  inventoryPolicy: 'DENY',
  createdAt: '2026-10-01T10:00:00Z',
  updatedAt: '2026-11-20T10:01:00Z',
  product: productNode(id, `Kettle ${id}`),
  inventoryItem: { id: gid('InventoryItem', id), tracked: true },
  ...change,
})

const levelNode = (itemId: number, locationId: number, quantity: unknown) => ({
  id: gid('InventoryLevel', `${locationId}?inventory_item_id=${itemId}`),
  updatedAt: '2026-11-20T10:01:00Z',
  item: { id: gid('InventoryItem', itemId) },
  location: { id: gid('Location', locationId) },
  quantities: [{ name: 'on_hand', quantity }],
})

const lineNode = (id: number, change: object = {}) => ({
  id: gid('LineItem', id),
  quantity: 2,
  currentQuantity: 2,
  variant: { id: gid('ProductVariant', 1001) },
  ...change,
})

const orderNode = (id: number, change: object = {}) => ({
  id: gid('Order', id),
  createdAt: '2026-11-20T10:01:00Z',
  processedAt: null,
  updatedAt: '2026-11-20T10:01:00Z',
  cancelledAt: null,
  test: false,
  locationId: null,
  edited: false,
  ...change,
})

const refunded = { edited: true }
const reduced = { currentQuantity: 1 }
const orders = [
  { ...orderNode(501), lineItems: page([lineNode(601)]) },
  { ...orderNode(502, { createdAt: 'yesterday' }), lineItems: page([lineNode(602)]) },
  { ...orderNode(503, refunded), lineItems: page([lineNode(603, reduced)]) },
  { ...orderNode(504), lineItems: page([lineNode(604, { quantity: 3e9 })]) },
  { ...orderNode(505), lineItems: page([lineNode(605)]) },
]

const getLevels = (locationId: number) => [
  levelNode(1001, locationId, 7),
  levelNode(1002, locationId, 'many'),
  levelNode(1003, locationId, 3e9),
  levelNode(1004, locationId, 9),
]

/** Answers every list with valid and invalid nodes, and denies single resources that the app may not read. */
function answerWithBadRows(domain: string) {
  const shop = {
    id: gid('Shop', 1),
    name: 'Compared',
    myshopifyDomain: domain,
    currencyCode: 'USD',
    ianaTimezone: 'UTC',
    shopAddress: { countryCodeV2: 'US' },
  }
  const lists = {
    shop,
    currentAppInstallation: { accessScopes: app.shopify.scopes.map((handle) => ({ handle })) },
    locations: page([1, 2, 3].map((id) => ({ id: gid('Location', id), name: `L${id}`, isActive: true }))),
    bulkOperationRunQuery: {
      bulkOperation: null,
      userErrors: [{ code: 'OPERATION_IN_PROGRESS', message: 'busy' }],
    },
    products: page([
      ...[1001, 1002, 1004].map((id) => ({ id: gid('Product', id), updatedAt: '2026-11-20T10:01:00Z' })),
      { id: gid('Product', 1003), updatedAt: 'yesterday' },
    ]),
    productVariants: page([
      variantNode(1001),
      variantNode(1002, { product: productNode(1002, 'Kettle \u0000') }),
      variantNode(1003, { price: 5 }),
      variantNode(1004),
    ]),
    orders: page(orders),
  }
  app.shopify.answerAbout = (id) => {
    if (id === '') return { data: lists }
    const number = Number(id.split('/').at(-1))
    if (id.includes('/Location/'))
      return number === 2 ? denied : { data: { location: { inventoryLevels: page(getLevels(number)) } } }
    if (id.includes('/Order/')) return denied
    if (number === 1002 || number === 1003) return denied
    const product = { ...productNode(number, `Kettle ${number}`), variants: page([variantNode(number)]) }
    return { data: { product } }
  }
}

const store = newForEachTest(newStore)

describe('a comparison with rows that can never be read or stored', () => {
  it('sets them aside, and compares everything else that changed recently', async () => {
    answerWithBadRows(store.domain)
    await store.compare('recent')
    expect(await store.finished()).toBe(1)
    expect(await store.titles()).toEqual(['Kettle 1001', 'Product 1002', 'Product 1003', 'Kettle 1004'])
    expect([await store.stock(1), await store.stock(2)]).toEqual([
      [7, 20, 20, 9],
      [20, 20, 20, 20],
    ])
    expect(await store.orders()).toEqual([501, 505])
    expect(await store.faults()).toEqual([
      'comparison level/1002/1',
      'comparison level/1003/1',
      'comparison location/2',
      'comparison order/502',
      'comparison order/503',
      'comparison order/504',
      'comparison product/1002',
      'comparison product/1003',
    ])
    const session = await store.merchant.ask<{ freshness: object }>('/api/session')
    expect(session.freshness).toMatchObject({ unappliedChanges: 8 })
  })

  it('sets them aside, compares the rest of the whole store, and deletes nothing that it could not read', async () => {
    answerWithBadRows(store.domain)
    await store.compare('full')
    await store.compare('full')
    expect(await store.finished()).toBe(2)
    expect(await store.titles()).toEqual(['Kettle 1001', 'Product 1002', 'Product 1003', 'Kettle 1004'])
    expect([await store.stock(1), await store.stock(2)]).toEqual([
      [7, 20, 20, 9],
      [20, 20, 20, 20],
    ])
    expect(await store.orders()).toEqual([501, 505])
    expect(await store.faults()).toContain('comparison location/2')
  })

  it('compares the rest of a bulk result', async () => {
    answerWithBadRows(store.domain)
    const { merchantId } = store
    const typed = (type: string, node: object) => JSON.stringify({ __typename: type, ...node })
    const catalogue = [1001, 1002, 1003, 1004].flatMap((id) => [
      typed('Product', productNode(id, `Kettle ${id}`)),
      typed('ProductVariant', id === 1003 ? variantNode(id, { price: 5 }) : variantNode(id)),
      typed('InventoryLevel', levelNode(id, 1, id === 1002 ? 'many' : 8)),
      typed('InventoryLevel', levelNode(id, 2, 8)),
    ])
    const sold = orders.flatMap(({ lineItems, ...order }) => [
      typed('Order', order),
      ...lineItems.nodes.map((line) => typed('LineItem', { ...line, __parentId: order.id })),
    ])
    const brokenLine = typed('LineItem', {
      ...lineNode(606, { quantity: 'two' }),
      __parentId: gid('Order', 506),
    })
    const results = [catalogue, [...sold, typed('Order', orderNode(506)), brokenLine]]
    const opened = await openShop(app.kernel, merchantId)
    const client = createShopify({
      clientId: 'sandbox',
      clientSecrets: [FAKE_SECRET],
      originFor: (shopDomain) => `${app.shopify.url}/shopify/${shopDomain}`,
      now: app.kernel.clock.now,
    }).shop(store.domain, async () => [...app.shopify.validTokens].at(-1) ?? '')
    const withBulk = {
      ...client,
      startBulk: async () => 'bulk',
      getBulk: async () => ({ status: 'COMPLETED' }) as never,
      readBulkLines: async function* () {
        yield { lines: results.shift() ?? [] } as never
      },
    }
    const check = {
      kernel: app.kernel,
      merchantId,
      opened: { ...opened, shop: connectedShop(withBulk, app.kernel.clock.now) },
      signal: never,
      pace: async () => undefined,
      startedAt: app.kernel.clock.now(),
      checked: 0,
      differences: { stock: 0, orders: 0, products: 0 },
      touched: new Set<number>(),
      unread: [],
      hasNewSales: false,
    }
    await checkAll(check)
    expect(await store.titles()).toEqual(['Kettle 1001', 'Kettle 1002', 'Kettle 1003', 'Kettle 1004'])
    expect([await store.stock(1), await store.stock(2)]).toEqual([
      [8, 20, 8, 8],
      [8, 8, 8, 8],
    ])
    expect(await store.orders()).toEqual([501, 505])
    expect(await store.faults()).toEqual([
      'comparison level/1002/1',
      'comparison order/502',
      'comparison order/503',
      'comparison order/504',
      'comparison order/506',
      'comparison product/1003',
      'comparison variant/1003',
    ])
  })

  it('fails when no location can be read at all', async () => {
    answerWithBadRows(store.domain)
    const { answerAbout } = app.shopify
    app.shopify.answerAbout = (id) => (id.includes('/Location/') ? denied : answerAbout(id))
    await store.compare('recent')
    await store.compare('full')
    expect(await store.finished()).toBe(0)
  })
})
