import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

export interface Routed {
  /** `other` for methods that no route has. */
  method: string
  /** The path of the route with its placeholders; `unknown` when there is none. */
  route: string
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Returns what logs and metrics call a request: the most specific route that matches it, also when a guard before it
 * answered. Nothing of it is the caller's own text.
 */
export function getRoute(c: Context): Routed {
  const paths = matchedRoutes(c).map(({ path }) => path)
  const exact = paths.findLast((path) => !path.includes('*'))
  const route = exact ?? paths.findLast((path) => path !== '*' && path !== '/*') ?? 'unknown'
  return { method: METHODS.has(c.req.method) ? c.req.method : 'other', route }
}
