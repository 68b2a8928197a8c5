import {
  type ChannelName,
  DAY_MS,
  type Delivery,
  type DeliveryList,
  type Notifications,
  type SaveNotifications,
} from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { isReadOnly } from '../../../kernel/access/access.ts'
import { ownWords } from '../../../kernel/texts/delivery-texts.ts'
import type { SendOutcome } from '../../../providers/send-outcome.ts'
import { confirmPendingAddress } from '../../../testing/confirm-address.ts'
import { countLockWaits } from '../../../testing/count-lock-waits.ts'
import { never, newForEachTest, withTestApp } from '../../../testing/index.ts'
import { type AlertSeed, openNotifiedAlerts } from '../../../testing/insert-alerts.ts'
import { insertConnection } from '../../../testing/insert-connection.ts'
import { messageContext, TAKEN } from '../../../testing/message-context.ts'
import { type ChannelChanges, notificationSettings } from '../../../testing/notification-settings.ts'
import { queuedMailsTo } from '../../../testing/queued-mails.ts'
import { addPendingNotifications } from '../add-pending-notifications.ts'
import { saveSmsStatus } from '../channels/handle-sms-reply.ts'
import { lockChannel } from '../channels/queries.ts'
import { closeChannel } from '../channels/switch-off.ts'
import type { Content } from '../messages/content.ts'
import { wakeDueChannels } from '../wake-channel.ts'
import { deliver } from './deliver.task.ts'
import type { OutgoingMessage, Senders } from './senders.ts'

const NOW = '2026-11-20T10:00:00Z'
const busy: SendOutcome = {
  kind: 'retry',
  reason: 'wait',
  words: 'Busy',
  afterMs: null,
  isUncertain: false,
}
const silent: SendOutcome = {
  kind: 'retry',
  reason: 'no_answer',
  words: 'No answer in time',
  afterMs: null,
  isUncertain: true,
}
const gone: SendOutcome = {
  kind: 'refused',
  reason: 'not_accepted',
  words: 'The channel is archived',
  because: 'target',
}

const app = withTestApp({ now: NOW })

const slackOn = { isOn: true, webhookUrl: 'https://hooks.slack.com/services/T0/B0/abcd' }

/** Returns a merchant with these channels and products, and a provider whose answers the test chooses. */
async function shopWith(channels: ChannelChanges = { slack: slackOn }, variants = 3) {
  app.kernel.clock.set(NOW)
  const merchant = await app.openShop(
    Array.from({ length: variants }, (_, i) => ({ title: `Kettle ${i}`, available: 60 })),
  )
  const { merchantId } = merchant
  const put = (json: SaveNotifications) => merchant.request('/api/notifications', { method: 'PUT', json })
  expect((await put(notificationSettings(channels))).status).toBe(200)
  await confirmPendingAddress(app.kernel, merchantId)
  const answers: SendOutcome[] = []
  const outgoing: OutgoingMessage[] = []
  const sender = async (message: OutgoingMessage) => {
    outgoing.push(message)
    return answers.shift() ?? TAKEN
  }
  const provider = messageContext(app.kernel, sender, { isReadOnly })
  const run = (channel: ChannelName = 'slack', lane: 'alerts' | 'single' = 'alerts') =>
    deliver(provider, { merchantId, channel, lane }, never)
  const tenant = <T>(work: Parameters<typeof app.kernel.db.withTenant<T>>[1]) =>
    app.kernel.db.withTenant(merchantId, work)
  const alert = (seeds: AlertSeed[]) =>
    tenant((tx) => openNotifiedAlerts({ ...app.kernel, merchantId, tx }, seeds))
  return {
    ...merchant,
    put,
    run,
    provider,
    tenant,
    answers,
    outgoing,
    alert,
    /** Opens an alert of the first product, and sends what is due two seconds later. */
    sendAlert: async () => {
      await alert([{ variantId: merchant.variantId }])
      later(2)
      await run()
    },
    resolveAll: () =>
      tenant((tx) =>
        tx
          .updateTable('alerts')
          .set({ resolved: true, resolved_at: app.kernel.clock.now(), resolved_by: 'system' })
          .where('merchant_id', '=', merchantId)
          .execute(),
      ),
    log: (): Promise<DeliveryList> => merchant.ask<DeliveryList>('/api/deliveries'),
    jobs: () =>
      app.kernel.sentJobs.filter(
        (job) =>
          job.name.startsWith('deliver-') && (job.data as { merchantId: number }).merchantId === merchantId,
      ),
  }
}

type Shop = Awaited<ReturnType<typeof shopWith>>

async function shopWithSms(): Promise<Shop> {
  const shop = await shopWith({ sms: { isOn: true, phone: '+14155552671', hasConsent: true } })
  await shop.tenant((tx) =>
    tx
      .updateTable('sms_consents')
      .set({ confirmed_at: app.kernel.clock.now() })
      .where('merchant_id', '=', shop.merchantId)
      .execute(),
  )
  return shop
}

/** Resolves when a transaction waits for a row that another one has locked. */
const untilOneWaits = () =>
  vi.waitFor(async () => expect(await countLockWaits(app.kernel)).toBe(1), { interval: 5 })

const later = (seconds: number) => app.kernel.clock.advance(seconds * 1000)
const latest = async (shop: Shop): Promise<Delivery> => (await shop.log()).deliveries[0]!
const toText = (content: Content) => ('text' in content ? content.text : content.body)
const texts = (shop: Shop) => shop.outgoing.map(({ attempt }) => toText(attempt.content))

const shop = newForEachTest(shopWith)

describe('the delivery of alerts', () => {
  it('W-05 reaches each channel that is on exactly once, however often it is recorded or sent', async () => {
    const shop = await shopWith({ slack: slackOn, email: { isOn: true, address: 'a@shop.example' } })
    const opened = await shop.alert([{ variantId: shop.variantId }])
    await shop.tenant((tx) =>
      addPendingNotifications({ ...app.kernel, merchantId: shop.merchantId, tx }, opened),
    )
    expect((await shop.log()).waiting).toEqual({ slack: 1, email: 1, sms: 0 })
    later(2)
    for (let n = 0; n < 3; n++) {
      await shop.run('slack')
      await shop.run('email')
      await shop.run('sms')
    }
    expect(shop.outgoing.map(({ attempt }) => attempt.content.channel)).toEqual(['slack', 'email'])
    const told = (await shop.log()).deliveries.filter(({ kind }) => kind === 'alerts')
    expect(told.map(({ status, alerts }) => [status, alerts])).toEqual([
      ['sent', 1],
      ['sent', 1],
    ])
  })

  it('W-05 waits two seconds for further alerts, which go into the same message', async () => {
    await shop.alert([{ variantId: shop.variantId }])
    await shop.run()
    expect(shop.outgoing).toEqual([])
    await shop.alert([{ variantId: shop.ids[1]! }])
    expect(shop.jobs()[0]?.options).toEqual({ key: `${shop.merchantId}:alerts`, delaySeconds: 2 })
    later(2)
    await shop.run()
    expect(texts(shop)).toEqual([expect.stringContaining('2 products need an order')])
  })

  it('W-05 sends one message a minute when 1,000 products run out', async () => {
    const shop = await shopWith({ slack: slackOn }, 1000)
    for (let minute = 0; minute < 4; minute++) {
      const variants = shop.ids.slice(minute * 250, (minute + 1) * 250)
      for (let start = 0; start < variants.length; start += 125) {
        await shop.alert(variants.slice(start, start + 125).map((variantId) => ({ variantId })))
        later(30)
        await shop.run()
      }
    }
    later(60)
    await shop.run()
    expect(shop.outgoing.length).toBeLessThanOrEqual(5)
    const { deliveries } = await shop.log()
    expect(deliveries.reduce((sum, { alerts }) => sum + alerts, 0)).toBe(1000)
  })

  it('W-04 notifies again of an alert that became more severe, and logs an alert that is left out', async () => {
    const [opened] = await shop.alert([{ variantId: shop.variantId, severity: 1 }])
    later(2)
    await shop.run()
    await shop.tenant((tx) =>
      addPendingNotifications({ ...app.kernel, merchantId: shop.merchantId, tx }, [
        { ...opened!, severity: 2 },
      ]),
    )
    await shop.alert([{ variantId: shop.ids[1]! }])
    await shop.resolveAll()
    await shop.alert([{ variantId: shop.ids[2]! }])
    later(60)
    await shop.run()
    expect(texts(shop)[1]).toContain('“Kettle 2” needs an order')
    expect(await latest(shop)).toMatchObject({
      status: 'sent',
      alerts: 1,
      leftOut: 2,
      summary: '“Kettle 2” needs an order',
    })
  })

  it('sends nothing when all alerts were resolved meanwhile', async () => {
    await shop.alert([{ variantId: shop.variantId }])
    await shop.resolveAll()
    later(2)
    await shop.run()
    expect(shop.outgoing).toEqual([])
    expect(await latest(shop)).toMatchObject({ status: 'left_out', leftOut: 1 })
  })

  it('W-05 uses the channels whose settings include the type and severity of the alert', async () => {
    const shop = await shopWith({
      slack: { ...slackOn, types: ['low_stock'] },
      email: { isOn: true, address: 'a@shop.example', urgency: 'out_of_stock' },
    })
    await shop.alert([
      { variantId: shop.variantId, type: 'low_stock', severity: 1 },
      { variantId: shop.ids[1]!, severity: 3 },
    ])
    later(2)
    await shop.run('slack')
    await shop.run('email')
    expect(texts(shop)[0]).toContain('Kettle 0')
    expect(texts(shop)[0]).not.toContain('Kettle 1')
    expect(texts(shop)[1]).toContain('Kettle 1')
    expect(texts(shop)[1]).not.toContain('Kettle 0')
  })

  it('waits for the time of day of the digest, which the check that runs each minute notices', async () => {
    const shop = await shopWith({ slack: { ...slackOn, timing: 'daily', at: '08:00' } })
    await shop.alert([{ variantId: shop.variantId }])
    later(12 * 3600)
    await shop.alert([{ variantId: shop.ids[1]! }])
    await wakeDueChannels(app.kernel)
    expect(shop.jobs()).toEqual([])
    later(10 * 3600)
    await wakeDueChannels(app.kernel)
    expect(shop.jobs()).toHaveLength(1)
    await shop.rows(sql`update merchants set stock_as_of = ${app.kernel.clock.now()}
      where id = ${shop.merchantId}`)
    await shop.run()
    expect(texts(shop)).toEqual([expect.stringMatching(/^Daily digest: 2 products need an order/)])
    expect(await latest(shop)).toMatchObject({ kind: 'digest', status: 'sent' })
  })

  it('W-05 sends due alerts at once, without the delay of an earlier job', async () => {
    await shop.alert([{ variantId: shop.variantId }])
    expect(shop.jobs().map(({ options }) => options.delaySeconds)).toEqual([2])
    later(2)
    await wakeDueChannels(app.kernel)
    expect(shop.jobs().filter(({ options }) => options.delaySeconds !== undefined)).toEqual([])
  })

  it('sends at once when the merchant changes from a digest, and not at all after switching off', async () => {
    const shop = await shopWith({ slack: { ...slackOn, timing: 'daily' } })
    await shop.alert([{ variantId: shop.variantId }])
    await shop.put(notificationSettings({ slack: { isOn: true } }))
    later(2)
    await shop.run()
    expect(shop.outgoing).toHaveLength(1)
    await shop.alert([{ variantId: shop.ids[1]! }])
    await shop.put(notificationSettings({ slack: { isOn: false } }))
    later(60)
    await shop.run()
    expect(shop.outgoing).toHaveLength(1)
    expect((await shop.log()).waiting.slack).toBe(0)
  })

  it('waits while the figures are stale, and sends when the store has been synced again', async () => {
    await insertConnection(app.kernel, {
      merchantId: shop.merchantId,
      shopDomain: `${shop.merchantId}.myshopify.com`,
    })
    await shop.alert([{ variantId: shop.variantId }])
    later(31 * 60)
    await shop.run()
    expect(shop.outgoing).toEqual([])
    await shop.tenant((tx) =>
      tx
        .updateTable('merchants')
        .set({ stock_as_of: app.kernel.clock.now() })
        .where('id', '=', shop.merchantId)
        .execute(),
    )
    later(5 * 60)
    await shop.run()
    expect(shop.outgoing).toHaveLength(1)
  })

  it('sends nothing to a merchant whose trial has ended', async () => {
    await shop.alert([{ variantId: shop.variantId }])
    app.kernel.clock.advance(15 * DAY_MS)
    await shop.run()
    expect(shop.outgoing).toEqual([])
    expect((await shop.log()).waiting.slack).toBe(0)
  })
})

describe('a provider that fails', () => {
  it('W-05 is retried after longer and longer waits, each time with up-to-date content', async () => {
    shop.answers.push(busy, busy)
    await shop.sendAlert()
    expect(await latest(shop)).toMatchObject({
      status: 'retrying',
      attempts: 1,
      reason: 'wait',
      providerWords: 'Busy',
    })
    expect((await latest(shop)).nextTryAt).toBe('2026-11-20T10:00:07.000Z')
    await shop.alert([{ variantId: shop.ids[1]! }])
    later(5)
    await shop.run()
    later(10)
    await shop.run()
    expect(texts(shop).map((text) => text.split('\n')[0])).toEqual([
      'Stock alert: “Kettle 0” needs an order',
      'Stock alert: 2 products need an order',
      'Stock alert: 2 products need an order',
    ])
    expect(await latest(shop)).toMatchObject({ status: 'sent', attempts: 3, alerts: 2 })
    expect(new Set(shop.outgoing.map(({ attempt }) => attempt.messageKey)).size).toBe(1)
  })

  it('W-05 that may have accepted the message gets the same message again', async () => {
    shop.answers.push(silent)
    await shop.sendAlert()
    await shop.resolveAll()
    await shop.alert([{ variantId: shop.ids[1]! }])
    later(10)
    await shop.run()
    expect(texts(shop)[1]).toBe(texts(shop)[0])
    expect(shop.outgoing.map(({ attempt }) => attempt.repeats?.toISOString() ?? null)).toEqual([
      null,
      '2026-11-20T10:00:02.000Z',
    ])
    later(60)
    await shop.run()
    expect(texts(shop)[2]).toContain('Kettle 1')
  })

  it('W-05 is searched for a message sent since the first try, however many tries remained uncertain', async () => {
    shop.answers.push(...Array.from({ length: 5 }, () => silent))
    await shop.alert([{ variantId: shop.variantId }])
    later(2)
    for (let round = 0; round < 6; round++) {
      await shop.run()
      later(300)
    }
    const repeats = shop.outgoing.map(({ attempt }) => attempt.repeats?.toISOString() ?? null)
    expect(repeats).toEqual([null, ...Array(5).fill('2026-11-20T10:00:02.000Z')])
  })

  it('W-05 that lost an SMS it had accepted gets its alerts again with a further try', async () => {
    const shop = await shopWithSms()
    shop.answers.push({ ...TAKEN, providerId: 'SM1' })
    await shop.alert([{ variantId: shop.variantId, severity: 3 }])
    later(2)
    await shop.run('sms')
    const { id: deliveryId } = await latest(shop)
    const key = { merchantId: shop.merchantId, deliveryId, providerId: 'SM1', giveUpAt: null }
    await saveSmsStatus(app.kernel, key, { status: 'undelivered', errorCode: '30003' })
    expect(await latest(shop)).toMatchObject({ status: 'failed', canRetry: true })
    later(60)
    await shop.request(`/api/deliveries/${deliveryId}/retry`, { method: 'POST' })
    await shop.run('sms')
    expect(texts(shop)[1]).toBe(texts(shop)[0])
    expect(await latest(shop)).toMatchObject({ id: deliveryId, status: 'sent', alerts: 1 })
  })

  it('W-05 that reports late on an earlier SMS does not end the try that was requested since', async () => {
    const shop = await shopWithSms()
    shop.answers.push({ ...TAKEN, providerId: 'SM1' }, silent)
    await shop.alert([{ variantId: shop.variantId, severity: 3 }])
    later(2)
    await shop.run('sms')
    const { id: deliveryId } = await latest(shop)
    const tell = (providerId: string, index: number, status: string) => {
      const { giveUpAt } = shop.outgoing[index]!.attempt
      const key = { merchantId: shop.merchantId, deliveryId, providerId, giveUpAt }
      return saveSmsStatus(app.kernel, key, { status, errorCode: null })
    }
    await tell('SM1', 0, 'undelivered')
    later(60)
    await shop.request(`/api/deliveries/${deliveryId}/retry`, { method: 'POST' })
    for (const status of ['sent', 'undelivered']) await tell('SM1', 0, status)
    expect((await latest(shop)).status).toBe('queued')
    await shop.run('sms')
    await tell('SM1', 0, 'delivered')
    expect((await latest(shop)).status).toBe('retrying')
    await tell('SM2', 1, 'delivered')
    expect((await latest(shop)).status).toBe('sent')
  })

  it('W-05 is retried at the time that it names', async () => {
    shop.answers.push({ ...busy, afterMs: 40_000 })
    await shop.sendAlert()
    expect((await latest(shop)).nextTryAt).toBe('2026-11-20T10:00:42.000Z')
    expect(shop.jobs().at(-1)?.options.delaySeconds).toBe(40)
  })

  it('W-05 is given up after three days, as the log shows, and retried on request', async () => {
    shop.answers.push(...Array.from({ length: 500 }, () => busy))
    await shop.alert([{ variantId: shop.variantId }])
    for (let hour = 0; hour < 80; hour += 4) {
      later(4 * 3600)
      await shop.run()
    }
    const dead = await latest(shop)
    expect(dead).toMatchObject({ status: 'failed', canRetry: true })
    expect(shop.outgoing).toHaveLength(19)
    shop.answers.length = 0
    const retry = () => shop.request(`/api/deliveries/${dead.id}/retry`, { method: 'POST' })
    expect(await (await retry()).json()).toMatchObject({ status: 'queued', canRetry: false })
    expect((await retry()).status).toBe(409)
    await shop.run()
    expect(await latest(shop)).toMatchObject({ status: 'sent' })
  })

  it('W-05 that was called right before a crash gets the same message again, and only once', async () => {
    await shop.alert([{ variantId: shop.variantId }])
    later(2)
    const crash = Promise.reject(new Error('killed'))
    crash.catch(() => undefined)
    const dying: Senders = { ...shop.provider.senders, slack: () => crash }
    const key = { merchantId: shop.merchantId, channel: 'slack', lane: 'alerts' } as const
    await expect(deliver({ ...shop.provider, senders: dying }, key, never)).rejects.toThrow('killed')
    expect(await latest(shop)).toMatchObject({ status: 'sending', attempts: 1 })
    later(10)
    await shop.run()
    expect(shop.outgoing).toEqual([])
    later(40)
    await shop.run()
    await shop.run()
    expect(shop.outgoing).toHaveLength(1)
    expect(shop.outgoing[0]?.attempt.repeats).not.toBeNull()
    expect(await latest(shop)).toMatchObject({ status: 'sent', attempts: 2 })
  })

  it.each([
    ['was taken', TAKEN],
    ['is refused permanently', gone],
  ])(
    'W-05 whose answer (a message %s) arrives while the merchant switches the channel off causes no deadlock',
    async (_, answer) => {
      const key = { merchantId: shop.merchantId, channel: 'slack', lane: 'alerts' } as const
      await shop.alert([{ variantId: shop.variantId }])
      later(2)
      const [isAsked, isLocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const slack = async () => {
        isAsked.resolve()
        await isLocked.promise
        return answer
      }
      const running = deliver({ ...shop.provider, senders: { ...shop.provider.senders, slack } }, key, never)
      await isAsked.promise
      const switching = shop.tenant(async (tx) => {
        await lockChannel(tx, shop.merchantId, 'slack')
        isLocked.resolve()
        await untilOneWaits()
        await closeChannel(tx, key, ownWords('switched_off'))
      })
      await Promise.all([running, switching])
      expect(await latest(shop)).toMatchObject({ status: 'off', attempts: 1 })
    },
  )

  it('W-05 that reports on an SMS while the merchant switches the channel off causes no deadlock', async () => {
    const shop = await shopWithSms()
    const { merchantId } = shop
    shop.answers.push({ ...TAKEN, providerId: 'SM1' })
    await shop.alert([{ variantId: shop.variantId, severity: 3 }])
    later(2)
    await shop.run('sms')
    const { id: deliveryId } = await latest(shop)
    await shop.tenant((tx) =>
      tx.updateTable('deliveries').set({ status: 'sending' }).where('merchant_id', '=', merchantId).execute(),
    )
    const key = { merchantId, deliveryId, providerId: 'SM1', giveUpAt: null }
    let told: Promise<void> | undefined
    await shop.tenant(async (tx) => {
      await lockChannel(tx, merchantId, 'sms')
      told = saveSmsStatus(app.kernel, key, { status: 'delivered', errorCode: null })
      await untilOneWaits()
      await closeChannel(tx, { merchantId, channel: 'sms' }, ownWords('switched_off'))
    })
    await told
    expect(await latest(shop)).toMatchObject({
      status: 'sent',
      reason: 'delivered',
      providerWords: 'Delivered to the phone',
    })
  })

  it('W-05 that accepted a message has this recorded even while every other database connection is in use', async () => {
    const { db } = app.kernel
    const status = () =>
      db.withTenantAtOnce(shop.merchantId, (tx) =>
        tx
          .selectFrom('deliveries')
          .select('status')
          .where('merchant_id', '=', shop.merchantId)
          .executeTakeFirst(),
      )
    await shop.alert([{ variantId: shop.variantId }])
    later(2)
    const key = { merchantId: shop.merchantId, channel: 'slack', lane: 'alerts' } as const
    const busyWith = Promise.withResolvers<{ release(): void }[]>()
    const slack = async () => {
      const all = Array.from({ length: db.pool.options.max ?? 0 }, () => db.pool.connect())
      busyWith.resolve(await Promise.all(all))
      return TAKEN
    }
    const running = deliver({ ...shop.provider, senders: { ...shop.provider.senders, slack } }, key, never)
    const connections = await busyWith.promise
    try {
      await vi.waitFor(async () => expect((await status())?.status).toBe('sent'), { timeout: 8000 })
    } finally {
      for (const connection of connections) connection.release()
    }
    await running
  })

  it('W-05 that fails permanently switches the channel off, gives the reason, and the merchant gets a mail', async () => {
    shop.answers.push(gone)
    await shop.sendAlert()
    const state = await shop.ask<Notifications>('/api/notifications')
    expect(state.slack).toMatchObject({ isOn: false, offReason: 'The channel is archived' })
    const refused = (await shop.log()).deliveries.find(({ channel }) => channel === 'slack')
    expect(refused).toMatchObject({
      status: 'failed',
      reason: 'not_accepted',
      providerWords: 'The channel is archived',
    })
    const [mail] = await queuedMailsTo(app.kernel, shop.email)
    expect(mail?.subject).toBe('Alerts by Slack are switched off')
  })

  it('that refuses one message gets the next one', async () => {
    shop.answers.push({
      kind: 'refused',
      reason: 'not_accepted',
      words: 'invalid_blocks',
      because: 'message',
    })
    await shop.sendAlert()
    expect(await latest(shop)).toMatchObject({ status: 'failed', canRetry: true })
    await shop.alert([{ variantId: shop.ids[1]! }])
    later(60)
    await shop.run()
    expect(await latest(shop)).toMatchObject({ status: 'sent' })
  })
})

describe('GET /api/deliveries and POST /api/deliveries/:id/retry', () => {
  it('show and retry nothing of another merchant', async () => {
    const [shop, other] = [await shopWith(), await shopWith()]
    shop.answers.push({ kind: 'refused', reason: 'not_accepted', words: 'no', because: 'message' })
    await shop.sendAlert()
    expect(await other.log()).toMatchObject({ deliveries: [], total: 0 })
    const { id } = await latest(shop)
    expect((await other.request(`/api/deliveries/${id}/retry`, { method: 'POST' })).status).toBe(404)
  })

  it('filter by channel and status', async () => {
    await shop.sendAlert()
    const total = async (query: string) => (await shop.ask<DeliveryList>(`/api/deliveries?${query}`)).total
    expect(await total('status=sent&channel=slack')).toBe(1)
    expect(await total('status=failed')).toBe(0)
    expect(await total('channel=email')).toBe(0)
  })
})
