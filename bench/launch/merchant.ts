import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { install } from '../../apps/server/src/testing/with-store.ts'
import { type SyncRun, sessionSchema, syncStateSchema } from '../../packages/contract/src/index.ts'

export type Merchant = Awaited<ReturnType<typeof signUp>>

/** A merchant with a connected store of the sandbox. */
export type Store = Awaited<ReturnType<typeof openStore>>

/** What the pages of a merchant read. */
export const PAGE_READS = ['/api/session', '/api/dashboard', '/api/products', '/api/alerts', '/api/billing']

/** How long an access token is used without asking whether its session still lasts. */
const TOKEN_MS = 20_000

const byte = () => Math.floor(Math.random() * 256)
/** A new network address, as a trusted proxy reports it, because limits would end some benches. */
export const newAddress = () => ({ 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` })

/** Signs up a new merchant, or a demo user, with a session as a browser has it. */
export async function signUp(url: string, isDemo = false) {
  const [email, password] = [`${randomUUID()}@example.com`, `a long password ${randomUUID()}`]
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = { origin: url, 'content-type': 'application/json', ...newAddress(), ...init.headers }
    const signal = AbortSignal.timeout(60_000)
    const response = await fetch(`${url}${path}`, { ...init, headers, signal })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const signedIn = await ask(`/api/auth/${isDemo ? 'sign-in/demo' : 'sign-up/email'}`, {
    method: 'POST',
    body: JSON.stringify(isDemo ? {} : { email, name: 'Bench', password }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  let token = { text: '', until: 0 }
  const headers = async () => {
    if (performance.now() > token.until) {
      const answer = await ask('/api/auth/token', { headers: { cookie } })
      const { token: text } = (await answer.json()) as { token: string }
      token = { text, until: performance.now() + TOKEN_MS }
    }
    return { cookie, authorization: `Bearer ${token.text}` }
  }
  const send = async (path: string, init: RequestInit = {}) =>
    ask(path, { ...init, headers: { authorization: (await headers()).authorization } })
  const call = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> =>
    (await send(path, init)).json() as Promise<Answer>
  const { merchant } = sessionSchema.parse(await call('/api/session'))
  const write =
    (method: string) =>
    <Answer>(path: string, json: object) =>
      call<Answer>(path, { method, body: JSON.stringify(json) })
  return {
    id: merchant.id,
    email: merchant.email,
    password,
    /** Returns the headers of its session; throws once it has ended. */
    headers,
    get: <Answer>(path: string) => call<Answer>(path),
    /** Reads the whole answer as bytes. */
    read: async (path: string) => (await send(path)).arrayBuffer(),
    post: write('POST'),
    put: write('PUT'),
    upload: <Answer>(path: string, file: Blob) =>
      call<Answer>(path, { method: 'POST', body: file.stream(), duplex: 'half' } as RequestInit),
  }
}

export async function fillWithSample({ id, email, post }: Merchant): Promise<void> {
  await post('/functions/seed-demo-data', { merchantId: id, shopDomain: '', email })
}

/** Signs up a merchant, connects the store and waits for its forecasts. Calls `onLook` with the progress of the sync every 100 ms. */
export async function openStore(url: string, shop: string, onLook: (run: SyncRun) => void = () => undefined) {
  const merchant = await signUp(url)
  const asked = { shop, redirectOrigin: url }
  const { authUrl } = await merchant.post<{ authUrl: string }>('/functions/shopify-oauth-init', asked)
  const { search, searchParams } = await install(authUrl)
  const { code, hmac, shop: domain } = Object.fromEntries(searchParams)
  await merchant.post('/functions/shopify-oauth-callback', { code, hmac, shop: domain, query: search })
  for (;;) {
    const { run } = syncStateSchema.parse(await merchant.get('/api/sync'))
    if (run?.status === 'failed') throw new Error(`the sync failed: ${run.message}`)
    if (run) onLook(run)
    if (run?.phase === 'done') return { merchant, merchantId: merchant.id, shop }
    await sleep(100)
  }
}
