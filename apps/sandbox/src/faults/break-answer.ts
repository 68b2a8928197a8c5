import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { cutInHalf, trickle } from './spoil-body.ts'

const SECOND_MS = 1000

/** Sends no answer for as long as the client waits. */
export async function hang(c: Context): Promise<Response> {
  const { signal } = c.req.raw
  if (!signal.aborted) await once(signal, 'abort')
  return c.body(null, 503)
}

/** Breaks the connection in the middle of the answer's body. */
export async function breakInBody(c: Context): Promise<void> {
  replace(c, await cutInHalf(c.res, () => cutConnection(c)))
}

/** Sends the answer at one byte a second. */
export async function slowDown(c: Context): Promise<void> {
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
