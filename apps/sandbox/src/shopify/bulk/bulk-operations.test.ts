import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Sandbox } from '../../sandbox.ts'
import {
  type Answer,
  connect,
  MachineClock,
  openSandbox,
  type Query,
  temporaryFolder,
} from '../../testing/open-sandbox.ts'

const ORDERS = `{ orders(query: "created_at:>='2026-11-01T00:00:00Z'") { edges { node {
  __typename id createdAt cancelledAt test refunds { id }
  lineItems { edges { node { __typename id quantity currentQuantity variant { id } } } } } } } }`
const PRODUCTS = `{ products { edges { node { __typename id title variants { edges { node { __typename id sku price
  inventoryItem { id tracked inventoryLevels { edges { node { __typename id item { id } location { id }
    quantities(names: ["available", "on_hand"]) { name quantity } } } } } } } } } } } }`
const STATUS = `query ($id: ID!) { bulkOperation(id: $id) {
  id status errorCode objectCount rootObjectCount url } }`
const RUN = `mutation ($query: String!) { bulkOperationRunQuery(query: $query) {
  bulkOperation { id status } userErrors { code field message } } }`

async function run(sandbox: Sandbox, query: Query, bulkQuery: string): Promise<Answer['data']> {
  const started = await query(RUN, { query: bulkQuery })
  expect(started.data.bulkOperationRunQuery).toMatchObject({
    bulkOperation: { status: 'CREATED' },
    userErrors: [],
  })
  await sandbox.shopify.bulk.settled()
  const { data } = await query(STATUS, { id: started.data.bulkOperationRunQuery.bulkOperation.id })
  return data.bulkOperation
}

async function download(sandbox: Sandbox, url: string, headers: Record<string, string> = {}) {
  const { pathname, search } = new URL(url)
  return sandbox.http.request(pathname + search, { headers })
}

async function getResult(sandbox: Sandbox, query: Query, bulkQuery: string): Promise<Answer['data'][]> {
  const operation = await run(sandbox, query, bulkQuery)
  const text = await (await download(sandbox, operation.url)).text()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('results', () => {
  it('hold the same orders as the paged query, children after their parents', async () => {
    const sandbox = openSandbox()
    const query = await connect(sandbox, 'tiny-acme')
    const lines = await getResult(sandbox, query, ORDERS)
    const paged = []
    for (let after: string | null = null, more = true; more; ) {
      const answer: Answer = await query(
        `query ($after: String) { orders(first: 12, after: $after, query: "created_at:>='2026-11-01T00:00:00Z'") {
          nodes { __typename id createdAt cancelledAt test refunds(first: 5) { id }
            lineItems(first: 20) { nodes { __typename id quantity currentQuantity variant { id } } } }
          pageInfo { hasNextPage endCursor } } }`,
        { after },
      )
      paged.push(...answer.data.orders.nodes)
      after = answer.data.orders.pageInfo.endCursor
      more = answer.data.orders.pageInfo.hasNextPage
    }
    const orders = new Map()
    for (const { __parentId, ...node } of lines) {
      if (__parentId === undefined) orders.set(node.id, { ...node, lineItems: { nodes: [] } })
      else orders.get(__parentId).lineItems.nodes.push(node)
    }
    expect(paged.length).toBeGreaterThan(30)
    expect([...orders.values()]).toEqual(paged)
  })

  it('put the levels of an item under the variant, the nearest node around them', async () => {
    const sandbox = openSandbox()
    const lines = await getResult(sandbox, await connect(sandbox, 'tiny-acme'), PRODUCTS)
    const typeOf = new Map(lines.map((line) => [line.id, line.__typename]))
    const levels = lines.filter((line) => line.__typename === 'InventoryLevel')
    expect(levels).toHaveLength(36)
    for (const level of levels) expect(typeOf.get(level.__parentId)).toBe('ProductVariant')
    for (const line of lines.filter((each) => each.__typename === 'ProductVariant')) {
      expect(typeOf.get(line.__parentId)).toBe('Product')
      expect(line.inventoryItem).toEqual({
        id: expect.stringMatching(/InventoryItem/),
        tracked: expect.any(Boolean),
      })
    }
  })

  it('count objects as strings and escape slashes', async () => {
    const sandbox = openSandbox()
    const operation = await run(sandbox, await connect(sandbox, 'tiny-acme'), PRODUCTS)
    const text = await (await download(sandbox, operation.url)).text()
    expect(operation).toMatchObject({
      status: 'COMPLETED',
      errorCode: null,
      objectCount: String(text.trimEnd().split('\n').length),
      rootObjectCount: '12',
    })
    expect(text).toContain('"gid:\\/\\/shopify\\/Product\\/')
    expect(text).not.toContain('gid://')
  })

  it('have no address when they are empty', async () => {
    const sandbox = openSandbox()
    const query = await connect(sandbox, 'tiny-acme')
    const operation = await run(
      sandbox,
      query,
      `{ orders(query: "created_at:>'2030-01-01'") { edges { node { id } } } }`,
    )
    expect(operation).toMatchObject({ status: 'COMPLETED', objectCount: '0', url: null })
  })

  it('can be downloaded from any byte on with the signed address', async () => {
    const sandbox = openSandbox()
    const { url } = await run(sandbox, await connect(sandbox, 'tiny-acme'), PRODUCTS)
    const whole = Buffer.from(await (await download(sandbox, url)).arrayBuffer())
    const rest = await download(sandbox, url, { range: 'bytes=1000-' })
    expect(rest.status).toBe(206)
    expect(rest.headers.get('content-range')).toBe(`bytes 1000-${whole.length - 1}/${whole.length}`)
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(whole.subarray(1000))
    const middle = await download(sandbox, url, { range: 'bytes=10-19' })
    expect(await middle.text()).toBe(whole.toString('latin1', 10, 20))
    expect((await download(sandbox, url, { range: `bytes=${whole.length}-` })).status).toBe(416)
    expect((await download(sandbox, url.replace(/sig=..../, 'sig=0000'))).status).toBe(403)
  })
})

describe('operations', () => {
  it('run five at a time, and a sixth is refused with the ids of the others', async () => {
    const sandbox = openSandbox()
    const query = await connect(sandbox, 'tiny-acme')
    const fields = [1, 2, 3, 4, 5, 6].map(
      (n) =>
        `r${n}: bulkOperationRunQuery(query: $query) { bulkOperation { id } userErrors { code field message } }`,
    )
    const { data } = await query(`mutation ($query: String!) { ${fields.join(' ')} }`, { query: PRODUCTS })
    const ids = [1, 2, 3, 4, 5].map((n) => data[`r${n}`].bulkOperation.id)
    expect(data.r6).toEqual({
      bulkOperation: null,
      userErrors: [
        {
          code: 'OPERATION_IN_PROGRESS',
          field: null,
          message: `A bulk query operation for this app and shop is already in progress: ${ids.join(', ')}.`,
        },
      ],
    })
    await sandbox.shopify.bulk.settled()
    for (const id of ids)
      expect((await query(STATUS, { id })).data.bulkOperation).toMatchObject({ status: 'COMPLETED' })
  })

  it('are refused with INVALID if the query is not allowed in bulk', async () => {
    const query = await connect(openSandbox(), 'tiny-acme')
    const { data } = await query(RUN, { query: '{ products { nodes { id } } }' })
    expect(data.bulkOperationRunQuery).toMatchObject({
      bulkOperation: null,
      userErrors: [{ code: 'INVALID', field: ['query'] }],
    })
  })

  it('fail with ACCESS_DENIED without the scope', async () => {
    const sandbox = openSandbox()
    const operation = await run(
      sandbox,
      await connect(sandbox, 'tiny-acme', 'read_products,read_inventory'),
      ORDERS,
    )
    expect(operation).toMatchObject({ status: 'FAILED', errorCode: 'ACCESS_DENIED', url: null })
  })

  it('run to their end after a restart if a crash interrupted them', async () => {
    const folder = temporaryFolder()
    const clock = new MachineClock()
    const before = openSandbox(folder, clock)
    const finished = await run(before, await connect(before, 'tiny-acme'), PRODUCTS)
    const number = Number(finished.id.split('/').at(-1)) + 1
    const shop = 'tiny-acme.myshopify.com'
    const cutOff = {
      number,
      shop,
      query: PRODUCTS,
      scopes: ['read_products', 'read_inventory'],
      status: 'RUNNING',
    }
    const rest = {
      errorCode: null,
      createdAt: clock.time,
      completedAt: null,
      objectCount: 0,
      rootObjectCount: 0,
    }
    const journal = join(folder, 'sandbox/shopify/bulk/operations.jsonl')
    appendFileSync(journal, `${JSON.stringify({ ...cutOff, ...rest })}\n{"number":`)
    const after = openSandbox(folder, clock)
    after.shopify.bulk.resume()
    await after.shopify.bulk.settled()
    const query = await connect(after, 'tiny-acme')
    const { data } = await query(STATUS, { id: `gid://shopify/BulkOperation/${number}` })
    expect(data.bulkOperation).toMatchObject({ status: 'COMPLETED', objectCount: finished.objectCount })
    expect((await query(STATUS, { id: finished.id })).data.bulkOperation).toMatchObject({
      status: 'COMPLETED',
    })
  })

  it('keep their result for seven days', async () => {
    const clock = new MachineClock()
    const sandbox = openSandbox(temporaryFolder(), clock)
    const { url, id } = await run(sandbox, await connect(sandbox, 'tiny-acme'), PRODUCTS)
    clock.time += 7 * 86_400_000 + 1
    expect((await download(sandbox, url)).status).toBe(403)
    const query = await connect(sandbox, 'tiny-acme')
    expect((await query(STATUS, { id })).data.bulkOperation.url).toBeNull()
  })
})
