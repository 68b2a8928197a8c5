import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Kernel } from '../kernel/kernel.ts'
import type { TestMerchant } from './test-app.ts'

/**
 * A fake of Shopify's authorization and shop details, on loopback, with what a test needs to observe and set.
 */
export interface FakeShopify {
  url: string
  /** Scopes that the next installation grants. */
  scopes: string[]
  /** Requests to the token endpoint, in order. */
  tokenRequests: Record<string, string>[]
  /** Refuses every request to the token endpoint. */
  refusesTokens: boolean
  /** Awaited before the token endpoint answers. */
  beforeTokens(): Promise<void>
  /** Answers every request to the Admin API with this status; null: normally. */
  status: number | null
  /** Orders by their ids, with the field names of the Admin API; any other does not exist. */
  orders: Map<number, object>
  /** Answers a query about one thing with this `data` or `errors`; null: normally. */
  answerAbout: (id: string) => { data?: object; errors?: object[] } | null
  validTokens: Set<string>
  /** Called when a request to the Admin API arrives. */
  onRequest: () => void
  close(): Promise<void>
}

export const FAKE_SECRET = 'sandbox-secret'

const SHOP = {
  currencyCode: 'USD',
  ianaTimezone: 'America/New_York',
  shopAddress: { countryCodeV2: 'US' },
}

export async function startFakeShopify(): Promise<FakeShopify> {
  let issued = 0
  const server = createServer(async (request, response) => {
    const [, , shopDomain, ...path] = (request.url ?? '').split('/')
    const body = await readJson(request)
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (path.join('/') === 'admin/oauth/access_token') {
      const answered = tokenAnswer(body)
      await fake.beforeTokens()
      return answer(...answered)
    }
    fake.onRequest()
    if (fake.status !== null) return answer(fake.status, {})
    if (!fake.validTokens.has(String(request.headers['x-shopify-access-token']))) return answer(401, {})
    const { variables } = body as { variables?: { id?: string; locationId?: string } }
    const own = fake.answerAbout(variables?.id ?? variables?.locationId ?? '')
    if (own) return answer(200, own)
    return answer(200, {
      data: { ...shopAnswer(shopDomain ?? ''), ...thingAnswer(body as { variables?: { id?: string } }) },
    })
  })
  const tokenAnswer = (body: Record<string, string>): [number, object] => {
    fake.tokenRequests.push(body)
    if (fake.refusesTokens || body.client_secret !== FAKE_SECRET) return [400, { error: 'invalid_request' }]
    issued++
    fake.validTokens.add(`shpat_${issued}`)
    return [
      200,
      {
        access_token: `shpat_${issued}`,
        refresh_token: `shprt_${issued}`,
        scope: fake.scopes.join(','),
        expires_in: 3600,
        refresh_token_expires_in: 7_776_000,
      },
    ]
  }
  const thingAnswer = ({ variables }: { variables?: { id?: string } }) => ({
    order: fake.orders.get(Number(variables?.id?.split('/').at(-1))) ?? null,
    product: null,
    location: null,
  })
  const shopAnswer = (domain: string) => ({
    shop: {
      ...SHOP,
      id: `gid://shopify/Shop/${getId(domain)}`,
      name: domain.split('.')[0],
      myshopifyDomain: domain,
    },
    currentAppInstallation: { accessScopes: fake.scopes.map((handle) => ({ handle })) },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fake: FakeShopify = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scopes: ['read_products', 'read_inventory', 'read_locations', 'read_orders', 'read_all_orders'],
    tokenRequests: [],
    refusesTokens: false,
    beforeTokens: async () => undefined,
    status: null,
    orders: new Map(),
    answerAbout: () => null,
    onRequest: () => undefined,
    validTokens: new Set(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return fake
}

/**
 * Returns what Shopify adds to the redirect address: signed with the app's secret, or with another one to
 * forge it.
 */
export function callbackQuery(
  parameters: { shop: string; state: string; code?: string; at: Date },
  secret = FAKE_SECRET,
): string {
  const { at, ...rest } = parameters
  const signed = new URLSearchParams({
    code: 'a-code',
    host: 'YWRtaW4',
    timestamp: String(Math.floor(at.getTime() / 1000)),
    ...rest,
  })
  signed.sort()
  const hmac = createHmac('sha256', secret).update(signed.toString()).digest('hex')
  signed.set('hmac', hmac)
  return signed.toString()
}

/** Connects a shop of the fake, whatever its name. */
export async function connectFake(
  kernel: Pick<Kernel, 'clock'>,
  merchant: TestMerchant,
  shop: string,
): Promise<void> {
  const init = await merchant.request('/functions/shopify-oauth-init', {
    json: { shop, redirectOrigin: 'http://localhost:3000' },
  })
  const { authUrl } = (await init.json()) as { authUrl: string }
  const state = new URL(authUrl).searchParams.get('state') ?? ''
  const query = callbackQuery({ shop, state, at: kernel.clock.now() })
  const parameter = (name: string) => new URLSearchParams(query).get(name) ?? ''
  const answer = await merchant.request('/functions/shopify-oauth-callback', {
    json: { code: parameter('code'), shop, hmac: parameter('hmac'), query: `?${query}` },
  })
  if (answer.status !== 200) throw new Error(`not connected: ${await answer.text()}`)
}

function getId(domain: string): number {
  return [...domain].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7)
}

async function readJson(request: IncomingMessage): Promise<Record<string, string>> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text === '' ? {} : JSON.parse(text)
}
