import type { Notifications } from '@stockcast/contract'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { linkIn, PASSWORD, type Person, withAccountApp } from '../../testing/account-app.ts'
import { insertCatalog } from '../../testing/index.ts'
import { insertOpenAlerts } from '../../testing/insert-alerts.ts'
import { messageContext, TAKEN } from '../../testing/message-context.ts'
import { notificationSettings } from '../../testing/notification-settings.ts'
import { addPendingNotifications } from './add-pending-notifications.ts'
import { handleSmsReply } from './channels/handle-sms-reply.ts'
import { phoneCode } from './channels/phone-code.ts'
import { deliver } from './deliveries/deliver.task.ts'
import type { OutgoingMessage } from './deliveries/senders.ts'

const app = withAccountApp()

const NOTHING = { supplierIds: null, vendors: null, tags: null, quietFrom: '00:00', quietTo: '00:00' }

async function shop() {
  const owner = await app.signUp()
  const email = app.newEmail()
  await app.call(owner.token, '/api/team/invitations', { json: { email, role: 'viewer' } })
  const token = linkIn((await app.mailsTo(email)).at(-1)).searchParams.get('token')
  const browser = app.newBrowser()
  await browser.post('/api/auth/invitation/accept', { token, password: 'another good one' })
  await app.signIn(email, 'another good one', browser)
  const member: Person = { email, browser, token: await app.getToken(browser) }
  const merchantId = app.getMerchant(owner.token)
  const [{ id: recipientId }] = (await app.sql(
    'select recipient_id as id from memberships where merchant_id = $1',
    [merchantId],
  )) as [{ id: number }]
  return { owner, member, merchantId, recipientId }
}

const mailAlerts = async (person: Person, wish: object = NOTHING) => {
  const email = { isOn: true, address: person.email }
  const json = { ...notificationSettings({ email }), wish }
  expect((await app.call(person.token, '/api/notifications', { method: 'PUT', json })).status).toBe(200)
}

const getSettings = (person: Person) => app.ask<Notifications>(person.token, '/api/notifications')

const read = async <Row>(merchantId: number, query: RawBuilder<Row>) =>
  app.test.kernel.db.withTenant(merchantId, async (tx) => (await query.execute(tx)).rows)

const PHONES = { owner: '+14155550111', member: '+14155550123' }

/** Sets up SMS for a person, with consent and the code that was sent to the number. */
async function smsAlerts(person: Person, merchantId: number, phone: string, changes: object = {}) {
  const sms = { isOn: true, phone, hasConsent: true, quietFrom: '00:00', quietTo: '00:00', ...changes }
  const json = notificationSettings({ sms })
  expect((await app.call(person.token, '/api/notifications', { method: 'PUT', json })).status).toBe(200)
  expect((await app.call(person.token, '/api/notifications/sms/code', { json: {} })).status).toBe(200)
  const [consent] = await read(
    merchantId,
    sql<{ id: number; nonce: string }>`
      select id::int, code_nonce as nonce from sms_consents
      where merchant_id = ${merchantId} and phone = ${phone} and ended_at is null`,
  )
  const { id: consentId, nonce } = consent!
  const code = phoneCode(app.test.kernel.config.secrets[0], { merchantId, consentId, nonce })
  return (await app.call(person.token, '/api/notifications/sms/confirm', { json: { code } })).status
}

/** Opens alerts, sends what is due to the owner and the member, and returns to whom. */
async function openAlerts(
  { merchantId, recipientId }: { merchantId: number; recipientId: number },
  channel: 'email' | 'sms' = 'email',
) {
  const { kernel } = app.test
  await kernel.db.withTenant(merchantId, async (tx) => {
    const alerts = await tx
      .selectFrom('alerts')
      .select(['id as alertId', 'type', 'severity'])
      .where('merchant_id', '=', merchantId)
      .execute()
    // Adding the same again changes nothing.
    for (let run = 0; run < 2; run++) await addPendingNotifications({ ...kernel, merchantId, tx }, alerts)
  })
  return send({ merchantId, recipientId }, channel)
}

async function send(
  { merchantId, recipientId }: { merchantId: number; recipientId: number },
  channel: 'email' | 'sms' = 'email',
) {
  const { kernel } = app.test
  kernel.clock.advance(600_000)
  await kernel.db.withTenant(merchantId, (tx) =>
    tx
      .updateTable('merchants')
      .set({ stock_as_of: kernel.clock.now() })
      .where('id', '=', merchantId)
      .execute(),
  )
  const sent: (string | null)[] = []
  const sender = async (message: OutgoingMessage) => {
    sent.push(message.target)
    return TAKEN
  }
  const context = messageContext(kernel, sender)
  for (const recipient of [0, recipientId])
    for (let run = 0; run < 2; run++) {
      const key = { merchantId, recipientId: recipient, channel, lane: 'alerts' } as const
      await deliver(context, key, new AbortController().signal)
    }
  return sent
}

async function withAlert(merchantId: number, vendor: string, tags = '') {
  const { kernel } = app.test
  const [variantId] = (await insertCatalog(kernel, { merchantId, variants: [{ available: 3 }] })) as [number]
  await kernel.db.withTenant(merchantId, async (tx) => {
    await tx.updateTable('products').set({ vendor, tags }).where('merchant_id', '=', merchantId).execute()
    await insertOpenAlerts(tx, { merchantId, at: kernel.clock.now(), alerts: [{ variantId }] })
  })
}

describe('the recipients of alerts', () => {
  it('W-05 M-06 each get an alert once on each channel of their own', async () => {
    const { owner, member, ...ids } = await shop()
    await mailAlerts(owner)
    await mailAlerts(member)
    await withAlert(ids.merchantId, 'Altura')
    expect((await openAlerts(ids)).toSorted()).toEqual([owner.email, member.email].toSorted())
    expect(await openAlerts(ids)).toEqual([])
  })

  it('set up and see their own channels and messages alone', async () => {
    const { owner, member } = await shop()
    await mailAlerts(member)
    expect((await getSettings(owner)).email).toMatchObject({ isOn: false, address: null })
    expect(await getSettings(member)).toMatchObject({
      hasTeam: true,
      email: { address: member.email },
    })
    const { deliveryId } = await app.ask<{ deliveryId: number }>(
      member.token,
      '/api/notifications/email/test',
      { json: {} },
    )
    const log = await (await app.call(owner.token, '/api/deliveries')).text()
    expect(log).not.toContain('Test message')
    expect((await app.call(owner.token, `/api/deliveries/${deliveryId}/retry`, { json: {} })).status).toBe(
      404,
    )
  })

  it('M-06 get only what their suppliers sell or their vendors make', async () => {
    const { owner, member, ...ids } = await shop()
    await mailAlerts(owner)
    await mailAlerts(member, { ...NOTHING, vendors: ['Somebody else'] })
    await withAlert(ids.merchantId, 'Altura')
    expect(await openAlerts(ids)).toEqual([owner.email])
    await mailAlerts(member, { ...NOTHING, vendors: ['Altura'] })
    expect(await openAlerts(ids)).toEqual([member.email])
  })

  it('V-06 get what has one of their tags, in any case', async () => {
    const { owner, member, ...ids } = await shop()
    await mailAlerts(member, { ...NOTHING, tags: ['Winter'] })
    await withAlert(ids.merchantId, 'Altura', 'New\nSummer')
    expect(await openAlerts(ids)).toEqual([])
    await mailAlerts(member, { ...NOTHING, tags: ['winter', 'SUMMER'] })
    expect(await openAlerts(ids)).toEqual([member.email])
    expect((await getSettings(member)).wish.tags).toEqual(['winter', 'SUMMER'])
  })

  it('get nothing in their quiet hours, and what waited after them', async () => {
    const { owner, member, ...ids } = await shop()
    await mailAlerts(owner)
    await mailAlerts(member, { ...NOTHING, quietFrom: '00:00', quietTo: '23:00' })
    await withAlert(ids.merchantId, 'Altura')
    expect(await openAlerts(ids)).toEqual([owner.email])
    app.test.kernel.clock.set('2026-11-20T23:30:00Z')
    expect(await send(ids)).toEqual([member.email])
  })

  it('W-05 M-06 each get an SMS once, at a number that each agreed to and confirmed', async () => {
    const { owner, member, ...ids } = await shop()
    expect(await smsAlerts(owner, ids.merchantId, PHONES.owner)).toBe(200)
    expect(await smsAlerts(member, ids.merchantId, PHONES.member)).toBe(200)
    expect((await getSettings(member)).sms).toMatchObject({ phone: PHONES.member, isConfirmed: true })
    expect((await getSettings(owner)).sms).toMatchObject({ phone: PHONES.owner, isConfirmed: true })
    await withAlert(ids.merchantId, 'Altura')
    expect((await openAlerts(ids, 'sms')).toSorted()).toEqual([PHONES.owner, PHONES.member])
    expect(await openAlerts(ids, 'sms')).toEqual([])
  })

  it('M-06 get no SMS before they confirmed their own number, and one person’s code confirms no other', async () => {
    const { owner, member, ...ids } = await shop()
    expect(await smsAlerts(owner, ids.merchantId, PHONES.owner)).toBe(200)
    const json = notificationSettings({ sms: { isOn: true, phone: PHONES.member, hasConsent: true } })
    await app.call(member.token, '/api/notifications', { method: 'PUT', json })
    expect((await app.call(member.token, '/api/notifications/sms/test', { json: {} })).status).toBe(412)
    const { status } = await app.call(member.token, '/api/notifications/sms/confirm', {
      json: { code: '000000' },
    })
    expect(status).toBe(400)
    await withAlert(ids.merchantId, 'Altura')
    expect(await openAlerts(ids, 'sms')).toEqual([PHONES.owner])
  })

  it('M-06 stop with STOP from their number, and only those with this number', async () => {
    const { owner, member, ...ids } = await shop()
    await smsAlerts(owner, ids.merchantId, PHONES.owner)
    await smsAlerts(member, ids.merchantId, '+14155550199')
    await handleSmsReply(app.test.kernel, { from: '+14155550199', body: 'Stop', optOutType: null })
    expect((await getSettings(member)).sms).toMatchObject({ isOn: false, isStopped: true, consentAt: null })
    expect((await getSettings(owner)).sms).toMatchObject({ isOn: true, isStopped: false })
    await withAlert(ids.merchantId, 'Altura')
    expect(await openAlerts(ids, 'sms')).toEqual([PHONES.owner])
  })

  it('of one shop get at most fifteen SMS a day together', async () => {
    const { owner, member, ...ids } = await shop()
    await smsAlerts(owner, ids.merchantId, PHONES.owner)
    await smsAlerts(member, ids.merchantId, PHONES.member)
    const now = app.test.kernel.clock.now()
    await read(
      ids.merchantId,
      sql`
        insert into deliveries
          (merchant_id, recipient_id, channel, kind, status, message_key, created_at, next_at, give_up_at, sent_at)
        select ${ids.merchantId}::bigint, 9999, 'sms', 'alerts', 'sent', gen_random_uuid(),
          ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz from generate_series(1, 14)`,
    )
    await withAlert(ids.merchantId, 'Altura')
    expect(await openAlerts(ids, 'sms')).toEqual([PHONES.owner])
    app.test.kernel.clock.advance(86_400_000)
    expect(await send(ids, 'sms')).toEqual([PHONES.member])
  })

  it('keep their number and consent when the shop is handed over, and lose both when they are removed', async () => {
    const { owner, member, ...ids } = await shop()
    await smsAlerts(owner, ids.merchantId, PHONES.owner)
    await smsAlerts(member, ids.merchantId, PHONES.member)
    const { people } = await app.ask<{
      people: { userId: string }[]
    }>(owner.token, '/api/team')
    const handOver = { userId: people[1]!.userId, password: PASSWORD }
    expect((await app.call(owner.token, '/api/team/owner', { json: handOver })).status).toBe(200)
    const former = { ...owner, token: await app.getToken(owner.browser) }
    expect((await getSettings(member)).sms).toMatchObject({ phone: PHONES.member, isConfirmed: true })
    expect((await getSettings(former)).sms).toMatchObject({ phone: PHONES.owner, isConfirmed: true })
    await app.call(former.token, `/api/team/people/${people[0]!.userId}`, { method: 'DELETE' })
    const { merchantId } = ids
    const left = await read(
      merchantId,
      sql`select phone, ended_at is null as is_open from sms_consents where merchant_id = ${merchantId} order by phone`,
    )
    expect(left).toEqual([
      { phone: PHONES.owner, is_open: false },
      { phone: PHONES.member, is_open: true },
    ])
    const phones = sql`select from merchant_phones where merchant_id = ${merchantId}`
    expect(await read(merchantId, phones)).toHaveLength(1)
  })

  it('get nothing any more once they were removed, whatever was queued', async () => {
    const { owner, member, ...ids } = await shop()
    await mailAlerts(member)
    await withAlert(ids.merchantId, 'Altura')
    const { kernel } = app.test
    await kernel.db.withTenant(ids.merchantId, async (tx) => {
      const alerts = await tx.selectFrom('alerts').select(['id as alertId', 'type', 'severity']).execute()
      await addPendingNotifications({ ...kernel, merchantId: ids.merchantId, tx }, alerts)
    })
    const { people } = await app.ask<{
      people: { userId: string }[]
    }>(owner.token, '/api/team')
    await app.call(owner.token, `/api/team/people/${people[1]!.userId}`, { method: 'DELETE' })
    expect(await send(ids)).toEqual([])
  })
})
