import type { Mounts } from '../kernel/http/mounts.ts'

export interface RouteEntry {
  method: string
  /** With parameters as `{name}`. */
  path: string
  params: string[]
  /** Properties of the JSON body by name; null without a body. */
  body: Record<string, BodyProperty> | null
}

export interface BodyProperty {
  type?: string | string[]
  maximum?: number
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  /** The properties of an object. */
  properties?: Record<string, BodyProperty>
  /** The items of an array. */
  items?: BodyProperty
  /** Alternative kinds: the first is used. */
  oneOf?: BodyProperty[]
  anyOf?: BodyProperty[]
}

interface BodySchema {
  properties?: Record<string, BodyProperty>
  /** Alternative kinds of body: the first is used for all. */
  oneOf?: BodySchema[]
  anyOf?: BodySchema[]
}

interface Documented {
  getOpenAPI31Document(info: object): { paths?: Record<string, Record<string, OperationDocument>> }
}

interface OperationDocument {
  requestBody?: {
    content?: { 'application/json'?: { schema?: BodySchema } }
  }
}

/** Returns every route of these mounts, documented or not, from the routers themselves. */
export function routeTable(mounts: Mounts['open']): RouteEntry[] {
  return mounts.flatMap(({ path: base, routes }) => {
    const isDocumented = 'getOpenAPI31Document' in routes
    const document = isDocumented
      ? (routes as unknown as Documented).getOpenAPI31Document({
          openapi: '3.1.0',
          info: { title: '', version: '' },
        })
      : {}
    const known = new Map<string, RouteEntry>()
    for (const { method, path } of routes.routes.filter((route) => route.method !== 'ALL')) {
      const inner = path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')
      const operation = document.paths?.[inner]?.[method.toLowerCase()]
      const schema = operation?.requestBody?.content?.['application/json']?.schema
      const [kind] = schema?.oneOf ?? schema?.anyOf ?? []
      const body = (kind ?? schema)?.properties ?? null
      const full = `${base}/${inner}`.replaceAll(/\/+/g, '/')
      const params = [...inner.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
      known.set(`${method} ${full}`, { method, path: full, params, body })
    }
    return [...known.values()]
  })
}
