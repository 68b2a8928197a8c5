import { type APIRequestContext, expect } from '@playwright/test'

type Method = 'GET' | 'POST' | 'PUT'

/** Sends JSON as the web app does, with the session of `request`'s cookies, and returns the answer. */
export async function callApi<Answer>(
  request: APIRequestContext,
  method: Method,
  path: string,
  data?: object,
): Promise<Answer> {
  const token = path.startsWith('/api/auth/') ? null : await accessToken(request)
  return send(request, method, path, { data, token })
}

async function accessToken(request: APIRequestContext): Promise<string> {
  const path = '/api/auth/token'
  return (await send<{ token: string }>(request, 'GET', path, { token: null })).token
}

async function send<Answer>(
  request: APIRequestContext,
  method: Method,
  path: string,
  { data, token }: { data?: object | undefined; token: string | null },
): Promise<Answer> {
  const { origin } = new URL(process.env.STOCKCAST_URL ?? '')
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
  const answer = await request.fetch(`${origin}${path}`, {
    method,
    headers: { origin, ...authorization },
    ...(data === undefined ? {} : { data }),
  })
  expect(answer.ok(), `${path}: ${answer.status()} ${answer.ok() ? '' : await answer.text()}`).toBe(true)
  return answer.json() as Promise<Answer>
}
