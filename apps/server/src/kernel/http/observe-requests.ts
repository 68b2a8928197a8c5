import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { runOperation } from '../telemetry/operation.ts'
import type { Tracer } from '../telemetry/tracer.ts'
import type { AppEnv } from './context.ts'

export interface Answered extends Routed {
  status: number
  seconds: number
}

/** Requests of pages for their files, and of monitors, would hide the others among the traces. */
const TRACED = /^\/(?:api|functions|webhooks)\//

/** Gives each request a correlation id, a span while tracing is on, and reports how it was answered. */
export function observeRequests(
  tracer: Tracer | null,
  onAnswered: (answered: Answered) => void = () => undefined,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const start = performance.now()
    const operation = {
      tracer: TRACED.test(c.req.path) ? tracer : null,
      name: getRoute(c).method,
      kind: 'server',
    } as const
    await runOperation(operation, async (span) => {
      await next()
      const { method, route } = getRoute(c)
      const { status } = c.res
      onAnswered({ method, route, status, seconds: (performance.now() - start) / 1000 })
      span?.rename(`${method} ${route}`)
      span?.set({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) span?.fail(c.error)
    })
  }
}

interface Routed {
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
