import { once } from 'node:events'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler, Next } from 'hono'
import type { Fault, FaultSwitches, Provider } from './fault-switches.ts'

/** Applies faults to requests to a provider. `refusal` returns the provider's form of a refusal. */
export function providerFaults(args: {
  provider: Provider
  faults: FaultSwitches
  refusal(c: Context, fault: Fault): Response | null
}): MiddlewareHandler {
  const { provider, faults, refusal } = args
  return (c, next) => answerWithFault(c, next, { fault: faults.draw(provider), refusal })
}

/** Answers with a fault. `half_body`, `slow` and `silence` process the request and affect only the answer. */
export async function answerWithFault(
  c: Context,
  next: Next,
  { fault, refusal }: { fault: Fault | null; refusal(c: Context, fault: Fault): Response | null },
): Promise<Response | undefined> {
  if (fault === 'hang') return hang(c)
  const refused = fault && refusal(c, fault)
  if (refused) return refused
  await next()
  if (fault === 'half_body') await breakInBody(c)
  if (fault === 'slow') await slowDown(c)
  if (fault === 'silence') return hang(c)
  return
}

const SECOND_MS = 1000

/** Sends no answer for as long as the client waits. */
async function hang(c: Context): Promise<Response> {
  const { signal } = c.req.raw
  if (!signal.aborted) await once(signal, 'abort')
  return c.body(null, 503)
}

/** Sends the first half of the answer's body, then closes the connection. */
async function breakInBody(c: Context): Promise<void> {
  replace(c, await cutInHalf(c.res, () => cutConnection(c)))
}

/** Sends the answer at one byte a second. */
async function slowDown(c: Context): Promise<void> {
  replace(c, await trickle(c.res, () => setTimeout(SECOND_MS)))
}

/**
 * Ends the connection after the written data, so that the status line arrives. There is a socket only behind
 * a server, not where the routes are called directly.
 */
function cutConnection(c: Context): void {
  const bindings = c.env as Partial<HttpBindings> | undefined
  bindings?.outgoing?.socket?.end()
}

/** Replaces the answer. Hono would keep the headers of the earlier one unless it is removed first. */
function replace(c: Context, response: Response): void {
  c.res = undefined
  c.res = response
}

/** Returns the same answer with a body that calls `cut` after its first half. */
async function cutInHalf(response: Response, cut: () => void): Promise<Response> {
  const { bytes, headers } = await wholeBody(response)
  async function* getHalf() {
    yield bytes.subarray(0, Math.max(1, bytes.length >> 1))
    // Lets the written half be sent first.
    await setImmediate()
    cut()
  }
  return new Response(ReadableStream.from(getHalf()), { status: response.status, headers })
}

/** Returns the same answer, with one byte after each pause. */
async function trickle(response: Response, pause: () => Promise<unknown>): Promise<Response> {
  const { bytes, headers } = await wholeBody(response)
  async function* getBytes() {
    for (let next = 0; next < bytes.length; next++) {
      if (next > 0) await pause()
      yield bytes.subarray(next, next + 1)
    }
  }
  return new Response(ReadableStream.from(getBytes()), { status: response.status, headers })
}

async function wholeBody(response: Response): Promise<{ bytes: Uint8Array; headers: Headers }> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('content-length', String(bytes.length))
  return { bytes, headers }
}
