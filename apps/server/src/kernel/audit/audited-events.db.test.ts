import { activitySchema } from '@stockcast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { disconnectShop } from '../../store/shops/leave-shop.ts'
import { linkIn, PASSWORD, type Person, toPath, withAccountApp } from '../../testing/account-app.ts'
import { callbackQuery, type FakeShopify, startFakeShopify } from '../../testing/fake-shopify.ts'
import { newForEachTest } from '../../testing/new-for-each-test.ts'
import { type ChannelChanges, notificationSettings } from '../../testing/notification-settings.ts'

const env: Record<string, string> = { SMTP_URL: 'smtp://mail.example:587' }
let shopify: FakeShopify

beforeAll(async () => {
  shopify = await startFakeShopify()
  env.SANDBOX_URL = shopify.url
})
const app = withAccountApp(env)
afterAll(() => shopify?.close())

/** Lists what the activity log holds since the sign-up, oldest first. */
async function getEvents(token: string): Promise<string[]> {
  const { entries } = activitySchema.parse(await (await app.call(token, '/api/account/activity')).json())
  return entries
    .map(({ event }) => event)
    .reverse()
    .slice(1)
}

async function linkTo(email: string, subject: string): Promise<URL> {
  return linkIn((await app.mailsTo(email)).findLast((mail) => mail.subject === subject))
}

async function connectStore({ token }: Person): Promise<void> {
  const shop = 'audited.myshopify.com'
  const { authUrl } = await app.ask<{ authUrl: string }>(token, '/functions/shopify-oauth-init', {
    json: { shop, redirectOrigin: 'http://localhost:3000' },
  })
  const state = new URL(authUrl).searchParams.get('state') ?? ''
  const query = callbackQuery({ shop, state, at: app.test.kernel.clock.now() })
  const of = (name: string) => new URLSearchParams(query).get(name) ?? ''
  const json = { code: of('code'), shop, hmac: of('hmac'), query: `?${query}` }
  expect((await app.call(token, '/functions/shopify-oauth-callback', { json })).status).toBe(200)
}

const own = newForEachTest(() => app.signUp())

describe('the activity log', () => {
  it('A-06 names a confirmed address and A-10 a password that was set by mail', async () => {
    await own.browser.get(toPath(await linkTo(own.email, 'Confirm your email address')))
    await own.browser.post('/api/auth/request-password-reset', { email: own.email })
    const token = (await linkTo(own.email, 'Choose a new password')).searchParams.get('token')
    await app.newBrowser().post('/api/auth/reset-password', { token, newPassword: 'a newer one' })
    const browser = app.newBrowser()
    await app.signIn(own.email, 'a newer one', browser)
    expect(await getEvents(await app.getToken(browser))).toEqual([
      'email_confirmed',
      'password_reset',
      'signed_in',
    ])
  })

  it('A-05 names each step of a change of address, and its undoing', async () => {
    const email = app.newEmail()
    await app.call(own.token, '/api/account/email', { json: { email, password: 'not this one' } })
    await app.call(own.token, '/api/account/email', { json: { email, password: PASSWORD } })
    const link = (await linkTo(email, 'Confirm your new email address')).searchParams.get('token')
    await app.call(own.token, '/api/account/email/confirm', { json: { token: link } })
    const changed = ['password_refused', 'email_change_asked', 'email_changed']
    const token = await app.getToken(own.browser)
    expect(await getEvents(token)).toEqual(changed)

    const undo = (await linkTo(own.email, 'Your email address was changed')).searchParams.get('token')
    await app.newBrowser().post('/api/auth/undo-email', { token: undo })
    const merchantId = app.getMerchant(token)
    const rows = await app.test.kernel.db.withTenant(merchantId, (tx) =>
      tx
        .selectFrom('audit_log')
        .select('event')
        .where('merchant_id', '=', merchantId)
        .orderBy('id')
        .execute(),
    )
    expect(rows.map(({ event }) => event).slice(1)).toEqual([...changed, 'email_change_undone'])
  })

  it('A-08 names devices that were signed out', async () => {
    await app.call(own.token, '/api/account/devices', { method: 'DELETE' })
    const browser = app.newBrowser()
    await app.signIn(own.email, PASSWORD, browser)
    expect(await getEvents(await app.getToken(browser))).toEqual(['devices_signed_out', 'signed_in'])
  })

  it('G-04 names a change of the notification channels that was saved, and none that was refused', async () => {
    const { email: address, browser } = await app.signUp()
    await browser.get(toPath(await linkTo(address, 'Confirm your email address')))
    const token = await app.getToken(browser)
    const save = (slack: ChannelChanges['slack'] = {}) =>
      app.call(token, '/api/notifications', { method: 'PUT', json: notificationSettings({ slack }) })
    expect((await save({ isOn: true, webhookUrl: 'http://not-slack.example/' })).status).toBe(400)
    expect((await save()).status).toBe(200)
    expect(await getEvents(token)).toEqual(['email_confirmed', 'channels_changed'])
  })

  it('S-04 names a connected and a disconnected store', async () => {
    await connectStore(own)
    const { kernel } = app.test
    const merchantId = app.getMerchant(own.token)
    await kernel.db.withTenant(merchantId, (tx) =>
      disconnectShop(kernel, tx, { merchantId, uninstalledAt: kernel.clock.now() }),
    )
    expect(await getEvents(own.token)).toEqual(['store_connected', 'store_disconnected'])
  })
})
