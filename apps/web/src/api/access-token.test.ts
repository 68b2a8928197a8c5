import { describe, expect, it, vi } from 'vitest'
import { Answer, fakeServer } from '../testing/fake-server.ts'
import {
  hasAccessToken,
  renewAccessToken,
  renewalDueIn,
  TOKEN_STORAGE_KEY,
  validAccessToken,
} from './access-token.ts'

const MINUTE_MS = 60_000

function aToken(claims: object): string {
  return `head.${btoa(JSON.stringify(claims))}.signature`
}

const store = (token: string, expiresAt: number) =>
  localStorage.setItem(TOKEN_STORAGE_KEY, JSON.stringify({ token, expiresAt }))

describe('Access token:', () => {
  it('A-07 a token that is still valid is used without a request', async () => {
    const server = fakeServer({})
    store('held', Date.now() + 10 * MINUTE_MS)
    expect(await validAccessToken()).toBe('held')
    expect(server.received).toHaveLength(0)
  })

  it('A-07 a token is renewed before it ends, and simultaneous calls share one request', async () => {
    const server = fakeServer({ 'GET /api/auth/token': { token: aToken({ iat: 100, exp: 1000 }) } })
    store('ending', Date.now() + MINUTE_MS / 2)
    const tokens = await Promise.all([validAccessToken(), validAccessToken(), renewAccessToken()])
    expect(new Set(tokens).size).toBe(1)
    expect(server.received).toHaveLength(1)
    expect(JSON.parse(localStorage.getItem(TOKEN_STORAGE_KEY) ?? '').token).toBe(tokens[0])
  })

  it('A-07 the lifetime is the difference of the claims, so that a wrong clock does no harm', async () => {
    vi.useFakeTimers({ now: new Date('2030-01-01T00:00:00Z') })
    fakeServer({ 'GET /api/auth/token': { token: aToken({ iat: 1000, exp: 1900 }) } })
    await renewAccessToken()
    expect(renewalDueIn()).toBe(14 * MINUTE_MS)
    vi.useRealTimers()
  })

  it('A-07 a refusal by the server ends the session', async () => {
    fakeServer({ 'GET /api/auth/token': new Answer(401, null) })
    store('old', Date.now() - 1)
    expect(await validAccessToken()).toBeNull()
    expect(hasAccessToken()).toBe(false)
  })

  it('A-07 a missing answer does not end the session', async () => {
    fakeServer({ 'GET /api/auth/token': new TypeError('network down') })
    store('old', Date.now() - 1)
    await expect(validAccessToken()).rejects.toMatchObject({ code: 'unreachable' })
    expect(hasAccessToken()).toBe(true)
  })

  it('a stored value that is not a token counts as signed out', () => {
    localStorage.setItem(TOKEN_STORAGE_KEY, 'nonsense')
    expect(hasAccessToken()).toBe(false)
  })
})
