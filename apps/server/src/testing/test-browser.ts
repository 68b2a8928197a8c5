import type { Hono } from 'hono'
import type { AppEnv } from '../kernel/http/context.ts'
import { readAnswer } from './read-answer.ts'

export interface TestBrowser {
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, json: unknown, headers?: Record<string, string>): Promise<Response>
  /** Returns an access token of its session. */
  getToken(): Promise<string>
  cookies: Map<string, string>
}

let browsers = 0

/**
 * Returns a client that keeps cookies between requests, as a browser on our own pages does; each has its own
 * network address.
 */
export function testBrowser(
  app: Pick<Hono<AppEnv>, 'request'>,
  origin = 'http://localhost:3000',
): TestBrowser {
  const cookies = new Map<string, string>()
  browsers += 1
  const remoteAddress = `10.1.${browsers >> 8}.${browsers & 255}`
  const send = async (path: string, init: RequestInit, extra: Record<string, string> = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { origin, ...(cookie ? { cookie } : {}), ...extra }
    const url = new URL(path, origin).href
    const answer = await app.request(
      url,
      { ...init, headers: { ...init.headers, ...headers } },
      { incoming: { socket: { remoteAddress } } },
    )
    for (const line of answer.headers.getSetCookie()) keepCookie(cookies, line)
    return answer
  }
  return {
    cookies,
    getToken: async () =>
      (await readAnswer<{ token: string }>(send('/api/auth/token', { method: 'GET' }))).token,
    get: (path, headers) => send(path, { method: 'GET' }, headers),
    post: (path, json, headers) => {
      const init = {
        method: 'POST',
        body: JSON.stringify(json),
        headers: { 'content-type': 'application/json' },
      }
      return send(path, init, headers)
    },
  }
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';')
  const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
  if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}
