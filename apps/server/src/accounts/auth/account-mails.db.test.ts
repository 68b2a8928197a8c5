import { DAY_MS, MINUTE_MS, type TwoFactorSetup } from '@stockcast/contract'
import { totpCode } from '@stockcast/testkit'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { testBrowser, withTestApp } from '../../testing/index.ts'
import { type QueuedTestMail, queuedMailsTo } from '../../testing/queued-mails.ts'
import { expectRefusal } from '../../testing/read-answer.ts'

const test = withTestApp({ env: { SMTP_URL: 'smtp://mail.example:587' } })

let users = 0
const newEmail = () => `user-${++users}@example.com`
const password = 'a good one'

async function signUp(email: string) {
  const browser = testBrowser(test.signInApp)
  const answer = await browser.post('/api/auth/sign-up/email', { email, password, name: '<b>name</b>' })
  expect(answer.status).toBe(200)
  const token = await browser.getToken()
  return { browser, token }
}

const mailsTo = (email: string) => queuedMailsTo(test.kernel, email)

const linkIn = (mail: QueuedTestMail | undefined) => new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')![0])

const signIn = async (email: string, chosen: string) =>
  (await testBrowser(test.signInApp).post('/api/auth/sign-in/email', { email, password: chosen })).status

describe('confirmation of an address', () => {
  it('A-06 is asked for by a mail whose link confirms the address and lands on /add-payment', async () => {
    const email = newEmail()
    const { browser } = await signUp(email)
    const mails = await mailsTo(email)
    expect(mails.map((mail) => mail.subject)).toEqual(['Confirm your email address'])
    const link = linkIn(mails[0])
    const answer = await browser.get(`${link.pathname}${link.search}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/add-payment'])
    const user = await test.kernel.db.pool.query('select email_verified from auth_users where email = $1', [
      email,
    ])
    expect(user.rows).toEqual([{ email_verified: true }])
  })

  it('A-06 is refused for a forged link, which leads to /add-payment with an error', async () => {
    const email = newEmail()
    await signUp(email)
    const answer = await testBrowser(test.signInApp).get(
      '/api/auth/verify-email?token=forged&callbackURL=/add-payment',
    )
    expect(answer.headers.get('location')).toMatch(/^\/add-payment\?error=/)
    const user = await test.kernel.db.pool.query('select email_verified from auth_users where email = $1', [
      email,
    ])
    expect(user.rows).toEqual([{ email_verified: false }])
  })

  it('A-06 signs nobody in by mail alone where two-step sign-in is on', async () => {
    const email = newEmail()
    const { browser } = await signUp(email)
    const { totpURI } = (await (
      await browser.post('/api/auth/two-factor/enable', { password })
    ).json()) as TwoFactorSetup
    const turnedOn = await browser.post('/api/auth/two-factor/verify-totp', {
      code: totpCode(totpURI, Date.now()),
    })
    expect(turnedOn.status).toBe(200)
    const link = linkIn((await mailsTo(email))[0])
    const other = testBrowser(test.signInApp)
    const answer = await other.get(`${link.pathname}${link.search}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^\/auth\/reset\?token=/),
    ])
    expect((await other.get('/api/auth/token')).status).toBe(401)
  })

  it('redirects to no other site', async () => {
    const path = '/api/auth/verify-email?token=x&callbackURL=https://evil.example/'
    expect((await testBrowser(test.signInApp).get(path)).status).toBe(403)
  })
})

describe('password reset', () => {
  const ask = (email: string) =>
    testBrowser(test.signInApp).post('/api/auth/request-password-reset', {
      email,
      redirectTo: 'http://localhost:3000/auth/reset',
    })
  const resetMailTo = async (email: string) =>
    (await mailsTo(email)).find((mail) => mail.subject === 'Choose a new password')
  const reset = (token: string | null, newPassword: string) =>
    testBrowser(test.signInApp).post('/api/auth/reset-password', { token, newPassword })

  it('A-10 sets the new password and ends the old one and every session', async () => {
    const email = newEmail()
    const { browser, token } = await signUp(email)
    expect((await ask(email)).status).toBe(200)
    const link = linkIn(await resetMailTo(email))
    expect(`${link.origin}${link.pathname}`).toBe('http://localhost:3000/auth/reset')

    expect((await reset(link.searchParams.get('token'), 'a newer one')).status).toBe(200)
    expect(await signIn(email, password)).toBe(401)
    expect(await signIn(email, 'a newer one')).toBe(200)
    expect((await browser.get('/api/auth/token')).status).toBe(401)
    const answer = await test.signInApp.request('/api/session', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(401)
  })

  it('A-10 accepts a link only once', async () => {
    const email = newEmail()
    await signUp(email)
    await ask(email)
    const token = linkIn(await resetMailTo(email)).searchParams.get('token')
    await reset(token, 'a newer one')
    const again = await reset(token, 'yet another')
    expect(again.status).toBe(400)
    expect(await again.json()).toMatchObject({
      message: 'This link is no longer valid. Please ask for a new one.',
    })
    expect(await signIn(email, 'a newer one')).toBe(200)
  })

  it('A-10 keeps the link when the new password is too short or too common', async () => {
    const email = newEmail()
    await signUp(email)
    await ask(email)
    const token = linkIn(await resetMailTo(email)).searchParams.get('token')
    expect((await reset(token, '12345')).status).toBe(400)
    const common = await reset(token, '123456')
    expect(await common.json()).toMatchObject({ code: 'PASSWORD_TOO_COMMON' })
    expect((await reset(token, 'a newer one')).status).toBe(200)
  })

  it('A-10 gives an unknown address the same answer as a known one, and mails nobody', async () => {
    const [known, unknown] = [newEmail(), newEmail()]
    await signUp(known)
    const answers = [await ask(known), await ask(unknown)]
    expect(await answers[1]!.json()).toEqual(await answers[0]!.json())
    expect(await mailsTo(unknown)).toEqual([])
  })

  it('A-10 mails at most ten links a day to one mailbox, and every answer is the same', async () => {
    const email = newEmail()
    await signUp(email)
    const answers = []
    for (let asked = 0; asked < 12; asked++) {
      answers.push((await ask(email)).status)
      test.kernel.clock.advance(15 * MINUTE_MS)
    }
    expect(new Set(answers)).toEqual(new Set([200]))
    // One of the ten mails is the one with the link that confirms the address.
    expect((await mailsTo(email)).filter(({ text }) => text.includes('token='))).toHaveLength(10)
  })
})

describe('POST /functions/send-welcome-email', () => {
  const welcome = (token: string, email: string) =>
    testBrowser(test.signInApp).post(
      '/functions/send-welcome-email',
      { email, name: 'user' },
      { authorization: `Bearer ${token}` },
    )
  const welcomesTo = async (email: string) =>
    (await mailsTo(email)).filter((mail) => mail.subject === 'Welcome to Stockcast')

  it('A-06 sends the welcome mail to the caller’s own address, once', async () => {
    const email = newEmail()
    const { token } = await signUp(email)
    expect(await (await welcome(token, email)).json()).toEqual({ sent: true })
    expect(await (await welcome(token, email)).json()).toEqual({ sent: false })
    expect(await welcomesTo(email)).toHaveLength(1)
  })

  it('sends one mail for many calls at the same moment', async () => {
    const email = newEmail()
    const { token } = await signUp(email)
    const answers = await Promise.all(Array.from({ length: 8 }, () => welcome(token, email)))
    const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<{ sent: boolean }>))
    expect(bodies.filter((body) => body.sent)).toHaveLength(1)
    expect(await welcomesTo(email)).toHaveLength(1)
  })

  it.each([
    [14, 'Your 14-day trial has begun'],
    [9, 'Your trial continues, with 9 days left'],
    [1, 'Your trial continues, with 1 day left'],
    [0, 'you need the Pro Plan now'],
  ])('says that %i days of the trial are left', async (days, words) => {
    const email = newEmail()
    const { token } = await signUp(email)
    const { kernel } = test
    const trial_ends_at = new Date(kernel.clock.now().getTime() + days * DAY_MS)
    await kernel.db.withTenant(decodeJwt(token).mid as number, (tx) =>
      tx.updateTable('merchants').set({ trial_ends_at }).execute(),
    )
    await welcome(token, email)
    const text = (await welcomesTo(email))[0]?.text ?? ''
    expect(text).toContain(words)
    expect(text.includes('costs nothing')).toBe(days > 0)
  })

  it('refuses any other address', async () => {
    const [own, other] = [newEmail(), newEmail()]
    const { token } = await signUp(own)
    await expectRefusal(welcome(token, other), 403, { code: 'forbidden', field: 'email' })
    expect(await mailsTo(other)).toEqual([])
  })

  it('is refused without a session', async () => {
    expect((await welcome('none', newEmail())).status).toBe(401)
  })

  it('records the time of the mail for the merchant of the token', async () => {
    const email = newEmail()
    const { token } = await signUp(email)
    await welcome(token, email)
    const claimed = await test.kernel.db.withTenant(decodeJwt(token).mid as number, (tx) =>
      tx.selectFrom('merchants').select('welcome_mail_at').execute(),
    )
    expect(claimed).toEqual([{ welcome_mail_at: test.kernel.clock.now() }])
  })
})
