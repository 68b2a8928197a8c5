import { createReadStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import type { BulkOperations } from './bulk-operations.ts'

/** Serves result files, whole or a range of bytes, so that an interrupted download can be continued. */
export function bulkResultRoutes(bulk: BulkOperations): Hono {
  const routes = new Hono()
  routes.get('/_bulk/:file{\\d+\\.jsonl}', (c) => {
    const path = bulk.resultPath(Number.parseInt(c.req.param('file'), 10), c.req.query('sig') ?? '')
    if (path === null) return c.text('Access denied: the address is wrong or has expired', 403)
    const size = statSync(path).size
    const range = parseRange(c.req.header('range'), size)
    if (range === 'unsatisfiable') return c.body(null, 416, { 'content-range': `bytes */${size}` })
    const { first, last } = range ?? { first: 0, last: size - 1 }
    const headers = {
      'content-type': 'application/jsonl',
      'accept-ranges': 'bytes',
      'content-length': String(last - first + 1),
    }
    const body = Readable.toWeb(createReadStream(path, { start: first, end: last })) as ReadableStream
    if (!range) return c.body(body, 200, headers)
    return c.body(body, 206, { ...headers, 'content-range': `bytes ${first}-${last}/${size}` })
  })
  return routes
}

/** Returns a range of bytes; null if the header has no supported range, `unsatisfiable` if the file has none of its bytes. */
export function parseRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const isSuffix = match[1] === ''
  const first = isSuffix ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const last = isSuffix || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]))
  return first <= last && first < size ? { first, last } : 'unsatisfiable'
}
