import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  install,
  MachineClock,
  NOW,
  openSandbox,
  postForm,
  postJson,
  temporaryFolder,
} from '../../testing/open-sandbox.ts'
import { getSignature, signedAddress } from './routes.ts'

const BASE = '/shopify/acme.myshopify.com/admin/oauth'
const ASKED = {
  client_id: 'sandbox-client',
  scope: 'read_products,read_orders',
  redirect_uri: 'http://localhost:3000/shopify/callback',
  state: 'nonce&1',
}
const CREDENTIALS = { client_id: 'sandbox-client', client_secret: 'sandbox-secret' }

function callback(response: Response): Record<string, string> {
  expect(response.status).toBe(302)
  const url = new URL(response.headers.get('location')!)
  expect(url.origin + url.pathname).toBe(ASKED.redirect_uri)
  return Object.fromEntries(url.searchParams)
}

describe('GET authorize', () => {
  it('shows the store, the scopes asked for and that this is not Shopify', async () => {
    const page = await openSandbox().http.request(`${BASE}/authorize?${new URLSearchParams(ASKED)}`)
    const text = await page.text()
    expect(page.status).toBe(200)
    for (const part of ['Sandbox: not Shopify', 'acme.myshopify.com', 'read_orders', 'Install', 'Cancel']) {
      expect(text).toContain(part)
    }
  })

  it('escapes the values in the address', async () => {
    const asked = new URLSearchParams({ ...ASKED, state: '"><script>x</script>' })
    const text = await (await openSandbox().http.request(`${BASE}/authorize?${asked}`)).text()
    expect(text).not.toContain('<script>')
  })

  it.each([
    ['an unknown client id', { client_id: 'other' }, 'client id'],
    ['a redirect to another machine', { redirect_uri: 'https://evil.example/cb' }, 'redirect_uri'],
    [
      'a redirect that only starts like this machine',
      { redirect_uri: 'http://localhost.evil.example/' },
      'redirect_uri',
    ],
    [
      'a redirect hidden behind user info',
      { redirect_uri: 'http://localhost@evil.example/' },
      'redirect_uri',
    ],
    ['a redirect to a script', { redirect_uri: 'javascript:alert(1)' }, 'redirect_uri'],
  ])('refuses %s with a page that says why', async (_, change, named) => {
    const asked = new URLSearchParams({ ...ASKED, ...change })
    const page = await openSandbox().http.request(`${BASE}/authorize?${asked}`)
    expect(page.status).toBe(400)
    expect(await page.text()).toContain(named)
  })

  it.each(['acme.example.com', 'UPPER.myshopify.com', '-a.myshopify.com'])(
    'answers 404 for the shop %s',
    async (domain) => {
      const page = await openSandbox().http.request(
        `/shopify/${domain}/admin/oauth/authorize?${new URLSearchParams(ASKED)}`,
      )
      expect(page.status).toBe(404)
    },
  )
})

describe('Install and Cancel', () => {
  it('S-04 Install sends back a code with shop, host, state and time, signed', async () => {
    const answer = callback(
      await postForm(openSandbox(), `${BASE}/authorize`, { ...ASKED, decision: 'install' }),
    )
    expect(answer).toEqual({
      code: expect.stringMatching(/^[0-9a-f]{32}$/),
      host: Buffer.from('admin.shopify.com/store/acme').toString('base64url'),
      shop: 'acme.myshopify.com',
      state: 'nonce&1',
      timestamp: String(NOW / 1000),
      hmac: getSignature(answer, 'sandbox-secret'),
    })
  })

  it('Cancel sends back access_denied, signed, and no code', async () => {
    const answer = callback(
      await postForm(openSandbox(), `${BASE}/authorize`, { ...ASKED, decision: 'cancel' }),
    )
    expect(answer).toMatchObject({ error: 'access_denied', hmac: getSignature(answer, 'sandbox-secret') })
    expect(answer).not.toHaveProperty('code')
  })
})

describe('POST access_token', () => {
  it('gives a pair of tokens that expire for a code', async () => {
    expect(await install(openSandbox(), 'acme', 'read_products,read_orders')).toEqual({
      access_token: expect.stringMatching(/^shpat_/),
      scope: 'read_products,read_orders',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^shprt_/),
      refresh_token_expires_in: 7_776_000,
    })
  })

  it('gives a new pair for a refresh token, also after a restart', async () => {
    const folder = temporaryFolder()
    const first = await install(openSandbox(folder), 'acme')
    const body = { ...CREDENTIALS, grant_type: 'refresh_token', refresh_token: first.refresh_token }
    const answer = await postJson(openSandbox(folder), `${BASE}/access_token`, body)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ expires_in: 3600, refresh_token_expires_in: 7_776_000 })
  })

  it.each([
    ['a wrong secret', { client_secret: 'x', code: 'y' }, 401, 'invalid_client'],
    ['an unknown code', { code: 'y', expiring: '1' }, 400, 'invalid_request'],
    ['an unknown refresh token', { grant_type: 'refresh_token', refresh_token: 'y' }, 401, 'invalid_grant'],
  ])('answers %s as Shopify does', async (_, change, status, error) => {
    const answer = await postJson(openSandbox(), `${BASE}/access_token`, { ...CREDENTIALS, ...change })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ error })
  })

  it('lets tokens expire by the sandbox clock', async () => {
    const clock = new MachineClock()
    const sandbox = openSandbox(temporaryFolder(), clock)
    const { access_token: token } = await install(sandbox, 'tiny-acme')
    const ask = () =>
      postJson(
        sandbox,
        '/shopify/tiny-acme.myshopify.com/admin/api/2026-10/graphql.json',
        { query: '{shop{id}}' },
        {
          'x-shopify-access-token': token,
        },
      )
    expect((await ask()).status).toBe(200)
    await postJson(sandbox, '/api/clock/advance', { hours: 1 })
    const late = await ask()
    expect(late.status).toBe(401)
    expect(await late.json()).toEqual({
      errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
    })
  })
})

describe('the signature of a callback', () => {
  it('S-04 matches the known answer of the documentation', () => {
    const parameters = {
      code: '0907a61c0c8d55e99db179b68161bc00',
      shop: 'some-shop.myshopify.com',
      state: '0.6784241404160823',
      timestamp: '1337178173',
    }
    expect(getSignature(parameters, 'hush')).toBe(
      '700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf',
    )
  })

  it('does not depend on the order of parameters, nor on an hmac among them', () => {
    forAll(fc.dictionary(fc.string({ minLength: 1 }), fc.string()), (parameters) => {
      const { hmac: _, signature: __, ...rest } = parameters
      const reversed = Object.fromEntries(Object.entries(rest).reverse())
      expect(getSignature({ ...reversed, hmac: 'x' }, 's')).toBe(getSignature(rest, 's'))
    })
  })

  it('changes with any parameter and with the secret', () => {
    const parameters = { code: 'a', shop: 'b.myshopify.com' }
    const signature = getSignature(parameters, 's')
    expect(getSignature({ ...parameters, code: 'c' }, 's')).not.toBe(signature)
    expect(getSignature(parameters, 't')).not.toBe(signature)
  })

  it('covers parameters that the redirect address already had', () => {
    const url = new URL(signedAddress('http://localhost/callback?from=here', { code: 'a' }, 's'))
    expect(url.searchParams.get('hmac')).toBe(getSignature({ from: 'here', code: 'a' }, 's'))
  })
})
