import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiDocument } from '../kernel/http/reference/describe-api.ts'
import { badValues, type Json, sampleBody, spoiled } from '../testing/bad-values.ts'
import { forgetUses } from '../testing/forget-uses.ts'
import { type Operation, readOperations } from '../testing/fuzz/operations.ts'
import { type TestMerchant, withTestApp } from '../testing/index.ts'
import { fillTables, getContent, readTenantTables, type TenantTable } from '../testing/tenant-tables.ts'

/** Enough for some thousand requests on a busy machine. */
const PATIENCE_MS = 240_000

let tables: TenantTable[]
let operations: Operation[]
let own: TestMerchant
let other: TestMerchant
let before: Record<string, string>

const contentOfOther = () => app.kernel.db.withTenant(other.merchantId, (tx) => getContent(tx, tables))

const app = withTestApp({ env: { FORECAST_THREADS: '1' } })

beforeAll(async () => {
  operations = readOperations((await (await app.request('/api/openapi.json')).json()) as ApiDocument)
  tables = await readTenantTables(app.kernel.db.directory)
  own = await app.signUp()
  other = await app.signUp('other@example.com')
  const rows = { merchantId: other.merchantId, marker: 'of-the-other', firstId: 700_000_001 }
  await app.kernel.db.withTenant(other.merchantId, (tx) => fillTables(tx, tables, rows))
  before = await contentOfOther()
})

const withBody = () => operations.filter(({ body }) => body !== undefined)
const json = { 'content-type': 'application/json' }

async function send({ method, isGuarded }: Operation, path: string, init: RequestInit = {}) {
  await forgetUses(app.kernel, own)
  const answer = await (isGuarded ? own : app).request(path, { method, ...init })
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) await answer.body?.cancel()
  return { status: answer.status, text: isStream ? '' : await answer.text() }
}

const getAddress = (operation: Operation, id?: string) =>
  operation.path
    .replace('{kind}', encodeURIComponent(id ?? 'to_order'))
    .replaceAll(/\{\w+\}/g, encodeURIComponent(id ?? '1'))

/** Requests to the auth library are answered in the library's own words, which name no field. */
const isOurs = ({ path }: Operation) => !path.startsWith('/api/auth/')

function getSample({ body }: Operation): Json {
  const { merchantId } = own
  const names = {
    merchant_id: merchantId,
    merchantId,
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    redirectOrigin: 'http://localhost:3000',
    webhookUrl: 'https://hooks.slack.com/services/T0/B0/sample',
    shop: 'sample.myshopify.com',
    address: 'sample@example.com',
    phone: '+14155550123',
    price: '1.50',
    day: '2026-11-01',
    expectedOn: '2026-11-25',
    units: 1,
    stock: 1,
    incoming: 1,
    tracked: true,
    serviceLevel: 0.9,
  }
  return sampleBody(body ?? {}, names)
}

describe('bad bodies in requests', () => {
  it('are generated for every route that takes a body', () => {
    const paths = withBody().map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['/api/settings', '/api/sales', '/functions/forecast-stockout']),
    )
  })

  it('are generated from valid ones', async () => {
    const refused: string[] = []
    for (const operation of withBody().filter(isOurs)) {
      const sent = { body: JSON.stringify(getSample(operation)), headers: json }
      const { status, text } = await send(operation, getAddress(operation), sent)
      const { error } = JSON.parse(text) as { error?: { field?: string } }
      if (status === 400 && error?.field) refused.push(`${operation.path} ${error.field}`)
    }
    // No code was requested; passwords, people, picture and the places of a transfer are samples, and wrong.
    expect(refused).toEqual([
      '/api/account/email password',
      '/api/notifications/sms/confirm code',
      '/api/reports/{kind} recipients',
      '/api/settings/orders logo',
      '/api/team/owner password',
      '/api/transfers lines.0.to',
    ])
  })

  it.each([
    ['none', undefined, {}],
    ['none, declared as JSON', undefined, json],
    ['half of a document', '{"a":', json],
    ['two documents', '{}{}', json],
    ['a list', '[]', json],
    ['a text', '"text"', json],
    ['null', 'null', json],
    ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['JSON declared as text', '{}', { 'content-type': 'text/plain' }],
    ['bytes', new Uint8Array([255, 254, 0, 1]), json],
  ])('of the kind "%s" are refused by every route', async (_, body, headers) => {
    for (const operation of withBody()) {
      const { status } = await send(operation, getAddress(operation), { body: body ?? null, headers })
      const takesNothing = Object.keys(operation.body?.required ?? []).length === 0
      const refusals = takesNothing ? [200, 400, 401, 404, 409, 412, 415] : [400, 401, 404, 409, 412, 415]
      expect(refusals, `${operation.method} ${operation.path} ${status}`).toContain(status)
    }
  })

  it(
    'are refused with the name of the field wherever the description forbids them, and never cause a server error',
    async () => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false })
      const faults: string[] = []
      let refused = 0
      for (const operation of withBody()) {
        const allows = ajv.compile(operation.body as object)
        for (const [place, name, body] of spoiled(getSample(operation))) {
          const sent = { body: JSON.stringify(body), headers: json }
          const { status, text } = await send(operation, getAddress(operation), sent)
          const where = `${operation.method} ${operation.path} ${place} as ${name}: ${status} ${text.slice(0, 120)}`
          if (isFault(status, text)) faults.push(where)
          if (allows(body)) continue
          refused += 1
          if (status >= 400 && (!isOurs(operation) || isNamed(text, place))) continue
          faults.push(where)
        }
      }
      expect(faults).toEqual([])
      expect(refused).toBeGreaterThan(200)
    },
    PATIENCE_MS,
  )
})

/** Returns whether the answer is a server error; a fake provider that does not run here causes none. */
function isFault(status: number, text: string): boolean {
  return status >= 500 && JSON.parse(text).error?.code !== 'upstream_failed'
}

/** Returns whether the answer names the field itself, one that contains it, or one inside it. */
function isNamed(text: string, place: string): boolean {
  const { error } = JSON.parse(text) as { error: { field?: string; code: string } }
  if (error.code !== 'invalid_input') return error.code !== 'internal'
  return error.field !== undefined && (place.startsWith(error.field) || error.field.startsWith(place))
}

describe('bad addresses in requests', () => {
  const badIds = badValues.map(([, value]) =>
    typeof value === 'object' ? JSON.stringify(value) : String(value).toWellFormed(),
  )

  it('are answered with 400 or 404, whatever stands for an id', async () => {
    for (const operation of operations.filter(({ path }) => path.includes('{'))) {
      const body = operation.body ? JSON.stringify(getSample(operation)) : null
      for (const id of [...badIds, '0', '-0', '1e3', '٣', '9223372036854775808', '%00'].filter(
        (each) => each.length < 500,
      )) {
        const { status, text } = await send(operation, getAddress(operation, id), { body, headers: json })
        expect([400, 404], `${operation.path} ${id}: ${text}`).toContain(status)
      }
    }
  })

  it(
    'are answered with the parameter’s name when a query is unusable',
    async () => {
      for (const operation of operations) {
        for (const { name } of operation.parameters.filter((each) => each.in === 'query')) {
          for (const value of badIds) {
            const query = new URLSearchParams({ [name]: value })
            const { status, text } = await send(operation, `${getAddress(operation)}?${query}`)
            expect(status, `${operation.path}?${name}=${value.slice(0, 40)}: ${text}`).toBeLessThan(500)
            if (status === 400 && isOurs(operation)) expect(JSON.parse(text).error.field).toBeDefined()
          }
        }
      }
    },
    PATIENCE_MS,
  )
})

describe('requests outside the described routes', () => {
  it.each([
    '/webhooks/shopify',
    '/internal/clock',
    '/healthz',
    '/docs/api',
    '/api/nowhere',
    '/functions/nowhere',
  ])('to POST %s with nonsense are refused', async (path) => {
    for (const body of ['', '{', '[]', '"x"', 'x'.repeat(10_000)]) {
      const { status } = await app.request(path, { method: 'POST', body, headers: json })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
  })

  it.each([
    ['POST', '/api/auth/sign-in/email', '4 kB', 4_001],
    ['PUT', '/api/settings', '32 kB', 32_001],
    ['POST', '/functions/shopify-oauth-callback', '32 kB', 32_001],
    ['PUT', '/api/settings/variants', '256 kB', 256_001],
    ['PUT', '/api/sales', '1 MB', 1_000_001],
  ])('to %s %s are refused before a body larger than %s is read', async (method, path, size, bytes) => {
    const operation = operations.find((each) => each.method === method.toUpperCase() && each.path === path)!
    const body = ' '.repeat(bytes)
    for (const headers of [{ ...json, 'content-length': String(bytes) }, json]) {
      const { status, text } = await send(operation, path, { body, headers })
      expect([status, text]).toEqual([400, expect.stringContaining(`larger than ${size}`)])
    }
  })
})

it('X-02 no bad request changed anything of another merchant', async () => {
  expect(await contentOfOther()).toEqual(before)
})
