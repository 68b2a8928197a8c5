import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { accepts } from 'hono/accepts'
import { compress } from 'hono/compress'
import type { AppEnv } from './context.ts'

const pack = promisify(gzip)

/**
 * Compresses answers for callers that accept it: JSON in one piece, which takes half the time of a stream, and
 * files while they are sent.
 */
export function compressAnswers(): MiddlewareHandler<AppEnv> {
  const compressStream = compress()
  return (c, next) =>
    compressStream(c, async () => {
      await next()
      if (!isWholeJson(c) || !acceptsGzip(c)) return
      const packed = await pack(await c.res.arrayBuffer())
      c.res = new Response(packed, c.res)
      c.res.headers.set('content-encoding', 'gzip')
      c.res.headers.append('vary', 'Accept-Encoding')
    })
}

function isWholeJson({ req, res }: Context<AppEnv>): boolean {
  const isJson = res.headers.get('content-type')?.startsWith('application/json') ?? false
  return isJson && req.method !== 'HEAD' && !res.headers.has('content-disposition')
}

function acceptsGzip(c: Context<AppEnv>): boolean {
  const supports = ['gzip', 'identity']
  return accepts(c, { header: 'Accept-Encoding', supports, default: 'identity' }) === 'gzip'
}
