import type { MiddlewareHandler } from 'hono'
import { runOperation } from '../telemetry/operation.ts'
import type { Tracer } from '../telemetry/tracer.ts'
import type { AppEnv } from './context.ts'
import { getRoute, type Routed } from './route-of.ts'

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
