import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebhookGate } from './webhook-gate.ts'

const LOOK_EVERY_MS = 200
const LOOK_PATIENCE_MS = 2000
/** How long a request waits for a process that is ready. */
const PATIENCE_MS = 10_000
const RETRY_MS = 50
/** Those which nginx sends again after a broken connection. */
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])

export interface FailedRequest {
  what: string
  /** Whether a process had the request and was gone before its answer. */
  wasInFlight: boolean
}

/** A proxy that sends each request to the next process that is ready. */
export interface Balancer extends WebhookGate {
  requests(): number
  failed: readonly FailedRequest[]
  /** The longest time from a request to the beginning of its answer. */
  longestMs(): number
}

interface Upstream {
  port: number
  isReady: boolean
  agent: Agent
}

interface Arrived {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

/**
 * Opens a proxy before the web processes on these ports. It asks each for `/readyz`; a request that could not be
 * sent goes to the next one, and one whose connection broke only if its method may be repeated.
 */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const upstreams = ports.map((port) => ({ port, isReady: false, agent: new Agent({ keepAlive: true }) }))
  const acknowledged = new Set<string>()
  const failed: FailedRequest[] = []
  let [requests, longestMs, turn] = [0, 0, 0]
  const next = () => {
    const ready = upstreams.filter(({ isReady }) => isReady)
    return ready.length === 0 ? undefined : ready[turn++ % ready.length]
  }
  const server = createServer(async (incoming, outgoing) => {
    const start = performance.now()
    requests++
    const arrived = await readRequest(incoming).catch(() => undefined)
    if (!arrived) return
    const what = `${arrived.method} ${arrived.path.split('?')[0]}`
    try {
      const answer = await sendOn(arrived, next)
      longestMs = Math.max(longestMs, performance.now() - start)
      if ((answer.statusCode ?? 500) >= 500)
        failed.push({ what: `${what}: ${answer.statusCode}`, wasInFlight: false })
      noteWebhook(arrived, answer, acknowledged)
      pass(answer, outgoing, () => failed.push({ what: `${what}: cut`, wasInFlight: true }))
    } catch (error) {
      failed.push({ what: `${what}: ${(error as Error).message}`, wasInFlight: error instanceof Broken })
      outgoing.writeHead(502).end()
    }
  })
  const looking = new AbortController()
  for (const upstream of upstreams) void keepLooking(upstream, looking.signal)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    acknowledged,
    failed,
    requests: () => requests,
    longestMs: () => longestMs,
    close: () => {
      looking.abort()
      for (const { agent } of upstreams) agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

async function keepLooking(upstream: Upstream, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch(`http://127.0.0.1:${upstream.port}/readyz`, {
      signal: AbortSignal.timeout(LOOK_PATIENCE_MS),
    }).catch(() => undefined)
    upstream.isReady = answer?.ok ?? false
    await answer?.body?.cancel()
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** The connection broke after the request had been sent. */
class Broken extends Error {}

async function sendOn(arrived: Arrived, next: () => Upstream | undefined): Promise<IncomingMessage> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const upstream = next()
    if (upstream) {
      try {
        return await send(arrived, upstream)
      } catch (error) {
        upstream.isReady = false
        if (error instanceof Broken && !REPEATABLE.has(arrived.method)) throw error
      }
    }
    if (performance.now() > until) throw new Error('no process is ready')
    if (!upstream) await sleep(RETRY_MS)
  }
}

function send({ method, path, headers, body }: Arrived, { port, agent }: Upstream): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { 'transfer-encoding': _, connection: __, ...passed } = headers
  const own: OutgoingHttpHeaders = { ...passed, 'content-length': body.length }
  const forward = request({ host: '127.0.0.1', port, path, method, headers: own, agent }, resolve)
  forward.on('error', (error: NodeJS.ErrnoException) => {
    reject(error.code === 'ECONNREFUSED' ? error : new Broken(error.message))
  })
  forward.end(body)
  return promise
}

async function readRequest(incoming: IncomingMessage): Promise<Arrived> {
  const { method = 'GET', url: path = '/', headers } = incoming
  return { method, path, headers, body: await buffer(incoming) }
}

function noteWebhook({ headers }: Arrived, answer: IncomingMessage, acknowledged: Set<string>): void {
  const topic = headers['x-shopify-topic']
  if (topic && answer.statusCode === 200) acknowledged.add(`${topic} ${headers['x-shopify-event-id']}`)
}

function pass(answer: IncomingMessage, outgoing: ServerResponse, onCut: () => void): void {
  const { connection: _, 'keep-alive': __, ...headers } = answer.headers
  outgoing.writeHead(answer.statusCode ?? 502, headers)
  answer.on('error', () => {
    if (!outgoing.destroyed) onCut()
    outgoing.destroy()
  })
  outgoing.on('close', () => answer.destroy())
  answer.pipe(outgoing)
}
