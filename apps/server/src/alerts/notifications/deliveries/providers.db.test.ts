import type { Delivery, DeliveryList, Notifications } from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { serve } from '../../../kernel/http/serve.ts'
import { confirmPendingAddress } from '../../../testing/confirm-address.ts'
import { newForEachTest, type TestApp, withTestApp } from '../../../testing/index.ts'
import { openNotifiedAlerts } from '../../../testing/insert-alerts.ts'
import { notificationSettings } from '../../../testing/notification-settings.ts'
import { type SandboxProcess, startSandboxProcess } from '../../../testing/with-store.ts'
import { deliverTasks } from './deliver.task.ts'

let sandbox: SandboxProcess
let server: Awaited<ReturnType<typeof serve>>

const app: TestApp = withTestApp(async ({ closeLater }) => {
  server = await serve({
    host: '127.0.0.1',
    port: 0,
    fetch: (request, env) => app.app.fetch(request, env as object),
  })
  closeLater(() => server.stop(0))
  sandbox = await startSandboxProcess({ APP_URL: server.address })
  closeLater(() => sandbox.stop())
  return {
    now: new Date(Date.now()).toISOString(),
    env: {
      SANDBOX_URL: sandbox.url,
      SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
      PUBLIC_URL: server.address,
    },
  }
})

let shops = 0

/** Returns a merchant with all three channels on, whose alerts go through the sandbox's providers. */
async function shopOnAllChannels() {
  const n = ++shops
  const webhook = `T0/B0/shop${n}`
  const [address, phone] = [`alerts${n}@shop.example`, `+1415555267${n}`]
  const merchant = await app.openShop([{ title: 'House <Espresso>', available: 60 }])
  const { merchantId, variantId } = merchant
  const on = { isOn: true, types: ['stockout_risk' as const] }
  const json = notificationSettings({
    slack: { ...on, webhookUrl: `https://hooks.slack.com/services/${webhook}` },
    email: { ...on, address },
    sms: { ...on, phone, hasConsent: true },
  })
  const put = () => merchant.request('/api/notifications', { method: 'PUT', json })
  const run = (channel: keyof typeof deliverTasks, lane: 'alerts' | 'single') =>
    app.runTask(deliverTasks[channel].name, { merchantId, lane })
  expect((await put()).status).toBe(200)
  await confirmPendingAddress(app.kernel, merchantId)
  const outbox = async (path: string) =>
    (await (await fetch(`${sandbox.url}/outbox/${path}`)).json()) as Message[]
  const sms = () => outbox(`sms?to=${encodeURIComponent(phone)}`)
  await merchant.request('/api/notifications/sms/code', { method: 'POST' })
  await run('sms', 'single')
  const code = /\d{6}/.exec((await sms())[0]!.body)![0]
  const confirmed = await merchant.request('/api/notifications/sms/confirm', { json: { code } })
  expect(((await confirmed.json()) as Notifications).sms.isConfirmed).toBe(true)
  return {
    ...merchant,
    put,
    run,
    sms,
    slack: () => outbox(`slack?webhook=${webhook}`),
    mails: () => outbox(`mail?to=${encodeURIComponent(address)}`),
    reply: (body: string) =>
      fetch(`${sandbox.url}/api/sms/reply`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ from: phone, body }),
      }),
    alert: async () => {
      await app.kernel.db.withTenant(merchantId, (tx) =>
        openNotifiedAlerts({ ...app.kernel, merchantId, tx }, [{ variantId }]),
      )
      app.kernel.clock.advance(2000)
    },
    log: async (): Promise<Delivery[]> => (await merchant.ask<DeliveryList>('/api/deliveries')).deliveries,
    state: () => merchant.ask<Notifications>('/api/notifications'),
  }
}

/** A message in an outbox; each outbox has some of these fields. */
interface Message {
  text: string
  html: string
  body: string
  status: string
  segments: number
  unsubscribe: string
  copies: number
}

const channels = ['slack', 'email', 'sms'] as const

async function setFault(provider: string, kind: string): Promise<void> {
  const answer = await fetch(`${sandbox.url}/api/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider, kind }),
  })
  expect(answer.status).toBe(200)
}

const shop = newForEachTest(shopOnAllChannels)

describe('a delivery through the providers', () => {
  it('W-05 formats numbers as the shop’s country does', async () => {
    const { merchantId } = shop
    await shop.rows(sql`update merchants set country_code = 'DE' where id = ${merchantId}`)
    await shop.rows(sql`update inventory_levels set available = 12000 where merchant_id = ${merchantId}`)
    await shop.refresh()
    await shop.alert()
    for (const channel of channels) await shop.run(channel, 'alerts')
    const [[slack], [mail], [sms]] = [await shop.slack(), await shop.mails(), await shop.sms()]
    const texts = [slack?.text, mail?.html, sms?.body]
    expect(texts).toEqual(texts.map(() => expect.stringContaining('12.000 in stock')))
  })

  it('W-05 L-01 brings an alert to Slack, the mailbox and the phone, once each', async () => {
    await shop.alert()
    for (const channel of [...channels, ...channels]) await shop.run(channel, 'alerts')
    const [slack, mails, sms] = [await shop.slack(), await shop.mails(), await shop.sms()]
    expect(slack.map(({ text }) => text.split('\n')[0])).toEqual([
      'Stock alert: “House &lt;Espresso&gt;” needs an order',
    ])
    expect(mails).toMatchObject([
      {
        subject: 'Stock alert: “House <Espresso>” needs an order',
        html: expect.stringContaining('House &lt;Espresso&gt;'),
        unsubscribe: expect.stringMatching(/^<http:\/\/.+\/u\/.+>$/),
        copies: 1,
      },
    ])
    expect(sms).toHaveLength(2)
    expect(sms[0]!.body).toContain('Order 792 by Nov 24')
    expect(sms[0]!.segments).toBeLessThanOrEqual(2)
    await vi.waitFor(
      async () => {
        const words = (await shop.log())
          .filter(({ kind }) => kind !== 'confirm')
          .map(({ status, providerWords }) => `${status}: ${providerWords}`)
        expect(words).toEqual([
          'sent: Delivered to the phone',
          'sent: Accepted by the mail server',
          'sent: Accepted by Slack',
          'sent: Delivered to the phone',
        ])
      },
      { interval: 20 },
    )
  })

  it('W-05 duplicates no alert when the provider accepted it and broke off its answer', async () => {
    await setFault('slack', 'half_body')
    await setFault('twilio', 'half_body')
    await shop.alert()
    for (const channel of channels) await shop.run(channel, 'alerts')
    await setFault('slack', 'none')
    await setFault('twilio', 'none')
    app.kernel.clock.advance(120_000)
    for (const channel of channels) await shop.run(channel, 'alerts')
    expect([(await shop.slack()).length, (await shop.mails()).length, (await shop.sms()).length]).toEqual([
      1, 1, 2,
    ])
  })

  it('L-01 ends the messages and the consent on STOP; START lets the merchant ask again', async () => {
    expect((await shop.reply('stop')).status).toBe(200)
    expect((await shop.state()).sms).toMatchObject({
      isOn: false,
      isStopped: true,
      consentAt: null,
      offReason: 'The person at this number replied STOP.',
    })
    await shop.alert()
    await shop.run('sms', 'alerts')
    const outgoing = (await shop.sms()).filter(({ status }) => status !== 'received')
    expect(outgoing).toHaveLength(1)
    expect((await shop.put()).status).toBe(400)
    await shop.reply('START')
    expect((await shop.put()).status).toBe(200)
    expect((await shop.state()).sms).toMatchObject({ isOn: true, isStopped: false, isConfirmed: false })
  })

  it('sends a test message on each channel, and the log shows the outcome', async () => {
    for (const channel of channels) {
      expect((await shop.request(`/api/notifications/${channel}/test`, { method: 'POST' })).status).toBe(200)
      await shop.run(channel, 'single')
    }
    expect((await shop.slack())[0]?.text).toContain('Test message')
    expect((await shop.mails())[0]?.text).toContain('will arrive at this address')
    expect((await shop.sms())[0]?.body).toContain('test message')
    await setFault('slack', 'gone')
    await shop.request('/api/notifications/slack/test', { method: 'POST' })
    await shop.run('slack', 'single')
    await setFault('slack', 'none')
    expect((await shop.log())[0]).toMatchObject({
      kind: 'test',
      status: 'failed',
      providerWords: 'Slack answered 410 channel_is_archived: the channel is archived',
    })
  })
})
