import { productsApi } from '@stockcast/contract'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { currentRequest } from '../database/request-scope.ts'
import { newDemoUserEmail } from '../demo-user-email.ts'
import { routedPath, scopeRequests } from './app.ts'
import { type AppEnv, requireSignedIn } from './context.ts'

const app = new Hono<AppEnv>()
app.use((c, next) => {
  if (c.req.path === productsApi.exportCsv.path) c.set('endpoint', productsApi.exportCsv)
  return next()
})
app.use(scopeRequests)
app.use(
  requireSignedIn(async (token) => ({
    merchantId: 1,
    userId: '',
    sessionId: '',
    homeId: 1,
    role: 'owner' as const,
    email: token === 'demo' ? newDemoUserEmail() : 'me@example.com',
  })),
)
app.all('*', (c) => c.json(currentRequest()))

async function getScope(method: string, path: string, token = 'own') {
  const answer = await app.request(path, { method, headers: { authorization: `Bearer ${token}` } })
  return answer.json()
}

describe('the scope of a request', () => {
  it.each([
    ['GET', '/api/products', { isPage: true, isChange: false }],
    ['GET', '/api/products/export.csv', { isPage: false, isChange: false }],
    ['PUT', '/api/settings', { isPage: false, isChange: true }],
    ['POST', '/functions/create-checkout', { isPage: false, isChange: true }],
  ])(
    'of %s %s tells the database whether a page waits and whether it may change something',
    async (method, path, scope) => {
      expect(await getScope(method, path)).toEqual({ ...scope, isDemoUser: false, userId: '' })
    },
  )

  it('tells the database that it is a demo user’s', async () => {
    expect(await getScope('GET', '/api/products', 'demo')).toMatchObject({ isDemoUser: true })
  })
})

const toPath = (address: string) => routedPath(new Request(`https://stockcast.example${address}`))

describe('routedPath', () => {
  it.each([
    ['/api/products?search=a%', '/api/products'],
    ['/api/products/5', '/api/products/5'],
    ['/caf%C3%A9', '/café'],
    ['/100%25', '/100%25'],
    ['/a%2Fb', '/a%2Fb'],
  ])('returns the path of %s as the router reads it', (address, path) => {
    expect(toPath(address)).toBe(path)
  })

  it.each([
    ['/api/variants/5%zz/settings', '/api/variants/5%'],
    [`/api/sales${'/%E0%A4%A'.repeat(1500)}`, '/api/sales/%'],
    ['/%', '/%'],
  ])('cuts a path with a broken escape at its first escape', (address, path) => {
    expect(toPath(address)).toBe(path)
  })
})
