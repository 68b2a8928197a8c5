import { beforeAll, expect, it } from 'vitest'
import { unsubscribeToken } from '../alerts/notifications/channels/unsubscribe.ts'
import { createLog } from '../kernel/log.ts'
import { actionToken } from '../ordering/actions/link-actions.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts'
import { type TestMerchant, withTestApp } from '../testing/index.ts'

/** Stands in every place of a request that a caller can fill. */
const TEXT = 'typed-by-a-caller'
const SECRET = 'a-secret-of-the-tests-32-characters'

let proxy: DatabaseProxy
let merchant: TestMerchant
const lines: string[] = []

const app = withTestApp(async ({ closeLater, database }) => {
  proxy = await startDatabaseProxy(database.appUrl)
  closeLater(() => proxy.close())
  const log = createLog('info', 'web', { write: (line) => void lines.push(line) })
  return { database: { appUrl: proxy.url }, log }
})

beforeAll(async () => {
  merchant = await app.signUp()
})

interface Route {
  method: string
  path: string
}

/** Returns every route that the running router knows, each once. */
function everyRoute(): Route[] {
  const routes = app.app.routes.map(({ method, path }) => ({
    path,
    method: method === 'ALL' ? 'POST' : method,
  }))
  return [...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values()]
}

/** Calls a route with the text in query, body and headers, and with `id` for whatever its path leaves open. */
async function call({ method, path }: Route, id: string, more: Record<string, string>): Promise<Response> {
  const named = path.replaceAll(/:\w+(\{[^}]*\})?|\*/g, id)
  const query = `?token=${TEXT}&search=${TEXT}&callbackURL=${TEXT}&kind=${TEXT}&page=${TEXT}`
  const headers = {
    'user-agent': TEXT,
    'content-type': 'application/json',
    'x-shopify-topic': TEXT,
    'x-shopify-event-id': TEXT,
    cookie: `stockcast.session_token=${TEXT}`,
    ...more,
  }
  const body = JSON.stringify({ email: TEXT, password: TEXT, token: TEXT, name: TEXT, rows: [TEXT] })
  return app.app.request(named + query, { method, headers, ...(method === 'GET' ? {} : { body }) })
}

it('a refused caller is logged with the route, the reason and a pseudonym of the address', async () => {
  const json = { 'content-type': 'application/json' }
  await app.app.request('/api/session')
  await app.app.request('/webhooks/shopify', { method: 'POST', body: '{}' })
  const signIn = { method: 'POST', body: '{"email":"a@b.example","password":"wrong one"}', headers: json }
  await app.app.request('/api/auth/sign-in/email', signIn)
  const refused = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'caller refused')
  expect(refused).toMatchObject([
    { method: 'GET', route: '/api/session', status: 401, reason: 'unauthenticated' },
    { method: 'POST', route: '/webhooks/shopify', status: 401, reason: 'unauthenticated' },
    { method: 'POST', route: '/api/auth/sign-in/email', status: 401, reason: 'INVALID_EMAIL_OR_PASSWORD' },
  ])
  expect(new Set(refused.map(({ caller }) => caller))).toEqual(
    new Set([expect.stringMatching(/^[\w-]{16}$/)]),
  )
})

it('an answer is kept by no browser and no proxy, whichever route gave it', async () => {
  const kept: string[] = []
  for (const route of everyRoute())
    for (const authorization of ['', `Bearer ${merchant.token}`]) {
      const answer = await call(route, '1', { authorization })
      if (answer.headers.get('cache-control') !== 'no-store') kept.push(`${route.method} ${route.path}`)
    }
  expect(kept).toEqual([])
})

it('the log has no token and no text of a caller, whichever route is called, with the database and without it', async () => {
  const { merchantId, token } = merchant
  const links = [
    actionToken([SECRET], { merchantId, linkId: 1 }),
    unsubscribeToken([SECRET], { merchantId, address: 'a@b.example' }),
  ]
  const callers: Record<string, string>[] = [
    {},
    { origin: `https://${TEXT}.example` },
    { authorization: `Bearer ${token}` },
  ]
  const callAll = async (ids: string[]) => {
    for (const route of everyRoute())
      for (const id of ids) for (const headers of callers) await call(route, id, headers)
  }
  await callAll(['1', TEXT])
  proxy.setFault('refuse')
  proxy.cut()
  await callAll(links)
  proxy.setFault('none')
  const log = lines.join('')
  for (const secret of [TEXT, token, ...links]) expect(log).not.toContain(secret)
  for (const route of ['/act/:token', '/u/:token'])
    expect(log).toContain(`"route":"${route}","msg":"request refused temporarily"`)
}, 120_000)
