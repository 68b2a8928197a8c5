import { DAY_MS, MINUTE_MS, type Notifications, type SaveNotifications } from '@stockcast/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { confirmPendingAddress } from '../../testing/confirm-address.ts'
import { insertCatalog, newForEachTest, withTestApp } from '../../testing/index.ts'
import { insertOpenAlerts } from '../../testing/insert-alerts.ts'
import { notificationSettings } from '../../testing/notification-settings.ts'
import { unsetChannel } from './channels/channel.ts'
import { findStop, savePhone } from './channels/consent-queries.ts'
import { contactHash } from './channels/contact-hash.ts'
import { handleSmsReply } from './channels/handle-sms-reply.ts'
import { phoneCode } from './channels/phone-code.ts'
import { saveChannel } from './channels/queries.ts'
import { unsubscribeToken } from './channels/unsubscribe.ts'

const NOW = '2026-11-20T10:00:00Z'
const URL_OF_HOOK = 'https://hooks.slack.com/services/T0AAA/B0BBB/secret-part-WXYZ'

const app = withTestApp({ now: NOW })

beforeEach(() => {
  app.kernel.clock.set(NOW)
  phone = freshPhone()
  smsOn = { ...off, sms: { ...off.sms, isOn: true, phone, hasConsent: true } }
  app.kernel.sentJobs.length = 0
})

const off = notificationSettings({ sms: { quietFrom: '21:00', quietTo: '08:00' } })

let lastPhone = 2670
const freshPhone = () => `+1415555${++lastPhone}`
/** Used by this test only: what a number replied, and what was sent to it, counts for every merchant. */
let phone = freshPhone()
let smsOn: SaveNotifications

async function signUp() {
  const merchant = await app.signUp()
  const { merchantId, rows } = merchant
  const put = (json: SaveNotifications) => merchant.request('/api/notifications', { method: 'PUT', json })
  const post = (path: string, json?: object) =>
    merchant.request(`/api/notifications/${path}`, { method: 'POST', ...(json && { json }) })
  const consents = () =>
    rows(sql<{
      id: number
      phone: string
      ip: string
      consent_text: string
      ended_by: string | null
      code_nonce: string
    }>`
      select * from sms_consents where merchant_id = ${merchantId} order by id`)
  return {
    ...merchant,
    put,
    rows,
    post,
    consents,
    confirm: () => confirmPendingAddress(app.kernel, merchantId),
    get: () => merchant.ask<Notifications>('/api/notifications'),
    code: async () => {
      const consent = (await consents()).at(-1)!
      const { id: consentId, code_nonce: nonce } = consent
      return phoneCode(app.kernel.config.secrets[0], { merchantId, consentId, nonce })
    },
  }
}

async function getFault(answer: Response | Promise<Response>) {
  const { error } = (await (await answer).json()) as {
    error: { code: string; field?: string; message: string }
  }
  return [(await answer).status, error.field ?? error.code, error.message]
}

describe('GET /api/notifications', () => {
  it('shows everything off, and SMS for the most urgent alerts only, before anything is saved', async () => {
    const merchant = await signUp()
    expect(await merchant.get()).toMatchObject({
      timeZone: 'UTC',
      slack: { isOn: false, webhookUrlMasked: null, urgency: 'all', timing: 'at_once' },
      email: { isOn: false, address: null },
      sms: { isOn: false, phone: null, isConfirmed: false, urgency: 'out_of_stock', dailyLimit: 5 },
    })
  })
})

describe('the offer to mail alerts', () => {
  const opened = async () => {
    const merchant = await signUp()
    const { merchantId } = merchant
    const [variantId] = await insertCatalog(app.kernel, { merchantId, variants: [{ sku: 'A' }] })
    const alerts = [{ variantId: variantId! }, { variantId: variantId!, type: 'low_stock' as const }]
    const at = app.kernel.clock.now()
    await app.kernel.db.withTenant(merchantId, (tx) => insertOpenAlerts(tx, { merchantId, at, alerts }))
    const pending = () =>
      merchant.rows(sql<{ channel: string; due_at: Date }>`
        select channel, due_at from pending_notifications where merchant_id = ${merchantId}`)
    return { ...merchant, pending }
  }
  const stored = async (answer: Response) => (await answer.json()) as Notifications

  const merchant = newForEachTest(opened)

  it('stands until it is answered, and nothing waits to be sent before', async () => {
    expect(await merchant.get()).toMatchObject({ isOffered: true, email: { isOn: false } })
    expect(await merchant.pending()).toEqual([])
  })

  it('when accepted, sends one digest a day to the address of the account, first of the alerts open now', async () => {
    const answer = await stored(await merchant.post('offer', { isAccepted: true }))
    expect(answer).toMatchObject({
      isOffered: false,
      email: { isOn: true, timing: 'daily', at: '08:00', address: merchant.email },
      slack: { isOn: false },
      sms: { isOn: false },
    })
    const due = { channel: 'email', due_at: new Date('2026-11-21T08:00:00Z') }
    expect(await merchant.pending()).toEqual([due, due])
  })

  it('declined, leaves every channel off, and is not made again', async () => {
    const answer = await stored(await merchant.post('offer', { isAccepted: false }))
    expect(answer).toMatchObject({ isOffered: false, email: { isOn: false, address: null } })
    expect(await merchant.pending()).toEqual([])
  })

  it('answered a second time changes nothing', async () => {
    await merchant.post('offer', { isAccepted: false })
    const again = await stored(await merchant.post('offer', { isAccepted: true }))
    expect(again).toMatchObject({ isOffered: false, email: { isOn: false } })
    expect(await merchant.pending()).toEqual([])
  })

  it('is not made to a merchant who has saved the channels', async () => {
    await merchant.put(off)
    expect(await merchant.get()).toMatchObject({ isOffered: false })
  })
})

describe('PUT /api/notifications', () => {
  const merchant = newForEachTest(signUp)

  it('G-04 treats the webhook as a secret: masked in the answer, encrypted in the row, kept when it is not sent again', async () => {
    const saved = await merchant.put({
      ...off,
      slack: { ...off.slack, isOn: true, webhookUrl: ` ${URL_OF_HOOK} ` },
    })
    const text = await saved.text()
    expect(text).toContain('https://hooks.slack.com/services/…WXYZ')
    expect(text).not.toContain('secret-part')
    await merchant.put({ ...off, slack: { ...off.slack, isOn: true, timing: 'weekly' } })
    expect((await merchant.get()).slack).toMatchObject({
      isOn: true,
      timing: 'weekly',
      webhookUrlMasked: 'https://hooks.slack.com/services/…WXYZ',
    })
    const [row] = await merchant.rows(
      sql<{ target: string }>`select target from notification_channels where channel = 'slack'`,
    )
    expect(row?.target).toMatch(/^v1\.merchant\./)
  })

  it('G-04 takes a blank webhook for none, and Slack is off with it', async () => {
    await merchant.put({ ...off, slack: { ...off.slack, isOn: true, webhookUrl: URL_OF_HOOK } })
    await merchant.put({ ...off, slack: { ...off.slack, isOn: true, webhookUrl: '  ' } })
    expect((await merchant.get()).slack).toMatchObject({ isOn: false, webhookUrlMasked: null })
  })

  it('G-04 clears the address when email is off, and never touches the sign-in email', async () => {
    await merchant.put({ ...off, email: { ...off.email, isOn: true, address: 'alerts@shop.example' } })
    await merchant.confirm()
    expect((await merchant.get()).email).toMatchObject({ isOn: true, address: 'alerts@shop.example' })
    await merchant.put({ ...off, email: { ...off.email, isOn: false, address: 'alerts@shop.example' } })
    expect((await merchant.get()).email).toMatchObject({ isOn: false, address: null })
    const session = await merchant.ask<{ merchant: { email: string } }>('/api/session')
    expect(session.merchant.email).toBe(merchant.email)
  })

  it.each([
    [{ slack: { ...off.slack, webhookUrl: 'https://evil.example/' } }, 'slack.webhookUrl'],
    [{ email: { ...off.email, isOn: true, address: '' } }, 'email.address'],
    [{ sms: { ...off.sms, phone: '555' } }, 'sms.phone'],
    [{ sms: { ...off.sms, phone: '+1 800 555 0199' } }, 'sms.phone'],
    [{ sms: { ...off.sms, phone: '<script>' } }, 'sms.phone'],
    [{ sms: { ...off.sms, isOn: true } }, 'sms.phone'],
    [{ sms: { ...off.sms, isOn: true, phone } }, 'sms.hasConsent'],
    [{ sms: { ...off.sms, timing: 'hourly' } }, 'sms.timing'],
  ])('G-04b answers 400 to %j, names the field and saves nothing', async (part, field) => {
    const answer = await merchant.put({ ...off, ...part } as SaveNotifications)
    expect((await getFault(answer)).slice(0, 2)).toEqual([400, field])
    expect(await merchant.rows(sql`select 1 from notification_channels`)).toEqual([])
  })

  it('G-04b stores who agreed to messages to which number, when, and in which words', async () => {
    const typed = `+1 (415) 555-${phone.slice(-4)}`
    expect((await merchant.put({ ...smsOn, sms: { ...smsOn.sms, phone: typed } })).status).toBe(200)
    const { sms } = await merchant.get()
    expect(sms).toMatchObject({ phone, consentAt: '2026-11-20T10:00:00.000Z', isConfirmed: false })
    expect(await merchant.consents()).toMatchObject([
      { phone, ip: '127.0.0.1', consent_text: sms.consentText, ended_by: null },
    ])
    await merchant.put(smsOn)
    expect(await merchant.consents()).toHaveLength(1)
    await merchant.put({ ...smsOn, sms: { ...smsOn.sms, phone: '+491701234567' } })
    await merchant.put({ ...off, sms: { ...off.sms, phone: '+491701234567' } })
    expect((await merchant.consents()).map((each) => [each.phone, each.ended_by])).toEqual([
      [phone, 'merchant'],
      ['+491701234567', 'merchant'],
    ])
    expect((await merchant.get()).sms.consentAt).toBeNull()
  })

  it('L-01 says that SMS is not set up if it is not', async () => {
    const { sms } = app.kernel.config
    app.kernel.config.sms = { mode: 'not_set_up' }
    const merchant = await signUp()
    const answer = await getFault(merchant.put(smsOn))
    app.kernel.config.sms = sms
    expect(answer).toEqual([400, 'sms.isOn', 'SMS is not set up on this server. Use Slack or email.'])
  })
})

describe('the phone number', () => {
  const ready = async () => {
    const merchant = await signUp()
    await merchant.put(smsOn)
    expect((await merchant.post('sms/code')).status).toBe(200)
    return merchant
  }
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

  it('G-04b is confirmed by the code that was sent to it, which is stored in no row', async () => {
    const merchant = await ready()
    const code = await merchant.code()
    const stored = await merchant.rows(sql<{ all: string }>`
      select (select string_agg(c::text, '') from sms_consents c) || (select string_agg(d::text, '') from deliveries d) as all`)
    expect(stored[0]?.all).not.toContain(code)
    const confirmed = await merchant.post('sms/confirm', { code })
    expect(((await confirmed.json()) as Notifications).sms.isConfirmed).toBe(true)
    expect((await getFault(merchant.post('sms/confirm', { code })))[0]).toBe(409)
    expect((await getFault(merchant.post('sms/code')))[0]).toBe(409)
    await merchant.put({ ...smsOn, sms: { ...smsOn.sms, phone: '+491701234567' } })
    expect((await merchant.get()).sms.isConfirmed).toBe(false)
  })

  it('G-04b is not confirmed by guessing: there are five tries, and refused ones count too', async () => {
    const merchant = await ready()
    const code = await merchant.code()
    for (let left = 4; left > 0; left--) {
      const [status, field, message] = await getFault(merchant.post('sms/confirm', { code: wrong(code) }))
      expect([status, field]).toEqual([400, 'code'])
      expect(message).toContain(left === 1 ? '1 try is left' : `${left} tries are left`)
    }
    expect((await getFault(merchant.post('sms/confirm', { code: wrong(code) })))[2]).toContain(
      'Ask for a new one',
    )
    expect((await getFault(merchant.post('sms/confirm', { code })))[2]).toContain('no longer valid')
  })

  it('G-04b is not confirmed by a code after ten minutes', async () => {
    const merchant = await ready()
    const code = await merchant.code()
    app.kernel.clock.advance(10 * MINUTE_MS + 1)
    expect((await getFault(merchant.post('sms/confirm', { code })))[2]).toContain('no longer valid')
  })

  it('G-04b gets at most one code in half a minute and five a day', async () => {
    const merchant = await ready()
    expect((await getFault(merchant.post('sms/code')))[0]).toBe(429)
    for (let n = 0; n < 4; n++) {
      app.kernel.clock.advance(31_000)
      expect((await merchant.post('sms/code')).status).toBe(200)
    }
    app.kernel.clock.advance(31_000)
    expect((await getFault(merchant.post('sms/code')))[2]).toContain('5 codes a day')
  })

  it('G-04b gets no code after STOP until START comes from it', async () => {
    const merchant = await ready()
    const reply = (body: string) => handleSmsReply(app.kernel, { from: phone, body, optOutType: null })
    await reply('STOP')
    await merchant.put({ ...smsOn, sms: { ...smsOn.sms, isOn: false } })
    expect(await getFault(merchant.post('sms/code'))).toEqual([
      412,
      'precondition_failed',
      expect.stringContaining('STOP'),
    ])
    await reply('START')
    expect((await merchant.post('sms/code')).status).toBe(200)
  })

  const getReply = (from: string) => (body: string) =>
    handleSmsReply(app.kernel, { from, body, optOutType: null })
  const stopped = [400, 'sms.isOn', expect.stringContaining('Send START from it')]

  it('G-04b remains stopped after STOP, whatever number was saved in between, until START comes from it', async () => {
    const merchant = await ready()
    const reply = getReply(phone)
    await reply('STOP')
    await merchant.put({ ...smsOn, sms: { ...smsOn.sms, phone: '+491701234567' } })
    expect((await merchant.get()).sms.isStopped).toBe(false)
    expect(await getFault(merchant.put(smsOn))).toEqual(stopped)
    await merchant.put({ ...smsOn, sms: { ...smsOn.sms, isOn: false } })
    expect((await merchant.get()).sms.isStopped).toBe(true)
    app.kernel.clock.advance(31_000)
    expect((await getFault(merchant.post('sms/code')))[0]).toBe(412)
    await reply('START')
    expect((await merchant.put(smsOn)).status).toBe(200)
    expect((await merchant.post('sms/code')).status).toBe(200)
  })

  it('G-04b remains stopped for a merchant who had another number then, and for one who comes later', async () => {
    const [earlier, reply] = [await signUp(), getReply(phone)]
    await earlier.put({ ...smsOn, sms: { ...smsOn.sms, phone: '+491701234567' } })
    await reply('STOP')
    const later = await signUp()
    expect(await getFault(earlier.put(smsOn))).toEqual(stopped)
    expect(await getFault(later.put(smsOn))).toEqual(stopped)
    await reply('START')
    expect((await later.put(smsOn)).status).toBe(200)
  })

  it('G-04b is stopped for every merchant who has it, and for none who has given it up', async () => {
    const [one, two, former] = [await signUp(), await signUp(), await signUp()]
    for (const merchant of [one, two, former]) await merchant.put(smsOn)
    await former.put({ ...smsOn, sms: { ...smsOn.sms, phone: '+491701234567' } })
    await getReply(phone)('STOP')
    const isStopped = async (merchant: typeof one) => (await merchant.get()).sms.isStopped
    expect([await isStopped(one), await isStopped(two), await isStopped(former)]).toEqual([true, true, false])
    await getReply(phone)('START')
    expect([await isStopped(one), await isStopped(two)]).toEqual([false, false])
  })

  it('G-04b loses its consent when STOP arrives at the very moment it is saved', async () => {
    const merchant = await signUp()
    const phoneHash = await contactHash(app.kernel.config, app.kernel.db.directory, {
      channel: 'sms',
      target: phone,
    })
    let stopping: Promise<void> | undefined
    await app.kernel.db.withTenant(merchant.merchantId, async (tx) => {
      expect(await findStop(tx, phoneHash)).toBeNull()
      stopping = getReply(phone)('STOP')
      await vi.waitFor(async () => {
        const waiting = sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
        expect((await waiting.execute(app.kernel.db.directory)).rows).toHaveLength(1)
      })
      await saveChannel(tx, merchant.merchantId, { ...unsetChannel('sms'), isOn: true, target: phone })
      await savePhone(tx, merchant, phoneHash)
    })
    await stopping
    expect((await merchant.get()).sms).toMatchObject({ isOn: false, isStopped: true })
  })

  it('gets at most ten tests and codes a day, however many merchants ask', async () => {
    const statuses: number[] = []
    for (let merchants = 0; merchants < 11; merchants++) {
      const merchant = await signUp()
      await merchant.put(smsOn)
      statuses.push((await merchant.post('sms/code')).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    app.kernel.clock.advance(DAY_MS)
    const merchant = await signUp()
    await merchant.put(smsOn)
    expect((await merchant.post('sms/code')).status).toBe(200)
  })

  it('gets no code before it is saved with consent', async () => {
    const merchant = await signUp()
    expect((await getFault(merchant.post('sms/code')))[0]).toBe(412)
    expect((await getFault(merchant.post('sms/confirm', { code: '123456' })))[1]).toBe('code')
  })
})

describe('a test message', () => {
  const merchant = newForEachTest(signUp)

  it.each(['slack', 'email', 'sms'])('to %s needs the channel to be set up', async (channel) => {
    expect((await getFault(merchant.post(`${channel}/test`)))[0]).toBe(412)
  })

  it('is queued at once, at most five in ten minutes', async () => {
    await merchant.put({ ...off, slack: { ...off.slack, isOn: true, webhookUrl: URL_OF_HOOK } })
    for (let n = 0; n < 5; n++) expect((await merchant.post('slack/test')).status).toBe(200)
    expect(app.kernel.sentJobs[0]).toMatchObject({
      name: 'deliver-slack',
      data: { merchantId: merchant.merchantId, lane: 'single' },
    })
    expect((await getFault(merchant.post('slack/test')))[0]).toBe(429)
    app.kernel.clock.advance(10 * MINUTE_MS)
    expect((await merchant.post('slack/test')).status).toBe(200)
  })

  it('is not queued more than twenty times a day', async () => {
    await merchant.put({ ...off, slack: { ...off.slack, isOn: true, webhookUrl: URL_OF_HOOK } })
    for (let n = 0; n < 20; n++) {
      if (n % 5 === 0) app.kernel.clock.advance(10 * MINUTE_MS)
      expect((await merchant.post('slack/test')).status).toBe(200)
    }
    app.kernel.clock.advance(10 * MINUTE_MS)
    expect((await getFault(merchant.post('slack/test')))[2]).toContain('20 tests a day')
    app.kernel.clock.advance(DAY_MS)
    expect((await merchant.post('slack/test')).status).toBe(200)
  })

  it('goes to one mailbox ten times a day, confirmation mails included, however it is written and whoever asks', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      const merchant = await signUp()
      const address = `Anybody+${n}@shop.example`
      const saved = await merchant.put({ ...off, email: { ...off.email, isOn: true, address } })
      statuses.push(saved.status)
      if (saved.status !== 200) continue
      await merchant.confirm()
      statuses.push((await merchant.post('email/test')).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  })

  it('by SMS needs a confirmed number', async () => {
    await merchant.put(smsOn)
    expect((await getFault(merchant.post('sms/test')))[2]).toContain('Confirm the number first')
  })
})

describe('the unsubscribe link', () => {
  const subscribed = async () => {
    const merchant = await signUp()
    await merchant.put({ ...off, email: { ...off.email, isOn: true, address: 'alerts@shop.example' } })
    await merchant.confirm()
    const of = { merchantId: merchant.merchantId, address: 'alerts@shop.example' }
    return { ...merchant, link: `/u/${unsubscribeToken(app.kernel.config.secrets, of)}` }
  }

  it('asks first, so that a link scanner ends nothing', async () => {
    const merchant = await subscribed()
    const page = await app.request(merchant.link)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<form method="post">')
    expect((await merchant.get()).email.isOn).toBe(true)
  })

  it('G-04 ends the mails with one click without signing in, and clears the address', async () => {
    const merchant = await subscribed()
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await app.request(merchant.link, { method: 'POST', body })).status).toBe(200)
    expect((await merchant.get()).email).toMatchObject({
      isOn: false,
      address: null,
      offReason: 'Switched off by the unsubscribe link in an email.',
    })
    expect((await app.request(merchant.link, { method: 'POST' })).status).toBe(200)
  })

  it('leaves another address unchanged', async () => {
    const merchant = await subscribed()
    await merchant.put({ ...off, email: { ...off.email, isOn: true, address: 'other@shop.example' } })
    await merchant.confirm()
    await app.request(merchant.link, { method: 'POST' })
    expect((await merchant.get()).email).toMatchObject({ isOn: true, address: 'other@shop.example' })
  })

  it('answers 404 to a link that is not ours', async () => {
    expect((await app.request('/u/1.x.y')).status).toBe(404)
    expect((await app.request('/u/1.x.y', { method: 'POST' })).status).toBe(404)
  })
})

it('a request from Twilio gets 401 without a signature', async () => {
  for (const path of ['status?merchant=1&delivery=1', 'inbound']) {
    const body = new URLSearchParams({
      From: phone,
      Body: 'STOP',
      MessageSid: 'SM1',
      MessageStatus: 'sent',
    })
    expect((await app.request(`/webhooks/twilio/${path}`, { method: 'POST', body })).status).toBe(401)
  }
})
