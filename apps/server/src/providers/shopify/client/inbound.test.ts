import { describe, expect, it } from 'vitest'
import { StoreError } from '../../../kernel/connector/store-error.ts'
import { createShopify } from './client.ts'

interface Request {
  query: string
  variables: Record<string, string | null>
}
type Answer = { status?: number; body?: unknown } | Error

const page = (nodes: object[], next: string | null = null) => ({
  nodes,
  pageInfo: { hasNextPage: next !== null, endCursor: next },
})
const lost = (nodes: object[]) => ({ nodes, pageInfo: { hasNextPage: true, endCursor: null } })
const data = (value: object): Answer => ({ body: { data: value } })
const failure = (code: string | undefined, message = 'no'): Answer => ({
  body: { errors: [{ message, extensions: { code } }] },
})
const gid = (type: string, id: number) => `gid://shopify/${type}/${id}`
const listed = (...ids: number[]) => ids.map((id) => ({ id: gid('InventoryTransfer', id) }))
const line = (id: number) => ({
  id: gid('InventoryTransferLineItem', id),
  totalQuantity: 5,
  inventoryItem: null,
})
const transfer = (lineItems: object, shipments: object = page([])) =>
  data({
    inventoryTransfer: {
      id: gid('InventoryTransfer', 3),
      name: '#T3',
      status: 'IN_PROGRESS',
      dateCreated: null,
      origin: null,
      destination: null,
      lineItems,
      shipments,
    },
  })

/** Returns a shop that gives these answers, the last one for ever, with what it was asked and how long it waited. */
function shopThat(...answers: Answer[]) {
  const requests: Request[] = []
  const waits: number[] = []
  const fetch = async (_: unknown, init?: RequestInit) => {
    requests.push(JSON.parse(String(init?.body)) as Request)
    const answer = (answers.length > 1 ? answers.shift() : answers[0])!
    if (answer instanceof Error) throw answer
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status ?? 200 })
  }
  const { shop } = createShopify({
    clientId: 'client',
    clientSecrets: ['secret'],
    now: () => new Date('2026-11-20T10:00:00Z'),
    http: {
      fetch: fetch as typeof globalThis.fetch,
      random: () => 0.5,
      sleep: async (milliseconds) => {
        waits.push(milliseconds)
      },
    },
  })
  return { shop: shop('acme.myshopify.com', async () => 'token'), requests, waits }
}

const reads = [
  ['the open transfers', (shop: ReturnType<typeof shopThat>['shop']) => shop.openTransfers()],
  ['the purchase orders', (shop: ReturnType<typeof shopThat>['shop']) => shop.purchaseOrders()],
  ['a transfer', (shop: ReturnType<typeof shopThat>['shop']) => shop.transfer(3)],
  ['a purchase order', (shop: ReturnType<typeof shopThat>['shop']) => shop.purchaseOrder(3)],
] as const

const getFault = async (promise: Promise<unknown>) => {
  const error = await promise.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StoreError)
  const { reason, retryable } = error as StoreError
  return { reason, retryable }
}

describe.each(reads)('reading %s', (_, read) => {
  it('is given up after five missed deadlines, and can be tried again', async () => {
    const { shop, requests } = shopThat(new DOMException('The operation timed out.', 'TimeoutError'))
    expect(await getFault(read(shop))).toEqual({ reason: 'unavailable', retryable: true })
    expect(requests).toHaveLength(5)
  })

  it('is given up after five answers of 502, and can be tried again', async () => {
    const { shop, requests } = shopThat({ status: 502 })
    expect(await getFault(read(shop))).toEqual({ reason: 'unavailable', retryable: true })
    expect(requests).toHaveLength(5)
  })

  it('waits while it is throttled, at most half a minute and at most twelve times', async () => {
    const { shop, requests, waits } = shopThat(failure('THROTTLED'))
    expect(await getFault(read(shop))).toEqual({ reason: 'throttled', retryable: true })
    expect(requests).toHaveLength(13)
    expect(Math.max(...waits)).toBe(30_000)
  })
})

describe('a list of transfers', () => {
  it('goes on with the cursor of the page before, for each status', async () => {
    const { shop, requests } = shopThat(
      data({ inventoryTransfers: page(listed(1), 'c1') }),
      data({ inventoryTransfers: page(listed(2)) }),
      data({ inventoryTransfers: page([]) }),
    )
    expect(await shop.openTransfers()).toEqual([1, 2])
    expect(requests.map(({ variables }) => variables.after)).toEqual([null, 'c1', null, null])
  })

  it('fails as a whole when the store has lost the cursor, so that a part is not treated as complete', async () => {
    const first = data({ inventoryTransfers: page(listed(1), 'c1') })
    const refused = shopThat(first, failure(undefined, 'Invalid cursor for current pagination sort.'))
    expect((await getFault(refused.shop.openTransfers())).reason).toBe('unexpected_answer')
    const silent = shopThat(data({ inventoryTransfers: lost(listed(1)) }))
    expect((await getFault(silent.shop.openTransfers())).reason).toBe('unexpected_answer')
    expect(silent.requests).toHaveLength(1)
  })

  it('fails, without the earlier pages, when the store cannot answer a later page', async () => {
    const { shop } = shopThat(data({ inventoryTransfers: page(listed(1), 'c1') }), { status: 503 })
    expect((await getFault(shop.openTransfers())).reason).toBe('unavailable')
  })

  it('is null if the merchant refused the permission, as is the list of purchase orders', async () => {
    expect(await shopThat(failure('ACCESS_DENIED')).shop.openTransfers()).toBeNull()
    expect(await shopThat(failure('ACCESS_DENIED')).shop.purchaseOrders()).toBeNull()
  })
})

describe('a transfer', () => {
  it('has all its lines, also when its shipments end first', async () => {
    const { shop, requests } = shopThat(
      transfer(page([line(1)], 'l1')),
      transfer(page([line(2)], 'l2')),
      transfer(page([line(3)])),
    )
    const found = await shop.transfer(3)
    expect(found?.lines.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(requests.map(({ variables }) => variables.afterLine)).toEqual([null, 'l1', 'l2'])
  })

  it('fails instead of asking for the same lines for ever when a page has no cursor', async () => {
    const { shop, requests } = shopThat(transfer(lost([line(1)])))
    expect((await getFault(shop.transfer(3))).reason).toBe('unexpected_answer')
    expect(requests).toHaveLength(1)
  })

  it('is not there when it was deleted between two pages, and has no shipment that was deleted', async () => {
    const gone = data({ inventoryTransfer: null })
    expect(await shopThat(transfer(page([line(1)], 'l1')), gone).shop.transfer(3)).toBeNull()
    const shipments = page([{ id: gid('InventoryShipment', 8) }])
    const { shop } = shopThat(transfer(page([line(1)]), shipments), data({ inventoryShipment: null }))
    expect((await shop.transfer(3))?.shipments).toEqual([])
  })
})
