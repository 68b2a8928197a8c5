import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MachineClock, temporaryFolder } from '../../testing/open-sandbox.ts'
import { TokenLedger } from './token-ledger.ts'

const SHOP = 'a.myshopify.com'
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

function openLedger() {
  const path = join(temporaryFolder(), 'tokens.jsonl')
  const clock = new MachineClock()
  const reopen = () => new TokenLedger(path, clock.now)
  const tokens = reopen()
  const acquire = () => tokens.exchangeCode(SHOP, tokens.issueCode(SHOP, ['read_orders']), true)!
  return { path, clock, tokens, reopen, acquire }
}

describe('authorization codes', () => {
  it('are valid once', () => {
    const { tokens } = openLedger()
    const code = tokens.issueCode(SHOP, [])
    expect(tokens.exchangeCode(SHOP, code, true)).not.toBeNull()
    expect(tokens.exchangeCode(SHOP, code, true)).toBeNull()
  })

  it('are valid for five minutes', () => {
    const { tokens, clock } = openLedger()
    const code = tokens.issueCode(SHOP, [])
    clock.time += 5 * MINUTE_MS + 1
    expect(tokens.exchangeCode(SHOP, code, true)).toBeNull()
  })

  it('are valid in their own shop only', () => {
    const { tokens } = openLedger()
    const code = tokens.issueCode(SHOP, [])
    expect(tokens.exchangeCode('b.myshopify.com', code, true)).toBeNull()
    expect(tokens.exchangeCode(SHOP, code, true)).not.toBeNull()
  })

  it('give a token without expiry and without a refresh token unless an expiring one is requested', () => {
    const { tokens, clock } = openLedger()
    const grant = tokens.exchangeCode(SHOP, tokens.issueCode(SHOP, ['read_orders']), false)!
    clock.time += 400 * DAY_MS
    expect(grant.refreshToken).toBeNull()
    expect(tokens.getScopes(SHOP, grant.accessToken)).toEqual(['read_orders'])
  })
})

describe('access tokens', () => {
  it('are valid for an hour, in their own shop', () => {
    const { tokens, clock, acquire } = openLedger()
    const { accessToken } = acquire()
    clock.time += 60 * MINUTE_MS - 1
    expect(tokens.getScopes(SHOP, accessToken)).toEqual(['read_orders'])
    expect(tokens.getScopes('b.myshopify.com', accessToken)).toBeNull()
    clock.time += 1
    expect(tokens.getScopes(SHOP, accessToken)).toBeNull()
  })

  it('are valid for their full hour after a refresh', () => {
    const { tokens, acquire } = openLedger()
    const first = acquire()
    tokens.refresh(SHOP, first.refreshToken!)
    expect(tokens.getScopes(SHOP, first.accessToken)).not.toBeNull()
  })
})

describe('refresh tokens', () => {
  it('give a new pair each time', () => {
    const { tokens, acquire } = openLedger()
    const first = acquire()
    const second = tokens.refresh(SHOP, first.refreshToken!)!
    expect(second.accessToken).not.toBe(first.accessToken)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect(second.scopes).toEqual(['read_orders'])
  })

  it('stay valid until a successor is first used', () => {
    const { tokens, acquire } = openLedger()
    const first = acquire()
    const lost = tokens.refresh(SHOP, first.refreshToken!)!
    const second = tokens.refresh(SHOP, first.refreshToken!)!
    expect(tokens.refresh(SHOP, second.refreshToken!)).not.toBeNull()
    expect(tokens.refresh(SHOP, first.refreshToken!)).toBeNull()
    expect(tokens.refresh(SHOP, lost.refreshToken!)).toBeNull()
  })

  it('stay valid for at most 30 days after their first use', () => {
    const { tokens, clock, acquire } = openLedger()
    const first = acquire()
    tokens.refresh(SHOP, first.refreshToken!)
    clock.time += 30 * DAY_MS - 1
    expect(tokens.refresh(SHOP, first.refreshToken!)).not.toBeNull()
    clock.time += 1
    expect(tokens.refresh(SHOP, first.refreshToken!)).toBeNull()
  })

  it('expire after 90 days', () => {
    const { tokens, clock, acquire } = openLedger()
    const { refreshToken } = acquire()
    clock.time += 90 * DAY_MS
    expect(tokens.refresh(SHOP, refreshToken!)).toBeNull()
  })

  it('end when the app is authorized again', () => {
    const { tokens, acquire } = openLedger()
    const first = acquire()
    acquire()
    expect(tokens.refresh(SHOP, first.refreshToken!)).toBeNull()
  })
})

describe('after a restart', () => {
  it('every token is valid or invalid as before, even if the last line of the journal is incomplete', () => {
    const { path, tokens, reopen, acquire } = openLedger()
    const retired = acquire()
    const first = acquire()
    const second = tokens.refresh(SHOP, first.refreshToken!)!
    appendFileSync(path, '{"kind":"retired","refreshTok')
    const reopened = reopen()
    expect(reopened.getScopes(SHOP, first.accessToken)).not.toBeNull()
    expect(reopened.refresh(SHOP, retired.refreshToken!)).toBeNull()
    const twice = reopen()
    expect(twice.refresh(SHOP, second.refreshToken!)).not.toBeNull()
    expect(twice.refresh(SHOP, first.refreshToken!)).toBeNull()
  })

  it('the ledger has dropped expired tokens', () => {
    const { clock, reopen, acquire } = openLedger()
    const { accessToken } = acquire()
    clock.time += 91 * DAY_MS
    reopen()
    clock.time -= 91 * DAY_MS
    expect(reopen().getScopes(SHOP, accessToken)).toBeNull()
  })
})
