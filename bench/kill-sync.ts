// Kills the server repeatedly at random moments of a first sync: npm run -s bench:kill-sync
// Options: --kills 20 --seed 1
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { connectStore, isRead, signUp, waitForRun } from './product/merchant.ts'
import { randomNumbers } from './product/random-numbers.ts'
import { loadSales } from './product/sales-file.ts'
import { differences, type Snapshot, snapshot } from './product/snapshot.ts'
import { startServices } from './product/start-services.ts'

const SHOP = 'retail-killed'
const OTHER_SHOP = 'tiny-elsewhere'
const FIRST_SEEN_SHARE = 0.1
const LAST_SEEN_SHARE = 0.85

const { values: options } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
})
const kills = Number(options.kills)
const random = randomNumbers(Number(options.seed))

const services = await startServices()
const database = new Client({ connectionString: services.superuserUrl })
await database.connect()
try {
  await bench()
} finally {
  await database.end()
  await services.stop()
}

async function bench(): Promise<void> {
  await loadSales(services.sandboxUrl, { name: 'online_retail_ii_daily', shop: SHOP })
  const { expected, seconds } = await syncUninterrupted()
  console.log(`uninterrupted: ${seconds.toFixed(1)} s`)
  const { actual, killed } = await syncKilled(seconds, expected)
  const found = differences(expected, actual)
  for (const [table, { rows }] of actual) console.log(`  ${table.padEnd(20)} ${rows} rows`)
  for (const difference of found) console.log(`FAILED  ${difference}`)
  if (killed < kills) console.log(`FAILED  the sync was over after ${killed} of ${kills} kills`)
  if (found.length > 0 || killed < kills) process.exitCode = 1
  else console.log(`All tables equal those of the uninterrupted sync, row for row, after ${killed} kills.`)
}

/**
 * Runs the reference sync. Its merchant then switches to another store, so that the next merchant can use
 * this one.
 */
async function syncUninterrupted() {
  const server = await services.startServer('all')
  const merchant = await signUp(services.url)
  const start = performance.now()
  await connectStore(merchant, { url: services.url, shop: SHOP })
  await waitForRun(merchant, isRead)
  const seconds = (performance.now() - start) / 1000
  const expected = await snapshot(services.superuserUrl, merchant.id)
  await connectStore(merchant, { url: services.url, shop: OTHER_SHOP })
  await waitForRun(merchant, ({ phase }) => phase === 'done')
  await server.kill('SIGTERM')
  return { expected, seconds }
}

async function syncKilled(seconds: number, expected: Snapshot) {
  const lines = expected.get('order_lines')?.rows || 1
  const moments = Array.from({ length: kills }, random).sort((a, b) => a - b)
  let server = await services.startServer('all')
  const merchant = await signUp(services.url)
  await connectStore(merchant, { url: services.url, shop: SHOP })
  let owner: string | null = null
  let killed = 0
  for (const moment of moments) {
    owner = await nextOwner(merchant.id, owner)
    await reach(merchant.id, moment, lines)
    // Within a batch or a statement, not at its end.
    await sleep((random() * seconds * 1000) / kills)
    await server.kill('SIGKILL')
    const run = await runOf(merchant.id)
    if (run.status !== 'running') break
    killed++
    console.log(`kill ${killed} in phase ${run.phase}, ${run.lines} order lines`)
    server = await services.startServer('all')
  }
  await waitForRun(merchant, isRead)
  return { actual: await snapshot(services.superuserUrl, merchant.id), killed }
}

/** Waits until another worker owns the run, or until it has ended. */
async function nextOwner(merchantId: number, before: string | null): Promise<string | null> {
  for (;;) {
    const { owner, status } = await runOf(merchantId)
    if (status !== 'running' || (owner !== null && owner !== before)) return owner
    await sleep(20)
  }
}

/** Waits until this share of the run is done, as far as progress is visible. */
async function reach(merchantId: number, share: number, lines: number): Promise<void> {
  for (;;) {
    const run = await runOf(merchantId)
    const isAtEnd = run.status !== 'running' || run.phase === 'history'
    if (isAtEnd || share < FIRST_SEEN_SHARE || shareOf(run, lines) >= share) return
    await sleep(20)
  }
}

/** Estimates the completed share: products take about a tenth of the time, orders most of the rest. */
function shareOf({ phase, lines }: { phase: string; lines: number }, allLines: number): number {
  return phase === 'orders' ? FIRST_SEEN_SHARE + (LAST_SEEN_SHARE - FIRST_SEEN_SHARE) * (lines / allLines) : 0
}

async function runOf(merchantId: number) {
  const found = await database.query<{ owner: string | null; status: string; phase: string; lines: number }>(
    'select owner, status, phase, order_lines as lines from sync_runs where merchant_id = $1 order by id desc limit 1',
    [merchantId],
  )
  return found.rows[0]!
}
