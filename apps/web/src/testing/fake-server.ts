import type { Refusal } from '@stockcast/contract'
import { waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { aSession } from './fixtures.ts'

export interface Received {
  method: string
  path: string
  query: Record<string, string>
  body: unknown
  authorization: string | null
}

type Reply = unknown | ((request: Received) => unknown)

/** An answer with a status of its own. */
export class Answer {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

export const failure = (
  status: number,
  code: string,
  message: string,
  more: { refusal?: Refusal; field?: string } = {},
) => new Answer(status, { error: { code, message, ...more } })

/** What the server says unless a test says otherwise: nobody has signed in here before, and the shop has no choice of anything. */
const usualReplies: Record<string, Reply> = {
  'GET /api/auth/token': new Answer(401, null),
  'GET /api/session': aSession(),
  'GET /api/sync': { run: null },
  'GET /api/product-groups': { vendor: [], supplier: [], tag: [], collection: [] },
  'GET /api/views': { views: [] },
  'GET /api/locations': { locations: [], lanes: [], alertsByLocation: false, leastTransferMinor: 0 },
}

/**
 * Replaces `fetch`: answers by `METHOD /path`, records what was asked, and refuses anything unexpected.
 * `/api/events` stays silent.
 */
export function fakeServer(replies: Record<string, Reply>) {
  const received: Received[] = []
  const prepared: Record<string, Reply> = { ...usualReplies, ...replies }
  vi.stubGlobal('fetch', async (input: string | URL | Request, init: RequestInit = {}) => {
    const request = read(String(input), init)
    received.push(request)
    const key = `${request.method} ${request.path}`
    if (key === 'GET /api/events' && !(key in prepared)) return untilAborted(init)
    if (!(key in prepared)) throw new Error(`No answer is prepared for ${key}`)
    const reply = prepared[key]
    const answer: unknown = typeof reply === 'function' ? await reply(request) : reply
    if (answer instanceof Error) throw answer
    return toResponse(answer)
  })
  const of = (key: string) => received.filter((each) => `${each.method} ${each.path}` === key)
  const bodies = (key: string) => of(key).map(({ body }) => body)
  /** Waits until this was asked so many times, and returns the last body. */
  const bodyOf = async (key: string, times = 1) => {
    await waitFor(() => expect(of(key)).toHaveLength(times))
    return bodies(key).at(-1)
  }
  return { received, of, bodies, bodyOf }
}

function read(address: string, init: RequestInit): Received {
  const url = new URL(address, window.location.origin)
  return {
    method: init.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    authorization: new Headers(init.headers).get('authorization'),
  }
}

function toResponse(answer: unknown): Response {
  if (answer instanceof Response) return answer
  const { status, body } = answer instanceof Answer ? answer : new Answer(200, answer)
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

function untilAborted({ signal }: RequestInit): Promise<Response> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}
