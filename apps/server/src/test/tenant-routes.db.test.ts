import { type StripeProvider, startStripeProvider } from '@stockcast/testkit/billing'
import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { forgetUses } from '../testing/forget-uses.ts'
import { type TestMerchant, withTestApp } from '../testing/index.ts'
import { type BodyProperty, type RouteEntry, routeTable } from '../testing/route-table.ts'
import {
  fillTables,
  getContent,
  type Row,
  readTenantTables,
  type TenantTable,
} from '../testing/tenant-tables.ts'

const secret = 'belongs-to-the-other'
const firstId = 700_000_001
const missingId = 999_999_999

let provider: StripeProvider
let tables: TenantTable[]
let routes: RouteEntry[]
let own: TestMerchant
let other: TestMerchant
let otherRows: Map<string, Row>
let before: Record<string, string>

const app = withTestApp(async ({ closeLater }) => {
  provider = await startStripeProvider()
  closeLater(() => provider.close())
  return { env: { SANDBOX_URL: provider.url } }
})

beforeAll(async () => {
  tables = await readTenantTables(app.kernel.db.directory)
  routes = routeTable(app.domains.mounts.guarded)
  own = await app.signUp('own@example.com')
  other = await app.signUp(`${secret}@example.com`)
  otherRows = await app.kernel.db.withTenant(other.merchantId, (tx) =>
    fillTables(tx, tables, { merchantId: other.merchantId, marker: secret, firstId }),
  )
  before = await contentOfOther()
})

const contentOfOther = () => app.kernel.db.withTenant(other.merchantId, (tx) => getContent(tx, tables))

/** Returns every number and text that identifies the other merchant's rows. */
function otherIds(): (string | number)[] {
  const ids = new Set<string | number>()
  for (const row of otherRows.values()) {
    for (const [name, value] of Object.entries(row)) {
      const isName = typeof value === 'number' || typeof value === 'string'
      // The number of a recipient is 0 for every owner.
      if (/(^|_)id$/.test(name) && name !== 'recipient_id' && isName) ids.add(value)
    }
  }
  return [...ids]
}

/** For what asks every route many times. */
const PATIENCE_MS = 120_000

const otherVariant = () => otherRows.get('variants')!.variant_id as number

function fill(path: string, id: string | number): string {
  return path.replaceAll(/\{\w+\}/g, encodeURIComponent(String(id)))
}

/** In the future on the test's clock. */
const dayAhead = '2026-11-25'

/**
 * Returns a body in which every property that can refer to something refers to the other merchant's, except
 * `merchant_id`.
 */
function getBody(
  properties: Record<string, BodyProperty>,
  merchantId: number,
  id: number,
  words: { text: string; email: string } = { text: secret, email: other.email },
): Record<string, unknown> {
  const valueFor = (name: string, property: BodyProperty): unknown => {
    const [kind] = property.oneOf ?? property.anyOf ?? []
    if (kind) return valueFor(name, kind)
    const { type, format, maximum = id, enum: choices } = property
    const types = [type].flat()
    if (property.const !== undefined) return property.const
    if (choices) return choices[0]
    if (property.properties) return getBody(property.properties, merchantId, id, words)
    if (property.items) return [valueFor(name, property.items)]
    if (types.includes('boolean')) return true
    if (format === 'date') return dayAhead
    if (/^merchant_?id$/i.test(name)) return merchantId
    if (name === 'email' || format === 'email') return words.email
    if (name === 'shop') return otherRows.get('merchants')!.shop_domain
    if (/currency/i.test(name)) return 'EUR'
    if (name === 'language') return 'en'
    return types.includes('string') ? words.text : Math.min(id, maximum)
  }
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, valueFor(name, property)]),
  )
}

async function getAnswer(route: RouteEntry, path: string, json?: object) {
  const init = json === undefined ? { method: route.method } : { method: route.method, json }
  const answer = await own.request(path, init)
  return { status: answer.status, text: await firstPart(answer) }
}

/** Returns the whole answer, or the first part of a stream. */
async function firstPart(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer.text()
  const reader = answer.body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}

type Answer = typeof getAnswer

async function checkPath(route: RouteEntry, answer: Answer = getAnswer): Promise<void> {
  const json = route.body ? getBody(route.body, own.merchantId, missingId) : undefined
  await forgetUses(app.kernel, own)
  const missing = await answer(route, fill(route.path, missingId), json)
  expect([route.path, missing.status]).toEqual([route.path, 404])
  for (const id of otherIds()) {
    const { status, text } = await answer(route, fill(route.path, id), json)
    if (typeof id === 'number') expect({ path: route.path, id, status, text }).toMatchObject(missing)
    else expect([400, 404]).toContain(status)
  }
}

async function checkBody(route: RouteEntry, answer: Answer = getAnswer): Promise<void> {
  await forgetUses(app.kernel, own)
  for (const id of otherIds().filter((each) => typeof each === 'number')) {
    const json = getBody(route.body!, own.merchantId, id)
    const { status } = await answer(route, fill(route.path, missingId), json)
    expect([route.path, id, status]).toEqual([route.path, id, 404])
  }
}

/** Routes that answer with the words that they were sent. */
const echoing = /^\/api\/(suppliers|purchase-orders|bundles\/import|team\/invitations)/

async function checkText(route: RouteEntry, answer: Answer = getAnswer): Promise<void> {
  await forgetUses(app.kernel, own)
  const words = echoing.test(route.path) ? { text: 'own words', email: own.email } : undefined
  for (const id of [otherVariant(), missingId]) {
    const json = route.body ? getBody(route.body, own.merchantId, id, words) : undefined
    const { status, text } = await answer(route, fill(route.path, id), json)
    expect(`${route.path} ${status}`).not.toMatch(/ 5\d\d$/)
    expect(`${route.path} ${text}`).not.toContain(secret)
  }
}

const leaky = new Hono()

/** Adds routes that ignore whose a row is: by an id in the path, by one in the body, and in a list of all. */
function leakyRoutes() {
  const known = (id: unknown) => otherIds().includes(Number(id))
  leaky.get('/leaky/:id', (c) => (known(c.req.param('id')) ? c.json({ found: true }) : c.notFound()))
  leaky.post('/leaky', async (c) => {
    const { variantId } = (await c.req.json()) as { variantId: unknown }
    return known(variantId) ? c.json({ saved: true }) : c.notFound()
  })
  leaky.get('/leaky', (c) => c.json({ merchants: [own.email, other.email] }))
  const entry = { body: null, params: [] as string[] }
  return {
    byPath: { ...entry, method: 'GET', path: '/leaky/{id}', params: ['id'] },
    byBody: { ...entry, method: 'POST', path: '/leaky', body: { variantId: { type: 'number' } } },
    list: { ...entry, method: 'GET', path: '/leaky' },
  }
}

const leakyAnswer: Answer = async ({ method }, path, json) => {
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  const answer = await leaky.request(path, { method, ...body })
  return { status: answer.status, text: await answer.text() }
}

describe('X-02 routes', () => {
  it('are found automatically, including those with ids and those with bodies', () => {
    const paths = routes.map((route) => `${route.method} ${route.path}`)
    expect(paths).toContain('GET /api/products/{variantId}')
    expect(paths).toContain('POST /api/alerts/{id}/resolve')
    expect(paths).toContain('GET /api/events')
    expect(routes.find((route) => route.path === '/functions/forecast-stockout')?.body).toHaveProperty(
      'variant_id',
    )
    expect(otherIds()).toEqual(expect.arrayContaining([otherVariant(), other.merchantId]))
  })

  it('A-09 are each refused without a session', async () => {
    for (const route of routes) {
      const { status } = await app.request(fill(route.path, otherVariant()), { method: route.method })
      expect([route.path, status]).toEqual([route.path, 401])
    }
  })

  it(
    'with an id in their path answer to another merchant’s id as to one that does not exist',
    async () => {
      const named = routes.filter(({ params }) => params.some((param) => param !== 'kind'))
      for (const route of named) await checkPath(route)
      expect(await contentOfOther()).toEqual(before)
    },
    PATIENCE_MS,
  )

  it('X-04 with a merchant in their body refuse every other merchant', async () => {
    const named = routes.filter((route) => route.body && 'merchant_id' in route.body)
    expect(named.length).toBeGreaterThan(0)
    for (const route of named) {
      const { status } = await getAnswer(
        route,
        route.path,
        getBody(route.body!, other.merchantId, otherVariant()),
      )
      expect([route.path, status]).toEqual([route.path, 403])
    }
    expect(await contentOfOther()).toEqual(before)
  })

  it('refuse another merchant’s ids in their body, whatever merchant the body names', async () => {
    // Those of a team name people and shops of the caller.
    const named = routes.filter(
      ({ path, body }) => body && !path.startsWith('/api/team/') && Object.keys(body).some(namesARow),
    )
    expect(named.length).toBeGreaterThan(0)
    for (const route of named) await checkBody(route)
    expect(await contentOfOther()).toEqual(before)
  })

  it(
    'reveal and change nothing of another merchant, whatever they are sent',
    async () => {
      for (const route of routes) await checkText(route)
      expect(await contentOfOther()).toEqual(before)
    },
    PATIENCE_MS,
  )

  it('that ignore whose a row is are caught, each by the check for its kind', async () => {
    const { byPath, byBody, list } = leakyRoutes()
    await expect(checkPath(byPath, leakyAnswer)).rejects.toThrow('404')
    await expect(checkBody(byBody, leakyAnswer)).rejects.toThrow('404')
    await expect(checkText(list, leakyAnswer)).rejects.toThrow(secret)
  })

  it('show the other merchant its own data, so that the tests above prove something', async () => {
    const answer = await other.request('/api/session')
    expect(await answer.text()).toContain(secret)
  })
})

/**
 * Returns whether a property names a row. Sessions are the payment provider's: a test where they are completed
 * proves whose they are.
 */
function namesARow(property: string): boolean {
  return /id$/i.test(property) && !/^(merchant|session)_?id$/i.test(property)
}
