import { describe, expect, it } from 'vitest'
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts'
import { testBrowser, withTestApp } from '../testing/index.ts'

let proxy: DatabaseProxy

const app = withTestApp(async ({ closeLater, database }) => {
  proxy = await startDatabaseProxy(database.appUrl)
  closeLater(() => proxy.close())
  return { database: { appUrl: proxy.url } }
})

/** Runs `work` while no connection can be made. */
async function withoutDatabase<T>(work: () => Promise<T>): Promise<T> {
  proxy.setFault('refuse')
  proxy.cut()
  try {
    return await work()
  } finally {
    proxy.setFault('none')
  }
}

const origin = 'http://localhost:3000'
const credentials = { email: 'away@example.com', password: 'correct horse battery', name: 'Away' }
const authCall = async (path: string, json: object) =>
  app.app.request(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(json),
  })

describe('a server whose database is unavailable', () => {
  it.each([
    ['/sign-up/email', credentials],
    ['/sign-in/email', credentials],
    ['/request-password-reset', { email: credentials.email }],
    ['/sign-in/demo', {}],
  ])('answers 503 to the sign-in call %s, which works afterwards', async (path, body) => {
    const answer = await withoutDatabase(() => authCall(path, body))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE', message: /try again/ })
  })

  it('neither treats a session as ended nor refuses an access token', async () => {
    const browser = testBrowser(app.app)
    await browser.post('/api/auth/sign-up/email', credentials)
    const token = await withoutDatabase(() => browser.get('/api/auth/token'))
    expect(token.status).toBe(503)
    const { token: accessToken } = (await (await browser.get('/api/auth/token')).json()) as { token: string }
    const call = () => app.domains.authenticate(accessToken)
    await expect(withoutDatabase(call)).rejects.toThrow()
    expect(await call()).toMatchObject({ email: credentials.email })
  })

  it('answers 503 to a merchant’s request, which works afterwards', async () => {
    const merchant = await app.signUp()
    const answer = await withoutDatabase(() => merchant.request('/api/session'))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await merchant.request('/api/session')).status).toBe(200)
  })

  it('reports that the database does not answer, with nothing but a code', async () => {
    const answer = await withoutDatabase(() => app.request('/readyz'))
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({
      status: 'not ready',
      checks: {
        database: expect.stringMatching(/^does not answer(: [A-Z0-9_]+)?$/),
        disk: 'ok',
        migrations: 'unknown',
        queue: 'unknown',
      },
    })
    expect((await app.request('/readyz')).status).toBe(200)
  })

  it('still gives its other figures, and says that those of the database are missing', async () => {
    const fromHere = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
    const answer = await withoutDatabase(async () => app.app.request('/metrics', {}, fromHere))
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).toMatch(/^stockcast_database_figures_up 0$/m)
    expect(text).toMatch(/^stockcast_check_ok\{check="database"\} 0$/m)
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(text).not.toMatch(/^stockcast_(jobs|forecast|channels|delivery|comparison|billing|mails)\w*[ {]/m)
  })
})
