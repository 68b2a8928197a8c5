import { describe, expect, it } from 'vitest'
import { StoreError } from '../../kernel/connector/store-error.ts'
import { catalogueRead } from './catalogue-read.ts'
import { changedOrders } from './changed-orders.ts'
import type { ShopClient } from './client/index.ts'
import { ordersRead } from './orders-read.ts'
import { NOT_STARTED } from './positions.ts'

const never = new AbortController().signal
const at = new Date('2026-11-20T10:00:00Z')
const since = new Date('2026-11-01T00:00:00Z')

const orderLine = (id: number) =>
  JSON.stringify({
    __typename: 'Order',
    id: `gid://shopify/Order/${id}`,
    createdAt: at,
    processedAt: null,
    updatedAt: at,
    cancelledAt: null,
    test: false,
    edited: false,
  })
const itemLine = (id: number, orderId: number) =>
  JSON.stringify({
    __typename: 'LineItem',
    id: `gid://shopify/LineItem/${id}`,
    quantity: 1,
    currentQuantity: 1,
    variant: null,
    __parentId: `gid://shopify/Order/${orderId}`,
  })

/**
 * Returns a client whose bulk results are these batches of lines; the first `gone` reads find no result. It has
 * only the calls that long reads make.
 */
function getClient(batches: readonly string[][], { gone = 0 } = {}) {
  const asked: string[] = []
  let left = gone
  const client = {
    startBulk: async () => `operation ${asked.push('start')}`,
    getBulk: async (id: string) => ({ id, status: 'COMPLETED', createdAt: at, rootObjectCount: 0 }),
    async *readBulkLines(_: unknown, { offset }: { offset: number }) {
      asked.push(`read ${offset}`)
      if (left-- > 0) throw new StoreError('Shopify', 'result_gone', '')
      for (const [index, lines] of batches.entries())
        if (index >= offset) yield { lines, nextOffset: index + 1 }
    },
    orderedLines: async (_: unknown, lines: object[]) => lines,
    orders: async ({ after }: { after: string | null }) => {
      asked.push(`page ${after}`)
      return { nodes: [], next: after === null ? 'second' : null }
    },
    levels: async (locationId: number) => {
      asked.push(`levels ${locationId}`)
      return { nodes: [], next: null }
    },
  }
  return { client: client as unknown as ShopClient, asked }
}

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const each of source) all.push(each)
  return all
}

const bulk = [[orderLine(1), orderLine(2)], [itemLine(11, 1)], [itemLine(21, 2)]]

describe('a read of orders', () => {
  it('continues after any stored position with the same operation and the rows that are left', async () => {
    const whole = getClient(bulk)
    const read = ordersRead(whole.client, { by: 'created', since })
    const steps = await collect(read.steps({ position: NOT_STARTED, signal: never }))
    for (const [index, { position }] of steps.entries()) {
      const { client, asked } = getClient(bulk)
      const rest = ordersRead(client, { by: 'created', since }).steps({
        position: JSON.parse(JSON.stringify(position)),
        signal: never,
      })
      expect(await collect(rest)).toEqual(steps.slice(index + 1))
      expect(asked).not.toContain('start')
    }
  })

  it('restarts when its result is gone, and reads pages when that occurs again and again', async () => {
    const once = getClient(bulk, { gone: 1 })
    const read = (client: ShopClient) =>
      collect(ordersRead(client, { by: 'changed', since }).steps({ position: NOT_STARTED, signal: never }))
    expect((await read(once.client)).map(({ restarts }) => restarts)).toContain('bulk')
    const always = getClient(bulk, { gone: 99 })
    expect((await read(always.client)).map(({ restarts }) => restarts)).toContain('paged')
    expect(always.asked.filter((each) => each === 'start')).toHaveLength(3)
    expect(always.asked.slice(-2)).toEqual(['page null', 'page second'])
  })

  it('that ended with a page yields nothing more', async () => {
    const { client, asked } = getClient([], { gone: 99 })
    const read = ordersRead(client, { by: 'changed', since })
    const { position } = (await collect(read.steps({ position: NOT_STARTED, signal: never }))).at(-1)!
    asked.length = 0
    expect(await collect(read.steps({ position, signal: never }))).toEqual([])
    expect(asked).toEqual([])
  })
})

it('a read of the catalogue continues a position that was stored before levels had windows', async () => {
  const { client, asked } = getClient([])
  const position = { source: 'paged', stage: 'levels', locationId: 2, after: null }
  await collect(catalogueRead(client, [3, 1, 2]).steps({ position, signal: never }))
  expect(asked).toEqual(['levels 2', 'levels 3'])
})

it('changed orders of a long period come each in one part with all its lines, however far apart the result has them', async () => {
  const { client } = getClient(bulk)
  const onUnreadable = () => expect.unreachable()
  const read = changedOrders(client, { since, now: at, signal: never, onUnreadable })
  const [part, ...others] = await collect(read)
  expect(others).toEqual([])
  expect(part?.orders.map(({ id }) => id)).toEqual([1, 2])
  expect(part?.lines.map(({ id, orderId }) => [id, orderId])).toEqual([
    [11, 1],
    [21, 2],
  ])
})
