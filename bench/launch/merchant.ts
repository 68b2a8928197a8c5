import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { install } from '../../apps/server/src/testing/with-store.ts'
import { type SyncRun, sessionSchema, syncStateSchema } from '../../packages/contract/src/index.ts'

export interface Merchant {
  id: number
  email: string
  password: string
  /** Cookie of the session. */
  cookie: string
  /** Returns the headers of its session; throws once it has ended. */
  headers(): Promise<Record<string, string>>
  get(path: string): Promise<unknown>
  /** Reads the whole answer as bytes. */
  read(path: string): Promise<ArrayBuffer>
  post(path: string, body: object): Promise<unknown>
  put(path: string, body: object): Promise<unknown>
  /** Sends a stream as the body. */
  upload(path: string, body: ReadableStream<Uint8Array>): Promise<unknown>
}

/** A merchant with a connected store of the sandbox. */
export interface Store {
  merchant: Merchant
  merchantId: number
  shop: string
}

/** What the pages of a merchant read. */
export const PAGE_READS = ['/api/session', '/api/dashboard', '/api/products', '/api/alerts', '/api/billing']

/** How long an access token is used without asking whether its session still lasts. */
const TOKEN_MS = 20_000

const byte = () => Math.floor(Math.random() * 256)
/** A new network address, as a trusted proxy reports it, because limits would end some benches. */
export const newAddress = () => ({ 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` })

/** Signs up a new merchant, or a demo user, with a session as a browser has it. */
export async function signUp(url: string, isDemo = false): Promise<Merchant> {
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
  const cookies = signedIn.headers.getSetCookie().map((each) => each.split(';')[0])
  const cookie = cookies.join('; ')
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
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> =>
    (await send(path, init)).json()
  const { merchant } = sessionSchema.parse(await call('/api/session'))
  return {
    id: merchant.id,
    email: merchant.email,
    password,
    cookie,
    headers,
    get: (path) => call(path),
    read: async (path) => (await send(path)).arrayBuffer(),
    post: (path, json) => call(path, { method: 'POST', body: JSON.stringify(json) }),
    put: (path, json) => call(path, { method: 'PUT', body: JSON.stringify(json) }),
    upload: (path, body) => call(path, { method: 'POST', body, duplex: 'half' } as RequestInit),
  }
}

/** Gives a merchant the products and sales of the sample store. */
export async function fillWithSample({ id, email, post }: Merchant): Promise<void> {
  await post('/functions/seed-demo-data', { merchantId: id, shopDomain: '', email })
}

export async function connectStore(merchant: Merchant, args: { url: string; shop: string }): Promise<void> {
  const { url, shop } = args
  const init = (await merchant.post('/functions/shopify-oauth-init', { shop, redirectOrigin: url })) as {
    authUrl: string
  }
  const callback = await install(init.authUrl)
  const parameter = (name: string) => callback.searchParams.get(name) ?? ''
  await merchant.post('/functions/shopify-oauth-callback', {
    code: parameter('code'),
    shop: parameter('shop'),
    hmac: parameter('hmac'),
    query: callback.search,
  })
}

/** Polls every 100 ms until the latest run fulfils the condition. */
export async function waitForRun(merchant: Merchant, isWanted: (run: SyncRun) => boolean): Promise<SyncRun> {
  for (;;) {
    const { run } = syncStateSchema.parse(await merchant.get('/api/sync'))
    if (run?.status === 'failed') throw new Error(`the sync failed: ${run.message}`)
    if (run && isWanted(run)) return run
    await sleep(100)
  }
}

/** Signs up a merchant, connects the store and waits until its forecasts are made. */
export async function openStore(url: string, shop: string): Promise<Store> {
  const merchant = await signUp(url)
  await connectStore(merchant, { url, shop })
  await waitForRun(merchant, ({ phase }) => phase === 'done')
  return { merchant, merchantId: merchant.id, shop }
}
