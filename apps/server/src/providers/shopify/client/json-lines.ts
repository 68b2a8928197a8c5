import { refuseInTransaction } from '../../../kernel/database/open-transaction.ts'
import { callProvider, outcomeOfStatus } from '../../../kernel/telemetry/provider-calls.ts'
import type { HttpTools } from './http.ts'
import { ShopifyError } from './shopify-error.ts'

const STALL_MS = 15_000
/** Batches end at whole pieces, so a piece is small compared with a batch. */
const PIECE_BYTES = 8192
const ATTEMPTS_WITHOUT_PROGRESS = 5

/** Whole lines of a result file, and the byte offset after the last of them, from which to continue. */
export interface LineBatch {
  lines: string[]
  nextOffset: number
}

/**
 * Returns whether a result may be read from this address. Shopify keeps bulk results on Google Cloud Storage;
 * the fake keeps them on its own origin.
 */
export function isAllowedResultUrl(url: URL, shopOrigin: string): boolean {
  if (url.origin === new URL(shopOrigin).origin) return true
  const isOurs = url.hostname === 'storage.googleapis.com' || url.hostname.endsWith('.storage.googleapis.com')
  return url.protocol === 'https:' && url.port === '' && isOurs
}

/**
 * Streams a JSONL file from `offset` in batches of at least `batchLines` lines (the last may be shorter). A
 * cut connection is resumed after the last whole line by a Range request.
 */
export async function* readLines(
  http: HttpTools,
  request: { url: string; offset: number; batchLines: number },
): AsyncGenerator<LineBatch> {
  let offset = request.offset
  for (let failures = 0; ; ) {
    const reader = new LineReader(offset)
    try {
      for await (const chunk of fetchFrom(http, request.url, offset)) {
        reader.push(chunk)
        if (reader.count < request.batchLines) continue
        const batch = reader.take()
        offset = batch.nextOffset
        failures = 0
        yield batch
      }
      const rest = reader.finish()
      if (rest.lines.length > 0) yield rest
      return
    } catch (error) {
      if (error instanceof ShopifyError && !error.retryable) throw error
      if (error instanceof ShopifyError && error.reason === 'result_gone') throw error
      failures++
      if (failures === ATTEMPTS_WITHOUT_PROGRESS) throw new ShopifyError('unavailable', 'result file', error)
      await http.sleep(500 * 2 ** failures * (0.5 + http.random()))
    }
  }
}

class LineReader {
  count = 0
  #lines: string[] = []
  /** The pieces of a line that has not ended yet. */
  #rest: Buffer[] = []
  #offset: number

  constructor(offset: number) {
    this.#offset = offset
  }

  push(chunk: Buffer): void {
    const end = chunk.lastIndexOf(10)
    if (end < 0) {
      this.#rest.push(chunk)
      return
    }
    const whole = Buffer.concat([...this.#rest, chunk.subarray(0, end)])
    this.#rest = [chunk.subarray(end + 1)]
    this.#offset += whole.length + 1
    for (const line of whole.toString('utf8').split('\n')) this.#add(line)
  }

  take(): LineBatch {
    const batch = { lines: this.#lines, nextOffset: this.#offset }
    this.#lines = []
    this.count = 0
    return batch
  }

  /** Adds the last line, which need not end in a line break. */
  finish(): LineBatch {
    const last = Buffer.concat(this.#rest)
    this.#add(last.toString('utf8'))
    this.#offset += last.length
    this.#rest = []
    return this.take()
  }

  #add(line: string): void {
    if (line === '') return
    this.#lines.push(line)
    this.count++
  }
}

async function* fetchFrom(http: HttpTools, url: string, offset: number): AsyncGenerator<Buffer> {
  refuseInTransaction('Shopify')
  const stall = new AbortController()
  const timer = setTimeout(() => stall.abort(new Error(`nothing came for ${STALL_MS} ms`)), STALL_MS)
  try {
    const request: RequestInit = {
      headers: offset > 0 ? { range: `bytes=${offset}-` } : {},
      redirect: 'manual',
      signal: stall.signal,
    }
    const response = await callProvider(
      'store',
      () => http.fetch(url, request),
      ({ status }) => outcomeOfStatus(status),
    )
    if (response.status === 416) return
    if ([403, 404, 410].includes(response.status))
      throw new ShopifyError('result_gone', `HTTP ${response.status}`)
    if (response.status !== 200 && response.status !== 206) {
      throw new ShopifyError('unavailable', `result file HTTP ${response.status}`)
    }
    // A server that ignores Range sends the file from its start.
    let skip = response.status === 206 ? 0 : offset
    for await (const chunk of response.body ?? []) {
      timer.refresh()
      const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      const wanted = buffer.subarray(Math.min(skip, buffer.length))
      skip -= buffer.length - wanted.length
      for (let at = 0; at < wanted.length; at += PIECE_BYTES) yield wanted.subarray(at, at + PIECE_BYTES)
    }
  } finally {
    clearTimeout(timer)
    stall.abort()
  }
}
