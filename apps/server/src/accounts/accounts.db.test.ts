import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { type TestBrowser, testBrowser, withTestApp } from '../testing/index.ts'

const test = withTestApp()

let users = 0
const newEmail = () => `user-${++users}@example.com`
const password = 'a good one'

async function signUp(email = newEmail()): Promise<{ browser: TestBrowser; email: string; token: string }> {
  const browser = testBrowser(test.signInApp)
  const answer = await browser.post('/api/auth/sign-up/email', { email, password, name: 'user' })
  expect(answer.status).toBe(200)
  return { browser, email, token: await browser.getToken() }
}

const sessionStatus = async (token: string) =>
  (await test.signInApp.request('/api/session', { headers: { authorization: `Bearer ${token}` } })).status

const sql = (text: string, values: unknown[]) => test.kernel.db.pool.query(text, values)

describe('sign-up', () => {
  it('signs in with an httpOnly cookie of seven days, and shows scripts no session token', async () => {
    const answer = await testBrowser(test.signInApp).post('/api/auth/sign-up/email', {
      email: newEmail(),
      password,
      name: 'user',
    })
    const [cookie] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^stockcast\.session_token=/)
    expect(cookie).toMatch(/Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(Object.keys((await answer.json()) as object)).toEqual(['user'])
  })

  it('X-02 gives a token of 15 minutes that names user, session and merchant', async () => {
    const { token, email } = await signUp()
    const claims = decodeJwt(token)
    expect(claims).toMatchObject({ email, iss: 'stockcast', aud: 'stockcast-api', mid: expect.any(Number) })
    expect(claims.exp! - claims.iat!).toBe(15 * 60)
    expect(await sessionStatus(token)).toBe(200)
  })

  it.each([
    ['12345', 400, 'PASSWORD_TOO_SHORT'],
    ['123456', 400, 'PASSWORD_TOO_COMMON'],
    ['Password1', 400, 'PASSWORD_TOO_COMMON'],
    ['k7-plum', 200, undefined],
    ['🔑🔑🔑', 200, undefined],
    ['x'.repeat(128), 200, undefined],
    ['x'.repeat(129), 400, 'PASSWORD_TOO_LONG'],
  ])('A-02 answers the password %s with %i', async (chosen, status, code) => {
    const body = { email: newEmail(), password: chosen, name: 'user' }
    const answer = await testBrowser(test.signInApp).post('/api/auth/sign-up/email', body)
    expect(answer.status).toBe(status)
    expect(((await answer.json()) as { code?: string }).code).toBe(code)
  })

  it('A-03 says "already registered" for an address that is taken, whatever its letter case', async () => {
    const { email } = await signUp()
    const body = { email: email.toUpperCase(), password, name: 'user' }
    const answer = await testBrowser(test.signInApp).post('/api/auth/sign-up/email', body)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      code: expect.stringMatching(/^USER_ALREADY_EXISTS/),
      message: 'This email is already registered.',
    })
  })

  it('creates one account when the same address signs up twice at the same moment', async () => {
    const body = { email: newEmail(), password, name: 'user' }
    const answers = await Promise.all(
      [1, 2].map(() => testBrowser(test.signInApp).post('/api/auth/sign-up/email', body)),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422])
    const directory = await sql('select count(*) from merchant_directory where email = $1', [body.email])
    expect(directory.rows).toEqual([{ count: 1 }])
  })

  it('A-06 sends no confirmation while mail goes to the sandbox', async () => {
    const { email } = await signUp()
    expect(test.kernel.sentJobs.filter((job) => (job.data as { to?: string }).to === email)).toEqual([])
  })

  it('makes the merchant with the first token when the process died after making the user', async () => {
    const { browser, email, token } = await signUp()
    await sql('delete from merchant_directory where email = $1', [email])
    const renewed = await browser.getToken()
    expect(decodeJwt(renewed).mid).not.toBe(decodeJwt(token).mid)
    expect(await sessionStatus(renewed)).toBe(200)
  })
})

describe('sign-in', () => {
  it('A-01 works with the address in any letter case', async () => {
    const { email } = await signUp()
    const browser = testBrowser(test.signInApp)
    const answer = await browser.post('/api/auth/sign-in/email', { email: email.toUpperCase(), password })
    expect(answer.status).toBe(200)
    expect(await sessionStatus(await browser.getToken())).toBe(200)
  })

  it('A-05 gives the same answer to a wrong password and an unknown address', async () => {
    const { email } = await signUp()
    const attempt = async (body: object) => {
      const answer = await testBrowser(test.signInApp).post('/api/auth/sign-in/email', body)
      return { status: answer.status, body: await answer.json() }
    }
    const wrong = await attempt({ email, password: 'not this one' })
    expect(wrong.status).toBe(401)
    expect(wrong.body).toMatchObject({ message: 'Invalid email or password.' })
    expect(await attempt({ email: newEmail(), password })).toEqual(wrong)
  })

  it('refuses a request from another site', async () => {
    const { email } = await signUp()
    const foreign = testBrowser(test.signInApp, 'http://localhost:3000')
    const answer = await foreign.post(
      '/api/auth/sign-in/email',
      { email, password },
      { origin: 'https://evil.example' },
    )
    expect(answer.status).toBe(403)
    expect(foreign.cookies.size).toBe(0)
  })
})

describe('session', () => {
  it('A-07 gives a new token for the cookie alone', async () => {
    const { browser, token } = await signUp()
    const renewed = await browser.getToken()
    expect(decodeJwt(renewed).sid).toBe(decodeJwt(token).sid)
    expect(await sessionStatus(renewed)).toBe(200)
  })

  it('A-07 ends later while it is in use, and so does its cookie', async () => {
    const { browser, token } = await signUp()
    const id = decodeJwt(token).sid
    await sql("update auth_sessions set expires_at = now() + interval '3 days' where id = $1", [id])
    const answer = await browser.get('/api/auth/token')
    expect(answer.headers.getSetCookie().join()).toContain('Max-Age=604800')
    const left = "select expires_at > now() + interval '6 days' as moved from auth_sessions where id = $1"
    expect((await sql(left, [id])).rows).toEqual([{ moved: true }])
  })

  it('A-07 ends after seven days without use, and then neither token nor cookie is accepted', async () => {
    const { browser, token } = await signUp()
    await sql("update auth_sessions set expires_at = now() - interval '1 second' where id = $1", [
      decodeJwt(token).sid,
    ])
    expect(await sessionStatus(token)).toBe(401)
    expect((await browser.get('/api/auth/token')).status).toBe(401)
  })

  it('A-08 ends with sign-out, and its tokens and cookie are refused at once', async () => {
    const { browser, token } = await signUp()
    const stolen = new Map(browser.cookies)
    expect((await browser.post('/api/auth/sign-out', {})).status).toBe(200)
    expect([...browser.cookies.keys()]).toEqual(['stockcast.known_device'])
    expect(await sessionStatus(token)).toBe(401)
    const thief = testBrowser(test.signInApp)
    for (const [name, value] of stolen) thief.cookies.set(name, value)
    expect((await thief.get('/api/auth/token')).status).toBe(401)
  })

  it('A-08 that ends leaves the other sessions of the same user open', async () => {
    const { browser, email } = await signUp()
    const phone = testBrowser(test.signInApp)
    await phone.post('/api/auth/sign-in/email', { email, password })
    const token = await phone.getToken()
    await browser.post('/api/auth/sign-out', {})
    expect(await sessionStatus(token)).toBe(200)
  })
})

it('expired sign-ins are removed at night, and those still in use stay', async () => {
  const [kept, gone] = [await signUp(), await signUp()]
  await sql("update auth_sessions set expires_at = now() - interval '1 second' where id = $1", [
    decodeJwt(gone.token).sid,
  ])
  for (let run = 0; run < 2; run++) await test.runTask('remove-expired-sign-ins', {})
  const left = await sql('select id from auth_sessions where id = any ($1)', [
    [decodeJwt(kept.token).sid, decodeJwt(gone.token).sid],
  ])
  expect(left.rows).toEqual([{ id: decodeJwt(kept.token).sid }])
})

it.each([
  '/update-user',
  '/change-email',
  '/sign-in/social',
  '/list-sessions',
  '/revoke-sessions',
  '/two-factor/get-totp-uri',
  '/two-factor/send-otp',
])('the call %s of the auth library, which the product does not use, is not reachable', async (path) => {
  const { browser, token } = await signUp()
  const answer = await browser.post(`/api/auth${path}`, {}, { authorization: `Bearer ${token}` })
  expect(answer.status).toBe(404)
})
