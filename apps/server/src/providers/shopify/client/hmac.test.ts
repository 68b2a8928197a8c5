import { inCasesAsync } from '@stockcast/testkit/for-all'
import '@shopify/shopify-api/adapters/node'
import { createHmac } from 'node:crypto'
import { ApiVersion, LogSeverity, shopifyApi } from '@shopify/shopify-api'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TIMESTAMP_TOLERANCE_SECONDS, verifyBody, verifyQuery } from './hmac.ts'

/** The worked example of Shopify's documentation. */
const published =
  'code=0907a61c0c8d55e99db179b68161bc00&hmac=700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf' +
  '&shop=some-shop.myshopify.com&state=0.6784241404160823&timestamp=1337178173'
const publishedAt = new Date(1337178173 * 1000)

function sign(parameters: Record<string, string>, secret: string): string {
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))
  const message = new URLSearchParams(sorted).toString().replaceAll('+', '%20')
  const hmac = createHmac('sha256', secret).update(message).digest('hex')
  return new URLSearchParams({ ...parameters, hmac }).toString()
}

describe('verifyQuery', () => {
  it('S-04 accepts the published example with its secret and with no other', () => {
    expect(verifyQuery(published, ['hush'], publishedAt)).toBe(true)
    expect(verifyQuery(published, ['new-secret', 'hush'], publishedAt)).toBe(true)
    expect(verifyQuery(published, ['hush '], publishedAt)).toBe(false)
    expect(verifyQuery(published, [], publishedAt)).toBe(false)
  })

  it.each([
    ['a changed shop', published.replace('some-shop', 'evil-shop')],
    ['a changed code', published.replace('code=09', 'code=08')],
    ['a changed state', published.replace('0.67', '0.68')],
    ['an added parameter', `${published}&host=abc`],
    ['a removed parameter', published.replace('&state=0.6784241404160823', '')],
    ['a repeated parameter', `${published}&shop=some-shop.myshopify.com`],
    ['a wrong hmac', published.replace('hmac=70', 'hmac=71')],
    ['a short hmac', published.replace(/hmac=[0-9a-f]+/, 'hmac=70')],
    ['no hmac', published.replace(/&hmac=[0-9a-f]+/, '')],
    ['no timestamp', sign({ code: 'a', shop: 's.myshopify.com' }, 'hush')],
    ['a timestamp that is not a number', sign({ code: 'a', timestamp: '1337178173x' }, 'hush')],
    ['nothing', ''],
  ])('S-05b refuses %s', (_, query) => {
    expect(verifyQuery(query, ['hush'], publishedAt)).toBe(false)
  })

  it('S-05b refuses an old or early callback', () => {
    const at = (seconds: number) => new Date(publishedAt.getTime() + seconds * 1000)
    expect(verifyQuery(published, ['hush'], at(TIMESTAMP_TOLERANCE_SECONDS))).toBe(true)
    expect(verifyQuery(published, ['hush'], at(TIMESTAMP_TOLERANCE_SECONDS + 1))).toBe(false)
    expect(verifyQuery(published, ['hush'], at(-TIMESTAMP_TOLERANCE_SECONDS - 1))).toBe(false)
  })
})

describe('the check of signatures, compared with the official library,', () => {
  const secret = 'cross-check-secret'
  const official = shopifyApi({
    apiKey: 'key',
    apiSecretKey: secret,
    scopes: [],
    hostName: 'localhost',
    apiVersion: ApiVersion.October26,
    isEmbeddedApp: false,
    logger: { level: LogSeverity.Error },
  })

  async function officialVerdict(query: string): Promise<boolean> {
    try {
      return await official.utils.validateHmac(Object.fromEntries(new URLSearchParams(query)))
    } catch {
      // It throws when a parameter is missing or the time is outside its window.
      return false
    }
  }

  const forgeries: Record<string, (query: string) => string> = {
    none: (query) => query,
    otherSecret: (query) => query.replace(/hmac=[0-9a-f]+/, `hmac=${'0'.repeat(64)}`),
    changedShop: (query) => query.replace('shop=', 'shop=x'),
    addedParameter: (query) => `${query}&extra=1`,
    upperCaseHmac: (query) => query.replace(/hmac=([0-9a-f]+)/, (_, hmac) => `hmac=${hmac.toUpperCase()}`),
    noHmac: (query) => query.replace(/&?hmac=[0-9a-f]+/, ''),
  }

  it('S-05b gives the same verdict on 3,000 signed and forged callbacks', async () => {
    const seconds = () => Math.floor(Date.now() / 1000)
    await inCasesAsync(
      3000,
      fc.record({ code: fc.string(), state: fc.string({ unit: 'grapheme' }), host: fc.base64String() }),
      fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/),
      fc.constantFrom(-4000, -60, 0, 60, 4000),
      fc.constantFrom(...Object.keys(forgeries)),
      async (texts, shop, age, forgery) => {
        const parameters = { ...texts, shop: `${shop}.myshopify.com`, timestamp: String(seconds() + age) }
        const query = forgeries[forgery]!(sign(parameters, secret))
        expect(verifyQuery(query, [secret], new Date())).toBe(await officialVerdict(query))
      },
    )
  })

  it('gives the same verdict on 500 webhooks, signed and forged', async () => {
    await inCasesAsync(
      500,
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.constantFrom('none', 'otherSecret', 'otherBody', 'hexadecimal'),
      async (rawBody, forgery) => {
        const signedBody = forgery === 'otherBody' ? `${rawBody} ` : rawBody
        const signature = createHmac('sha256', forgery === 'otherSecret' ? 'another' : secret).update(
          signedBody,
        )
        const hmac = signature.digest(forgery === 'hexadecimal' ? 'hex' : 'base64')
        const headers = {
          'X-Shopify-Hmac-Sha256': hmac,
          'X-Shopify-Topic': 'orders/create',
          'X-Shopify-API-Version': '2026-10',
          'X-Shopify-Shop-Domain': 'some-shop.myshopify.com',
          'X-Shopify-Webhook-Id': 'a-delivery',
        }
        const rawRequest = { method: 'POST', url: '/webhooks/shopify', headers }
        const { valid } = await official.webhooks.validate({ rawBody, rawRequest })
        expect(verifyBody(Buffer.from(rawBody), hmac, [secret])).toBe(valid)
        expect(verifyBody(Buffer.from(rawBody), hmac, ['an older one', secret])).toBe(valid)
      },
    )
  })
})
