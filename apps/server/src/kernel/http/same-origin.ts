import type { MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'
import type { AppEnv } from './context.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns the app's own origin and, for a loopback address, the one with the other loopback name. */
export function ownOrigins(publicUrl: string): Set<string> {
  const { origin, protocol, hostname, port } = new URL(publicUrl)
  const twin = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }[hostname]
  return new Set(twin ? [origin, `${protocol}//${twin}${port ? `:${port}` : ''}`] : [origin])
}

/**
 * Refuses a browser's write that does not come from our own pages. Calls without an Origin header carry no
 * cookies to abuse.
 */
export function assertSameOrigin(publicUrl: string): MiddlewareHandler<AppEnv> {
  const allowed = ownOrigins(publicUrl)
  return async (c, next) => {
    const origin = c.req.header('origin')
    if (!safeMethods.has(c.req.method) && origin !== undefined && !allowed.has(origin)) {
      throw new AppError('forbidden', 'This request came from another site.')
    }
    await next()
  }
}
