import type { ApiDocument } from '../../apps/server/src/http/reference/describe-api.ts'
import type { JsonSchema } from '../../apps/server/src/http/reference/schema-rows.ts'

export interface Route {
  method: string
  path: string
  body: JsonSchema | null
}

/** Routes that the API description leaves out: webhooks, links in messages, pages and files. */
const others: readonly [string, string][] = [
  ['POST', '/webhooks/shopify'],
  ['POST', '/webhooks/stripe'],
  ['POST', '/webhooks/twilio/status'],
  ['POST', '/webhooks/twilio/inbound'],
  ['GET', '/act/{token}'],
  ['POST', '/act/{token}'],
  ['GET', '/u/{token}'],
  ['POST', '/u/{token}'],
  ['GET', '/stop/{token}'],
  ['POST', '/stop/{token}'],
  ['POST', '/internal/clock'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/metrics'],
  ['GET', '/docs/api'],
  ['GET', '/docs/api-search.js'],
  ['GET', '/'],
  ['GET', '/index.html'],
  ['GET', '/assets/{name}'],
  ['GET', '/products'],
  ['POST', '/products'],
  ['POST', '/api/nowhere'],
  ['POST', '/functions/nowhere'],
]

/** Returns every route of the server. */
export async function readRoutes(url: string): Promise<Route[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as ApiDocument
  const described = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      body: bodyOf(operation as { requestBody?: unknown }),
    })),
  )
  return [...described, ...others.map(([method, path]) => ({ method, path, body: null }))]
}

function bodyOf({ requestBody }: { requestBody?: unknown }): JsonSchema | null {
  const { content } = (requestBody ?? {}) as { content?: Record<string, { schema: JsonSchema }> }
  return content?.['application/json']?.schema ?? null
}
