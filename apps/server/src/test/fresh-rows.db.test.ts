import { testNodes } from '@stockcast/testkit'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import type { ApiDocument } from '../kernel/http/reference/describe-api.ts'
import { type Operation, readOperations } from '../testing/fuzz/operations.ts'
import { type TestShop, withTestApp } from '../testing/index.ts'
import { getStatements, type Statement, statementsAbove, stopAutovacuum } from '../testing/most-rows.ts'

const PRODUCTS = 400
const DAYS = 8
const ORDERED = 20
const MAX_MS = 300_000
/** Below the square of the products by far, and above the rows of any table. */
const MAX_ROWS = 3 * PRODUCTS * DAYS

let owner: pg.Client
let operations: Operation[]

const app = withTestApp()

beforeAll(async () => {
  owner = new pg.Client({ connectionString: app.database.ownerUrl })
  app.closeLater(() => owner.end())
  await owner.connect()
  await stopAutovacuum(owner)
  const document = (await (await app.request('/api/openapi.json')).json()) as ApiDocument
  operations = readOperations(document).filter(
    ({ method, path, isGuarded }) => method === 'GET' && isGuarded && path !== '/api/events',
  )
})

async function openShop(): Promise<TestShop> {
  const sales = Array.from({ length: DAYS }, (_, i) => 1 + (i % 3))
  const closingStock = Object.fromEntries(sales.map((_, i) => [i + 1, i % 4]))
  const variants = Array.from({ length: PRODUCTS }, (_, i) => ({
    sales: i % 3 === 0 ? [] : sales,
    available: i % 3 === 0 ? 40 : i % 30,
    closingStock,
    firstSeenDaysAgo: 120,
  }))
  const shop = await app.openShop(variants)
  await app.runTask('forecast-shop', { merchantId: shop.merchantId })
  return shop
}

/** Saves prices, settings and a draft of every product, and an order, and derives what follows from them. */
async function saveMuch({ request, refresh, ids: variantIds }: TestShop): Promise<number[]> {
  const save = async <T>(method: string, path: string, json: object): Promise<T> => {
    const answer = await request(path, { method, json })
    expect([path, answer.status]).toEqual([path, 200])
    return (await answer.json()) as T
  }
  const supplier = await save<{ id: number }>('POST', '/api/suppliers', { name: 'Mill', currency: 'EUR' })
  const rows = variantIds.map((variantId, i) => ({
    supplierId: supplier.id,
    variantId,
    unitCostMinor: 100 + i,
    rank: 1,
  }))
  await save('PUT', '/api/supplier-variants', { rows })
  const target = { kind: 'chosen', variantIds }
  await save('PUT', '/api/settings/variants', { target, set: { safetyStock: 7 } })
  await refresh()
  const draft = { supplierId: supplier.id, freightMinor: 9000 }
  const lines = variantIds.map((variantId) => ({ variantId, units: 5 }))
  await save('POST', '/api/purchase-orders', { ...draft, lines })
  const order = await save<{ id: number; version: number }>('POST', '/api/purchase-orders', {
    ...draft,
    lines: lines.slice(0, ORDERED),
  })
  await save('POST', `/api/purchase-orders/${order.id}/order`, { version: order.version, fxRate: 1.1 })
  return [supplier.id, order.id]
}

/** Returns the addresses of a route: with the ids of the shop, as it is and with each choice of each parameter. */
function getAddresses({ path, parameters }: Operation, ids: readonly number[]): string[] {
  const choices = parameters.flatMap(({ name, in: place, schema }) => {
    if (place !== 'query') return []
    const values = (schema.enum ?? (name === 'search' ? ['prod'] : [])) as unknown[]
    return values.map((value) => `?${name}=${encodeURIComponent(String(value))}`)
  })
  const places = path.includes('{') ? ids.map((id) => path.replaceAll(/\{\w+\}/g, String(id))) : [path]
  return places.flatMap((place) => ['', ...choices].map((query) => `${place}${query}`))
}

/** Returns the statements that read rows for these routes. */
async function readBy(
  shop: TestShop,
  ids: readonly number[],
  read: readonly Operation[],
): Promise<Statement[]> {
  const found = new Map<string, Statement>()
  for (const address of read.flatMap((operation) => getAddresses(operation, [shop.ids[1]!, ...ids]))) {
    const statements = await getStatements(async () => {
      const answer = await shop.request(address)
      await answer.arrayBuffer()
      expect(answer.status, address).toBeLessThan(500)
    })
    for (const statement of statements) found.set(`${statement.text} ${statement.values.join()}`, statement)
  }
  return [...found.values()]
}

it(
  'right after much was saved, no list compares table with table if nested loops are off, nor excess stock if they are on',
  async ({ skip }) => {
    // The nodes of a cluster plan as one server does.
    if (testNodes().length > 1) skip()
    const shop = await openShop()
    await owner.query('analyze')
    const ids = await saveMuch(shop)
    const { merchantId } = shop
    const statements = await readBy(shop, ids, operations)
    expect(statements.length).toBeGreaterThan(operations.length)
    const again = { merchantId, statements, most: MAX_ROWS, hasNestedLoops: false }
    expect(await statementsAbove(owner, again)).toEqual([])
    const excess = operations.filter(({ path }) => path.startsWith('/api/excess-stock'))
    const atOnce = { merchantId, statements: await readBy(shop, ids, excess), most: MAX_ROWS }
    expect(atOnce.statements.length).toBeGreaterThan(3)
    expect(await statementsAbove(owner, atOnce)).toEqual([])
  },
  MAX_MS,
)
