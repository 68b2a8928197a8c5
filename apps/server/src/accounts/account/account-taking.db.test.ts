import { ordersApi, type TwoFactorSetup, toAddress } from '@stockcast/contract'
import { totpCode } from '@stockcast/testkit'
import { describe, expect, it } from 'vitest'
import { linkIn, PASSWORD, toPath, withAccountApp } from '../../testing/account-app.ts'
import type { TestBrowser } from '../../testing/index.ts'
import { newForEachTest } from '../../testing/new-for-each-test.ts'
import { expectRefusal } from '../../testing/read-answer.ts'

const app = withAccountApp({ SMTP_URL: 'smtp://mail.example:587' })

const CONFIRM = 'Confirm your email address'
const confirmLink = async (email: string) =>
  linkIn((await app.mailsTo(email)).findLast(({ subject }) => subject === CONFIRM))

async function open(browser: TestBrowser, link: URL): Promise<URL> {
  const answer = await browser.get(toPath(link))
  expect(answer.status).toBe(302)
  return new URL(answer.headers.get('location') ?? '', 'http://localhost:3000')
}

const isConfirmed = async (email: string) =>
  (await app.sql('select 1 from auth_users where email = $1 and email_verified', [email])).length === 1

const setPassword = (token: string | null, newPassword: string) =>
  app.newBrowser().post('/api/auth/reset-password', { token, newPassword })

async function turnOnTwoSteps(browser: TestBrowser): Promise<TwoFactorSetup> {
  const begun = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD })
  const setup = (await begun.json()) as TwoFactorSetup
  const code = totpCode(setup.totpURI, Date.now())
  expect((await browser.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200)
  return setup
}

const own = newForEachTest(() => app.signUp())

describe('the link that confirms an address', () => {
  it('A-06 keeps session and password of the browser that signed up, and lands on /add-payment', async () => {
    const landed = await open(own.browser, await confirmLink(own.email))
    expect(`${landed.pathname}${landed.search}`).toBe('/add-payment')
    expect(await isConfirmed(own.email)).toBe(true)
    expect(await app.isSignedIn(own.token)).toBe(true)
    expect((await app.signIn(own.email)).status).toBe(200)
  })

  it('A-06 ends every other session when the browser that signed up opens it', async () => {
    const other = app.newBrowser()
    await app.signIn(own.email, PASSWORD, other)
    const token = await app.getToken(other)
    await open(own.browser, await confirmLink(own.email))
    expect([await app.isSignedIn(own.token), await app.isSignedIn(token)]).toEqual([true, false])
  })

  it('A-06 ends the session and password of somebody who registered another person’s address', async () => {
    const taker = await app.signUp()
    const owner = app.newBrowser()
    const landed = await open(owner, await confirmLink(taker.email))
    expect(landed.pathname).toBe('/auth/reset')
    expect(landed.searchParams.get('next')).toBe('/add-payment')
    const chosen = await setPassword(landed.searchParams.get('token'), 'chosen by the owner')
    expect(chosen.status).toBe(200)
    expect(await isConfirmed(taker.email)).toBe(true)
    expect(await app.isSignedIn(taker.token)).toBe(false)
    expect((await taker.browser.get('/api/auth/token')).status).toBe(401)
    expect((await app.signIn(taker.email)).status).toBe(401)
    expect((await app.signIn(taker.email, 'chosen by the owner')).status).toBe(200)
  })

  it('A-06 signs nobody in and changes nothing by itself in another browser', async () => {
    const scanner = app.newBrowser()
    await open(scanner, await confirmLink(own.email))
    expect((await scanner.get('/api/auth/token')).status).toBe(401)
    expect(await isConfirmed(own.email)).toBe(false)
    expect(await app.isSignedIn(own.token)).toBe(true)
  })

  it('A-06 asks for a new password in a browser that is signed in to another account', async () => {
    const other = await app.signUp()
    const landed = await open(other.browser, await confirmLink(own.email))
    expect(landed.pathname).toBe('/auth/reset')
    expect(await app.isSignedIn(other.token)).toBe(true)
    expect(await isConfirmed(own.email)).toBe(false)
  })

  it('A-06 does not lead to a new password once the address is confirmed', async () => {
    const link = await confirmLink(own.email)
    await open(own.browser, link)
    const landed = await open(app.newBrowser(), link)
    expect(`${landed.pathname}${landed.search}`).toBe('/add-payment')
  })

  it('A-06 removes two-step sign-in that was set up before the address was confirmed', async () => {
    const taker = await app.signUp()
    await turnOnTwoSteps(taker.browser)
    const landed = await open(app.newBrowser(), await confirmLink(taker.email))
    await setPassword(landed.searchParams.get('token'), 'chosen by the owner')
    expect(await (await app.signIn(taker.email, 'chosen by the owner')).json()).toHaveProperty('user')
    const left = 'select 1 from auth_two_factors join auth_users u on u.id = user_id where email = $1'
    expect(await app.sql(left, [taker.email])).toEqual([])
  })
})

describe('a password reset by mail', () => {
  const RESET = 'Choose a new password'
  const resetToken = async (email: string) => {
    await app.newBrowser().post('/api/auth/request-password-reset', { email })
    return linkIn((await app.mailsTo(email)).findLast(({ subject }) => subject === RESET)).searchParams.get(
      'token',
    )
  }

  it('A-10 confirms the address too, and ends earlier sessions and two-step sign-in', async () => {
    const taker = await app.signUp()
    await turnOnTwoSteps(taker.browser)
    await setPassword(await resetToken(taker.email), 'chosen by the owner')
    expect(await isConfirmed(taker.email)).toBe(true)
    const browser = app.newBrowser()
    expect(await (await app.signIn(taker.email, 'chosen by the owner', browser)).json()).toHaveProperty(
      'user',
    )
    const { entries } = await app.ask<{ entries: { event: string }[] }>(
      await app.getToken(browser),
      '/api/account/activity',
    )
    expect(entries.map(({ event }) => event)).toContain('two_factor_off')
  })

  it('A-10 keeps the second step of a confirmed account', async () => {
    await open(own.browser, await confirmLink(own.email))
    await turnOnTwoSteps(own.browser)
    await setPassword(await resetToken(own.email), 'a newer one')
    const answer = await app.signIn(own.email, 'a newer one')
    expect(await answer.json()).toEqual({ twoFactorRedirect: true })
  })
})

describe('an account whose address is not confirmed', () => {
  const email = { isOn: true, address: 'x@example.com' }

  it('A-06 can set up no channel for alerts', async () => {
    const save = { method: 'PUT', json: { email } }
    await expectRefusal(app.call(own.token, '/api/notifications', save), 412, {
      message: expect.stringContaining('Confirm your email'),
    })
    await open(own.browser, await confirmLink(own.email))
    expect((await app.call(own.token, '/api/notifications', save)).status).not.toBe(412)
  })

  it('A-06 can send no purchase order', async () => {
    const send = () =>
      app.call(own.token, toAddress(ordersApi.send, { id: 1 }), {
        json: { version: 1, key: 'one-press', to: 'x@example.com' },
      })
    await expectRefusal(send(), 412, { message: expect.stringContaining('Confirm your email') })
    await open(own.browser, await confirmLink(own.email))
    expect((await send()).status).toBe(404)
  })

  it('A-06 sees that its address is not confirmed, and can ask for the link again', async () => {
    const account = async () => (await app.call(own.token, '/api/account')).json()
    expect(await account()).toMatchObject({ email: own.email, isConfirmed: false })
    const again = await app.call(own.token, '/api/account/confirmation', { json: {} })
    expect(again.status).toBe(200)
    expect((await app.mailsTo(own.email)).filter(({ subject }) => subject === CONFIRM)).toHaveLength(2)
    await open(own.browser, await confirmLink(own.email))
    expect(await account()).toMatchObject({ isConfirmed: true })
    expect((await app.call(own.token, '/api/account/confirmation', { json: {} })).status).toBe(412)
  })
})
