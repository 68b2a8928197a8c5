// How soon after a sale is its alert in Slack, in the mailbox and on the phone?
// npm run -s bench:alert-latency -- [--merchants 25] [--rounds 4]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { productListSchema } from '../packages/contract/src/index.ts'
import { CHANNELS, type Channel, type Outboxes, switchOn } from './deliver/outboxes.ts'
import { connectStore, type Merchant, signUp, waitForRun } from './product/merchant.ts'
import { quantile } from './product/quantiles.ts'
import { sandboxAt } from './product/sandbox.ts'
import { startServices } from './product/start-services.ts'

const MOST_P95_MS = 10_000
const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 50
/** Between two messages of a channel there is a minute; what is measured comes after it. */
const QUIET_MS = 62_000

const { values } = parseArgs({
  options: {
    merchants: { type: 'string', default: '25' },
    rounds: { type: 'string', default: '4' },
  },
})

interface Store {
  shop: string
  merchant: Merchant
  outboxes: Outboxes
  quietUntil: number
}

const services = await startServices()
const sandbox = sandboxAt(services.sandboxUrl)
try {
  await services.superviseServer('web')
  await services.superviseServer('worker')
  const stores: Store[] = []
  for (let n = 0; n < Number(values.merchants); n++) stores.push(await openStore(`tiny-latency-${n}`))
  const times: Record<Channel, number[]> = { slack: [], email: [], sms: [] }
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const store of stores) {
      await sleep(Math.max(0, store.quietUntil - performance.now()))
      const taken = await sellOut(store)
      for (const channel of CHANNELS) times[channel].push(taken[channel])
      store.quietUntil = performance.now() + QUIET_MS
    }
  }
  for (const channel of CHANNELS) print(channel, times[channel])
  if (CHANNELS.some((channel) => quantile(times[channel], 0.95) > MOST_P95_MS)) {
    console.log(`FAILED  p95 above ${MOST_P95_MS} ms`)
    process.exitCode = 1
  }
} finally {
  await services.stop()
}

async function openStore(shop: string): Promise<Store> {
  const merchant = await signUp(services.url)
  await connectStore(merchant, { url: services.url, shop })
  await waitForRun(merchant, ({ phase }) => phase === 'done')
  const outboxes = await switchOn(merchant, services.sandboxUrl)
  return { shop, merchant, outboxes, quietUntil: performance.now() + QUIET_MS }
}

/** Sells a healthy product but for one unit, and waits until each channel has a message about it. */
async function sellOut({ shop, merchant, outboxes }: Store): Promise<Record<Channel, number>> {
  const list = '/api/products?status=healthy&sort=averageDailySales&order=desc&pageSize=200'
  const { rows } = productListSchema.parse(await merchant.get(list))
  const product = rows.find((row) => (row.currentStock ?? 0) > 2 && row.averageDailySales > 0)
  if (!product) throw new Error(`${shop} has nothing left to sell`)
  const before = await countAll(outboxes)
  const start = performance.now()
  await sandbox.sell(shop, String(product.variantId), (product.currentStock ?? 0) - 1)
  const times = await Promise.all(
    CHANNELS.map(async (channel) => {
      await until(async () => (await outboxes.list(channel)).length > before[channel])
      return [channel, performance.now() - start] as const
    }),
  )
  return Object.fromEntries(times) as Record<Channel, number>
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
    if (performance.now() > end) throw new Error('an alert did not arrive within a minute')
    await sleep(LOOK_EVERY_MS)
  }
}

function print(channel: Channel, times: readonly number[]): void {
  const ms = (share: number) => `${quantile(times, share).toFixed(0)} ms`
  console.log(`sale → ${channel.padEnd(6)} p50 ${ms(0.5)}, p95 ${ms(0.95)}, most ${ms(1)} of ${times.length}`)
}
