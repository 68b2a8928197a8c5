import { randomUUID } from 'node:crypto'
import {
  type Caller,
  type FuzzRequest,
  type Known,
  type OtherMerchant,
  plantOwn,
} from '../../apps/server/src/testing/fuzz/index.ts'
import { sessionSchema } from '../../packages/contract/src/index.ts'

const PATIENCE_MS = 60_000
const PACKED_SHARE = 0.05
const RENEW_TOKEN_MS = 5 * 60_000
/** Requests per account, because after many changes an account answers almost only refusals. */
const REQUESTS_OF_AN_ACCOUNT = 2_000

/** Requests that end an account or session or change its password. */
const ENDING =
  /sign-out|delete-user|account\/(devices|keep)|(change|reset)-password|two-factor|billing\/cancel/

interface Account {
  cookie: string
  token: string
  tokenUntil: number
  known: Known
  requests: number
}

/** An importer adds products and sales by API calls; the others have the sample store. */
export type Kind = 'merchant' | 'importer' | 'demoUser'

/** Returns a signed-in caller, who gets a new account whenever the current one is no longer useful. */
export async function signedInCaller(url: string, kind: Kind, other: OtherMerchant): Promise<Caller> {
  let account = await createAccount(url, kind, other)
  let renewal: Promise<void> | undefined
  const renew = () => {
    renewal ??= createAccount(url, kind, other)
      .then((made) => {
        account = made
      })
      .finally(() => {
        renewal = undefined
      })
    return renewal
  }
  return {
    name: kind,
    known: () => account.known,
    send: async (request) => {
      await renewal
      const used = account
      const answer = await sendAs(url, request, {
        cookie: used.cookie,
        authorization: `Bearer ${await tokenOf(url, used)}`,
      })
      used.requests += 1
      const isLost = answer.status === 401 && !request.address.startsWith('/api/auth/')
      const isWornDown =
        used.requests >= REQUESTS_OF_AN_ACCOUNT || (answer.ok && ENDING.test(request.address))
      if (used === account && (isLost || isWornDown)) await renew()
      return answer
    },
  }
}

export function anonymousCaller(url: string, other: OtherMerchant): Caller {
  const known = knownBy(other, { merchantId: 1, ids: [], texts: [] })
  return { name: 'anonymous', known: () => known, send: (request) => sendAs(url, request, {}) }
}

function knownBy(other: OtherMerchant, own: Pick<Known, 'merchantId' | 'ids' | 'texts'>): Known {
  return { ...own, foreignIds: other.ids, foreignMerchantId: other.merchantId }
}

/**
 * Sends a request from a new network address, as a proxy reports it, since otherwise most requests would
 * exceed a limit. A request whose idle connection was closed is sent once more.
 */
async function sendAs(url: string, request: FuzzRequest, own: Record<string, string>): Promise<Response> {
  const { method, address, headers, body } = request
  const init = () => ({
    method,
    body,
    // Compression would take a tenth of the time, so only a few requests ask for it.
    headers: {
      origin: url,
      'x-forwarded-for': randomAddress(),
      'accept-encoding': Math.random() < PACKED_SHARE ? 'gzip' : 'identity',
      ...headers,
      ...own,
    },
    redirect: 'manual' as const,
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  return fetch(`${url}${address}`, init()).catch(() => fetch(`${url}${address}`, init()))
}

const byte = () => Math.floor(Math.random() * 256)
const randomAddress = () => `10.${byte()}.${byte()}.${byte()}`

async function createAccount(url: string, kind: Kind, other: OtherMerchant): Promise<Account> {
  const email = `${randomUUID()}@example.com`
  const password = `a password ${randomUUID()}`
  const isDemoUser = kind === 'demoUser'
  const signedIn = await sendAs(
    url,
    isDemoUser
      ? jsonRequest('POST', '/api/auth/sign-in/demo', {})
      : jsonRequest('POST', '/api/auth/sign-up/email', { email, password, name: 'Fuzz' }),
    {},
  )
  if (!signedIn.ok) throw new Error(`no account: ${signedIn.status} ${await signedIn.text()}`)
  const cookies = signedIn.headers.getSetCookie().map((each) => each.split(';')[0])
  const unknown = knownBy(other, { merchantId: 0, ids: [], texts: [] })
  const account: Account = {
    cookie: cookies.join('; '),
    token: '',
    tokenUntil: 0,
    known: unknown,
    requests: 0,
  }
  const own = { authorization: `Bearer ${await tokenOf(url, account)}` }
  const send = (address: string, { method = 'GET', headers = {}, body = null }: RequestInit = {}) =>
    sendAs(
      url,
      {
        route: '',
        method,
        address,
        headers: headers as Record<string, string>,
        body: body as string | null,
      },
      own,
    )
  const { merchant } = sessionSchema.parse(await (await send('/api/session')).json())
  for (const request of fillings(kind, merchant)) await sendAs(url, request, own)
  const known = { merchantId: merchant.id, ids: await plantOwn(send), texts: [merchant.email, password] }
  account.known = knownBy(other, known)
  return account
}

/** Returns the requests that fill a new account with data. */
function fillings(kind: Kind, { id, email }: { id: number; email: string }): FuzzRequest[] {
  if (kind === 'demoUser') return []
  if (kind === 'merchant') {
    return [jsonRequest('POST', '/functions/seed-demo-data', { merchantId: id, shopDomain: '', email })]
  }
  const skus = ['A-1', 'A-2', 'A-3']
  const items = skus.map((sku) => ({ sku, product: `Product ${sku}`, stock: 5, price: 10 }))
  const rows = skus.map((sku) => ({ sku, day: '2026-11-01', units: 3 }))
  return [
    jsonRequest('PUT', '/api/inventory', { timeZone: 'Europe/Berlin', currency: 'EUR', items }),
    jsonRequest('PUT', '/api/sales', { rows }),
  ]
}

function jsonRequest(method: string, address: string, body: object): FuzzRequest {
  const headers = { 'content-type': 'application/json' }
  return { route: '', method, address, headers, body: JSON.stringify(body) }
}

async function tokenOf(url: string, account: Account): Promise<string> {
  if (account.tokenUntil > performance.now()) return account.token
  const answer = await fetch(`${url}/api/auth/token`, { headers: { cookie: account.cookie } })
  const { token } = (await answer.json()) as { token?: string }
  account.token = token ?? ''
  account.tokenUntil = performance.now() + RENEW_TOKEN_MS
  return account.token
}
