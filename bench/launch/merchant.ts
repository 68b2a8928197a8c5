import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { install } from '../../apps/server/src/testing/connect-store.ts'
import { type SyncRun, sessionSchema, syncStateSchema } from '../../packages/contract/src/index.ts'

export interface Merchant {
  id: number
  email: string
  /** Cookie of the session. */
  cookie: string
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

/** Signs up a new merchant, with a session as a browser has it. */
export async function signUp(url: string): Promise<Merchant> {
  const origin = { origin: url, 'content-type': 'application/json' }
  const email = `${randomUUID()}@example.com`
  const body = JSON.stringify({ email, name: 'Bench', password: `a long password ${randomUUID()}` })
  const signedUp = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers: origin, body })
  if (!signedUp.ok) throw new Error(`sign-up: ${signedUp.status} ${await signedUp.text()}`)
  const cookie = signedUp.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const token = await accessToken(url, cookie)
    const headers = { ...origin, authorization: `Bearer ${token}` }
    const response = await fetch(`${url}${path}`, { ...init, headers, signal: AbortSignal.timeout(60_000) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> =>
    (await send(path, init)).json()
  const session = sessionSchema.parse(await call('/api/session'))
  return {
    id: session.merchant.id,
    email,
    cookie,
    get: (path) => call(path),
    read: async (path) => (await send(path)).arrayBuffer(),
    post: (path, json) => call(path, { method: 'POST', body: JSON.stringify(json) }),
    put: (path, json) => call(path, { method: 'PUT', body: JSON.stringify(json) }),
    upload: (path, body) => call(path, { method: 'POST', body, duplex: 'half' } as RequestInit),
  }
}

const tokens = new Map<string, { token: string; until: number }>()

/** Returns an access token, which is cached for a minute as in the web app. */
export async function accessToken(url: string, cookie: string): Promise<string> {
  const known = tokens.get(cookie)
  if (known && known.until > performance.now()) return known.token
  const response = await fetch(`${url}/api/auth/token`, {
    headers: { cookie },
    signal: AbortSignal.timeout(60_000),
  })
  if (!response.ok) throw new Error(`/api/auth/token: ${response.status} ${await response.text()}`)
  const { token } = (await response.json()) as { token: string }
  tokens.set(cookie, { token, until: performance.now() + 60_000 })
  return token
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
