import type { Endpoint } from '@stockcast/contract'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { Api } from './api.ts'
import type { AppEnv } from './context.ts'
import type { Mounts } from './mounts.ts'

/** Returns the endpoints of routers, by method and path as the router writes them: `GET /api/products/:variantId`. */
export function getEndpoints(mounts: Mounts['open']): Map<string, Endpoint> {
  const endpoints = mounts.flatMap(({ routes }) => (routes instanceof Api ? routes.endpoints : []))
  return new Map(
    endpoints.map((each) => [`${each.method} ${each.path.replaceAll(/\{(\w+)\}/g, ':$1')}`, each]),
  )
}

/** Throws for a route for signed-in merchants that is no endpoint of the contract: nothing would limit it. */
export function assertEndpoints(guarded: Mounts['guarded']): void {
  const known = getEndpoints(guarded)
  for (const { method, path } of guarded.flatMap(({ routes }) => routes.routes))
    if (!known.has(`${method} ${path}`)) throw new Error(`${method} ${path} is not in the contract`)
}

/** Finds the endpoint of a request, which all that follows decides by. A request for the head alone has that of GET. */
export function findEndpoint({ open, guarded }: Pick<Mounts, 'open' | 'guarded'>): MiddlewareHandler<AppEnv> {
  const known = getEndpoints([...open, ...guarded])
  return (c, next) => {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    const names = matchedRoutes(c).map((route) => `${method} ${route.path}`)
    const name = names.find((each) => known.has(each))
    if (name !== undefined) c.set('endpoint', known.get(name))
    return next()
  }
}
