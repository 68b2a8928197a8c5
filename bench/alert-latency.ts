// Measures the time from a sale to its alert on the open page, in Slack, in the mailbox and on the phone, and
// from an action in the message to that page and the API.
// npm run -s bench:alert-latency -- [--merchants 25] [--rounds 4]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { productListSchema } from '../packages/contract/src/index.ts'
import { type AlertsPage, openAlertsPage } from './alert-latency/alerts-page.ts'
import { MESSAGE_ACTIONS, type MessageAction, openMessageLink } from './alert-latency/message-actions.ts'
import { CHANNELS, type Channel, type Outboxes, switchOn } from './deliver/outboxes.ts'
import { launchBrowser } from './product/browser.ts'
import { connectStore, type Merchant, signUp, waitForRun } from './product/merchant.ts'
import { quantile } from './product/quantiles.ts'
import { sandboxAt } from './product/sandbox.ts'
import { startServices } from './product/start-services.ts'
import { builtWebRoot } from './product/web-root.ts'

const MOST_P95_MS = 10_000
const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 50
/** Pause before each measurement, because a channel waits a minute between two messages. */
const QUIET_MS = 62_000
const DAYS_LEFT = 3

const { values } = parseArgs({
  options: {
    merchants: { type: 'string', default: '25' },
    rounds: { type: 'string', default: '4' },
  },
})

interface Store {
  shop: string
  merchant: Merchant
  page: AlertsPage
  outboxes: Outboxes
  quietUntil: number
}

interface Product {
  variantId: number
  title: string
}

const LEGS = [
  'sale → page',
  ...CHANNELS.map((channel) => `sale → ${channel}` as const),
  'sale → all of them',
  'tap → done',
  'tap → page',
  'tap → API',
  'sale → acted on everywhere',
] as const
type Times = Record<(typeof LEGS)[number], number>

const services = await startServices({ WEB_ROOT: await builtWebRoot() })
const sandbox = sandboxAt(services.sandboxUrl)
const browser = await launchBrowser()
try {
  await services.superviseServer('web')
  await services.superviseServer('worker')
  const stores: Store[] = []
  for (let n = 0; n < Number(values.merchants); n++) {
    stores.push(await openStore(browser, `tiny-latency-${n}`))
  }
  const tries: Times[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const store of stores) {
      await sleep(Math.max(0, store.quietUntil - performance.now()))
      tries.push(await sellAndAction(store, tries.length))
      store.quietUntil = performance.now() + QUIET_MS
    }
  }
  report(tries)
} finally {
  await browser.close()
  await services.stop()
}

async function openStore(browser: Browser, shop: string): Promise<Store> {
  const merchant = await signUp(services.url)
  await connectStore(merchant, { url: services.url, shop })
  await waitForRun(merchant, ({ phase }) => phase === 'done')
  const outboxes = await switchOn(merchant, services.sandboxUrl, ['low_stock', 'stockout_risk'])
  const page = await openAlertsPage(browser, merchant, services.url)
  return { shop, merchant, page, outboxes, quietUntil: performance.now() + QUIET_MS }
}

/** Sells, and takes each action in turn, from Slack and from the mailbox. */
async function sellAndAction(store: Store, n: number): Promise<Times> {
  const action = MESSAGE_ACTIONS[n % MESSAGE_ACTIONS.length]!
  const channel = n % (2 * MESSAGE_ACTIONS.length) < MESSAGE_ACTIONS.length ? 'slack' : 'email'
  const { product, times } = await sell(store)
  const acted = await actionFrom(store, { product, action, channel })
  const all = Math.max(...Object.values(times))
  const everywhere = all + Math.max(...Object.values(acted))
  return { ...times, ...acted, 'sale → all of them': all, 'sale → acted on everywhere': everywhere }
}

/**
 * Sells a healthy product down to a few days of stock, and waits for the alert on the page and in each
 * channel.
 */
async function sell({ shop, merchant, page, outboxes }: Store) {
  const list = '/api/products?status=healthy&sort=averageDailySales&order=desc&pageSize=200'
  const { rows } = productListSchema.parse(await merchant.get(list))
  const left = ({ averageDailySales }: { averageDailySales: number }) =>
    Math.max(1, Math.round(DAYS_LEFT * averageDailySales))
  const product = rows.find((row) => row.averageDailySales > 0 && (row.currentStock ?? 0) > left(row))
  if (!product) throw new Error(`${shop} has nothing left to sell`)
  const { variantId, title, currentStock } = product
  const before = await countAll(outboxes)
  const start = performance.now()
  const since = () => performance.now() - start
  await sandbox.sell(shop, String(variantId), (currentStock ?? 0) - left(product))
  const arrival = (channel: Channel) =>
    until(async () => (await outboxes.list(channel)).length > before[channel]).then(since)
  const [onPage, slack, email, sms] = await Promise.all([
    page.untilAlerted(title).then(since),
    ...CHANNELS.map(arrival),
  ])
  const times = {
    'sale → page': onPage,
    'sale → slack': slack!,
    'sale → email': email!,
    'sale → sms': sms!,
  }
  return { product: { variantId, title }, times }
}

/** Opens the link in the message, and confirms the action on its page. */
async function actionFrom(
  { merchant, page, outboxes }: Store,
  { product, action, channel }: { product: Product; action: MessageAction; channel: Channel },
) {
  const [message] = await outboxes.list(channel)
  if (!message?.content.includes(product.title)) throw new Error(`no message about ${product.title}`)
  const opened = await openMessageLink(browser, message, action)
  const start = performance.now()
  const since = () => performance.now() - start
  const [done, onPage, inApi] = await Promise.all([
    opened.tap().then(since),
    page.untilClosed(product.title, action.words).then(since),
    until(() => action.isSo(merchant, product.variantId)).then(since),
  ])
  await opened.close()
  return { 'tap → done': done, 'tap → page': onPage, 'tap → API': inApi }
}

async function countAll(outboxes: Outboxes): Promise<Record<Channel, number>> {
  const counts = await Promise.all(
    CHANNELS.map(async (channel) => [channel, (await outboxes.list(channel)).length] as const),
  )
  return Object.fromEntries(counts) as Record<Channel, number>
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it did not come within a minute')
    await sleep(LOOK_EVERY_MS)
  }
}

function report(tries: readonly Times[]): void {
  for (const leg of LEGS) {
    const times = tries.map((each) => each[leg])
    const ms = (share: number) => `${quantile(times, share).toFixed(0)} ms`
    console.log(`${leg.padEnd(27)} p50 ${ms(0.5)}, p95 ${ms(0.95)}, most ${ms(1)} of ${times.length}`)
    if (quantile(times, 0.95) <= MOST_P95_MS) continue
    console.log(`FAILED  p95 above ${MOST_P95_MS} ms`)
    process.exitCode = 1
  }
}
