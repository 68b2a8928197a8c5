// Measures whether and how soon the product has what the store has: the time from a sale to its stock and its alert, the
// intake of webhooks beside a bare insert, and every row after lost, doubled and shuffled webhooks and one comparison.
// npm run -s bench:in-step -- [--sales 100] [--webhooks 20000] [--events 10000] [--store tiny-in-step]
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { reduceWebhook } from '../../apps/server/src/providers/shopify/webhooks/reduce-webhook.ts'
import type { ProductDetail, ProductList } from '../../packages/contract/src/index.ts'
import { compareStore } from '../launch/compare-store.ts'
import { untilNone } from '../launch/database.ts'
import { fail, insistOn, print, quantile, readOptions, spread, stopwatch, until } from '../launch/figures.ts'
import { openStore, type Store } from '../launch/merchant.ts'
import { CHANNELS, switchOn } from '../launch/outboxes.ts'
import { compareAgain, untilQuiet } from '../launch/quiet.ts'
import { type Services, withServices } from '../launch/services.ts'
import { makeDeliveries } from './deliveries.ts'
import type { Sent } from './send-deliveries.ts'

const CONNECTIONS = 12
/** The intake is measured this many times, and the median counts: single runs differ by a third. */
const INTAKE_ROUNDS = 3

const GOOD_DELIVERY = { duplicateRatio: 0, dropRatio: 0, shuffleWindow: 0 }
const BAD_DELIVERY = { duplicateRatio: 0.2, dropRatio: 0.05, shuffleWindow: 200 }
const EVENTS_AT_ONCE = 500
const MAX_SALE_MS = 2000
const MAX_ALERT_MS = 10_000
const MAX_P99_MS = 50
const MIN_PER_SECOND = 3000
const DAYS_LEFT = 3

// A name of a store that begins with tiny- makes a small one.
const options = readOptions({ sales: 100, webhooks: 20_000, events: 10_000, store: 'in-step' })

await withServices(async (services) => {
  await services.startServer('web')
  const worker = await services.startServer('worker')
  const store = await openStore(services.url, options.store)
  await untilQuiet(services, store)
  await measureSales(services, store)
  await measureAlert(services, store)
  await compareAfterLosses(services, store)
  await worker.end('SIGTERM')
  await measureIntake(services, store.shop)
})

async function measureSales({ sandbox }: Services, { merchant, shop }: Store): Promise<void> {
  const times: number[] = []
  const path = '/api/products?status=healthy&pageSize=100'
  const { rows } = await merchant.get<ProductList>(path)
  const sold = rows.filter((row) => (row.currentStock ?? 0) > 10)
  for (let n = 0; n < options.sales; n++) {
    const { variantId } = sold[n % sold.length]!
    const stock = async () =>
      (await merchant.get<ProductDetail>(`/api/products/${variantId}`)).row.currentStock ?? 0
    const before = await stock()
    const since = stopwatch()
    await sandbox.sell(shop, String(variantId), 1)
    await until('a sale', async () => (await stock()) < before)
    times.push(1000 * since())
  }
  print('sale → stock of the product', spread(times))
  insistOn(quantile(times, 0.95) <= MAX_SALE_MS, `a sale is seen later than ${MAX_SALE_MS} ms`)
}

async function measureAlert({ sandbox }: Services, { merchant, shop }: Store): Promise<void> {
  const listMessages = await switchOn(merchant, sandbox, ['low_stock', 'stockout_risk'])
  const path = '/api/products?status=healthy&sort=averageDailySales&order=desc&pageSize=100'
  const { rows } = await merchant.get<ProductList>(path)
  const { variantId, averageDailySales, currentStock } = rows[0]!
  const left = Math.max(1, Math.round(DAYS_LEFT * averageDailySales))
  const since = stopwatch()
  await sandbox.sell(shop, String(variantId), (currentStock ?? 0) - left)
  const seconds = await Promise.all(
    CHANNELS.map(async (channel) => {
      await until(`an alert by ${channel}`, async () => (await listMessages(channel)).length > 0)
      return since()
    }),
  )
  const texts = CHANNELS.map((channel, at) => `${channel} ${seconds[at]!.toFixed(1)} s`)
  print('sale → alert', texts.join(', '))
  insistOn(Math.max(...seconds) * 1000 <= MAX_ALERT_MS, `an alert took more than ${MAX_ALERT_MS} ms`)
}

async function compareAfterLosses(services: Services, store: Store): Promise<void> {
  const { sandbox } = services
  await sandbox.setDelivery(store.shop, BAD_DELIVERY)
  const since = stopwatch()
  for (let sent = 0; sent < options.events; sent += EVENTS_AT_ONCE)
    await sandbox.burst(store.shop, Math.min(EVENTS_AT_ONCE, options.events - sent), sent)
  await untilQuiet(services, store)
  print(`${options.events} events, some lost`, `quiet after ${since().toFixed(1)} s`)
  await sandbox.setDelivery(store.shop, GOOD_DELIVERY)
  const { faults: lost } = await compareStore(services, store)
  print('before the comparison', lost.length === 0 ? 'equal' : `${lost.length} tables differ`)
  const { kind, differences } = await compareAgain(services, store)
  print('the comparison found', `${JSON.stringify(differences)} (${kind})`)
  await untilQuiet(services, store)
  const { rows, faults } = await compareStore(services, store)
  print('rows in the store', JSON.stringify(rows))
  for (const fault of faults) fail(fault)
}

async function measureIntake(services: Services, shop: string): Promise<void> {
  const count = options.webhooks
  const sender = path.join(import.meta.dirname, 'send-deliveries.ts')
  const args = [sender, services.url, `${shop}.myshopify.com`, String(count)]
  const rounds: Sent[] = []
  for (let round = 0; round < INTAKE_ROUNDS; round++) {
    const { stdout } = await promisify(execFile)(process.execPath, args)
    rounds.push(JSON.parse(stdout) as Sent)
  }
  const median = (of: (sent: Sent) => number) => quantile(rounds.map(of), 0.5)
  const rate = median(({ seconds }) => count / seconds)
  const p99 = median((sent) => sent.p99)
  const failed = Math.max(...rounds.map((sent) => sent.failed))
  const bare = await insertBare(services.superuserUrl, { shop, count })
  print('webhooks taken in', `${rate.toFixed(0)} a second, p99 ${p99.toFixed(0)} ms, ${failed} failed`)
  const share = (rate / bare).toFixed(2)
  print('bare insert of the rows', `${bare.toFixed(0)} a second; taking in is ${share} of it`)
  const since = stopwatch()
  await services.startServer('worker')
  await untilNone(services.database, `select 1 as one from webhook_inbox where status = 'waiting' limit 1`)
  print('all applied', `${since().toFixed(1)} s after the worker was started`)
  insistOn(rate >= MIN_PER_SECOND, `fewer than ${MIN_PER_SECOND} webhooks a second`)
  insistOn(p99 <= MAX_P99_MS && failed === 0, `p99 above ${MAX_P99_MS} ms, or failures`)
}

/** Inserts the same rows one by one without row-level security or foreign keys. Returns rows a second. */
async function insertBare(databaseUrl: string, args: { shop: string; count: number }): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS })
  try {
    await pool.query(`create table bare_inbox (
      topic text, event_id text, resource text, state jsonb, triggered_at timestamptz, primary key (topic, event_id))`)
    const rows = makeDeliveries(args.shop, args.count).map(({ headers, body }) => {
      const {
        'x-shopify-topic': topic = '',
        'x-shopify-event-id': id,
        'x-shopify-triggered-at': at,
      } = headers
      const reduced = reduceWebhook(topic, JSON.parse(body), { shop: args.shop, now: new Date() })
      return [topic, id, reduced?.resource, JSON.stringify(reduced?.state), at]
    })
    const since = stopwatch()
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (let row = rows.pop(); row; row = rows.pop()) {
          const text = 'insert into bare_inbox values ($1, $2, $3, $4, $5) on conflict do nothing'
          await pool.query({ name: 'bare', text, values: row })
        }
      }),
    )
    return args.count / since()
  } finally {
    await pool.end()
  }
}
