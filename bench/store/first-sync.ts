import { insistOn, print, spread, stopwatch, timed } from '../launch/figures.ts'
import { connectStore, signUp, waitForRun } from '../launch/merchant.ts'
import { forgetPeak, peakMegabytes } from '../launch/process-cost.ts'
import type { Services } from '../launch/services.ts'
import { copyRows } from './copy-rows.ts'
import { loadSales } from './sales-file.ts'

const SHOP = 'retail-bench'
const FIRST_SYNC_SECONDS = 90
const PAGES = 100

/** Measures the first sync and forecast of a store with real sales, beside a COPY of the same rows. */
export async function syncFirst(services: Services): Promise<void> {
  const loaded = await loadSales(services.sandbox.url, { name: 'online_retail_ii_daily', shop: SHOP })
  print('loaded into the sandbox', `${loaded.orders} orders`)
  await services.startServer('web')
  const worker = await services.startServer('worker')
  const merchant = await signUp(services.url)
  const syncing = stopwatch()
  await connectStore(merchant, { url: services.url, shop: SHOP })
  const run = await waitForRun(merchant, ({ phase }) => phase === 'forecast' || phase === 'done')
  const seconds = syncing()
  const memory = () => `worker at most ${peakMegabytes(worker.child.pid)} MB`
  print(
    'first sync',
    `${seconds.toFixed(1)} s, ${run.variants} variants, ${run.orderLines} order lines, ${memory()}`,
  )
  forgetPeak(worker.child.pid)
  const forecasting = stopwatch()
  await waitForRun(merchant, ({ phase }) => phase === 'done')
  print('forecasts of all variants', `${forecasting().toFixed(1)} s, ${memory()}`)
  const copy = await copyRows(services)
  print('  ÷ COPY of the same rows', `${(seconds / copy.seconds).toFixed(1)} × for ${copy.rows} rows`)
  const pages: number[] = []
  for (let n = 0; n < PAGES; n++)
    pages.push(await timed(() => merchant.get(`/api/products?page=${1 + (n % 20)}`)))
  print('products page', spread(pages))
  insistOn(seconds <= FIRST_SYNC_SECONDS, `the first sync took more than ${FIRST_SYNC_SECONDS} s`)
}
