import { actions, DAY_MS, type OpenOrder, type SnoozeList, type VariantPlans } from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { lockProjections } from '../../planning/projection/queries.ts'
import { insertCatalog, newForEachTest, withTestApp } from '../../testing/index.ts'
import { insertOpenAlerts } from '../../testing/insert-alerts.ts'
import { expectRefusal, readAnswer } from '../../testing/read-answer.ts'
import type { TestRequest } from '../../testing/test-app.ts'
import { linkActions } from './link-actions.ts'

const NOW = '2026-11-20T10:00:00Z'

const app = withTestApp({ now: NOW })

interface AlertRow {
  id: number
  type: string
  resolved: boolean
  resolved_by: string | null
  resolved_reason: string | null
}

/** Creates a store with one product that needs an order: 40 left at 6 a day, 14 days to restock. */
async function shopToOrderFor({
  countryCode = null,
  isImported = false,
}: {
  countryCode?: string | null
  /** Products of imported files have negative ids. */
  isImported?: boolean
} = {}) {
  app.kernel.clock.set(NOW)
  const merchant = await app.signUp()
  const { merchantId } = merchant
  const sales = Array.from({ length: 90 }, (_, day) => 5 + (day % 3))
  const firstId = merchantId * (isImported ? -1000 : 1000)
  const [variantId] = (await insertCatalog(app.kernel, {
    merchantId,
    firstId,
    variants: [{ title: 'Copper <b>kettle</b>', sales, available: 40 }],
  })) as [number]
  await merchant.rows(sql`
    update merchants set forecast_as_of = ${new Date(NOW)}, country_code = ${countryCode} where id = ${merchantId}`)
  await merchant.refresh()
  return {
    ...merchant,
    variantId,
    ask: (path: string, init: TestRequest = {}) =>
      merchant.request(`/api/variants/${variantId}${path}`, init),
    stock: (available: number) =>
      merchant.rows(
        sql`update inventory_levels set available = ${available} where merchant_id = ${merchantId}`,
      ),
    alerts: () =>
      merchant.rows(sql<AlertRow>`
        select id, type, resolved, resolved_by, resolved_reason from alerts
        where merchant_id = ${merchantId} order by id`),
    active: async () => {
      const rows = await merchant.rows(sql<{ type: string }>`
        select type from alerts where merchant_id = ${merchantId} and not resolved order by id`)
      return rows.map(({ type }) => type)
    },
    projection: async () => {
      const [row] = await merchant.rows(sql<{ incoming: number }>`
        select incoming from stock_projections where merchant_id = ${merchantId}`)
      return row!
    },
  }
}

type Shop = Awaited<ReturnType<typeof shopToOrderFor>>

/** Resolves when a transaction waits for the lock on a merchant's stock projections. */
async function untilOneWaits(): Promise<void> {
  const waiting = sql<{ count: number }>`
    select count(*) as count from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
  await vi.waitFor(
    async () => expect((await waiting.execute(app.kernel.db.directory)).rows[0]?.count).toBe(1),
    { interval: 5 },
  )
}

const shop = newForEachTest(shopToOrderFor)

describe('a snooze', () => {
  it('W-04 resolves open alerts, lets none open while it lasts, and lets one open when it ends', async () => {
    expect(await shop.active()).toEqual(['stockout_risk'])
    const answer = await shop.ask('/snooze', { method: 'PUT', json: { kind: 'until_time', days: 7 } })
    expect(await answer.json()).toMatchObject({ kind: 'until_time', until: '2026-11-27T10:00:00.000Z' })
    expect(await shop.alerts()).toMatchObject([
      { resolved: true, resolved_by: 'merchant', resolved_reason: 'Snoozed for 7 days.' },
    ])
    await shop.stock(0)
    await shop.refresh()
    expect(await shop.active()).toEqual([])
    app.kernel.clock.advance(7 * DAY_MS)
    await shop.rows(
      sql`update merchants set stock_as_of = ${app.kernel.clock.now()} where id = ${shop.merchantId}`,
    )
    for (let n = 0; n < 3; n++) await shop.refresh()
    expect(await shop.active()).toEqual(expect.arrayContaining(['stockout_risk']))
    expect((await shop.alerts()).filter((alert) => alert.type === 'stockout_risk')).toHaveLength(2)
  })

  it('W-04 also resolves an alert that was being opened at the same moment', async () => {
    const { merchantId, variantId } = shop
    await shop.rows(
      sql`update alerts set resolved = true, resolved_at = now() where merchant_id = ${merchantId}`,
    )
    const [isLocked, isWaiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const raising = app.kernel.db.withTenant(merchantId, async (tx) => {
      await lockProjections(tx, merchantId)
      isLocked.resolve()
      await isWaiting.promise
      await insertOpenAlerts(tx, { merchantId, at: app.kernel.clock.now(), alerts: [{ variantId }] })
    })
    await isLocked.promise
    const snoozing = shop.ask('/snooze', { method: 'PUT', json: { kind: 'muted' } })
    await Promise.race([snoozing, untilOneWaits()])
    isWaiting.resolve()
    await Promise.all([raising, snoozing])
    expect(await shop.active()).toEqual([])
  })

  it('W-04 until the stock rises ends with a restock and not with a sale', async () => {
    await shop.ask('/snooze', { method: 'PUT', json: { kind: 'until_restock' } })
    await shop.stock(30)
    await shop.refresh()
    expect(await shop.active()).toEqual([])
    await shop.stock(45)
    await shop.refresh()
    expect(await shop.active()).toEqual(['stockout_risk'])
  })

  it('W-04 is listed, and its alert opens again once it is ended by hand', async () => {
    await shop.ask('/snooze', { method: 'PUT', json: { kind: 'muted' } })
    await shop.refresh()
    expect(await shop.active()).toEqual([])
    const { snoozes } = await readAnswer<SnoozeList>(shop.request('/api/snoozes'))
    expect(snoozes).toMatchObject([
      { variantId: shop.variantId, kind: 'muted', title: 'Copper <b>kettle</b>' },
    ])
    expect((await shop.ask('/snooze', { method: 'DELETE' })).status).toBe(200)
    await shop.refresh()
    expect(await shop.active()).toEqual(['stockout_risk'])
  })
})

describe('an open order', () => {
  const order = { units: 300, expectedOn: '2026-11-25' }

  it('W-03 resolves the alert and counts its units as incoming', async () => {
    expect(await (await shop.ask('/orders', { json: order })).json()).toMatchObject({ unitsLeft: 300 })
    expect(await shop.alerts()).toMatchObject([
      { resolved: true, resolved_reason: 'Ordered 300, expected Nov 25.' },
    ])
    await shop.refresh()
    expect(await shop.active()).toEqual([])
    expect(await shop.projection()).toEqual({ incoming: 300 })
  })

  it('is described with numbers and dates as the shop’s country writes them', async () => {
    const shop = await shopToOrderFor({ countryCode: 'DE' })
    const rows = await shop.rows(sql`
      select meta ->> 'recommendation' as words from alerts where merchant_id = ${shop.merchantId}`)
    expect(rows).toEqual([{ words: expect.stringMatching(/ Runs out \d+ Nov.* restock takes 14 days\.$/) }])
    await shop.ask('/orders', { json: { ...order, units: 1300 } })
    expect(await shop.alerts()).toMatchObject([{ resolved_reason: 'Ordered 1.300, expected 25 Nov.' }])
  })

  it('W-03 is closed when the units arrive, and no longer counts once it is removed', async () => {
    const recorded = (await (await shop.ask('/orders', { json: order })).json()) as OpenOrder
    await shop.stock(140)
    await shop.refresh()
    const plans = async () => (await (await shop.ask('/plans')).json()) as VariantPlans
    expect((await plans()).orders).toMatchObject([{ unitsLeft: 200 }])
    expect((await shop.ask(`/orders/${recorded.id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await plans()).orders).toEqual([])
    expect((await shop.ask(`/orders/${recorded.id}`, { method: 'DELETE' })).status).toBe(404)
  })

  it('W-04 that never arrives lets the alert open again', async () => {
    await shop.ask('/orders', { json: order })
    app.kernel.clock.advance(13 * DAY_MS)
    await shop.rows(
      sql`update merchants set stock_as_of = ${app.kernel.clock.now()} where id = ${shop.merchantId}`,
    )
    await shop.refresh()
    expect(await shop.active()).toEqual(['stockout_risk'])
    expect(await shop.projection()).toEqual({ incoming: 0 })
  })

  it.each([
    ['units', { units: 0, expectedOn: '2026-11-25' }],
    ['units', { units: 1.5, expectedOn: '2026-11-25' }],
    ['expectedOn', { units: 5, expectedOn: '2026-11-19' }],
    ['expectedOn', { units: 5, expectedOn: '2029-01-01' }],
    ['expectedOn', { units: 5, expectedOn: 'soon' }],
  ])('W-03 with invalid %s is refused with the name of the field', async (field, json) => {
    await expectRefusal(shop.ask('/orders', { json }), 400, { field })
  })
})

it('W-03 W-04 a product of an imported file can be snoozed and have open orders like any other', async () => {
  const shop = await shopToOrderFor({ isImported: true })
  const order = { units: 300, expectedOn: '2026-11-25' }
  expect((await shop.ask('/plans')).status).toBe(200)
  expect((await shop.ask('/snooze', { method: 'PUT', json: { kind: 'muted' } })).status).toBe(200)
  expect((await shop.ask('/orders', { json: order })).status).toBe(200)
})

describe('a link in a message', () => {
  async function getLinks(shop: Shop) {
    const [alert] = await shop.alerts()
    const { merchantId, variantId } = shop
    const links = await app.kernel.db.withTenant(merchantId, (tx) =>
      linkActions({ ...app.kernel, merchantId, tx }, { alertId: alert!.id, variantId }),
    )
    const paths = links.map(({ url }) => new URL(url).pathname)
    return { ordered: paths[0]!, snooze: paths[1]!, mute: paths[2]!, labels: links.map(({ label }) => label) }
  }
  const open = (path: string) => app.app.request(path)
  const tap = (path: string, form: Record<string, string> = {}) =>
    app.app.request(path, { method: 'POST', body: new URLSearchParams(form) })

  it('R-04 asks first and changes nothing when it is opened', async () => {
    const links = await getLinks(shop)
    expect(links.labels).toEqual(['Already ordered', 'Snooze 7 days', 'Not restocking'])
    for (const path of [links.ordered, links.snooze, links.mute]) {
      const page = await open(path)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('Copper &lt;b&gt;kettle&lt;/b&gt;')
    }
    expect(await shop.active()).toEqual(['stockout_risk'])
  })

  it('R-04 does its action once, without a session', async () => {
    const { snooze, mute } = await getLinks(shop)
    const answers = await Promise.all([tap(snooze), tap(snooze), tap(snooze)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410, 410])
    expect(answers[0]!.headers.get('set-cookie')).toBeNull()
    expect(await shop.active()).toEqual([])
    expect((await open(snooze)).status).toBe(410)
    expect((await open(mute)).status).toBe(200)
  })

  it('R-04 saves the order that is typed, and keeps working when the order is refused', async () => {
    const { ordered } = await getLinks(shop)
    const refused = await tap(ordered, { units: '0', expectedOn: '2026-11-25' })
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('At least 1 unit.')])
    const done = await tap(ordered, { units: '250', expectedOn: '2026-11-25' })
    expect([done.status, await done.text()]).toEqual([
      200,
      expect.stringMatching(/250 of Copper.*, expected November 25\./),
    ])
    await shop.refresh()
    expect(await shop.projection()).toMatchObject({ incoming: 250 })
  })

  it.each([
    ['without a boundary', 'multipart/form-data', 'a'],
    ['with a boundary that never comes', 'multipart/form-data; boundary=x', 'a'],
    ['with parts that have no end', 'multipart/form-data; boundary=x', '--x\r\n'.repeat(100)],
    ['with a boundary of quotes', `multipart/form-data; boundary=${'"'.repeat(500)}`, '--"'],
    ['without a body', 'multipart/form-data; boundary=x', null],
    ['with broken escapes', 'application/x-www-form-urlencoded', 'units=%&expectedOn=%E0%A4%A'],
  ])('R-04 refuses a form %s with a sentence, and keeps working', async (_, type, body) => {
    const { ordered } = await getLinks(await shopToOrderFor())
    const send = (path: string) =>
      app.app.request(path, { method: 'POST', body, headers: { 'content-type': type } })
    const refused = await send(ordered)
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringMatching(/role="alert">(The form|Give the units)[^<]+\.<[\s\S]*<form method="post">/),
    ])
    expect((await open(ordered)).status).toBe(200)
    expect((await send('/act/1.x.y')).status).toBe(404)
    expect(
      (await app.app.request('/u/1.x.y', { method: 'POST', body, headers: { 'content-type': type } })).status,
    ).toBe(404)
  })

  it('R-04 answers with numbers and dates as the shop’s country writes them', async () => {
    const shop = await shopToOrderFor({ countryCode: 'IN' })
    const { ordered } = await getLinks(shop)
    const done = await tap(ordered, { units: '120000', expectedOn: '2026-11-25' })
    expect(await done.text()).toMatch(/1,20,000 of Copper.*, expected 25 November\./)
  })

  it('R-04 works for 7 days, or 7 more when it is sent again, and never when it was altered', async () => {
    const { mute } = await getLinks(shop)
    app.kernel.clock.advance(6 * DAY_MS)
    expect((await getLinks(shop)).mute).toBe(mute)
    app.kernel.clock.advance(6 * DAY_MS)
    expect((await open(mute)).status).toBe(200)
    app.kernel.clock.advance(2 * DAY_MS)
    expect((await tap(mute)).status).toBe(410)
    const forged = mute.replace(/\.(\d+)\./, (_, id) => `.${Number(id) + 1}.`)
    expect((await tap(forged)).status).toBe(404)
    expect(await shop.active()).toEqual(['stockout_risk'])
  })

  it('X-02 of one merchant changes nothing for another, whose products answer 404', async () => {
    const other = await shopToOrderFor()
    for (const action of ['snooze', 'orders', 'plans']) {
      const method = action === 'snooze' ? 'DELETE' : action === 'orders' ? 'POST' : 'GET'
      const json = action === 'orders' ? { units: 5, expectedOn: '2026-11-25' } : undefined
      const answer = await shop.request(`/api/variants/${other.variantId}/${action}`, { method, json })
      expect(answer.status).toBe(404)
    }
    expect(actions).toHaveLength(3)
    expect(await other.active()).toEqual(['stockout_risk'])
  })
})
