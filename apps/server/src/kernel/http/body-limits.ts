import type { MiddlewareHandler } from 'hono'
import { assertParsable } from './assert-parsable.ts'
import type { AppEnv } from './context.ts'
import { limitBody } from './limit-body.ts'

/** Enough for every form of the screens; the longest is the return from a store's authorization, with 14 kB of text. */
const USUAL_BYTES = 32_000

/** Refuses bodies that are larger than their endpoint allows, before they are parsed. */
export const limitBodies: MiddlewareHandler<AppEnv> = (c, next) => {
  const { body, maxBytes = USUAL_BYTES } = c.get('endpoint') ?? {}
  return body === 'file' ? next() : limitBody(maxBytes, assertParsable)(c, next)
}
