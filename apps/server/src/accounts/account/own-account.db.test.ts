import { type Account, accountSchema, type TwoFactorSetup } from '@stockcast/contract'
import { totpCode } from '@stockcast/testkit'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { newForEachTest, type TestBrowser, testBrowser, withTestApp } from '../../testing/index.ts'
import { claimCode } from '../auth/session-queries.ts'
import { rateLimits } from '../limits/rate-limits.ts'

const test = withTestApp()

const password = 'a good one'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
let users = 0

interface Person {
  email: string
  browser: TestBrowser
  token: string
}

async function signUp(): Promise<Person> {
  const email = `owner-${++users}@example.com`
  const browser = testBrowser(test.signInApp)
  const body = { email, password, name: 'owner' }
  await browser.post('/api/auth/sign-up/email', body, { 'user-agent': chrome })
  return { email, browser, token: await browser.getToken() }
}

const signIn = (email: string, withPassword = password, browser = testBrowser(test.signInApp)) =>
  browser.post('/api/auth/sign-in/email', { email, password: withPassword })

async function signInElsewhere(email: string) {
  const browser = testBrowser(test.signInApp)
  expect((await signIn(email, password, browser)).status).toBe(200)
  return { browser, token: await browser.getToken() }
}

const call = (token: string, path: string, method = 'GET') =>
  test.signInApp.request(path, { method, headers: { authorization: `Bearer ${token}` } })

const isSignedIn = async (token: string) => (await call(token, '/api/session')).status === 200

const getAccount = async (token: string): Promise<Account> =>
  accountSchema.parse(await (await call(token, '/api/account')).json())

async function expectFailure(answer: Response, status: number, message: RegExp) {
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ message: expect.stringMatching(message) })
}

const own = newForEachTest(signUp)

describe('GET /api/account', () => {
  it('lists the devices in plain words, this one first, without tokens', async () => {
    await signInElsewhere(own.email)
    const answer = await call(own.token, '/api/account')
    const text = await answer.text()
    const account = accountSchema.parse(JSON.parse(text))
    expect(account).toMatchObject({ email: own.email, hasTwoFactor: false, backupCodesLeft: null })
    expect(account.devices).toMatchObject([
      { id: decodeJwt(own.token).sid, device: 'Chrome on Windows', isCurrent: true },
      { device: 'Unknown device', isCurrent: false },
    ])
    const rows = await test.kernel.db.pool.query<{ token: string }>('select token from auth_sessions')
    for (const { token } of rows.rows) expect(text).not.toContain(token)
  })

  it('A-07 updates when a device was last seen with each access token', async () => {
    await test.kernel.db.pool.query("update auth_sessions set last_seen_at = '2026-01-01' where id = $1", [
      decodeJwt(own.token).sid,
    ])
    expect((await getAccount(own.token)).devices[0]?.lastSeenAt).toBe('2026-01-01T00:00:00.000Z')
    await own.browser.getToken()
    expect((await getAccount(own.token)).devices[0]?.lastSeenAt).not.toBe('2026-01-01T00:00:00.000Z')
  })
})

describe('DELETE /api/account/devices', () => {
  it('A-08 signs out one device, with its token and cookie, and no other', async () => {
    const other = await signInElsewhere(own.email)
    const answer = await call(own.token, `/api/account/devices/${decodeJwt(other.token).sid}`, 'DELETE')
    expect(await answer.json()).toEqual({ signedOut: 1 })
    expect([await isSignedIn(own.token), await isSignedIn(other.token)]).toEqual([true, false])
    expect((await other.browser.get('/api/auth/token')).status).toBe(401)
  })

  it('A-08 signs out on every device, including this one', async () => {
    const other = await signInElsewhere(own.email)
    expect(await (await call(own.token, '/api/account/devices', 'DELETE')).json()).toEqual({ signedOut: 2 })
    expect([await isSignedIn(own.token), await isSignedIn(other.token)]).toEqual([false, false])
    expect((await own.browser.get('/api/auth/token')).status).toBe(401)
  })

  it('X-02 gives the same answer for another merchant’s device and an unknown one', async () => {
    const [own, other] = [await signUp(), await signUp()]
    const id = decodeJwt(other.token).sid
    const answers = [
      await call(own.token, `/api/account/devices/${id}`, 'DELETE'),
      await call(own.token, '/api/account/devices/nothing', 'DELETE'),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([404, 404])
    expect(await isSignedIn(other.token)).toBe(true)
  })
})

describe('POST /api/auth/change-password', () => {
  const change = (browser: TestBrowser, currentPassword: string, newPassword: string, rest = {}) =>
    browser.post('/api/auth/change-password', { currentPassword, newPassword, ...rest })

  it('A-10 sets the new password, ends every other session, keeps this one, and shows no token', async () => {
    const other = await signInElsewhere(own.email)
    const answer = await change(own.browser, password, 'a newer one', { revokeOtherSessions: false })
    expect(answer.status).toBe(200)
    expect(Object.keys((await answer.json()) as object)).toEqual(['user'])
    expect(await isSignedIn(other.token)).toBe(false)
    expect(await isSignedIn(await own.browser.getToken())).toBe(true)
    expect((await signIn(own.email)).status).toBe(401)
    expect((await signIn(own.email, 'a newer one')).status).toBe(200)
  })

  it('A-10 refuses a wrong current password, and ends nothing', async () => {
    const other = await signInElsewhere(own.email)
    await expectFailure(
      await change(own.browser, 'not this', 'a newer one'),
      400,
      /not your current password/,
    )
    expect(await isSignedIn(other.token)).toBe(true)
    expect((await signIn(own.email)).status).toBe(200)
  })

  it('A-02 refuses a new password of five characters', async () => {
    const { browser } = await signUp()
    await expectFailure(await change(browser, password, '12345'), 400, /at least 6 characters/)
  })

  it('A-02 refuses a common password and keeps the old one', async () => {
    await expectFailure(await change(own.browser, password, 'qwerty123'), 400, /too easy to guess/)
    await expectFailure(await change(own.browser, password, own.email), 400, /email address/)
    expect((await signIn(own.email)).status).toBe(200)
  })

  it('is refused without a session', async () => {
    expect((await change(testBrowser(test.signInApp), password, 'a newer one')).status).toBe(401)
  })
})

describe('two-step sign-in', () => {
  const post = (browser: TestBrowser, path: string, body: object) =>
    browser.post(`/api/auth/two-factor/${path}`, body)
  const code = ({ totpURI }: TwoFactorSetup) => totpCode(totpURI, Date.now())
  /** A code that is accepted already and differs from the one that turned two-step sign-in on. */
  const nextCode = ({ totpURI }: TwoFactorSetup) => totpCode(totpURI, Date.now() + 30_000)
  const wrong = '000000'

  async function turnOn(own: Person): Promise<TwoFactorSetup> {
    const setup = (await (await post(own.browser, 'enable', { password })).json()) as TwoFactorSetup
    expect((await post(own.browser, 'verify-totp', { code: code(setup) })).status).toBe(200)
    own.token = await own.browser.getToken()
    return setup
  }

  /** Returns a browser that has given the password and must give the code next. */
  async function atSecondStep(email: string): Promise<TestBrowser> {
    const browser = testBrowser(test.signInApp)
    const answer = await signIn(email, password, browser)
    expect(await answer.json()).toEqual({ twoFactorRedirect: true })
    expect((await browser.get('/api/auth/token')).status).toBe(401)
    return browser
  }

  it('A-07 asks for a code after the password, and signs in with the right one', async () => {
    const setup = await turnOn(own)
    expect(setup.totpURI).toMatch(/^otpauth:\/\/totp\/Stockcast:/)
    expect(await getAccount(own.token)).toMatchObject({ hasTwoFactor: true, backupCodesLeft: 10 })
    const browser = await atSecondStep(own.email)
    await expectFailure(await post(browser, 'verify-totp', { code: wrong }), 401, /not correct/)
    const answer = await post(browser, 'verify-totp', { code: nextCode(setup) })
    expect(Object.keys((await answer.json()) as object)).toEqual(['user'])
    expect(await isSignedIn(await browser.getToken())).toBe(true)
  })

  it('stays off until a first code was correct', async () => {
    await post(own.browser, 'enable', { password })
    await expectFailure(await post(own.browser, 'verify-totp', { code: wrong }), 401, /not correct/)
    expect(await (await signIn(own.email)).json()).toHaveProperty('user')
    expect((await getAccount(own.token)).hasTwoFactor).toBe(false)
  })

  it('asks for the password before it shows a secret, makes new backup codes or is turned off', async () => {
    await expectFailure(await post(own.browser, 'enable', { password: 'no' }), 400, /password/)
    await turnOn(own)
    for (const path of ['generate-backup-codes', 'disable'])
      await expectFailure(await post(own.browser, path, { password: 'no' }), 400, /password/)
    expect((await getAccount(own.token)).hasTwoFactor).toBe(true)
  })

  it('stores the secret and the backup codes only in encrypted form', async () => {
    const { totpURI, backupCodes } = await turnOn(own)
    const { rows } = await test.kernel.db.pool.query('select * from auth_two_factors')
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(new URL(totpURI).searchParams.get('secret'))
    for (const backupCode of backupCodes) expect(stored).not.toContain(backupCode)
  })

  it('accepts a code of the app once, although it is correct for longer', async () => {
    const setup = await turnOn(own)
    const { rows } = await test.kernel.db.pool.query<{ code: string }>(
      'select code from auth_used_codes join auth_users on id = user_id where email = $1',
      [own.email],
    )
    const used = { code: rows[0]!.code }
    const browser = await atSecondStep(own.email)
    await expectFailure(await post(browser, 'verify-totp', used), 401, /used before/)
    expect((await browser.get('/api/auth/token')).status).toBe(401)
    const again = await atSecondStep(own.email)
    expect((await post(again, 'verify-totp', { code: nextCode(setup) })).status).toBe(200)
  })

  it('accepts one of several calls with the same code at the same moment', async () => {
    const setup = await turnOn(own)
    const browsers = await Promise.all(Array.from({ length: 6 }, () => atSecondStep(own.email)))
    const next = { code: nextCode(setup) }
    const answers = await Promise.all(browsers.map((browser) => post(browser, 'verify-totp', next)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(5).fill(401)])
    const tokens = await Promise.all(browsers.map((browser) => browser.get('/api/auth/token')))
    expect(tokens.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('accepts the same six digits again when the app shows them later', async () => {
    await turnOn(own)
    const { pool } = test.kernel.db
    const { rows } = await pool.query<{ user_id: string; code: string }>(
      'select user_id, code from auth_used_codes join auth_users on id = user_id where email = $1',
      [own.email],
    )
    const claim = { userId: rows[0]!.user_id, code: rows[0]!.code }
    expect(await claimCode(test.kernel.db.directory, claim)).toBe(false)
    await pool.query(
      "update auth_used_codes set used_at = used_at - interval '3 minutes' where user_id = $1",
      [claim.userId],
    )
    expect(await claimCode(test.kernel.db.directory, claim)).toBe(true)
  })

  it('accepts each backup code once', async () => {
    const { backupCodes } = await turnOn(own)
    const backup = { code: backupCodes[0]! }
    expect((await post(await atSecondStep(own.email), 'verify-backup-code', backup)).status).toBe(200)
    await expectFailure(
      await post(await atSecondStep(own.email), 'verify-backup-code', backup),
      401,
      /used before/,
    )
    expect((await getAccount(own.token)).backupCodesLeft).toBe(9)
  })

  it('ends the sign-in after five wrong codes', async () => {
    const setup = await turnOn(own)
    const browser = await atSecondStep(own.email)
    for (let i = 0; i < 5; i++) await post(browser, 'verify-totp', { code: wrong })
    await expectFailure(await post(browser, 'verify-totp', { code: code(setup) }), 400, /sign in again/)
  })

  it('does not ask a trusted device until the password changes', async () => {
    const setup = await turnOn(own)
    const browser = await atSecondStep(own.email)
    await post(browser, 'verify-totp', { code: nextCode(setup), trustDevice: true })
    await browser.post('/api/auth/sign-out', {})
    expect(await (await signIn(own.email, password, browser)).json()).toHaveProperty('user')
    const change = { currentPassword: password, newPassword: 'a newer one' }
    expect((await own.browser.post('/api/auth/change-password', change)).status).toBe(200)
    const again = await signIn(own.email, 'a newer one', browser)
    expect(await again.json()).toEqual({ twoFactorRedirect: true })
  })

  it('asks a device that was trusted before two-step sign-in was turned off and on', async () => {
    const setup = await turnOn(own)
    const browser = await atSecondStep(own.email)
    await post(browser, 'verify-totp', { code: nextCode(setup), trustDevice: true })
    await browser.post('/api/auth/sign-out', {})
    expect((await post(own.browser, 'disable', { password })).status).toBe(200)
    await turnOn(own)
    const again = await signIn(own.email, password, browser)
    expect(await again.json()).toEqual({ twoFactorRedirect: true })
  })

  it('can be turned off with the password', async () => {
    await turnOn(own)
    expect((await post(own.browser, 'disable', { password })).status).toBe(200)
    expect(await (await signIn(own.email)).json()).toHaveProperty('user')
    expect((await getAccount(await own.browser.getToken())).hasTwoFactor).toBe(false)
  })

  it('limits guesses when real mails are sent', async () => {
    for (const path of ['/two-factor/*', '/change-password', '/delete-user'])
      expect(rateLimits('live').customRules[path]).toEqual({ window: 60, max: 10 })
  })
})
