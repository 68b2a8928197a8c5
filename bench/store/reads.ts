// Measures the product with 10,000 variants: npm run -s bench:large-store -- [--variants 10000] [--times 40]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { productListSchema } from '../../packages/contract/src/index.ts'
import { type Database, openAsSuperuser } from '../launch/database.ts'
import { fillStore } from '../launch/fill-store.ts'
import { peakMegabytes } from '../launch/memory.ts'
import { type Merchant, signUp } from '../launch/merchant.ts'
import { quantile } from '../launch/quantiles.ts'
import { startServices } from '../launch/start-services.ts'
import { builtWebRoot } from '../launch/web-root.ts'
import { type Scroll, scrollTable } from './scroll-frames.ts'

const SALES_DAYS = 400
const STOCK_DAYS = 90
const FRAME_MS = 20

const { values } = parseArgs({
  options: { variants: { type: 'string', default: '10000' }, times: { type: 'string', default: '40' } },
})
const variants = Number(values.variants)
const times = Number(values.times)

/** The requests, and the limits of their p95. */
const reads: { what: string; path: string; mostMs?: number; times?: number }[] = [
  // What every request costs before it reads the catalogue: HTTP, the access token, a transaction.
  { what: 'session, GET /api/session', path: '/api/session' },
  { what: 'products, first page', path: '/api/products?pageSize=100' },
  { what: 'products, page 50 by title', path: '/api/products?pageSize=100&page=50&sort=title' },
  { what: 'search', path: '/api/products?pageSize=100&search=coffee%2007', mostMs: 150 },
  { what: 'settings per product', path: '/api/settings/variants?pageSize=100' },
  { what: 'dashboard', path: '/api/dashboard' },
  { what: 'trends, 7 days', path: '/api/trends?period=7', mostMs: 100 },
  { what: 'trends, 90 days', path: '/api/trends?period=90', mostMs: 100 },
  { what: 'trends of a product, 90 days', path: '/api/trends?period=90&variantId=1', mostMs: 100 },
  { what: 'ranking, 90 days', path: '/api/trends/products?period=90&sort=change', mostMs: 100 },
  { what: 'CSV of all', path: '/api/products/export.csv', mostMs: 2000, times: 5 },
  { what: 'XLSX of all', path: '/api/products/export.xlsx', mostMs: 2000, times: 5 },
]

const services = await startServices({ WEB_ROOT: await builtWebRoot() })
try {
  await services.startServer('web')
  const worker = await services.startServer('worker')
  const database = openAsSuperuser(services.superuserUrl)
  const merchant = await signUp(services.url)
  await prepare(merchant, database)
  console.log(`worker memory until then, most ${peakMegabytes(worker.child.pid)} MB`)
  // The simulation of the last 90 days, which follows the forecast, would compute beside the pages.
  await worker.kill('SIGTERM')
  await measure(merchant, database)
  for (const path of ['/products', '/settings?tab=products']) {
    printScroll(path, await scrollTable(merchant, { url: services.url, path }))
  }
  await database.close()
} finally {
  await services.stop()
}

async function prepare(merchant: Merchant, database: Database): Promise<void> {
  const start = performance.now()
  const rows = await fillStore(database, {
    merchantId: merchant.id,
    variants,
    salesDays: SALES_DAYS,
    stockDays: STOCK_DAYS,
  })
  const filled = performance.now()
  console.log(`${variants} variants, ${rows} days with sales: filled in ${seconds(filled - start)}`)
  await merchant.post('/functions/forecast-stockout', { merchant_id: merchant.id })
  while (productListSchema.parse(await merchant.get('/api/products?pageSize=1')).forecastAsOf === null) {
    await sleep(500)
  }
  await untilRanked(database, merchant.id)
  console.log(`forecast, with projections and trends, in ${seconds(performance.now() - filled)}`)
}

/** Waits for the trends, which a forecast writes last. */
async function untilRanked(database: Database, merchantId: number): Promise<void> {
  for (;;) {
    const [found] = await database.rows<{ count: string }>(
      'select count(*) from variant_trends where merchant_id = $1',
      [merchantId],
    )
    if (Number(found?.count) >= variants) return
    await sleep(500)
  }
}

/** Measures each request and a bare count of the same variants by turns. */
async function measure(merchant: Merchant, database: Database): Promise<void> {
  for (const read of reads) {
    const took: number[] = []
    const bare: number[] = []
    await merchant.read(read.path)
    for (let n = 0; n < (read.times ?? times); n++) {
      bare.push(
        await timed(() =>
          database.rows('select count(*) from variants where merchant_id = $1', [merchant.id]),
        ),
      )
      took.push(await timed(() => merchant.read(read.path)))
    }
    print(read.what, took, bare)
    const p95 = quantile(took, 0.95)
    if (read.mostMs !== undefined && p95 > read.mostMs) fail(`${read.what}: p95 above ${read.mostMs} ms`)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function print(what: string, took: readonly number[], bare: readonly number[]): void {
  const ms = (of: readonly number[], share: number) => quantile(of, share).toFixed(0)
  const ratio = (quantile(took, 0.5) / quantile(bare, 0.5)).toFixed(1)
  console.log(
    `${what.padEnd(30)} p50 ${ms(took, 0.5)} ms, p95 ${ms(took, 0.95)} ms; a bare count ${ms(bare, 0.5)} ms: ${ratio} ×`,
  )
}

function printScroll(path: string, { frames, busyMs }: Scroll): void {
  const late = frames.filter((ms) => ms > FRAME_MS)
  const ms = (share: number) => quantile(frames, share).toFixed(1)
  console.log(
    `${`scroll of ${path}`.padEnd(33)} ${frames.length} frames, ${late.length} over ${FRAME_MS} ms; p50 ${ms(0.5)} ms, p95 ${ms(0.95)} ms, longest ${ms(1)} ms; main thread ${(busyMs / frames.length).toFixed(1)} ms a frame`,
  )
}

function fail(reason: string): void {
  console.log(`FAILED  ${reason}`)
  process.exitCode = 1
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
