import type { OtherMerchant } from '../../apps/server/src/testing/fuzz/plant-other.ts'
import { plantOwn } from '../../apps/server/src/testing/fuzz/plant-own.ts'
import type { Caller } from '../../apps/server/src/testing/fuzz/run-fuzz.ts'
import type { Known } from '../../apps/server/src/testing/fuzz/value-arbitrary.ts'
import { fillWithSample, type Merchant, newAddress, signUp } from '../launch/merchant.ts'

const PATIENCE_MS = 60_000
const PACKED_SHARE = 0.05
/** Requests per account, because after many changes an account answers almost only refusals. */
const REQUESTS_OF_AN_ACCOUNT = 2_000

const ENDING =
  /sign-out|delete-user|account\/(devices|keep)|(change|reset)-password|two-factor|billing\/cancel/

/** An importer adds products and sales by API calls; the others have the sample store. */
export type Kind = 'merchant' | 'importer' | 'demoUser'

/** Returns a signed-in caller, who gets a new account whenever the current one is no longer useful. */
export async function signedInCaller(url: string, kind: Kind, other: OtherMerchant): Promise<Caller> {
  let opened = await open(url, kind, other)
  let renewal: Promise<void> | undefined
  const renew = async () => {
    opened = await open(url, kind, other)
  }
  return {
    name: kind,
    known: () => opened.known,
    send: async (request) => {
      await renewal
      const used = opened
      const answer = await sendAs(url, request, await used.account.headers().catch(() => ({})))
      used.requests += 1
      const isLost = answer.status === 401 && !request.address.startsWith('/api/auth/')
      const isEnded = answer.ok && ENDING.test(request.address)
      if (used === opened && (isLost || isEnded || used.requests >= REQUESTS_OF_AN_ACCOUNT)) {
        renewal ??= renew().finally(() => {
          renewal = undefined
        })
        await renewal
      }
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

type Sent = RequestInit & { address: string }

/** Sends a request from a new address. A request whose idle connection was closed is sent once more. */
async function sendAs(url: string, request: Sent, own: Record<string, string>): Promise<Response> {
  const headers = {
    origin: url,
    // Compression would take a tenth of the time, so only a few requests ask for it.
    'accept-encoding': Math.random() < PACKED_SHARE ? 'gzip' : 'identity',
    ...newAddress(),
    ...(request.headers as Record<string, string>),
    ...own,
  }
  const send = () => {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    return fetch(`${url}${request.address}`, { ...request, headers, redirect: 'manual', signal })
  }
  return send().catch(send)
}

async function open(url: string, kind: Kind, other: OtherMerchant) {
  const account = await signUp(url, kind === 'demoUser')
  if (kind === 'merchant') await fillWithSample(account)
  if (kind === 'importer') await importProducts(account)
  const send = async (path: string, init: RequestInit = {}) =>
    sendAs(url, { address: path, ...init }, await account.headers())
  const { id, email, password } = account
  const known = { merchantId: id, ids: await plantOwn(send), texts: [email, password] }
  return { account, known: knownBy(other, known), requests: 0 }
}

async function importProducts({ put }: Merchant): Promise<void> {
  const skus = ['A-1', 'A-2', 'A-3']
  const items = skus.map((sku) => ({ sku, product: `Product ${sku}`, stock: 5, price: 10 }))
  await put('/api/inventory', { timeZone: 'Europe/Berlin', currency: 'EUR', items })
  await put('/api/sales', { rows: skus.map((sku) => ({ sku, day: '2026-11-01', units: 3 })) })
}
