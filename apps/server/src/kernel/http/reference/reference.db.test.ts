import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { secretFields } from '../../../testing/described-answers.ts'
import { withTestApp } from '../../../testing/index.ts'
import { getEndpoints } from '../find-endpoint.ts'
import type { ApiDocument } from './describe-api.ts'

let document: ApiDocument

const app = withTestApp()

beforeAll(async () => {
  document = (await (await app.request('/api/openapi.json')).json()) as ApiDocument
})

// The functions of the specification, by their names.
const specified = [
  'send-welcome-email',
  'stripe-create-setup-session',
  'stripe-create-subscription',
  'stripe-setup-complete',
  'stripe-subscription-complete',
  'shopify-oauth-init',
  'shopify-oauth-callback',
  'seed-demo-data',
  'shopify-sync-inventory',
  'forecast-stockout',
]

const described = () =>
  Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )

/** Returns what a request can reach below these paths; a route for every method is not a call of its own. */
const mounted = () =>
  app.app.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/(api|functions)\//.test(path))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`)

describe('GET /api/openapi.json', () => {
  it('describes every route that is mounted, and no other', () => {
    expect(described().toSorted()).toEqual([...new Set(mounted())].toSorted())
    expect(described()).toContain('GET /api/products/{variantId}')
  })

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const outcome = await validator.validate(structuredClone<object>(document) as Record<string, unknown>)
    expect(outcome).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('gives every call a unique name, a summary and its possible failures', () => {
    const operations = Object.values(document.paths ?? {}).flatMap((item) => Object.values(item))
    const names = operations.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const operation of operations) {
      expect(operation).toMatchObject({ summary: expect.any(String) })
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', 'default']))
    }
  })

  it('states for each call whether it needs a token, and the server agrees', async () => {
    for (const [path, item] of Object.entries(document.paths ?? {})) {
      for (const [method, { security }] of Object.entries(item as Record<string, { security: object[] }>)) {
        const address = path.replaceAll(/\{\w+\}/g, '1')
        const answer = await app.app.request(address, { method: method.toUpperCase() })
        const isOpen = security.length === 0
        const own = { error: { code: 'unauthenticated', message: 'Please sign in to continue.' } }
        const body = await answer.text()
        expect([path, body === JSON.stringify(own)]).toEqual([path, !isOpen])
      }
    }
  })

  it('X-04 contains the functions of the specification, and no others', () => {
    const names = described()
      .filter((call) => call.startsWith('POST /functions/'))
      .map((call) => call.replace('POST /functions/', ''))
    expect(names.toSorted()).toEqual(specified.toSorted())
  })

  it('X-04 describes every function with the schemas of the contract', () => {
    const functions = [...getEndpoints(app.domains.mounts.guarded).values()].filter(({ path }) =>
      path.startsWith('/functions/'),
    )
    expect(functions.length).toBe(specified.length)
    for (const { path, body: request, answer: response } of functions) {
      const operation = document.paths?.[path]?.post
      const names = (schema: object | undefined) =>
        Object.keys((schema as { properties?: object })?.properties ?? {})
      const body = operation?.requestBody as { content: Record<string, { schema: object }> } | undefined
      expect(names(body?.content['application/json']?.schema)).toEqual(
        names(request instanceof z.ZodType ? z.toJSONSchema(request) : {}),
      )
      const answer = operation?.responses?.[200] as { content: Record<string, { schema: object }> }
      expect(names(answer.content['application/json']?.schema)).toEqual(names(z.toJSONSchema(response!)))
    }
  })
})

it('X-04 the fields of answers never name a token or a secret, except at sign-in', () => {
  const answers = Object.entries(document.paths ?? {})
    .filter(([path]) => !path.startsWith('/api/auth/'))
    .flatMap(([path, item]) => Object.values(item).map(({ responses }) => [path, responses] as const))
  expect(answers.length).toBeGreaterThan(15)
  expect(answers.flatMap(([path, responses]) => secretFields(responses, path))).toEqual([])
})

describe('GET /docs/api', () => {
  it('shows every call under its own address', async () => {
    const page = await (await app.request('/docs/api')).text()
    for (const item of Object.values(document.paths ?? {})) {
      for (const { operationId } of Object.values(item)) {
        expect(page.includes(`<details class="operation" id="${operationId}">`)).toBe(true)
      }
    }
    expect(page.includes('<code>rows[].salesLast30</code>')).toBe(true)
  })

  it('loads nothing from elsewhere and works under the security policy of the other pages', async () => {
    const answer = await app.request('/docs/api')
    const page = await answer.text()
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(/(src|href)="(https?:)?\/\//.test(page)).toBe(false)
    expect(/<script(?![^>]*src=)|\son\w+=/.test(page)).toBe(false)
    const script = /<script src="([^"]+)"/.exec(page)?.[1] ?? ''
    const served = await app.request(script)
    expect(served.headers.get('content-type')).toContain('javascript')
  })
})
