import { DAY_MS, type Notifications } from '@stockcast/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isReadOnly } from '../../../kernel/access/access.ts'
import { createTestApp, newForEachTest, type TestApp, withTestApp } from '../../../testing/index.ts'
import { messageContext, TAKEN } from '../../../testing/message-context.ts'
import { notificationSettings } from '../../../testing/notification-settings.ts'
import { deliver } from '../deliveries/deliver.task.ts'
import type { OutgoingMessage } from '../deliveries/senders.ts'
import { confirmOwnAddress } from './confirm-address.ts'

const NOW = '2026-11-20T10:00:00Z'

let live: TestApp

const app = withTestApp()

beforeAll(async () => {
  live = await createTestApp({ database: app.database, env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
})

afterAll(() => live.close())

beforeEach(() => {
  for (const each of [app, live]) each.kernel.clock.set(NOW)
})

async function signUp(on: TestApp = app) {
  const merchant = await on.signUp()
  const { merchantId } = merchant
  const outgoing: OutgoingMessage[] = []
  const send = async (message: OutgoingMessage) => {
    outgoing.push(message)
    return TAKEN
  }
  const provider = messageContext(on.kernel, send, { isReadOnly })
  const enter = (address: string) =>
    merchant.request('/api/notifications', {
      method: 'PUT',
      json: notificationSettings({ email: { isOn: true, address } }),
    })
  return {
    merchantId,
    ownEmail: merchant.email,
    enter,
    again: () => merchant.request('/api/notifications/email/confirmation', { method: 'POST' }),
    test: () => merchant.request('/api/notifications/email/test', { method: 'POST' }),
    email: async () => (await merchant.ask<Notifications>('/api/notifications')).email,
    /** Returns what was sent by mail: to whom, and the path of its link. */
    sent: async () => {
      for (const lane of ['account', 'alerts', 'single'] as const) {
        await deliver(provider, { merchantId, channel: 'email', lane }, new AbortController().signal)
      }
      return outgoing.splice(0).map(({ target, attempt: { content } }) => ({
        target,
        link: content.channel === 'email' ? (/\/confirm\/\S+/.exec(content.text)?.[0] ?? null) : null,
      }))
    },
  }
}

const post = (path: string | null | undefined) => app.request(path ?? '/confirm/none', { method: 'POST' })

const merchant = newForEachTest(signUp)

describe('an address for alerts', () => {
  it('G-04 gets only the confirmation mail until the link in it was followed and confirmed', async () => {
    expect((await merchant.enter('new@shop.example')).status).toBe(200)
    expect(await merchant.email()).toMatchObject({ address: null, pendingAddress: 'new@shop.example' })
    expect((await merchant.test()).status).toBe(412)
    const [asking, ...others] = await merchant.sent()
    expect([asking?.target, others]).toEqual(['new@shop.example', []])

    expect((await app.request(asking!.link!)).status).toBe(200)
    expect((await merchant.email()).pendingAddress).toBe('new@shop.example')
    expect((await post(asking?.link)).status).toBe(200)
    expect((await post(asking?.link)).status).toBe(200)
    expect(await merchant.email()).toMatchObject({ address: 'new@shop.example', pendingAddress: null })
    expect((await merchant.test()).status).toBe(200)
    expect((await merchant.sent()).map(({ target }) => target)).toEqual(['new@shop.example'])
  })

  it('G-04 stays in use until another one is confirmed in its place', async () => {
    await merchant.enter(merchant.ownEmail)
    await merchant.enter('next@shop.example')
    expect(await merchant.email()).toMatchObject({
      address: merchant.ownEmail,
      pendingAddress: 'next@shop.example',
    })
    const [asking] = await merchant.sent()
    await merchant.enter(merchant.ownEmail)
    expect((await post(asking?.link)).status).toBe(404)
    expect(await merchant.email()).toMatchObject({ address: merchant.ownEmail, pendingAddress: null })
  })

  it('G-04 needs no second link when it is the address of sign-in and confirmed there, and none in the sandbox', async () => {
    const inSandbox = await signUp()
    await inSandbox.enter(inSandbox.ownEmail.toUpperCase())
    expect((await inSandbox.email()).pendingAddress).toBeNull()

    const merchant = await signUp(live)
    await merchant.enter(merchant.ownEmail)
    expect((await merchant.email()).pendingAddress).toBe(merchant.ownEmail)
    await confirmOwnAddress(live.kernel, merchant.merchantId)
    expect(await merchant.email()).toMatchObject({ address: merchant.ownEmail, pendingAddress: null })
  })

  it('G-04 is asked again at most every minute and five times a day, and only the newest mail is sent', async () => {
    await merchant.enter('slow@shop.example')
    expect((await merchant.again()).status).toBe(429)
    for (let n = 0; n < 4; n++) {
      app.kernel.clock.advance(61_000)
      expect((await merchant.again()).status).toBe(200)
    }
    app.kernel.clock.advance(61_000)
    expect((await merchant.again()).status).toBe(429)
    expect((await merchant.enter('another@shop.example')).status).toBe(429)
    expect(await merchant.sent()).toHaveLength(1)
  })

  it('G-04 is not confirmed by a link that is forged, expired, or of another merchant', async () => {
    const [merchant, other] = [await signUp(), await signUp()]
    for (const each of [merchant, other]) await each.enter('shared@shop.example')
    const [asking] = await merchant.sent()
    expect((await post(asking!.link!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(404)
    await post(asking?.link)
    expect((await other.email()).pendingAddress).toBe('shared@shop.example')
    const [late] = await other.sent()
    app.kernel.clock.advance(8 * DAY_MS)
    expect((await post(late?.link)).status).toBe(404)
    expect((await other.email()).address).toBeNull()
    expect((await merchant.again()).status).toBe(412)
  })
})
