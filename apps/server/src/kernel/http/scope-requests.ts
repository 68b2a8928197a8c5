import type { MiddlewareHandler } from 'hono'
import { asRequest } from '../database/request-scope.ts'
import type { AppEnv } from './context.ts'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Tells the database what kind of request it works for. Exports read the whole catalogue and have more time than pages. */
export const scopeRequests: MiddlewareHandler<AppEnv> = (c, next) => {
  const isReading = READING.has(c.req.method)
  return asRequest({ isPage: isReading && c.get('endpoint')?.file === undefined, isChange: !isReading }, next)
}
