import type { Notifications } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { type AccountApp, linkIn, type Person, withAccountApp } from '../../testing/account-app.ts'
import { insertCatalog } from '../../testing/index.ts'
import { insertOpenAlerts } from '../../testing/insert-alerts.ts'
import { notificationSettings } from '../../testing/notification-settings.ts'
import { addPendingNotifications } from './add-pending-notifications.ts'
import { deliver } from './deliveries/deliver.task.ts'
import type { OutgoingMessage } from './deliveries/senders.ts'

let app: AccountApp
withAccountApp((opened) => {
  app = opened
})

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

const getSettings = async (person: Person) =>
  (await (await app.call(person.token, '/api/notifications')).json()) as Notifications

/** Opens alerts, sends what is due to the owner and the member, and returns to whom. */
async function openAlerts({ merchantId, recipientId }: { merchantId: number; recipientId: number }) {
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
  return send({ merchantId, recipientId })
}

async function send({ merchantId, recipientId }: { merchantId: number; recipientId: number }) {
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
    return { kind: 'sent', providerId: null, reason: 'accepted', words: 'Taken' } as const
  }
  const context = {
    ...kernel,
    senders: { slack: sender, email: sender, sms: sender },
    linkActions: async () => [],
    isReadOnly: async () => false,
    onOrderMailEnded: async () => undefined,
    chance: () => 0.5,
  }
  for (const recipient of [0, recipientId])
    for (let run = 0; run < 2; run++) {
      const key = { merchantId, recipientId: recipient, channel: 'email', lane: 'alerts' } as const
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
      isOwner: false,
      hasTeam: true,
      email: { address: member.email },
    })
    const test = await app.call(member.token, '/api/notifications/email/test', { json: {} })
    expect(test.status).toBe(200)
    const { deliveryId } = (await test.json()) as { deliveryId: number }
    const log = await (await app.call(owner.token, '/api/deliveries')).text()
    expect(log).not.toContain('Test message')
    expect((await app.call(owner.token, `/api/deliveries/${deliveryId}/retry`, { json: {} })).status).toBe(
      404,
    )
    const sms = { ...notificationSettings({ sms: { isOn: true, phone: '+14155550123', hasConsent: true } }) }
    expect((await app.call(member.token, '/api/notifications', { method: 'PUT', json: sms })).status).toBe(
      400,
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

  it('get nothing any more once they were removed, whatever was queued', async () => {
    const { owner, member, ...ids } = await shop()
    await mailAlerts(member)
    await withAlert(ids.merchantId, 'Altura')
    const { kernel } = app.test
    await kernel.db.withTenant(ids.merchantId, async (tx) => {
      const alerts = await tx.selectFrom('alerts').select(['id as alertId', 'type', 'severity']).execute()
      await addPendingNotifications({ ...kernel, merchantId: ids.merchantId, tx }, alerts)
    })
    const { people } = (await (await app.call(owner.token, '/api/team')).json()) as {
      people: { userId: string }[]
    }
    await app.call(owner.token, `/api/team/people/${people[1]!.userId}`, { method: 'DELETE' })
    expect(await send(ids)).toEqual([])
  })
})
