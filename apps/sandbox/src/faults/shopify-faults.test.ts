import { describe, expect, it } from 'vitest'
import { connect, install, openSandbox, postJson } from '../testing/open-sandbox.ts'
import { serve } from '../testing/serve.ts'
import type { ActiveFault } from './fault-switches.ts'

const GRAPHQL = '/shopify/tiny-acme.myshopify.com/admin/api/2026-10/graphql.json'
const SHOP_NAME = JSON.stringify({ query: '{ shop { name } }' })

async function openConnected() {
  const sandbox = openSandbox()
  const { access_token: token, refresh_token } = await install(sandbox, 'tiny-acme')
  const headers = { 'content-type': 'application/json', 'x-shopify-access-token': token }
  const request = { method: 'POST', headers, body: SHOP_NAME }
  const ask = () => sandbox.http.request(GRAPHQL, request)
  const fault = async (body: object) => {
    const answer = await postJson(sandbox, '/api/faults', body)
    return {
      status: answer.status,
      body: (await answer.json()) as { faults: ActiveFault[]; revoked?: string[] },
    }
  }
  const refresh = () =>
    postJson(sandbox, '/shopify/tiny-acme.myshopify.com/admin/oauth/access_token', {
      client_id: 'sandbox-client',
      client_secret: 'sandbox-secret',
      grant_type: 'refresh_token',
      refresh_token,
    })
  return { sandbox, request, ask, fault, refresh }
}

describe('a fault of Shopify', () => {
  it('429 states a time to wait, and the kind "none" ends the fault', async () => {
    const { ask, fault } = await openConnected()
    await fault({ provider: 'shopify', kind: '429' })
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('2.0')
    expect((await fault({ provider: 'shopify', kind: 'none' })).body.faults).toEqual([])
    expect((await ask()).status).toBe(200)
  })

  it.each([
    ['5xx', 503],
    ['forbidden', 403],
  ])('%s answers %i, to API calls and token requests', async (kind, status) => {
    const { ask, fault, refresh } = await openConnected()
    await fault({ provider: 'shopify', kind })
    expect((await ask()).status).toBe(status)
    expect((await refresh()).status).toBe(status)
  })

  it('graphql_errors answers 200 with errors and no data', async () => {
    const { ask, fault, refresh } = await openConnected()
    await fault({ provider: 'shopify', kind: 'graphql_errors' })
    const answer = await ask()
    expect(answer.status).toBe(200)
    const body = (await answer.json()) as object
    expect(body).not.toHaveProperty('data')
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] })
    expect((await refresh()).status).toBe(200)
  })

  it('token_revoked refuses every token until the app is connected again', async () => {
    const { sandbox, ask, fault, refresh } = await openConnected()
    const answer = await fault({ provider: 'shopify', kind: 'token_revoked', shop: 'tiny-acme' })
    expect(answer.body).toEqual({ faults: [], revoked: ['tiny-acme.myshopify.com'] })
    expect((await ask()).status).toBe(401)
    expect((await refresh()).status).toBe(401)
    const query = await connect(sandbox, 'tiny-acme')
    expect((await query('{ shop { name } }')).data.shop.name).toBe('Tiny Acme')
    expect((await ask()).status).toBe(401)
  })

  it('bulk_refused denies bulk operations and nothing else', async () => {
    const { sandbox, fault } = await openConnected()
    const query = await connect(sandbox, 'tiny-acme')
    await fault({ provider: 'shopify', kind: 'bulk_refused' })
    const run =
      'mutation { bulkOperationRunQuery(query: "{ products { edges { node { id } } } }") { bulkOperation { id } } }'
    const refused = await query(run)
    expect(refused.data).toEqual({ bulkOperationRunQuery: null })
    expect(refused.errors[0].extensions.code).toBe('ACCESS_DENIED')
    expect((await query('{ shop { name } }')).data.shop.name).toBe('Tiny Acme')
  })

  it('hang never answers, however long the client waits', async () => {
    const { sandbox, request, fault } = await openConnected()
    await fault({ provider: 'shopify', kind: 'hang' })
    const address = await serve(sandbox)
    const waiting = fetch(address + GRAPHQL, { ...request, signal: AbortSignal.timeout(150) })
    await expect(waiting).rejects.toThrow('timeout')
    await fault({ provider: 'shopify', kind: 'none' })
    expect((await fetch(address + GRAPHQL, request)).status).toBe(200)
  })

  it('half_body breaks the connection after half of the announced length', async () => {
    const { sandbox, request, fault } = await openConnected()
    const whole = await (await sandbox.http.request(GRAPHQL, request)).text()
    await fault({ provider: 'shopify', kind: 'half_body' })
    const answer = await fetch((await serve(sandbox)) + GRAPHQL, request)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(String(whole.length))
    await expect(answer.text()).rejects.toThrow('terminated')
  })

  it('slow sends one byte and then makes the client wait', async () => {
    const { sandbox, request, fault } = await openConnected()
    await fault({ provider: 'shopify', kind: 'slow' })
    const leave = new AbortController()
    const answer = await fetch((await serve(sandbox)) + GRAPHQL, { ...request, signal: leave.signal })
    const first = await answer.body!.getReader().read()
    expect(new TextDecoder().decode(first.value)).toBe('{')
    leave.abort()
  })

  it('affects only the shop for which it is set', async () => {
    const { sandbox, ask, fault } = await openConnected()
    await fault({ provider: 'shopify', kind: '5xx', shop: 'tiny-other' })
    expect((await ask()).status).toBe(200)
    const other = GRAPHQL.replace('tiny-acme', 'tiny-other')
    expect((await sandbox.http.request(other, { method: 'POST', body: SHOP_NAME })).status).toBe(503)
  })

  it('affects a share of the requests if a ratio is given', async () => {
    const { ask, fault } = await openConnected()
    await fault({ provider: 'shopify', kind: '5xx', ratio: 0.5 })
    const statuses = []
    for (let count = 0; count < 60; count++) statuses.push((await ask()).status)
    const broken = statuses.filter((status) => status === 503).length
    expect(broken).toBeGreaterThan(15)
    expect(broken).toBeLessThan(45)
  })

  it('does not affect the page on which a merchant approves the app', async () => {
    const { sandbox, fault } = await openConnected()
    await fault({ provider: 'shopify', kind: '5xx' })
    const query = new URLSearchParams({
      client_id: 'sandbox-client',
      redirect_uri: 'http://localhost:3000/back',
    })
    const page = await sandbox.http.request(`/shopify/tiny-acme.myshopify.com/admin/oauth/authorize?${query}`)
    expect(page.status).toBe(200)
  })

  it('affects the download of a bulk result', async () => {
    const { sandbox, fault } = await openConnected()
    const query = await connect(sandbox, 'tiny-acme')
    const started = await query(
      'mutation { bulkOperationRunQuery(query: "{ products { edges { node { id } } } }") { bulkOperation { id } } }',
    )
    await sandbox.shopify.bulk.settled()
    const { id } = started.data.bulkOperationRunQuery.bulkOperation
    const { data } = await query('query ($id: ID!) { bulkOperation(id: $id) { url } }', { id })
    const { pathname, search } = new URL(data.bulkOperation.url)
    await fault({ provider: 'shopify', kind: 'half_body', shop: 'tiny-acme' })
    const answer = await fetch((await serve(sandbox)) + pathname + search)
    await expect(answer.text()).rejects.toThrow('terminated')
  })

  it.each([
    [{ provider: 'fax', kind: '5xx' }, 'provider'],
    [{ provider: 'shopify', kind: '451' }, 'kind'],
    [{ provider: 'mail', kind: '429' }, 'kind'],
    [{ provider: 'shopify', kind: '5xx', ratio: 0 }, 'ratio'],
    [{ provider: 'shopify', kind: '5xx', shop: 'a b' }, 'shop'],
  ])('%j is refused, naming the field', async (body, named) => {
    const { fault } = await openConnected()
    const answer = await fault(body)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(named)
  })
})
