import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { MINUTE_MS } from '@stockcast/contract'
import { AppError } from '../errors.ts'

export interface HttpServer {
  /** For example `http://127.0.0.1:3000`. */
  address: string
  /** Goes on answering, and tells callers to close their connections. */
  drain(): void
  /** Accepts no new connections, gives running requests `patienceMs`, then cuts the rest. */
  stop(patienceMs: number): Promise<void>
}

/** How often, during a stop, connections that became idle are closed. */
const CLOSE_IDLE_MS = 50

/** How long a whole request may take to arrive: a file over a slow connection takes long. */
const REQUEST_MS = 30 * MINUTE_MS
/** A connection is cut when nothing was sent or received for this long. */
const SILENCE_MS = 5 * MINUTE_MS
/** Proxies keep an unused connection for a minute. The proxy must be the first to close it, or its next request is lost. */
const KEEP_ALIVE_MS = 75_000

type Fetch = (request: Request, env: unknown) => Response | Promise<Response>

/** Serves `fetch` on host and port; port 0 takes a free one. */
export async function serve(args: {
  fetch: Fetch
  host: string
  port: number
  /** The prefix of the variables that set host and port, such as `WORKER_`. */
  variables?: string
}): Promise<HttpServer> {
  const server = createAdaptorServer({ fetch: args.fetch }) as Server
  server.requestTimeout = REQUEST_MS
  server.timeout = SILENCE_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  joinPieces(server)
  const drain = createDrain(server)
  server.listen(args.port, args.host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw listenFailure(cause, args)
  }
  const { port } = server.address() as AddressInfo
  const host = args.host.includes(':') ? `[${args.host}]` : args.host
  return {
    address: `http://${host}:${port}`,
    drain,
    stop: async (patienceMs) => {
      const closed = once(server, 'close')
      drain()
      server.close()
      server.closeIdleConnections()
      const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS)
      const late = setTimeout(() => server.closeAllConnections(), patienceMs)
      await closed
      clearInterval(idle)
      clearTimeout(late)
    },
  }
}

function listenFailure(cause: unknown, at: { host: string; port: number; variables?: string }): AppError {
  const { variables = '' } = at
  const { code, message } = cause as NodeJS.ErrnoException
  const place = `${at.host}:${at.port}`
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${at.port} is used by another program. Stop that program, or set ${variables}PORT to another number.`,
    EACCES: `This user may not open port ${at.port}. Set ${variables}PORT to a number above 1023.`,
    EADDRNOTAVAIL: `${variables}HOST ${at.host} is not an address of this machine.`,
  }
  return new AppError(
    'precondition_failed',
    sentences[code ?? ''] ?? `Cannot listen on ${place}: ${message}.`,
    {
      cause,
    },
  )
}

/**
 * Returns a function that begins to close connections: from then on every answer that has not begun yet, even to
 * a request that is already running, tells the caller not to use its connection again. Otherwise a proxy could
 * send another request just as the connection is cut.
 */
function createDrain(server: Server): () => void {
  const running = new Set<ServerResponse>()
  let isClosing = false
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (isClosing) response.shouldKeepAlive = false
    running.add(response)
    response.once('close', () => running.delete(response))
  })
  return () => {
    isClosing = true
    for (const response of running) response.shouldKeepAlive = false
  }
}

/** Further pieces in one turn of the event loop wait for the next turn. */
const MAX_PIECES = 1_000

/**
 * Joins the pieces of a chunked body that arrive in the same turn of the event loop. Pieces may be one byte,
 * and a stream takes some microseconds for each.
 */
function joinPieces(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers['transfer-encoding'] === undefined) return
    // Node reads an unread body without a pause and drops it, so this counts the body as read and takes the
    // rest in turns.
    request.read(0)
    response.once('finish', () => request.resume())
    const push = request.push.bind(request)
    let pieces: Buffer[] = []
    let size = 0
    const flush = () => {
      if (pieces.length === 0) return
      const joined = Buffer.concat(pieces)
      pieces = []
      size = 0
      push(joined)
    }
    request.push = (piece: Buffer | null) => {
      if (piece === null) {
        flush()
        return push(null)
      }
      if (pieces.push(piece) === 1) setImmediate(flush)
      size += piece.length
      // Like a full stream, it does not read the socket again until what has arrived is passed on.
      return pieces.length < MAX_PIECES && request.readableLength + size < request.readableHighWaterMark
    }
  })
}
