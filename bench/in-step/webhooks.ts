// Measures how fast webhooks are accepted and applied, and how soon a sale is shown:
// npm run -s bench:webhooks
import { execFile } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { connectStore, signUp, waitForRun } from '../launch/merchant.ts'
import { startServices } from '../launch/start-services.ts'
import { insertBare } from './bare-insert.ts'
import { measureSales } from './live-sales.ts'

const SHOP = 'tiny-webhooks'
const COUNT = Number(process.argv[2] ?? 20_000)
const LEAST_PER_SECOND = 3000
const MOST_P99_MS = 50
const MOST_SALE_MS = 2000

interface Load {
  seconds: number
  failed: number
  p50: number
  p99: number
  most: number
}

const services = await startServices()
const database = new pg.Client({ connectionString: services.superuserUrl })
try {
  await database.connect()
  await bench()
} finally {
  await database.end()
  await services.stop()
}

async function bench(): Promise<void> {
  await services.startServer('web')
  const worker = await services.startServer('worker')
  const merchant = await signUp(services.url)
  await connectStore(merchant, { url: services.url, shop: SHOP })
  await waitForRun(merchant, ({ phase }) => phase === 'done')

  const sales = await measureSales(merchant, { sandboxUrl: services.sandboxUrl, shop: SHOP })
  const p95 = sales[Math.floor(sales.length * 0.95)] ?? 0
  print(
    'a sale is on the page',
    `p50 ${ms(sales[sales.length >> 1])}, p95 ${ms(p95)}, most ${ms(sales.at(-1))}`,
  )

  await worker.kill('SIGTERM')
  const before = await countRows('true')
  const load = await generate()
  const rate = COUNT / load.seconds
  const tail = `p50 ${ms(load.p50)}, p99 ${ms(load.p99)}, most ${ms(load.most)}, ${load.failed} failed`
  print('webhooks taken in', `${rate.toFixed(0)} a second, ${tail}`)
  const bare = await insertBare(services.superuserUrl, { shop: SHOP, count: COUNT })
  print(
    'bare insert of the rows',
    `${bare.toFixed(0)} a second; taking in is ${(rate / bare).toFixed(2)} of it`,
  )
  const stored = (await countRows('true')) - before
  print('rows stored', `${stored} of ${COUNT} deliveries, one in five a double`)

  const start = performance.now()
  await services.startServer('worker')
  while ((await countRows(`status = 'waiting'`)) > 0) await sleep(50)
  const seconds = (performance.now() - start) / 1000
  print('all applied', `${seconds.toFixed(1)} s after the worker was started`)
  judge([
    [rate >= LEAST_PER_SECOND, `fewer than ${LEAST_PER_SECOND} webhooks a second`],
    [load.p99 <= MOST_P99_MS && load.failed === 0, `p99 above ${MOST_P99_MS} ms, or failures`],
    [p95 <= MOST_SALE_MS, `a sale is seen later than ${MOST_SALE_MS} ms`],
  ])
}

async function generate(): Promise<Load> {
  const generator = path.join(import.meta.dirname, 'load-generator.ts')
  const args = [generator, services.url, `${SHOP}.myshopify.com`, String(COUNT)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as Load
}

async function countRows(condition: string): Promise<number> {
  const found = await database.query<{ count: string }>(
    `select count(*) from webhook_inbox where topic in ('orders/create', 'inventory_levels/update') and ${condition}`,
  )
  return Number(found.rows[0]?.count)
}

function judge(demands: readonly (readonly [boolean, string])[]): void {
  for (const [isMet, fault] of demands) {
    if (isMet) continue
    console.log(`FAILED  ${fault}`)
    process.exitCode = 1
  }
}

function ms(value: number | undefined): string {
  return `${(value ?? 0).toFixed(0)} ms`
}

function print(what: string, value: string): void {
  console.log(`${what.padEnd(28)} ${value}`)
}
