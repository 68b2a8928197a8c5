import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  buildClientSchema,
  extendSchema,
  type GraphQLObjectType,
  isIntrospectionType,
  isObjectType,
  Kind,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  connect,
  type Json,
  MachineClock,
  NOW,
  openSandbox,
  postJson,
  temporaryFolder,
} from '../../testing/open-sandbox.ts'
import { productDocuments } from '../../testing/product-documents.ts'
import { schema } from './schema.ts'

const operations = parse(productDocuments).definitions.filter(
  (each) => each.kind === Kind.OPERATION_DEFINITION,
)

describe('the operations of the product', () => {
  const folder = dirname(findPackageJSON('@shopify/dev-mcp', import.meta.url)!)
  const packed = readFileSync(join(folder, 'dist/data/admin_2026-10.json.gz'))
  const published = buildClientSchema(JSON.parse(gunzipSync(packed).toString()).data, { assumeValid: true })
  const own = readFileSync(new URL('../../testing/purchase-orders.graphql', import.meta.url), 'utf8')
  const real = extendSchema(published, parse(own), { assumeValid: true })

  it.each(operations.map((operation) => [operation.name!.value, operation] as const))(
    '%s is valid here and in the real schema, with nothing deprecated',
    (_, operation) => {
      const document = { kind: Kind.DOCUMENT, definitions: [operation] } as const
      const rules = [...specifiedRules, NoDeprecatedCustomRule]
      expect(validate(schema, document, rules)).toEqual([])
      expect(validate(real, document, rules)).toEqual([])
    },
  )
})

it('every field that is served is in an operation of the product', () => {
  const asked = new Set<string>()
  const types = new TypeInfo(schema)
  const enter = () => void asked.add(`${types.getParentType()?.name}.${types.getFieldDef()?.name}`)
  visit(parse(productDocuments), visitWithTypeInfo(types, { Field: enter }))
  const served = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !isIntrospectionType(type))
    .flatMap((type) =>
      Object.keys((type as GraphQLObjectType).getFields()).map((name) => `${type.name}.${name}`),
    )
  expect(served.filter((name) => !asked.has(name))).toEqual([])
})

describe('reading a store', () => {
  it('answers the shop with its time zone, country and currency', async () => {
    const query = await connect(openSandbox(), 'tiny-acme')
    const { data } = await query(productDocuments, {}, 'ShopInfo')
    expect(data.shop).toMatchObject({
      name: 'Tiny Acme',
      myshopifyDomain: 'tiny-acme.myshopify.com',
      currencyCode: 'USD',
      ianaTimezone: 'America/New_York',
      shopAddress: { countryCodeV2: 'US' },
    })
  })

  it('answers one product, location, order and its refunds by id', async () => {
    const sandbox = openSandbox()
    const query = await connect(sandbox, 'tiny-acme')
    const openedStore = sandbox.shopify.shops.store('tiny-acme.myshopify.com')
    const products = await query(productDocuments, { first: 1 }, 'ProductsPage')
    const { id } = products.data.products.nodes[0]
    const { data } = await query(productDocuments, { id }, 'ProductById')
    const [variant] = data.product.variants.nodes
    const locations = await query(productDocuments, { first: 10 }, 'Locations')
    const locationId = locations.data.locations.nodes[0].id
    const levels = await query(productDocuments, { locationId, first: 100 }, 'LocationLevelsPage')
    expect(levels.data.location.inventoryLevels.nodes).toContainEqual(
      expect.objectContaining({ item: { id: variant.inventoryItem.id }, location: { id: locationId } }),
    )
    const orders = await query(productDocuments, { first: 15 }, 'OrdersPage')
    const [order] = orders.data.orders.nodes
    const lines = await query(productDocuments, { id: order.id }, 'OrderLines')
    expect(lines.data.order.lineItems.nodes).toEqual(order.lineItems.nodes)
    expect((await query(productDocuments, { id: order.id }, 'OrderById')).data.order).toEqual(order)
    const refunded = openedStore.orders.refunds.at(-1)!
    const orderId = openedStore.ids.toGid('Order', refunded.order)
    const { refunds } = (await query(productDocuments, { id: orderId }, 'OrderRefunds')).data.order
    expect(refunds).toContainEqual({ id: openedStore.ids.toGid('Refund', refunded.index) })
    const { refund } = (await query(productDocuments, { id: refunds[0].id }, 'RefundLines')).data
    expect(refund.refundLineItems.nodes).toMatchObject([{ quantity: refunded.lines[0]!.quantity }])
  })

  it('answers null for ids of other shops and of other types', async () => {
    const query = await connect(openSandbox(), 'tiny-acme')
    const ids = ['gid://shopify/Product/1', 'gid://shopify/Order/99', 'nonsense']
    for (const id of ids) {
      const { data } = await query('query ($id: ID!) { product(id: $id) { id } order(id: $id) { id } }', {
        id,
      })
      expect(data).toEqual({ product: null, order: null })
    }
  })

  it('keeps on hand equal to available plus committed at every level', async () => {
    const query = await connect(openSandbox(), 'tiny-acme')
    const { data } = await query(
      '{ locations(first: 10) { nodes { inventoryLevels(first: 25) { nodes { quantities(names: ["available", "committed", "on_hand"]) { name quantity } } } } } }',
    )
    const levels = data.locations.nodes.flatMap((each: Answer['data']) => each.inventoryLevels.nodes)
    expect(levels.length).toBeGreaterThan(10)
    for (const { quantities } of levels) {
      const [available, committed, onHand] = quantities.map((each: Answer['data']) => each.quantity)
      expect(onHand).toBe(available + committed)
    }
  })

  it('lists only what changed since a time', async () => {
    const query = await connect(openSandbox(), 'tiny-acme')
    const since = '2026-11-15T00:00:00Z'
    const { data } = await query(
      productDocuments,
      { first: 15, query: `updated_at:>='${since}'` },
      'OrdersPage',
    )
    expect(data.orders.nodes.length).toBeGreaterThan(0)
    for (const order of data.orders.nodes) expect(order.updatedAt >= since).toBe(true)
  })
})

describe('refusals', () => {
  it('answers 401 without a token, with an unknown one and with another shop’s', async () => {
    const sandbox = openSandbox()
    const path = '/shopify/tiny-acme.myshopify.com/admin/api/2026-10/graphql.json'
    for (const token of ['', 'shpat_unknown']) {
      const answer = await postJson(
        sandbox,
        path,
        { query: '{shop{id}}' },
        { 'x-shopify-access-token': token },
      )
      expect(answer.status).toBe(401)
    }
  })

  it('names the API version it answers, and knows no others', async () => {
    const sandbox = openSandbox()
    const path = '/shopify/tiny-acme.myshopify.com/admin/api/1999-01/graphql.json'
    expect((await postJson(sandbox, path, { query: '{shop{id}}' })).status).toBe(404)
  })

  it('answers fields outside the schema with GraphQL errors', async () => {
    const query = await connect(openSandbox(), 'tiny-acme')
    const { errors } = await query('{ shop { id owner } }')
    expect(errors[0].message).toContain('owner')
  })

  it('answers ACCESS_DENIED for types that the granted scopes do not open', async () => {
    const query = await connect(openSandbox(), 'tiny-acme', 'read_products')
    const denied = await query(productDocuments, { first: 15 }, 'OrdersPage')
    expect(denied.errors[0]).toMatchObject({
      message: 'Access denied for orders field. Required access: `read_orders` access scope.',
      extensions: { code: 'ACCESS_DENIED' },
    })
  })

  it('answers MAX_COST_EXCEEDED above 1000 points', async () => {
    const query = await connect(openSandbox(), 'tiny-acme')
    const { errors } = await query(productDocuments, { first: 250 }, 'OrdersPage')
    expect(errors[0]).toMatchObject({
      message: 'Query cost is 13002, which exceeds the single query max cost limit (1000).',
      extensions: { code: 'MAX_COST_EXCEEDED' },
    })
  })

  it('answers THROTTLED with the state of the bucket when points run out, and serves again once they are back', async () => {
    const clock = new MachineClock()
    const query = await connect(openSandbox(temporaryFolder(), clock), 'demo')
    const ask = () => query(productDocuments, { first: 187 }, 'VariantsPage')
    const first = await ask()
    // A variant, its product, its item and, where there is one, the item's cost.
    const { nodes } = first.data.productVariants
    const points = nodes.map(({ inventoryItem }: Json) => (inventoryItem.unitCost === null ? 3 : 4))
    const actual = points.reduce((sum: number, each: number) => sum + each, 2)
    expect(first.extensions.cost).toEqual({
      requestedQueryCost: 750,
      actualQueryCost: actual,
      throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 2000 - actual, restoreRate: 100 },
    })
    await ask()
    const throttled = await ask()
    expect(throttled.errors[0].extensions.code).toBe('THROTTLED')
    expect(throttled.extensions.cost).toMatchObject({
      requestedQueryCost: 750,
      throttleStatus: { currentlyAvailable: 2000 - 2 * actual },
    })
    clock.time += 2600
    expect((await ask()).errors).toBeUndefined()
  })

  it('shows the orders of the last 60 days without read_all_orders', async () => {
    const sandbox = openSandbox()
    const oldest = '{ orders(first: 1, sortKey: PROCESSED_AT) { nodes { createdAt } } }'
    const recent = await (await connect(sandbox, 'tiny-acme', 'read_orders'))(oldest)
    const limit = new Date(NOW - 60 * 86_400_000).toISOString()
    expect(recent.data.orders.nodes[0].createdAt >= limit).toBe(true)
    const all = await (await connect(sandbox, 'tiny-acme', 'read_orders,read_all_orders'))(oldest)
    expect(all.data.orders.nodes[0].createdAt < '2025-10-20').toBe(true)
  })
})

it('webhook subscriptions are created once, listed and deleted, over a restart', async () => {
  const folder = temporaryFolder()
  const query = await connect(openSandbox(folder), 'tiny-acme')
  const wanted = {
    topic: 'ORDERS_CREATE',
    webhookSubscription: { uri: 'http://localhost:3000/webhooks/shopify' },
  }
  const created = await query(productDocuments, wanted, 'WebhookCreate')
  const { id } = created.data.webhookSubscriptionCreate.webhookSubscription
  const twice = await query(productDocuments, wanted, 'WebhookCreate')
  expect(twice.data.webhookSubscriptionCreate.userErrors[0].message).toContain('already been taken')
  const later = await connect(openSandbox(folder), 'tiny-acme')
  const listed = await later(productDocuments, { first: 10 }, 'WebhookList')
  expect(listed.data.webhookSubscriptions.nodes).toEqual([
    { id, topic: 'ORDERS_CREATE', uri: wanted.webhookSubscription.uri },
  ])
  const deleted = await later(productDocuments, { id }, 'WebhookDelete')
  expect(deleted.data.webhookSubscriptionDelete.deletedWebhookSubscriptionId).toBe(id)
  const empty = await later(productDocuments, { first: 10 }, 'WebhookList')
  expect(empty.data.webhookSubscriptions.nodes).toEqual([])
})
