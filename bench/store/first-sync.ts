import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { SyncRun } from '../../packages/contract/src/index.ts'
import { insistOn, print, stopwatch } from '../launch/figures.ts'
import { openStore } from '../launch/merchant.ts'
import { peakMegabytes } from '../launch/process-cost.ts'
import type { Services } from '../launch/services.ts'

const folder = process.env.STOCKCAST_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data')
const FILE = 'online_retail_ii_daily.csv.gz'
const SHOP = 'retail-bench'
const FIRST_SYNC_SECONDS = 90
const TABLES = ['products', 'variants', 'inventory_levels', 'orders', 'order_lines', 'sales_daily']

export async function syncFirst(services: Services): Promise<void> {
  const body = await readFile(path.join(folder, FILE)).catch(() => {
    throw new Error(`${folder}/${FILE} is missing. Set STOCKCAST_DATA to the folder that has it.`)
  })
  const headers = { 'content-type': 'application/gzip' }
  const load = `${services.sandbox.url}/api/shops/${SHOP}/load`
  const loaded = await fetch(load, { method: 'POST', headers, body })
  if (!loaded.ok) throw new Error(`not loaded: ${await loaded.text()}`)
  await services.startServer('web')
  const worker = await services.startServer('worker')
  const since = stopwatch()
  let synced: { run: SyncRun; seconds: number } | undefined
  await openStore(services.url, SHOP, (run) => {
    if (run.phase === 'forecast' || run.phase === 'done') synced ??= { run, seconds: since() }
  })
  const { run, seconds } = synced!
  print('first sync', `${seconds.toFixed(1)} s, ${run.variants} variants, ${run.orderLines} order lines`)
  print('forecasts of all variants', `${(since() - seconds).toFixed(1)} s`)
  print('memory of the worker', `at most ${peakMegabytes(worker.child.pid)} MB`)
  const copy = await copyRows(services)
  print('  ÷ COPY of the same rows', `${(seconds / copy.seconds).toFixed(1)} × for ${copy.rows} rows`)
  insistOn(seconds <= FIRST_SYNC_SECONDS, `the first sync took more than ${FIRST_SYNC_SECONDS} s`)
}

/** Copies the rows of a store into empty copies of its tables and indexes with COPY: the least time that they take. */
async function copyRows({ database, databaseFolder }: Services): Promise<{ rows: number; seconds: number }> {
  let [rows, seconds] = [0, 0]
  for (const table of TABLES) {
    const file = path.join(databaseFolder, `${table}.copy`)
    await database.rows(`copy ${table} to '${file}' (format binary)`)
    await database.rows(`create table ${table}_twin (like ${table} including all)`)
    const watch = stopwatch()
    await database.rows(`copy ${table}_twin from '${file}' (format binary)`)
    seconds += watch()
    rows += await database.number(`select count(*) from ${table}_twin`)
    await database.rows(`drop table ${table}_twin`)
  }
  return { rows, seconds }
}
