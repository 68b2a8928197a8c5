import { type Endpoint, type FileFormat, productsApi, syncApi } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { Answer, failure, fakeServer } from '../testing/fake-server.ts'
import { signInForTest } from '../testing/render-app.tsx'
import { hasAccessToken } from './access-token.ts'
import { call, download } from './client.ts'

const getSync = () => call(syncApi.get)

describe('Calls of the API:', () => {
  it('a call carries the token and leaves out undefined query values', async () => {
    signInForTest()
    const server = fakeServer({ 'GET /api/products/export.csv': '' })
    const query = { a: 1, b: undefined, c: '' }
    await download<Endpoint & { file: FileFormat }>(productsApi.exportCsv, { query })
    expect(server.received[0]).toMatchObject({ authorization: 'Bearer token', query: { a: '1' } })
  })

  it('A-07 a refused token is renewed once and the call repeated', async () => {
    signInForTest()
    const server = fakeServer({
      'GET /api/sync': ({ authorization }: { authorization: string | null }) =>
        authorization === 'Bearer fresh' ? { run: null } : failure(401, 'unauthenticated', 'Expired.'),
      'GET /api/auth/token': { token: 'fresh' },
    })
    expect(await getSync()).toEqual({ run: null })
    expect(server.of('GET /api/sync')).toHaveLength(2)
    expect(server.of('GET /api/auth/token')).toHaveLength(1)
  })

  it('A-07 a second refusal ends the session instead of a loop', async () => {
    signInForTest()
    const server = fakeServer({
      'GET /api/sync': failure(401, 'unauthenticated', 'Expired.'),
      'GET /api/auth/token': { token: 'fresh' },
    })
    await expect(getSync()).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(server.of('GET /api/sync')).toHaveLength(2)
    expect(hasAccessToken()).toBe(false)
  })

  it('a failure carries the server’s code, sentence and field', async () => {
    signInForTest()
    fakeServer({
      'GET /api/sync': new Answer(400, {
        error: {
          code: 'invalid_input',
          message: 'Lead time must be a number.',
          field: 'defaultLeadTimeDays',
        },
      }),
    })
    await expect(getSync()).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'Lead time must be a number.',
      field: 'defaultLeadTimeDays',
      status: 400,
    })
  })

  it('a refusal that this version of the page does not know leaves code and sentence readable', async () => {
    signInForTest()
    const error = { code: 'conflict', message: 'A sentence.', refusal: 'of_a_newer_server' }
    fakeServer({ 'GET /api/sync': new Answer(409, { error }) })
    await expect(getSync()).rejects.toMatchObject({ code: 'conflict', refusal: undefined })
  })

  it('a page of a proxy is not accepted as an answer', async () => {
    signInForTest()
    fakeServer({ 'GET /api/sync': () => new Response('<h1>Bad gateway</h1>', { status: 502 }) })
    await expect(getSync()).rejects.toMatchObject({ code: 'unreadable', status: 502 })
  })

  it('an answer that does not match the contract is refused', async () => {
    signInForTest()
    fakeServer({ 'GET /api/sync': { run: 7 } })
    await expect(getSync()).rejects.toMatchObject({ code: 'unreadable', status: 200 })
  })

  it('a missing answer differs from a refusal', async () => {
    signInForTest()
    fakeServer({ 'GET /api/sync': new TypeError('network down') })
    await expect(getSync()).rejects.toMatchObject({ code: 'unreachable', status: 0 })
  })

  it('a write without an answer differs from a read without one', async () => {
    signInForTest()
    fakeServer({ 'POST /functions/shopify-sync-inventory': new TypeError('network down') })
    await expect(call(syncApi.start, { body: { merchant_id: 1 } })).rejects.toMatchObject({
      code: 'unanswered',
    })
  })

  it('an answer that breaks off counts as no answer', async () => {
    signInForTest()
    const half = () =>
      new Response(
        new ReadableStream({
          start: (stream) => {
            stream.enqueue(new TextEncoder().encode('{"run":'))
            stream.error(new TypeError('connection lost'))
          },
        }),
      )
    fakeServer({ 'GET /api/sync': half, 'GET /api/products/export.csv': half })
    await expect(getSync()).rejects.toMatchObject({ code: 'unreachable', status: 0 })
    await expect(download(productsApi.exportCsv)).rejects.toMatchObject({ code: 'unreachable', status: 0 })
  })

  it('X-04 a server function is called by its name', async () => {
    signInForTest()
    const server = fakeServer({ 'POST /functions/shopify-sync-inventory': { syncRunId: 3 } })
    expect(await call(syncApi.start, { body: { merchant_id: 7 } })).toEqual({ syncRunId: 3 })
    expect(server.received[0]?.body).toEqual({ merchant_id: 7 })
  })
})
