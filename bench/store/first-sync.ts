// Measures the first sync and forecast of a store with real sales: npm run -s bench:ingest

import { forgetPeak, peakMegabytes } from '../launch/memory.ts'
import { connectStore, isRead, type Merchant, signUp, waitForRun } from '../launch/merchant.ts'
import { startServices } from '../launch/start-services.ts'
import { copyRows } from './copy-rows.ts'
import { loadSales } from './sales-file.ts'

const SHOP = 'retail-bench'
const FIRST_SYNC_SECONDS = 90
const REQUESTS = 200

const services = await startServices()
try {
  await bench()
} finally {
  await services.stop()
}

async function bench(): Promise<void> {
  const loading = stopwatch()
  const loaded = await loadSales(services.sandboxUrl, { name: 'online_retail_ii_daily', shop: SHOP })
  print('loaded into the sandbox', `${loading().toFixed(1)} s, ${loaded.orders} orders`)

  await services.startServer('web')
  const worker = await services.startServer('worker')
  const merchant = await signUp(services.url)
  const syncing = stopwatch()
  await connectStore(merchant, { url: services.url, shop: SHOP })
  const phases = new Map<string, number>()
  const run = await waitForRun(merchant, ({ phase }) => {
    if (!phases.has(phase)) phases.set(phase, syncing())
    return isRead({ phase })
  })
  const seconds = syncing()
  const starts = [...phases].map(([phase, at]) => `${phase} at ${at.toFixed(1)} s`)
  const lines = `${run.variants} variants, ${run.orders} orders, ${run.orderLines} order lines`
  print('first sync', `${seconds.toFixed(1)} s, ${run.method}: ${lines}`)

  print('  phases', starts.join(', '))
  print('  worker memory, most', `${peakMegabytes(worker.child.pid)} MB`)

  forgetPeak(worker.child.pid)
  const forecasting = stopwatch()
  await waitForRun(merchant, ({ phase }) => phase === 'done')
  print('forecasts of all variants', `${forecasting().toFixed(1)} s`)
  print('  worker memory, most', `${peakMegabytes(worker.child.pid)} MB`)

  const copy = await copyRows(services.superuserUrl, services.databaseFolder)
  const perSecond = Math.round(copy.rows / seconds)
  print('rows a second', `${perSecond}, ${(seconds / copy.seconds).toFixed(1)} × the time of COPY`)
  print('COPY of the same rows', `${copy.rows} in ${copy.seconds.toFixed(1)} s`)
  print('products page', await measurePages(merchant))
  if (seconds > FIRST_SYNC_SECONDS) {
    console.log(`FAILED  the first sync took more than ${FIRST_SYNC_SECONDS} s`)
    process.exitCode = 1
  }
}

/** Measures pages, sorts and searches of the products list. */
async function measurePages(merchant: Merchant): Promise<string> {
  const queries = [
    '',
    'page=2',
    'page=20',
    'search=2',
    'search=85',
    'sort=title',
    'sort=stock&order=desc',
    'status=critical',
    'pageSize=500',
  ]
  const times: number[] = []
  for (let i = 0; i < REQUESTS; i++) {
    const watch = stopwatch()
    await merchant.get(`/api/products?${queries[i % queries.length]}`)
    times.push(watch() * 1000)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(share * times.length)] ?? 0).toFixed(0)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms over ${REQUESTS} requests`
}

function stopwatch(): () => number {
  const start = performance.now()
  return () => (performance.now() - start) / 1000
}

function print(what: string, value: string): void {
  console.log(`${what.padEnd(28)} ${value}`)
}
