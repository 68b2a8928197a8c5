import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { cutInHalf, trickle } from './spoil-body.ts'

const SECOND_MS = 1000

/** No answer for as long as the other side waits. */
export async function hang(c: Context): Promise<Response> {
  const { signal } = c.req.raw
  if (!signal.aborted) await once(signal, 'abort')
  return c.body(null, 503)
}

/** The answer is on its way when the connection breaks in the middle of its body. */
export async function breakInBody(c: Context): Promise<void> {
  replace(c, await cutInHalf(c.res, () => cutConnection(c)))
}

/** The answer comes at one byte a second. */
export async function slowDown(c: Context): Promise<void> {
  replace(c, await trickle(c.res, () => setTimeout(SECOND_MS)))
}

/**
 * Ends the connection after what was written, so that the status line arrives for certain. The socket is there behind a
 * server, and not where the routes are called directly.
 */
function cutConnection(c: Context): void {
  const bindings = c.env as Partial<HttpBindings> | undefined
  bindings?.outgoing?.socket?.end()
}

/** Hono keeps the headers of an earlier answer unless it is taken away first. */
function replace(c: Context, response: Response): void {
  c.res = undefined
  c.res = response
}
