import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import type { TokenLedger } from '../oauth/token-ledger.ts'
import { CostBucket } from './cost-bucket.ts'
import { executeRequest } from './execute.ts'
import type { ReadContext } from './readers.ts'

export interface GraphqlContext {
  tokens: TokenLedger
  restoreRate: number
  now(): number
  getContext(shop: string, scopes: readonly string[], origin: string): ReadContext
}

const API_VERSION = '2026-10'
const VERSIONS = new Set(['2026-01', '2026-04', '2026-07', API_VERSION, 'unstable'])
const MAXIMUM_AVAILABLE = 2000
const MAX_BYTES = 1024 * 1024

const BULK_RUN = 'bulkOperationRunQuery'

const graphqlBody = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

type Variables = { isBulkRefused?: boolean }

export function graphqlRoutes(fake: GraphqlContext): Hono<{ Variables: Variables }> {
  const buckets = new Map<string, CostBucket>()
  const getBucket = (shop: string) => {
    const size = { maximumAvailable: MAXIMUM_AVAILABLE, restoreRate: fake.restoreRate }
    const bucket = buckets.get(shop) ?? new CostBucket(size, fake.now())
    buckets.set(shop, bucket)
    return bucket
  }
  const routes = new Hono<{ Variables: Variables }>()
  routes.post('/:domain/admin/api/:version/graphql.json', bodyLimit({ maxSize: MAX_BYTES }), async (c) => {
    if (!VERSIONS.has(c.req.param('version'))) return c.json({ errors: 'Not Found' }, 404)
    const shop = c.req.param('domain')
    const scopes = fake.tokens.getScopes(shop, c.req.header('x-shopify-access-token') ?? '')
    if (!scopes) {
      return c.json(
        { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
        401,
      )
    }
    const body = graphqlBody.safeParse(await c.req.json().catch(() => null))
    if (!body.success) return c.json({ errors: { query: 'Required parameter missing or invalid' } }, 400)
    const { query, variables, operationName } = body.data
    if (c.get('isBulkRefused') && query.includes(BULK_RUN)) return c.json(bulkRefusal())
    const context = fake.getContext(shop, scopes, new URL(c.req.url).origin)
    const request = { query, variables: variables ?? {}, operationName: operationName ?? null }
    c.header('X-Shopify-API-Version', API_VERSION)
    return c.json(await executeRequest(request, context, getBucket(shop)))
  })
  return routes
}

/** Returns the answer for a shop or an app that may not run bulk operations. */
function bulkRefusal() {
  const message = `Access denied for ${BULK_RUN} field.`
  const error = { message, path: [BULK_RUN], extensions: { code: 'ACCESS_DENIED' } }
  return { data: { [BULK_RUN]: null }, errors: [error] }
}
