import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { insistOn, print, spread, stopwatch, timed } from '../launch/figures.ts'
import { connectStore, signUp, waitForRun } from '../launch/merchant.ts'
import { forgetPeak, peakMegabytes } from '../launch/process-cost.ts'
import type { Services } from '../launch/services.ts'
import { copyRows } from './copy-rows.ts'

const folder = process.env.STOCKCAST_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data')

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

/** Loads real daily sales into a store of the sandbox, and returns its summary. */
async function loadSales(
  sandboxUrl: string,
  args: { name: string; shop: string },
): Promise<{ products: number; days: number; orders: number }> {
  const file = path.join(folder, `${args.name}.csv.gz`)
  const bytes = await readFile(file).catch(() => {
    throw new Error(`${file} is missing. Set STOCKCAST_DATA to the folder that has it.`)
  })
  const response = await fetch(`${sandboxUrl}/api/shops/${args.shop}/load`, {
    method: 'POST',
    headers: { 'content-type': 'application/gzip' },
    body: bytes,
  })
  if (!response.ok) throw new Error(`not loaded: ${await response.text()}`)
  return (await response.json()) as { products: number; days: number; orders: number }
}
