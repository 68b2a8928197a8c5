import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createInbox, type Inbox } from '../../../apps/server/src/store/webhooks/inbox.ts'
import { importsApi, productsApi, settingsApi } from '../../../packages/contract/src/index.ts'
import { type Database, untilIdle, untilNone } from '../../launch/database.ts'
import { insist, insistOn, quantile } from '../../launch/figures.ts'
import { fillStores } from '../../launch/fill-stores.ts'
import { addMerchants, openKernel } from '../../launch/kernel.ts'
import { type Merchant, signUp } from '../../launch/merchant.ts'
import type { Services } from '../../launch/services.ts'

const QUIET = 100
const QUIET_VARIANTS = 50
const GREEDY_VARIANTS = 5000
const MAX_TIMES = 2
const ROUNDS = 3
const PAUSE_MS = 100
const LOOK_MS = 10
const PATIENCE_MS = 120_000
const DAY_MS = 86_400_000
const EVENTS_AT_ONCE = 20
const IMPORTED_ROWS = 100_000
const IMPORTED_SKUS = 1000

/** Measures how soon the sales of others are in their stock projections, in turn alone and while a greedy merchant floods a queue. */
export async function measure(services: Services): Promise<void> {
  const { database } = services
  // The connections of the greedy merchant are not those on which the sales of the others arrive.
  const [kernel, greedyKernel] = [await openKernel(services), await openKernel(services)]
  await services.startServer('web')
  const greedy = await signUp(services.url)
  const merchantIds = await addMerchants(kernel, QUIET)
  const stores = { salesDays: 60, stockDays: 30 }
  await fillStores(database, { ...stores, merchantIds, variants: QUIET_VARIANTS })
  await fillStores(database, { ...stores, merchantIds: [greedy.id], variants: GREEDY_VARIANTS })
  await connectAll(database)
  // As `npm start` does.
  for (const work of ['sync,deliver', 'batch']) await services.startServer('worker', { work })
  // New merchants are looked up at the payment provider; all of them at once would distort the measurement.
  await untilNone(
    database,
    `select 1 as one from merchant_directory
     where billing_due_at is null or billing_due_at < now() + interval '1 hour' limit 1`,
  )
  const inbox = createInbox(kernel)
  const sales = () => sellAll(inbox, database, merchantIds)
  await sales()
  // The first pass sums all days of the history that was just filled in, as a first sync does, and later ones do not.
  await greedy.put(settingsApi.save.path, { defaultSafetyStock: 1, defaultLeadTimeDays: 5 })
  await untilIdle(database)
  for (const [name, flood] of Object.entries(floods(greedy, createInbox(greedyKernel)))) {
    const quiet = await sales()
    const flooded: number[] = []
    let [taken, refused] = [0, 0]
    for (let round = 1; round <= ROUNDS; round++) {
      const end = new AbortController()
      const call = () =>
        flood().then(
          () => taken++,
          () => refused++,
        )
      const flooding = (async () => {
        while (!end.signal.aborted) await Promise.all([call(), sleep(PAUSE_MS)])
      })()
      flooded.push(...(await sales()))
      end.abort()
      await flooding
      await untilIdle(database)
      quiet.push(...(await sales()))
    }
    const p95 = (times: readonly number[]) => quantile(times, 0.95)
    const ratio = p95(flooded) / p95(quiet)
    console.log(
      `${name.padEnd(10)} p95 quiet ${p95(quiet).toFixed(0)} ms, flooded ${p95(flooded).toFixed(0)} ms (${taken} calls taken, ${refused} refused): ${ratio.toFixed(2)} times`,
    )
    insistOn(taken > 0, 'no call of the flood was taken')
    insistOn(ratio <= MAX_TIMES, `more than ${MAX_TIMES} times`)
  }
  await kernel.close()
  await greedyKernel.close()
}

async function connectAll(database: Database): Promise<void> {
  const shop = `'filled-' || merchant_id || '.myshopify.com'`
  await database.run([
    `update merchant_directory set shop_domain = ${shop}`,
    `insert into shop_connections (merchant_id, shop_domain, shop_gid, scopes, status, connected_at)
     select merchant_id, ${shop}, 'gid://shopify/Shop/' || merchant_id, '{}', 'connected', now() from merchant_directory`,
    'vacuum analyze',
  ])
}

/** What one greedy merchant does every PAUSE_MS, or as soon as it is answered if that takes longer, while the others sell. */
function floods(greedy: Merchant, inbox: Inbox): Record<string, () => Promise<unknown>> {
  let n = 0
  // Made once: this process also plays the shops that are measured.
  const file = salesFile()
  const order = () => getOrder(greedy.id, 1 + (n++ % GREEDY_VARIANTS))
  const save = () =>
    greedy.put(settingsApi.save.path, { defaultSafetyStock: n++ % 50, defaultLeadTimeDays: 5 + (n % 9) })
  return {
    settings: () => Promise.all(Array.from({ length: 5 }, save)),
    webhooks: () => Promise.all(Array.from({ length: EVENTS_AT_ONCE }, () => inbox.store(order()))),
    forecasts: () => greedy.post(productsApi.forecast.path, { merchant_id: greedy.id }),
    imports: () => greedy.upload(`${importsApi.getLatest.path}?kind=sales`, file),
  }
}

function salesFile(): Blob {
  const rows = Array.from({ length: IMPORTED_ROWS }, (_, row) => {
    const sku = `SKU-${String(row % IMPORTED_SKUS).padStart(5, '0')}`
    const day = new Date(Date.now() + (Math.floor(row / IMPORTED_SKUS) - 1000) * DAY_MS)
    return `${sku},${day.toISOString().slice(0, 10)},${((row * 7919) % 13) + 1}\n`
  })
  return new Blob(['sku,day,units\n', ...rows])
}

/** Sells one unit of each merchant, in turn, and returns how long each took to be in the stock projection. */
async function sellAll(inbox: Inbox, database: Database, merchantIds: readonly number[]): Promise<number[]> {
  const selling: Promise<number>[] = []
  for (const merchantId of merchantIds) {
    selling.push(sell(inbox, database, merchantId))
    await sleep(PAUSE_MS)
  }
  return Promise.all(selling)
}

let sold = 0

async function sell(inbox: Inbox, database: Database, merchantId: number): Promise<number> {
  const variantId = 1 + (sold++ % QUIET_VARIANTS)
  const units = async () => {
    const query =
      'select units_sold_30 as units from stock_projections where merchant_id = $1 and variant_id = $2'
    return (await database.rows<{ units: number }>(query, [merchantId, variantId]))[0]?.units ?? -1
  }
  const before = await units()
  const start = performance.now()
  await inbox.store(getOrder(merchantId, variantId))
  const look = async () => {
    if ((await units()) === before) throw new Error(`the sale of ${merchantId} did not arrive`)
  }
  await insist(look, PATIENCE_MS, LOOK_MS)
  return performance.now() - start
}

let orders = 0

/** An order of yesterday, because the sums of a projection end there. */
function getOrder(merchantId: number, variantId: number): Parameters<Inbox['store']>[0] {
  const id = ++orders
  const at = new Date(Date.now() - DAY_MS)
  const times = { createdAt: at, processedAt: at, updatedAt: new Date() }
  const lines = [{ id, variantId, quantity: 1 }]
  return {
    shop: `filled-${merchantId}.myshopify.com`,
    topic: 'orders/create',
    eventId: randomUUID(),
    resource: `order/${id}`,
    triggeredAt: new Date().toISOString(),
    state: { kind: 'order', id, ...times, cancelledAt: null, test: false, locationId: null, lines },
  }
}
