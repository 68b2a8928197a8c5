import type { MiddlewareHandler } from 'hono'
import { assertParsable } from './assert-parsable.ts'
import type { AppEnv } from './context.ts'
import { limitBody } from './limit-body.ts'

/** Bytes that a body may have, by path; a path that ends in `/` covers all paths below it. */
export type BodyLimits = Readonly<Record<string, number>>

/** Enough for every form of the screens; the longest is the return from a store's authorization, with 14 kB of text. */
const USUAL_BYTES = 32_000

/** Refuses bodies that are larger than their path allows, before they are parsed. */
export function limitBodies({
  uploads = [],
  bodyLimits = {},
}: {
  uploads?: readonly string[]
  bodyLimits?: BodyLimits
}): MiddlewareHandler<AppEnv> {
  const own = Object.entries(bodyLimits).map(([path, bytes]) => ({
    path,
    limit: limitBody(bytes, assertParsable),
  }))
  const usual = limitBody(USUAL_BYTES, assertParsable)
  return (c, next) => {
    const { path } = c.req
    if (uploads.includes(path)) return next()
    const found = own.find((each) =>
      each.path.endsWith('/') ? path.startsWith(each.path) : path === each.path,
    )
    return (found?.limit ?? usual)(c, next)
  }
}
