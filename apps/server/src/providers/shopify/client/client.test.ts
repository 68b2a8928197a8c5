import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createShopify, type Shop } from './client.ts'
import type { HttpTools } from './http.ts'
import { ShopifyError } from './shopify-error.ts'

interface Received {
  url: string
  token: string | undefined
  range: string | undefined
  body: { query?: string; variables?: Record<string, unknown> } & Record<string, unknown>
}
type Reply = (request: Received, response: ServerResponse) => void

const shopDomain = 'acme.myshopify.com'
let replies: Reply[]
let received: Received[]
let waits: number[]
let origin: string
let close: () => Promise<void>

function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

const cutConnection: Reply = (_, response) => response.destroy()
const halfABody: Reply = (_, response) => {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('{"data":{', () => response.destroy())
}

function graphqlError(code: string, extensions: object = {}): Reply {
  return json(200, { errors: [{ message: code, extensions: { code } }], extensions })
}

function getVariantsPage(count: number): Reply {
  return json(200, {
    data: { productVariants: { nodes: Array.from({ length: count }, () => variant), pageInfo: lastPage } },
  })
}

const lastPage = { hasNextPage: false, endCursor: null }
const instant = '2026-11-20T08:00:00Z'
const variant = {
  id: 'gid://shopify/ProductVariant/7',
  title: 'Default Title',
  sku: null,
  barcode: null,
  price: '9.00',
  position: 1,
  inventoryPolicy: 'DENY',
  createdAt: instant,
  updatedAt: instant,
  product: {
    id: 'gid://shopify/Product/6',
    title: 'Kettle',
    status: 'ACTIVE',
    isGiftCard: false,
    vendor: null,
    productType: null,
    updatedAt: instant,
  },
  inventoryItem: { id: 'gid://shopify/InventoryItem/8', tracked: true },
}

async function readBody(request: IncomingMessage): Promise<Received['body']> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text === '' ? {} : JSON.parse(text)
}

beforeEach(async () => {
  replies = []
  received = []
  waits = []
  const server = createServer(async (request, response) => {
    const entry: Received = {
      url: request.url ?? '',
      token: request.headers['x-shopify-access-token'] as string | undefined,
      range: request.headers.range,
      body: await readBody(request),
    }
    received.push(entry)
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    reply?.(entry, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
})

afterEach(() => close())

function shopify(tools: Partial<HttpTools> = {}) {
  return createShopify({
    clientId: 'client',
    clientSecrets: ['secret'],
    originFor: (shop) => `${origin}/shopify/${shop}`,
    now: () => new Date('2026-11-20T10:00:00Z'),
    http: {
      random: () => 0.5,
      sleep: async (milliseconds) => {
        waits.push(milliseconds)
      },
      ...tools,
    },
  })
}

function shop(accessToken: (rejected?: string) => Promise<string> = async () => 'token-1'): Shop {
  return shopify().shop(shopDomain, accessToken)
}

async function getFault(promise: Promise<unknown>): Promise<{ reason: string; retryable: boolean }> {
  const error = await promise.then(
    () => null,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(ShopifyError)
  return { reason: error.reason, retryable: error.retryable }
}

describe('the HTTP transport', () => {
  it.each([
    ['429', json(429, {}), 1],
    ['503', json(503, {}), 1],
    ['a cut connection', cutConnection, 1],
    ['half a body', halfABody, 1],
  ])('retries %s', async (_, fault) => {
    replies = [fault, fault, getVariantsPage(1)]
    expect((await shop().variants({ after: null })).nodes).toHaveLength(1)
    expect(waits).toEqual([500, 1000])
  })

  it('obeys Retry-After, up to half a minute', async () => {
    replies = [
      json(429, {}, { 'retry-after': '7' }),
      json(429, {}, { 'retry-after': '900' }),
      getVariantsPage(0),
    ]
    await shop().variants({ after: null })
    expect(waits).toEqual([7000, 30_000])
  })

  it('gives up after five attempts with a temporary failure', async () => {
    replies = [json(502, {})]
    expect(await getFault(shop().variants({ after: null }))).toEqual({
      reason: 'unavailable',
      retryable: true,
    })
    expect(received).toHaveLength(5)
  })

  it('gives up after half a minute, so that a shop that hangs does not keep others waiting', async () => {
    replies = [json(503, {})]
    let milliseconds = 0
    const elapsed = () => {
      milliseconds += 4000
      return milliseconds
    }
    const hanging = shopify({ elapsed }).shop(shopDomain, async () => 'token-1')
    expect((await getFault(hanging.variants({ after: null }))).reason).toBe('unavailable')
    expect(received).toHaveLength(4)
  })

  it('follows no redirect, which would carry the token away', async () => {
    replies = [(_, response) => response.writeHead(302, { location: `${origin}/elsewhere` }).end()]
    expect(await getFault(shop().variants({ after: null }))).toEqual({
      reason: 'unexpected_answer',
      retryable: false,
    })
    expect(received).toHaveLength(1)
  })

  it.each([
    ['no JSON', (_: unknown, response: ServerResponse) => response.end('<html>')],
    ['another shape', json(200, { data: { productVariants: { nodes: [{ id: 'nonsense' }] } } })],
  ])('reports an answer that is %s as unexpected', async (_, reply) => {
    replies = [reply as Reply]
    expect((await getFault(shop().variants({ after: null }))).reason).toBe('unexpected_answer')
  })
})

describe('the HTTP status', () => {
  it.each([
    [402, 'shop_paused', true],
    [423, 'shop_paused', true],
    [403, 'blocked', true],
    [404, 'shop_not_found', false],
  ])('%i means %s', async (status, reason, retryable) => {
    replies = [json(status, { errors: 'no' })]
    expect(await getFault(shop().variants({ after: null }))).toEqual({ reason, retryable })
    expect(received).toHaveLength(1)
  })

  it('403 names the IP allowlist for the operator', async () => {
    replies = [json(403, {})]
    await expect(shop().variants({ after: null })).rejects.toThrow(/IP allowlist/)
  })

  it('401 causes one more request with a new token', async () => {
    replies = [json(401, {}), getVariantsPage(1)]
    const asked: (string | undefined)[] = []
    const withRefresh = shop(async (rejected) => {
      asked.push(rejected)
      return rejected ? 'token-2' : 'token-1'
    })
    expect((await withRefresh.variants({ after: null })).nodes).toHaveLength(1)
    expect(asked).toEqual([undefined, 'token-1'])
    expect(received.map((request) => request.token)).toEqual(['token-1', 'token-2'])
  })

  it('401 for a second time means that the store must be connected again', async () => {
    replies = [json(401, {})]
    expect((await getFault(shop().variants({ after: null }))).reason).toBe('unauthorized')
    expect(received).toHaveLength(2)
  })
})

describe('the cost limit', () => {
  it('makes a request wait until the bucket holds the cost again', async () => {
    const cost = { requestedQueryCost: 752, throttleStatus: { currentlyAvailable: 152, restoreRate: 100 } }
    replies = [graphqlError('THROTTLED', { cost }), getVariantsPage(1)]
    await shop().variants({ after: null })
    expect(waits).toEqual([6100 * 1.125])
  })

  it('is reported as a temporary failure when it never ends', async () => {
    replies = [graphqlError('THROTTLED')]
    expect(await getFault(shop().variants({ after: null }))).toEqual({ reason: 'throttled', retryable: true })
    expect(Math.max(...waits)).toBe(30_000)
  })

  it('makes a page that is too costly smaller by half', async () => {
    replies = [graphqlError('MAX_COST_EXCEEDED'), graphqlError('MAX_COST_EXCEEDED'), getVariantsPage(1)]
    await shop().variants({ after: null })
    expect(received.map((request) => request.body.variables?.first)).toEqual([240, 120, 60])
  })

  it('is reported as a failure for a single node that is too costly', async () => {
    replies = [graphqlError('MAX_COST_EXCEEDED')]
    expect((await getFault(shop().variants({ after: null }))).reason).toBe('too_costly')
    expect(received.at(-1)?.body.variables?.first).toBe(1)
  })
})

it('the list of orders has all lines of an order with more lines than a page holds', async () => {
  const line = (id: number) => ({
    id: `gid://shopify/LineItem/${id}`,
    quantity: 1,
    currentQuantity: 1,
    variant: null,
  })
  const order = {
    id: 'gid://shopify/Order/5',
    createdAt: instant,
    processedAt: null,
    updatedAt: instant,
    cancelledAt: null,
    test: false,
    edited: false,
    lineItems: { nodes: [line(1)], pageInfo: { hasNextPage: true, endCursor: 'c1' } },
  }
  replies = [
    json(200, { data: { orders: { nodes: [order], pageInfo: lastPage } } }),
    json(200, {
      data: {
        order: { lineItems: { nodes: [line(2)], pageInfo: { hasNextPage: true, endCursor: 'c2' } } },
      },
    }),
    json(200, { data: { order: { lineItems: { nodes: [line(3)], pageInfo: lastPage } } } }),
  ]
  const page = await shop().orders({ after: null })
  expect(page.nodes[0]?.lines.map((each) => each.id)).toEqual([1, 2, 3])
  expect(received.slice(1).map((request) => request.body.variables?.after)).toEqual(['c1', 'c2'])
})

describe('units as ordered', () => {
  const line = (id: number, orderId: number, currentQuantity: number) => ({
    id,
    orderId,
    quantity: 5,
    currentQuantity,
    variant: null,
  })
  const order = (id: number, edited: boolean) => ({
    id,
    edited,
    createdAt: new Date(instant),
    processedAt: null,
    updatedAt: new Date(instant),
    cancelledAt: null,
    test: false,
    fulfillments: [],
  })
  const noMoney = { shopMoney: { amount: '0.0' } }
  const refundLines = (quantity: number, hasNextPage = false) => {
    const nodes = [{ quantity, restockType: 'RETURN', lineItem: { id: 'gid://shopify/LineItem/3' } }]
    const pageInfo = { hasNextPage, endCursor: hasNextPage ? 'c1' : null }
    return json(200, {
      data: { refund: { totalRefundedSet: noMoney, refundLineItems: { nodes, pageInfo } } },
    })
  }

  it('are restored for refunds and not for edits, and refunds are read only if both are possible', async () => {
    replies = [
      json(200, { data: { order: { refunds: [{ id: 'gid://shopify/Refund/9' }] } } }),
      refundLines(1, true),
      refundLines(1),
    ]
    const lines = [line(1, 1, 2), line(2, 2, 5), line(3, 2, 1)]
    const ordered = await shop().orderedLines([order(1, false), order(2, true)], lines)
    expect(ordered.map(({ id, quantity }) => [id, quantity])).toEqual([
      [1, 5],
      [2, 5],
      [3, 3],
    ])
    expect(received.map((request) => request.body.variables)).toEqual([
      { id: 'gid://shopify/Order/2' },
      { id: 'gid://shopify/Refund/9', after: null },
      { id: 'gid://shopify/Refund/9', after: 'c1' },
    ])
  })

  it('are what remains of a line whose order is gone by then', async () => {
    replies = [json(200, { data: { order: null } })]
    const [only] = await shop().orderedLines([], [line(3, 2, 4)])
    expect(only?.quantity).toBe(4)
  })
})

describe('the authorization', () => {
  const pair = {
    access_token: 'a',
    scope: 'read_orders,read_products',
    expires_in: 3600,
    refresh_token: 'r',
    refresh_token_expires_in: 7_776_000,
  }

  it('requests orders older than 60 days only where Shopify allows it', () => {
    const getScopes = (asksForAllOrders: boolean) => {
      const options = { clientId: 'client', clientSecrets: ['secret'], now: () => new Date(instant) } as const
      const request = { shopDomain, redirectUri: 'http://localhost:3000', state: 's' }
      const url = createShopify({ ...options, asksForAllOrders }).authorizeUrl({
        ...request,
        writesStock: false,
      })
      return new URL(url).searchParams.get('scope')?.split(',')
    }
    expect(getScopes(false)).toEqual(['read_products', 'read_inventory', 'read_locations', 'read_orders'])
    expect(getScopes(true)?.at(-1)).toBe('read_all_orders')
  })

  it('exchanges the code for a pair of tokens that expire', async () => {
    replies = [json(200, pair)]
    expect(await shopify().exchangeCode(shopDomain, 'code')).toEqual({
      accessToken: 'a',
      accessExpiresAt: new Date('2026-11-20T11:00:00Z'),
      refreshToken: 'r',
      refreshExpiresAt: new Date('2027-02-18T10:00:00Z'),
      scopes: ['read_orders', 'read_products'],
    })
    expect(received[0]?.url).toBe(`/shopify/${shopDomain}/admin/oauth/access_token`)
    expect(received[0]?.body).toEqual({
      client_id: 'client',
      client_secret: 'secret',
      code: 'code',
      expiring: '1',
    })
  })

  it.each([400, 401, 403])('is reported as invalid after a %i of the token endpoint', async (status) => {
    replies = [json(status, { error: 'invalid_grant' })]
    expect(await getFault(shopify().refreshTokens(shopDomain, 'r'))).toEqual({
      reason: 'unauthorized',
      retryable: false,
    })
  })

  it('S-06 reports a shop that Shopify does not know as a domain that was not found', async () => {
    replies = [json(404, {})]
    await expect(shopify().exchangeCode(shopDomain, 'code')).rejects.toThrow(/domain was not found/)
  })
})

describe('a bulk operation', () => {
  const started = (answer: object) => json(200, { data: { bulkOperationRunQuery: answer } })

  it.each([
    ['ACCESS_DENIED', graphqlError('ACCESS_DENIED')],
    [
      'OPERATION_IN_PROGRESS',
      started({ bulkOperation: null, userErrors: [{ code: 'OPERATION_IN_PROGRESS', message: 'busy' }] }),
    ],
  ])('falls back to paging after %s', async (_, reply) => {
    replies = [reply]
    expect(await shop().startBulk('{ products }')).toBeNull()
  })

  it('fails for a query that Shopify finds invalid, instead of falling back to paging', async () => {
    replies = [started({ bulkOperation: null, userErrors: [{ code: 'INVALID', message: 'Bad query.' }] })]
    expect((await getFault(shop().startBulk('{ products }'))).reason).toBe('unexpected_answer')
  })

  it('has counters that arrive as text', async () => {
    const operation = {
      id: 'gid://shopify/BulkOperation/1',
      status: 'RUNNING',
      errorCode: null,
      createdAt: instant,
      objectCount: '1234',
      rootObjectCount: '12',
      url: null,
    }
    replies = [json(200, { data: { bulkOperation: operation } })]
    expect((await shop().getBulk(operation.id))?.objectCount).toBe(1234)
  })
})

it('no failure contains the token', async () => {
  replies = [json(500, { errors: 'token-1' })]
  const error = await shop()
    .variants({ after: null })
    .catch((thrown: ShopifyError) => thrown)
  expect(
    JSON.stringify([error, (error as ShopifyError).detail, (error as ShopifyError).message]),
  ).not.toContain('token-1')
})
