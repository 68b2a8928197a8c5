import type { IncomingMessage, Server } from 'node:http'
import { MINUTE_MS } from '@stockcast/contract'

export interface BodyTimes {
  /** Time in which a whole body must arrive. */
  wholeMs: number
  /** An upload may take as long as bytes keep arriving; without a byte for this long it is cut. */
  silenceMs: number
}

/** Node's own limit for a whole request, and a shorter one for silence. */
const TIMES: BodyTimes = { wholeMs: 5 * MINUTE_MS, silenceMs: MINUTE_MS }

/**
 * Cuts requests whose bodies do not arrive. Node's limit would also cut a large upload over a slow
 * connection.
 */
export function limitBodyTime(server: Server, uploadPaths: readonly string[], times = TIMES): void {
  const uploads = new Set(uploadPaths)
  server.requestTimeout = 0
  server.prependListener('request', (request: IncomingMessage) => {
    if (request.headers['content-length'] === undefined && !request.headers['transfer-encoding']) return
    const path = request.url?.split('?', 1)[0] ?? ''
    if (uploads.has(path)) limitSilence(request, times.silenceMs)
    else limitWhole(request, times.wholeMs)
  })
}

function limitWhole(request: IncomingMessage, wholeMs: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, wholeMs)
  timer.unref()
  request.once('close', () => clearTimeout(timer))
}

/** Limits silence. Node cuts a silent socket when nothing handles its timeout. */
function limitSilence(request: IncomingMessage, silenceMs: number): void {
  const { socket } = request
  socket.setTimeout(silenceMs)
  request.once('end', () => socket.setTimeout(0))
  request.once('close', () => socket.setTimeout(0))
}
