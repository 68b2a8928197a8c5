import type { AlertList, Scorecard, SnoozeList, VariantPlans } from '@stockcast/contract'
import { createEmptyDatabase, type EmptyDatabase, makeScryptQuick, makeScryptReal } from '@stockcast/testkit'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type DatabaseRow,
  loadRows,
  migrateWith,
  readAllRows,
  readOldRows,
} from '../../testing/database-rows.ts'
import { describedAnswers } from '../../testing/described-answers.ts'
import { createTestApp, type TestApp, testBrowser } from '../../testing/index.ts'
import { dayFromEpoch, epochDay } from '../calendar.ts'
import { createApp } from '../http/app.ts'
import type { AppEnv } from '../http/context.ts'
import type { ApiDocument } from '../http/reference/describe-api.ts'
import { DOCUMENT_PATH } from '../http/reference/routes.ts'
import { migrate } from './migrate.ts'

/** A moment after the last change in the dump. */
const NOW = '2026-11-22T12:40:00Z'
const PASSWORD = 'a good one'
const never = new AbortController().signal

let database: EmptyDatabase
let app: TestApp
let http: Hono<AppEnv>
let before: Map<string, DatabaseRow[]>
let after: Map<string, DatabaseRow[]>

beforeAll(async () => {
  // The merchants of the dump signed up in the real product.
  makeScryptReal()
  database = await createEmptyDatabase()
  const { migrations, statements } = await readOldRows()
  await migrateWith(database.ownerUrl, migrations)
  await loadRows(database.superuserUrl, statements)
  before = await readAllRows(database.superuserUrl)
  await migrate(database.ownerUrl)
  after = await readAllRows(database.superuserUrl)
  app = await createTestApp({ database, now: NOW })
  http = createApp(app.kernel, app.domains.authenticate, app.domains.mounts)
})

afterAll(async () => {
  makeScryptQuick()
  await app?.close()
  await database?.drop()
})

const renamedTables: Readonly<Record<string, string>> = {
  stock_outlooks: 'stock_projections',
  act_links: 'action_links',
  alert_notices: 'pending_notifications',
  alert_silences: 'alert_snoozes',
}

const renamedColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  stock_outlooks: {
    outlook_kind: 'projection_kind',
    need: 'recommendation',
    stockout_before_arrival: 'lead_time_stockout_probability',
    value_at_risk: 'expected_lost_sales',
    value_at_risk_7: 'expected_lost_sales_7',
    value_at_risk_14: 'expected_lost_sales_14',
    value_at_risk_30: 'expected_lost_sales_30',
    value_at_risk_90: 'expected_lost_sales_90',
  },
  shop_days: { values_at_risk: 'expected_lost_sales' },
  forecasts: { law: 'distribution' },
  shop_forecasts: { law: 'distribution' },
  inventory_levels: { told_at: 'event_at' },
  orders: { told_at: 'event_at' },
  act_links: { act: 'action' },
}

/** Rows as the migrations change them on purpose, apart from the names of columns; null for a row that they delete. */
const changes: Readonly<Record<string, (row: DatabaseRow) => DatabaseRow | null>> = {
  stock_outlooks: ({ need, ...row }) => ({
    ...row,
    need: renameKey(need, 'gapDays', 'expectedStockoutDays'),
  }),
  scorecards: ({ result, ...row }) => {
    const renamed = renameKey(result, 'replay', 'simulation')
    // Another digest has the scorecard and its file of inputs computed again.
    return {
      ...row,
      lead_times_digest: '',
      result: JSON.parse(JSON.stringify(renamed).replaceAll('"for_nothing"', '"false_alarm"')),
    }
  },
  // Billing looks at every merchant without a customer, and remembers their trial.
  merchant_directory: (row) => (row.stripe_customer_id === null ? { ...row, billing_due_at: null } : row),
  // Limits are counted in one table, and by demo accounts without the caller's address.
  auth_rate_limits: () => null,
  // They become purchase orders.
  noted_orders: () => null,
  auth_tries: () => null,
  contact_counts: () => null,
  quota_uses: () => null,
  demo_starts: ({ caller: _, ...row }) => row,
  // Mails that were sent hold links in clear.
  'jobs.job': (row) => (row.name === 'send-mail' && row.state === 'completed' ? null : row),
}

function renameKey(value: unknown, from: string, to: string): unknown {
  if (typeof value !== 'object' || value === null || !(from in value)) return value
  const { [from]: moved, ...rest } = value as DatabaseRow
  return { ...rest, [to]: moved }
}

/** Returns a row for each day of a stock that did not change. */
function eachDay(row: DatabaseRow): DatabaseRow[] {
  const [first, last] = [row.day, row.last_day ?? row.day].map((day) => epochDay(String(day))) as [
    number,
    number,
  ]
  return Array.from({ length: last - first + 1 }, (_, i) => ({ ...row, day: dayFromEpoch(first + i) }))
}

function expectedRows(table: string, rows: readonly DatabaseRow[]): DatabaseRow[] {
  const columns = renamedColumns[table] ?? {}
  return rows.flatMap((row) => {
    const changed = changes[table] ? changes[table](row) : row
    if (changed === null) return []
    return [
      Object.fromEntries(Object.entries(changed).map(([name, value]) => [columns[name] ?? name, value])),
    ]
  })
}

/** Leaves out columns that the migrations added, and the order of rows. */
function comparable(rows: readonly DatabaseRow[], columns: readonly string[]): string[] {
  return rows.map((row) => JSON.stringify(columns.map((column) => sorted(row[column])))).sort()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}

const rowsOf = (rows: Map<string, DatabaseRow[]>, table: string): DatabaseRow[] => rows.get(table) ?? []

describe('a migrated database of an earlier version', () => {
  it('was filled in all that matters before it was migrated', () => {
    const kinds = (table: string, column: string) =>
      new Set(rowsOf(before, table).map((row) => JSON.stringify(row[column])))
    const needs = rowsOf(before, 'stock_outlooks').map(({ need }) => (need as { kind: string } | null)?.kind)
    expect(new Set(needs)).toEqual(new Set(['too_late', 'covered', 'order_now', 'fine']))
    expect(kinds('alert_silences', 'kind').size).toBe(3)
    expect(kinds('alerts', 'resolved_by')).toEqual(new Set(['null', '"merchant"', '"system"']))
    expect(kinds('noted_orders', 'closed_because')).toEqual(new Set(['null', '"arrived"']))
    expect(kinds('webhook_inbox', 'status')).toEqual(new Set(['"applied"', '"unread"', '"waiting"']))
    expect(kinds('merchants', 'subscription_status')).toEqual(new Set(['"trial"', '"active"']))
    expect(JSON.stringify(rowsOf(before, 'scorecards'))).toContain('"for_nothing"')
    const full = [...before].filter(([, rows]) => rows.length > 0).map(([table]) => table)
    expect(full.length).toBeGreaterThan(45)
  })

  it('has every row with the same values, under the new names', () => {
    for (const [table, rows] of before) {
      if (table === 'schema_migrations') continue
      const expected = expectedRows(table, rows)
      const columns = Object.keys(expected[0] ?? {})
      const stored = rowsOf(after, renamedTables[table] ?? table)
      const found = table === 'stock_daily' ? stored.flatMap(eachDay) : stored
      expect(comparable(found, columns), table).toEqual(comparable(expected, columns))
    }
  })

  it('has a purchase order of one line for each order that was noted', () => {
    const lines = rowsOf(after, 'purchase_order_lines')
    const found = rowsOf(after, 'purchase_orders').map((order) => {
      const own = lines.filter((line) => line.merchant_id === order.merchant_id && line.order_id === order.id)
      expect(own).toHaveLength(1)
      const { variant_id, ordered_units, remaining_units, seen_units } = own[0]!
      const left = Number(remaining_units) - Number(seen_units)
      const { merchant_id, expected_on, status, is_noted, closed_at } = order
      return { merchant_id, variant_id, expected_on, is_noted, closed_at, ordered_units, left, status }
    })
    const expected = rowsOf(before, 'noted_orders').map((row) => ({
      merchant_id: row.merchant_id,
      variant_id: row.variant_id,
      expected_on: row.expected_on,
      is_noted: true,
      closed_at: row.closed_at,
      ordered_units: row.units,
      left: row.closed_at === null ? row.units_left : 0,
      status: row.closed_at === null ? 'ordered' : 'received',
    }))
    expect(expected.length).toBeGreaterThan(1)
    expect(comparable(found, Object.keys(expected[0]!))).toEqual(
      comparable(expected, Object.keys(expected[0]!)),
    )
  })

  it('has a due time for each work of every merchant', () => {
    const due = (kind: string, lane = '') =>
      rowsOf(after, 'due_times')
        .filter((row) => row.kind === kind && row.lane === lane)
        .map((row) => row.merchant_id)
        .toSorted()
    const of = (table: string, isMeant: (row: DatabaseRow) => boolean, column = 'merchant_id') =>
      [
        ...new Set(
          rowsOf(after, table)
            .filter(isMeant)
            .map((row) => row[column]),
        ),
      ].toSorted()
    expect(due('retention')).toEqual(of('merchant_directory', () => true))
    expect(due('comparison')).toEqual(of('merchant_directory', (row) => row.shop_domain !== null))
    expect(due('forecast')).toEqual(of('variants', () => true))
    expect(due('simulation')).toEqual(of('merchants', (row) => row.forecast_as_of !== null, 'id'))
    expect(due('phone')).toEqual(
      of('notification_channels', (row) => row.channel === 'sms' && row.target !== null),
    )
    const isOpen = (row: DatabaseRow) => ['queued', 'sending', 'retrying'].includes(String(row.status))
    expect(due('delivery', 'email:account')).toEqual(
      of('deliveries', (row) => isOpen(row) && ['account', 'billing', 'confirm'].includes(String(row.kind))),
    )
    const waiting = of('pending_notifications', (row) => row.status === 'waiting' && row.channel === 'email')
    expect(due('delivery', 'email:alerts')).toEqual(expect.arrayContaining(waiting))
  })

  it('has no row under a former name and no former word within a row', () => {
    for (const table of Object.keys(renamedTables)) expect(after.has(table)).toBe(false)
    const recommendations = rowsOf(after, 'stock_projections').map((row) => row.recommendation)
    expect(recommendations).toContainEqual({ kind: 'too_late', expectedStockoutDays: expect.any(Number) })
    for (const { result } of rowsOf(after, 'scorecards')) {
      expect(Object.keys(result as object).sort()).toEqual(['live', 'simulation'])
    }
    const texts = JSON.stringify([rowsOf(after, 'stock_projections'), rowsOf(after, 'scorecards')])
    expect(texts).toContain('"false_alarm"')
    for (const former of ['gapDays', '"replay"', 'for_nothing']) expect(texts).not.toContain(former)
  })
})

/** Signs in with the password of the dump. Every answer is compared with the API's description. */
async function signIn(email: string) {
  const browser = testBrowser(http)
  const answer = await browser.post('/api/auth/sign-in/email', { email, password: PASSWORD })
  expect(answer.status, await answer.clone().text()).toBe(200)
  const { token } = (await (await browser.get('/api/auth/token')).json()) as { token: string }
  const description = (await (await http.request(DOCUMENT_PATH)).json()) as ApiDocument
  const check = describedAnswers(description)
  const get = async (url: string): Promise<Response> => {
    const found = await http.request(url, { headers: { authorization: `Bearer ${token}` } })
    expect(found.status, url).toBe(200)
    await check('GET', url.split('?')[0] ?? '', found)
    return found
  }
  return { get, read: async <Body>(url: string) => (await (await get(url)).json()) as Body }
}

const owners = [
  { merchantId: 1, email: 'owner-a@northfold.test', shop: 'a store' },
  { merchantId: 2, email: 'owner-b@northfold.test', shop: 'imported files' },
]

const variantOf = (merchantId: number, table: string): number => {
  const found = rowsOf(after, table).find((row) => row.merchant_id === merchantId)
  return Number(found?.variant_id)
}

describe('the queue of a migrated database', () => {
  it('has no jobs and no schedules under names that no task works on', () => {
    const names = app.domains.tasks.flatMap(({ definition: { name, formerName } }) => [name, formerName])
    const queues = [...rowsOf(after, 'jobs.job'), ...rowsOf(after, 'jobs.schedule')].map(({ name }) => name)
    expect(queues.length).toBeGreaterThan(15)
    expect(queues.filter((name) => !names.includes(name as string))).toEqual([])
  })
})

describe('the API on a migrated database', () => {
  it.each(owners)('answers every screen of a merchant with $shop', async ({ merchantId, email }) => {
    const { get, read } = await signIn(email)
    const variantId = variantOf(merchantId, 'purchase_order_lines')
    const { row } = await read<{ row: object }>(`/api/products/${variantId}`)
    expect(row).toMatchObject({ variantId, incoming: expect.any(Number) })
    const screens = [
      '/api/session',
      '/api/dashboard',
      '/api/products',
      '/api/alerts?status=active',
      '/api/alerts?status=resolved',
      `/api/variants/${variantId}/plans`,
      '/api/snoozes',
      '/api/trends',
      '/api/trends/products',
      '/api/settings',
      '/api/settings/variants',
      '/api/notifications',
      '/api/deliveries',
      '/api/billing',
      '/api/account',
      '/api/account/activity',
      '/api/sync',
      '/api/products/export.csv',
      '/api/products/export.xlsx',
      '/api/trends/products.csv',
      '/api/scorecard/export.csv',
      '/api/scorecard/export.json',
      '/api/account/export',
    ]
    for (const screen of screens) {
      const answer = await get(screen)
      expect((await answer.arrayBuffer()).byteLength, screen).toBeGreaterThan(0)
    }
    const scorecard = await read<Scorecard>('/api/scorecard')
    expect(scorecard.simulation?.steps.length).toBeGreaterThan(0)
    const { orders } = await read<VariantPlans>(`/api/variants/${variantId}/plans`)
    expect(orders).toHaveLength(1)
  })

  it('shows what the former program called otherwise', async () => {
    const [store, files] = [await signIn(owners[0]!.email), await signIn(owners[1]!.email)]
    const { snoozes } = await store.read<SnoozeList>('/api/snoozes')
    expect(new Set(snoozes.map(({ kind }) => kind))).toEqual(
      new Set(['until_time', 'until_restock', 'muted']),
    )
    const { alerts } = await files.read<AlertList>('/api/alerts?status=active')
    expect(alerts.map(({ recommendation }) => recommendation)).toContainEqual({
      kind: 'too_late',
      expectedStockoutDays: expect.any(Number),
    })
    const { live } = await store.read<Scorecard>('/api/scorecard')
    expect(live?.score.weeks.reduce((sum, week) => sum + week.falseAlarms, 0)).toBe(1)
  })

  it('R-04 opens the links in messages that were sent before', async () => {
    const contents = JSON.stringify(rowsOf(before, 'deliveries').map(({ content }) => content))
    const links = [...new Set(contents.match(/\/act\/[\w.-]+/g))]
    expect(links.length).toBeGreaterThan(5)
    for (const link of links) expect((await http.request(link)).status).toBe(200)
  })
})

describe('the tasks on a migrated database', () => {
  const run = (name: string, merchantId: number) =>
    app.domains.tasks.find(({ definition }) => definition.name === name)!.run({ merchantId }, never)

  it('apply the webhooks that had not been applied', async () => {
    const [{ merchantId }] = owners as [(typeof owners)[0]]
    await run('apply-webhooks', merchantId)
    const { rows } = await app.kernel.db.withTenant(merchantId, (tx) =>
      sql`select event_id, status from webhook_inbox
        where merchant_id = ${merchantId} and event_id like '%waiting' order by event_id`.execute(tx),
    )
    expect(rows).toEqual([
      // Applied, and read from the store afterwards.
      { event_id: 'level-waiting', status: 'unread' },
      { event_id: 'order-waiting', status: 'applied' },
      { event_id: 'product-deleted-waiting', status: 'unread' },
    ])
    const changed = await app.kernel.db.withTenant(merchantId, (tx) =>
      sql`select
          (select available from inventory_levels where merchant_id = ${merchantId} and available = 9) as available,
          (select units from order_lines where merchant_id = ${merchantId} and order_id = 990002) as units`.execute(
        tx,
      ),
    )
    expect(changed.rows).toEqual([{ available: 9, units: 3 }])
  })

  it.each(owners)('forecast, project and simulate a shop of $shop again', async ({ merchantId, email }) => {
    await run('forecast-shop', merchantId)
    await run('refresh-projections', merchantId)
    await run('simulate-shop', merchantId)
    const { read } = await signIn(email)
    expect((await read<Scorecard>('/api/scorecard')).simulation).not.toBeNull()
    await read('/api/dashboard')
    await read('/api/trends')
  })
})
