import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Kernel } from '../kernel.ts'
import { limitsOf, type RatedUse } from '../limits/rules.ts'
import { countUse } from '../limits/take-use.ts'
import { accountKind } from '../quotas/account-kind.ts'
import type { RouteUse } from './api.ts'
import { type AppEnv, signedIn } from './context.ts'
import { isExport } from './limit-exports.ts'
import type { Mounts } from './mounts.ts'

type Guarded = Mounts['guarded']

/**
 * Counts each request by the use that its route declares, before its body is read and whatever comes of it, and looks at
 * the disk where rows are added. Throws at the start for a route that changes something, or sends a file, without a use.
 */
export function limitUses(
  kernel: Pick<Kernel, 'clock' | 'config' | 'db' | 'disk'>,
  guarded: Guarded,
): MiddlewareHandler<AppEnv> {
  const uses = usesOfRoutes(guarded)
  return async (c, next) => {
    // A request for the head alone runs the route of GET.
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    const route = matchedRoutes(c).find(
      (each) => uses.has(`${method} ${each.path}`) && each.method === method,
    )
    const use = route && uses.get(`${method} ${route.path}`)
    if (use === undefined) return next()
    const { merchantId } = signedIn(c)
    const kind = await accountKind(kernel, kernel.db.directory, merchantId)
    const at = kernel.clock.now()
    const counted = method === 'GET' || use === 'change' ? [use] : (['change', use] as const)
    for (const each of counted) await countUse(kernel.db.directory, { merchantId, kind, use: each, at })
    const { grows = [] } = limitsOf(use)
    if (grows.length > 0) await kernel.disk.assertRoomForRows()
    c.set('grows', grows)
    await next()
  }
}

/** Returns the use of each route that declares one, by method and path. */
export function usesOfRoutes(guarded: Guarded): Map<string, RatedUse> {
  const uses = new Map<string, RatedUse>()
  for (const { routes } of guarded) {
    const declared = declaredUses(routes)
    for (const { method, path } of routes.routes) {
      const name = `${method} ${path}`
      const use = declared.get(name)
      if (use === 'by_address') throw new Error(`${name} must be counted by the merchant`)
      if (use !== undefined) uses.set(name, use)
      else if (method !== 'GET' || isExport(path)) throw new Error(`${name} declares no use`)
    }
  }
  return uses
}

interface Registered {
  openAPIRegistry: {
    definitions: readonly { type: string; route?: { method: string; path: string; 'x-use'?: RouteUse } }[]
  }
}

function declaredUses(routes: Guarded[number]['routes']): Map<string, RouteUse> {
  if (!('openAPIRegistry' in routes)) return new Map()
  const { definitions } = (routes as unknown as Registered).openAPIRegistry
  return new Map(
    definitions.flatMap(({ route }) => {
      const use = route?.['x-use']
      if (!route || use === undefined) return []
      return [[`${route.method.toUpperCase()} ${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`, use]]
    }),
  )
}
