import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  type ReportKind,
  type ReportSettings,
  type Reports,
} from '@stockcast/contract'
import { type RawBuilder, sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { deliver } from '../../alerts/notifications/deliveries/deliver.task.ts'
import type { OutgoingMessage } from '../../alerts/notifications/deliveries/senders.ts'
import { saveShopDetails } from '../../store/sync/read-shop.ts'
import { linkIn, type Person, withAccountApp } from '../../testing/account-app.ts'
import { insertCatalog, insertSupplier, newForEachTest } from '../../testing/index.ts'
import { messageContext, TAKEN } from '../../testing/message-context.ts'
import { getQueuedMails } from '../../testing/queued-mails.ts'
import { makeReport, scheduleReports } from './make-report.task.ts'

const app = withAccountApp()

/** A Thursday; the next Monday is the 30th, and the next first of a month the day after. */
const START = '2026-11-26T10:00:00Z'

beforeEach(() => app.test.kernel.clock.set(START))

interface Shop {
  merchantId: number
  owner: Person
  member: Person
  ids: { owner: string; member: string }
  recipientId: number
}

/** Opens a shop with a member, and a product that was out of stock in all of November. */
async function openShop(): Promise<Shop> {
  const owner = await app.signUp()
  const email = app.newEmail()
  const merchantId = app.getMerchant(owner.token)
  await app.call(owner.token, '/api/team/invitations', { json: { email, role: 'viewer' } })
  const token = linkIn((await getQueuedMails(app.test.kernel, merchantId)).at(-1)).searchParams.get('token')
  const browser = app.newBrowser()
  await browser.post('/api/auth/invitation/accept', { token, password: 'another good one' })
  await app.signIn(email, 'another good one', browser)
  const member = { email, browser, token: await app.getToken(browser) }
  await insertCatalog(app.test.kernel, {
    merchantId,
    variants: [
      {
        title: '=cmd|"/C calc"!A0 <b>Kettle</b>',
        price: 20,
        sales: [...Array(34).fill(2), ...Array(26).fill(0)],
        closingStock: Object.fromEntries(Array.from({ length: 60 }, (_, i) => [i + 1, i < 26 ? 0 : 9])),
      },
    ],
  })
  await refresh(merchantId)
  const [{ id: recipientId }] = (await app.sql(
    'select recipient_id as id from memberships where merchant_id = $1',
    [merchantId],
  )) as [{ id: number }]
  const { people } = await getReports({ owner })
  const [ownerId, memberId] = people.map(({ userId }) => userId)
  return { merchantId, owner, member, ids: { owner: ownerId!, member: memberId! }, recipientId }
}

/** Runs a statement as the shop. */
const inShop = <Row>({ merchantId }: Pick<Shop, 'merchantId'>, statement: RawBuilder<Row>) =>
  app.test.kernel.db.withTenant(merchantId, async (tx) => (await statement.execute(tx)).rows)

/** Has the shop's figures be those of now. */
const refresh = (merchantId: number) =>
  app.test.kernel.db.withTenant(merchantId, (tx) => {
    const at = app.test.kernel.clock.now()
    const values = {
      stock_as_of: at,
      forecast_as_of: at,
      trial_ends_at: new Date(at.getTime() + 30 * DAY_MS),
    }
    return tx.updateTable('merchants').set(values).where('id', '=', merchantId).execute()
  })

const getReports = ({ owner }: Pick<Shop, 'owner'>) => app.ask<Reports>(owner.token, '/api/reports')

const settings = (shop: Shop, changed: Partial<ReportSettings> = {}): ReportSettings => ({
  isOn: true,
  weekday: 1,
  dayOfMonth: 1,
  hour: 8,
  fileFormat: 'xlsx',
  skipsEmpty: false,
  recipients: [shop.ids.owner, shop.ids.member],
  ...changed,
})
const save = (person: Person, kind: ReportKind, json: unknown) =>
  app.call(person.token, `/api/reports/${kind}`, { method: 'PUT', json })
async function switchOn(kind: ReportKind, changed?: Partial<ReportSettings>): Promise<Reports> {
  const answer = await save(shop.owner, kind, settings(shop, changed))
  expect(answer.status).toBe(200)
  return (await answer.json()) as Reports
}

/** Moves the clock to this time with figures that are up to date, and has due reports made, as a worker does. */
async function workAt(at: string, kind: ReportKind = 'to_order'): Promise<void> {
  app.test.kernel.clock.set(at)
  await refresh(shop.merchantId)
  await work(shop, kind)
}
async function work({ merchantId }: Shop, kind: ReportKind): Promise<void> {
  await scheduleReports(app.test.kernel)
  await makeReport(app.test.kernel, { merchantId, kind })
}

type Mail = { to: string | null; subject: string; text: string; html: string; unsubscribeUrl?: string }

/** Delivers all waiting mails. Returns the reports that were delivered. */
async function send({ merchantId, recipientId }: Shop): Promise<Mail[]> {
  const sent: Mail[] = []
  const sender = async ({ target, attempt }: OutgoingMessage) => {
    if (attempt.kind === 'report') sent.push({ ...(attempt.content as unknown as Mail), to: target })
    return TAKEN
  }
  const context = messageContext(app.test.kernel, sender, { chance: () => 0 })
  for (const recipient of [0, recipientId])
    await deliver(
      context,
      { merchantId, channel: 'email', lane: 'account', recipientId: recipient },
      new AbortController().signal,
    )
  return sent
}

const outcomes = () =>
  inShop(
    shop,
    sql<{ period: string; outcome: string }>`
    select period, outcome from reports where merchant_id = ${shop.merchantId} order by id`,
  )
const urlIn = (mail: Mail, path: string) =>
  new URL(new RegExp(`https?://\\S+/${path}/\\S+`).exec(mail.text)![0]).pathname
const fileIn = (mail: Mail) => urlIn(mail, 'report')
const dueAt = async (kind: ReportKind) =>
  (
    await app.sql<{ due_at: Date }>(
      "select due_at from due_times where kind = 'report' and merchant_id = $1 and lane = $2",
      [shop.merchantId, kind],
    )
  )[0]?.due_at.toISOString()

const shop = newForEachTest(openShop)

describe('a report', () => {
  it('N-02 is off until the owner switches it on, and nothing that was missed before is sent', async () => {
    expect((await getReports(shop)).reports.map(({ isOn, nextAt }) => [isOn, nextAt])).toEqual(
      Array(5).fill([false, null]),
    )
    await workAt('2026-11-30T09:00:00Z')
    const saved = await switchOn('to_order')
    expect(saved.reports[0]!.nextAt).toBe('2026-12-07T08:00:00.000Z')
    await work(shop, 'to_order')
    expect(await send(shop)).toEqual([])
  })

  it('N-02 goes once to each person in a period, with two workers, a second run, and any number of checks', async () => {
    await switchOn('to_order')
    await workAt('2026-11-30T07:59:00Z')
    expect(await send(shop)).toEqual([])
    app.test.kernel.clock.set('2026-11-30T08:00:00Z')
    await refresh(shop.merchantId)
    const key = { merchantId: shop.merchantId, kind: 'to_order' } as const
    await Promise.all(Array.from({ length: 4 }, () => makeReport(app.test.kernel, key)))
    await makeReport(app.test.kernel, key)
    const mails = await send(shop)
    expect(mails.map(({ to }) => to)).toEqual([shop.owner.email, shop.member.email])
    for (let hour = 1; hour < 7 * 24; hour += 31) {
      await workAt(new Date(Date.parse('2026-11-30T08:00:00Z') + hour * HOUR_MS).toISOString())
      expect(await send(shop)).toEqual([])
    }
    await workAt('2026-12-07T08:00:00Z')
    expect(await send(shop)).toHaveLength(2)
    expect((await outcomes()).map(({ period }) => period)).toEqual(['2026-W49', '2026-W50'])
  })

  it('N-02 whose worker dies before it is stored is made by the next, and one that may have been sent is not sent again', async () => {
    await switchOn('to_order', { recipients: [shop.ids.owner] })
    app.test.kernel.clock.set('2026-11-30T08:00:00Z')
    await refresh(shop.merchantId)
    const key = { merchantId: shop.merchantId, kind: 'to_order' } as const
    const dying = { ...app.test.kernel.jobs, send: () => Promise.reject(new Error('killed')) }
    await expect(makeReport({ ...app.test.kernel, jobs: dying }, key)).rejects.toThrow('killed')
    expect(await outcomes()).toEqual([])
    await work(shop, 'to_order')
    await inShop(
      shop,
      sql`
      update deliveries set status = 'sending', attempts = 1, attempted_at = ${app.test.kernel.clock.now()}
      where merchant_id = ${shop.merchantId} and kind = 'report'`,
    )
    app.test.kernel.clock.advance(2 * MINUTE_MS)
    expect(await send(shop)).toEqual([])
    const log = await inShop(
      shop,
      sql`
      select status, reason from deliveries where merchant_id = ${shop.merchantId} and kind = 'report'`,
    )
    expect(log).toEqual([{ status: 'failed', reason: 'unanswered' }])
  })

  it('N-03 that was missed comes late and once; of several missed weeks, only the last', async () => {
    await switchOn('to_order')
    await workAt('2026-12-16T15:00:00Z')
    expect(await send(shop)).toHaveLength(2)
    await workAt('2026-12-16T16:00:00Z')
    expect(await send(shop)).toEqual([])
    expect((await outcomes()).map(({ period }) => period)).toEqual(['2026-W51'])
    expect(await dueAt('to_order')).toBe('2026-12-21T08:00:00.000Z')
  })

  it('N-03 follows the time zone of the shop, and a zone, weekday or hour that changes sends none twice', async () => {
    await switchOn('to_order')
    const move = (timeZone: string) =>
      app.test.kernel.db.withTenant(shop.merchantId, (tx) =>
        saveShopDetails(app.test.kernel, tx, {
          merchantId: shop.merchantId,
          shop: { name: 'Northfold', timeZone, currency: 'USD', countryCode: 'US' } as never,
        }),
      )
    await move('Asia/Tokyo')
    await work(shop, 'to_order')
    expect(await dueAt('to_order')).toBe('2026-11-29T23:00:00.000Z')
    await workAt('2026-11-29T23:00:00Z')
    expect(await send(shop)).toHaveLength(2)
    await move('America/Los_Angeles')
    await workAt('2026-11-30T17:00:00Z')
    await switchOn('to_order', { weekday: 3 })
    await workAt('2026-12-02T17:00:00Z')
    expect(await send(shop)).toEqual([])
    expect(await dueAt('to_order')).toBe('2026-12-09T16:00:00.000Z')
  })

  it('N-04 is not sent to somebody who was removed, whose links end at once, also when they come back', async () => {
    await switchOn('to_order')
    await workAt('2026-11-30T08:00:00Z')
    const mail = (await send(shop))[1]!
    expect((await app.test.request(fileIn(mail))).status).toBe(200)
    await workAt('2026-12-07T08:00:00Z')
    const removed = await app.call(shop.owner.token, `/api/team/people/${shop.ids.member}`, {
      method: 'DELETE',
    })
    expect(removed.status).toBe(200)
    expect((await send(shop)).map(({ to }) => to)).toEqual([shop.owner.email])
    expect((await app.test.request(fileIn(mail))).status).toBe(404)
    expect((await getReports(shop)).reports[0]!.recipients).toEqual([shop.ids.owner])
    await app.sql(
      "insert into memberships (merchant_id, user_id, role, joined_at) values ($1, $2, 'viewer', now())",
      [shop.merchantId, shop.ids.member],
    )
    await workAt('2026-12-14T08:00:00Z')
    expect((await send(shop)).map(({ to }) => to)).toEqual([shop.owner.email])
    expect((await app.test.request(fileIn(mail))).status).toBe(404)
  })

  it('N-04 is stopped by one press of the link in it, which asks first, and takes back what waits', async () => {
    await switchOn('to_order')
    await switchOn('stockouts')
    await workAt('2026-11-30T08:00:00Z')
    const mail = (await send(shop))[1]!
    const stop = urlIn(mail, 'stop-report')
    expect(new URL(mail.unsubscribeUrl!).pathname).toBe(stop)
    expect(await (await app.test.request(stop)).text()).toContain('Stop this report?')
    await workAt('2026-12-07T08:00:00Z')
    await workAt('2026-12-07T08:01:00Z', 'stockouts')
    for (let press = 0; press < 2; press++)
      expect(
        (
          await app.test.request(stop, {
            method: 'POST',
            body: 'List-Unsubscribe=One-Click',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          })
        ).status,
      ).toBe(200)
    const sent = await send(shop)
    expect(
      sent.filter(({ to }) => to === shop.member.email).map(({ subject }) => subject.split(',')[0]),
    ).toEqual(['Stockouts and lost sales'])
    expect(sent.filter(({ to }) => to === shop.owner.email)).toHaveLength(2)
    for (const forged of [`${stop}x`, stop.replace('to_order', 'stockouts'), '/stop-report/none'])
      expect((await app.test.request(forged, { method: 'POST' })).status).toBe(404)
  })

  it('N-04 has no stale figures: it waits a day for the store, then says so, and is not made without a plan', async () => {
    await switchOn('to_order')
    await inShop(
      shop,
      sql`
      insert into shop_connections (merchant_id, shop_domain, shop_gid, scopes, status, connected_at)
      values (${shop.merchantId}, ${`shop-${shop.merchantId}.myshopify.com`}, 'gid', '{}', 'needs_reconnect', now())`,
    )
    // A server that was down for days reads the store first.
    app.test.kernel.clock.set('2026-12-03T08:00:00Z')
    await work(shop, 'to_order')
    expect(await dueAt('to_order')).toBe('2026-12-03T08:05:00.000Z')
    app.test.kernel.clock.set('2026-12-04T08:00:00Z')
    await work(shop, 'to_order')
    await workAt('2026-12-07T08:00:00Z')
    expect(await send(shop)).toHaveLength(2)
    await inShop(shop, sql`update merchants set trial_ends_at = '2026-12-10' where id = ${shop.merchantId}`)
    app.test.kernel.clock.set('2026-12-14T08:00:00Z')
    await work(shop, 'to_order')
    expect(await send(shop)).toEqual([])
    expect((await outcomes()).map(({ outcome }) => outcome)).toEqual(['stale', 'made', 'plan_ended'])
    const { past } = await getReports(shop)
    expect(past.map(({ outcome }) => outcome)).toEqual(['plan_ended', 'made', 'stale'])
  })

  it('N-04 with nothing to report is left out if that is wished, and otherwise says so', async () => {
    await switchOn('to_order', { skipsEmpty: true })
    await workAt('2026-11-30T08:00:00Z')
    expect(await send(shop)).toEqual([])
    await switchOn('to_order', { skipsEmpty: false })
    await workAt('2026-12-07T08:00:00Z')
    expect((await send(shop))[0]!.subject).toBe('What to order, December 7, 2026: nothing to report')
    expect((await outcomes()).map(({ outcome }) => outcome)).toEqual(['empty', 'made'])
  })

  it('N-04 whose due products are all in unsent drafts says so, and is sent even if empty reports are not wanted', async () => {
    const { merchantId } = shop
    const supplierId = await insertSupplier(app.test.kernel, { merchantId, name: 'Acme', items: [] })
    await inShop(
      shop,
      sql`
      insert into stock_projections (merchant_id, variant_id, is_quiet, available, incoming, units_sold_30, average_daily_sales,
        status, projection_kind, days_source, order_quantity, order_by, computed_for)
      select merchant_id, variant_id, false, 1, 0, 30, 1, 'critical', 'days', 'forecast', 20, '2026-11-01', '2026-11-30'
      from variants where merchant_id = ${merchantId}`,
    )
    await inShop(
      shop,
      sql`
      with draft as (
        insert into purchase_orders (merchant_id, number, supplier_id, currency, created_at, updated_at)
        values (${merchantId}, 1, ${supplierId}, 'EUR', now(), now()) returning id
      )
      insert into purchase_order_lines (merchant_id, order_id, position, variant_id, title, ordered_units)
      select merchant_id, draft.id, 1, variant_id, 'Kettle', 20 from variants, draft where merchant_id = ${merchantId}`,
    )
    await switchOn('to_order', { skipsEmpty: true })
    await workAt('2026-11-30T08:00:00Z')
    const [mail] = await send(shop)
    const inDraft = '1 due product is in an unsent draft'
    expect(mail!.subject).toBe(`What to order, November 30, 2026: ${inDraft}`)
    expect(mail!.text).toContain(`${inDraft}.`)
    expect((await sheetOf(await app.test.request(fileIn(mail!)), 3)).texts).toEqual([`${inDraft}.`])
  })

  it('N-05 has a file behind a link that needs no sign-in, agrees with mail and page, and expires', async () => {
    await switchOn('stockouts', { recipients: [shop.ids.owner] })
    await workAt('2026-12-01T08:00:00Z', 'stockouts')
    const mail = (await send(shop))[0]!
    expect(mail.subject).toBe('Stockouts and lost sales, November 2026: 1 product')
    expect(mail.html).not.toContain('<b>Kettle</b>')
    expect(mail.text.replaceAll('\u00a0', ' ')).toContain(
      'Days out of stock: 25 · Lost units: 50.0 · Lost sales: $1,000.00',
    )
    // The figures of then, whatever follows.
    await inShop(
      shop,
      sql`update variants set price = 999, title = 'Renamed' where merchant_id = ${shop.merchantId}`,
    )
    const answer = await app.test.request(fileIn(mail))
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toContain('spreadsheetml')
    const file = await sheetOf(answer)
    expect(file.texts[0]).toBe('=cmd|"/C calc"!A0 <b>Kettle</b>')
    expect(file.hasFormula).toBe(false)
    const { past } = await getReports(shop)
    const page = await app.ask<{
      figures: { rows: unknown[][]; totals: { label: string; value: unknown }[] }
    }>(shop.member.token, `/api/reports/${past[0]!.id}`)
    expect(file.numbers).toEqual(
      page.figures.rows[0]!.slice(2, 6).concat(Number(page.figures.rows[0]![6]) / 100),
    )
    const pdf = await app.call(shop.owner.token, `/api/reports/${past[0]!.id}/file.pdf`)
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')

    const other = await openShop()
    expect((await app.call(other.owner.token, `/api/reports/${past[0]!.id}`)).status).toBe(404)
    const link = fileIn(mail)
    for (const forged of [`${link}x`, link.replace(/\/(\d+)\./, `/${other.merchantId}.`), '/report/none'])
      expect((await app.test.request(forged)).status).toBe(404)
    for (let use = 1; use < 60; use++)
      expect((await app.test.request(link, { method: 'HEAD' })).status).toBe(200)
    expect((await app.test.request(link)).status).toBe(429)
    app.test.kernel.clock.set('2026-12-15T08:00:00Z')
    expect((await app.test.request(link)).status).toBe(410)
  })

  it('N-05 can be requested at once by everybody, goes only to the person who asked, and changes no schedule', async () => {
    await switchOn('to_order')
    for (let press = 0; press < 2; press++)
      expect((await app.call(shop.member.token, '/api/reports/to_order/send', { json: {} })).status).toBe(200)
    expect((await send(shop)).map(({ to }) => to)).toEqual([shop.member.email, shop.member.email])
    await workAt('2026-11-30T08:00:00Z')
    expect(await send(shop)).toHaveLength(2)
    for (let press = 0; press < 20; press++)
      await app.call(shop.member.token, '/api/reports/to_order/send', { json: {} })
    expect((await app.call(shop.member.token, '/api/reports/to_order/send', { json: {} })).status).toBe(429)
  })

  it('goes to at most ten people, all of them of the shop', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    const refusal = async (changed: Partial<ReportSettings>) => {
      const answer = await save(shop.owner, 'to_order', settings(shop, changed))
      return [answer.status, ((await answer.json()) as { error: { field?: string } }).error.field]
    }
    expect(await refusal({ recipients: [other.ids.owner] })).toEqual([400, 'recipients'])
    expect(await refusal({ recipients: Array.from({ length: 11 }, () => crypto.randomUUID()) })).toEqual([
      400,
      'recipients',
    ])
    expect(await refusal({ recipients: [] })).toEqual([400, 'recipients'])
    expect(await refusal({ hour: 24 })).toEqual([400, 'hour'])
  })
})

/** Returns the texts and numbers of a row of a workbook, the first one below the heads unless another is named. */
async function sheetOf(answer: Response, at = 1) {
  const { readXlsx } = await import('hucre/xlsx')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const row = (await readXlsx(bytes)).sheets[0]!.rows[at]!
  return {
    texts: row.filter((cell) => typeof cell === 'string'),
    numbers: row.filter((cell) => typeof cell === 'number'),
    hasFormula: row.some((cell) => typeof cell === 'object' && cell !== null),
  }
}
