import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../errors.ts'
import type { AppEnv } from './context.ts'

/** Bytes that a body may have, by path; a path that ends in `/` stands for all below it. */
export type BodyLimits = Readonly<Record<string, number>>

/** Enough for every form of the screens; the longest is the return from a store's authorization, with 14 kB of text. */
const USUAL_BYTES = 32_000

/** Refuses bodies that are larger than their path allows, before anybody reads them. */
export function limitBodies({
  uploads = [],
  bodyLimits = {},
}: {
  uploads?: readonly string[]
  bodyLimits?: BodyLimits
}): MiddlewareHandler<AppEnv> {
  const own = Object.entries(bodyLimits).map(([path, bytes]) => ({ path, limit: limitTo(bytes) }))
  const usual = limitTo(USUAL_BYTES)
  return (c, next) => {
    const { path } = c.req
    if (uploads.includes(path)) return next()
    const found = own.find((each) =>
      each.path.endsWith('/') ? path.startsWith(each.path) : path === each.path,
    )
    return (found?.limit ?? usual)(c, next)
  }
}

function limitTo(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError('invalid_input', `The request is larger than ${sizeText(maxSize)}.`)
    },
  })
}

function sizeText(bytes: number): string {
  return bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1000} kB`
}
