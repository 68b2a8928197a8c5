// Measures the nightly forecasts of many merchants as a whole, with one worker:
// npm run -s bench:night -- [--merchants 100,300] [--variants 200]
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { setDue } from '../../apps/server/src/due/queries.ts'
import { scheduleNight } from '../../apps/server/src/modules/forecasts/schedule-night.task.ts'
import { ensureMerchant } from '../../apps/server/src/modules/merchants/index.ts'
import { createTestKernel } from '../../apps/server/src/testing/test-kernel.ts'
import { BENCH_SECRET } from '../launch/bench-secret.ts'
import { cpuSeconds } from '../launch/cpu-seconds.ts'
import { type Database, openAsSuperuser } from '../launch/database.ts'
import { fillMerchants } from '../launch/fill-merchants.ts'
import { peakMegabytes } from '../launch/memory.ts'
import { startServices } from '../launch/start-services.ts'

const SALES_DAYS = 400
const STOCK_DAYS = 365
const LOOK_MS = 250
const GROWING_TABLES = ['sales_daily', 'order_lines', 'stock_daily', 'shop_days', 'forecasts']

const { values } = parseArgs({
  options: {
    merchants: { type: 'string', default: '100,300' },
    variants: { type: 'string', default: '200' },
  },
})
const variants = Number(values.variants)

for (const merchants of values.merchants.split(',').map(Number)) await measureNight(merchants)

interface Reading {
  at: number
  worker: number
  database: number
  wal: number
}

async function measureNight(merchants: number): Promise<void> {
  const services = await startServices()
  const database = openAsSuperuser(services.superuserUrl)
  const kernel = await createTestKernel({
    database: { appUrl: services.databaseUrl },
    now: new Date().toISOString(),
    realJobs: true,
    env: { DATA_DIR: services.databaseFolder, STOCKCAST_SECRET: BENCH_SECRET },
  })
  try {
    const merchantIds: number[] = []
    for (let i = 0; i < merchants; i++) {
      const id = randomUUID()
      merchantIds.push(await ensureMerchant(kernel, { id, email: `${id}@example.com` }))
    }
    await fillMerchants(database, { merchantIds, variants, salesDays: SALES_DAYS, stockDays: STOCK_DAYS })
    await database.rows('vacuum analyze')
    const worker = await services.startServer('worker')
    for (const merchantId of merchantIds) {
      const dueAt = kernel.clock.now()
      await kernel.db.withTenant(merchantId, (tx) => setDue(tx, { kind: 'forecast', merchantId, dueAt }))
    }
    const workerPid = worker.child.pid!
    const read = async (): Promise<Reading> => {
      const [wal] = await database.rows<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`)
      return {
        at: performance.now(),
        worker: cpuSeconds(workerPid),
        database: cpuSeconds(services.databasePid()),
        wal: Number(wal!.bytes),
      }
    }
    const size = await databaseBytes(database)
    const before = await read()
    await scheduleNight(kernel)
    const connections = await untilDone(database)
    const after = await read()
    const grown = (await databaseBytes(database)) - size
    const copying = await copyCost(database, read)
    print({ merchants, before, after, grown, connections, copying, memory: peakMegabytes(workerPid) })
    if (merchants === Number(values.merchants.split(',')[0])) await printTables(database, merchants)
  } finally {
    await kernel.close()
    await database.close()
    await services.stop()
  }
}

/** Waits until every merchant has a forecast and no job is left. Returns the most connections that were open. */
async function untilDone(database: Database): Promise<number> {
  let most = 0
  for (;;) {
    const [found] = await database.rows<{ connections: number; left: number; waiting: number }>(
      `select (select count(*)::int from pg_stat_activity where usename = 'stockcast_app') as connections,
         (select count(*)::int from merchants where forecast_as_of is null) as left,
         (select count(*)::int from jobs.job where state in ('created', 'retry', 'active')
           and name in ('forecast-shop', 'refresh-projections', 'keep-totals')) as waiting`,
    )
    most = Math.max(most, found!.connections)
    if (found!.left === 0 && found!.waiting === 0) return most
    await sleep(LOOK_MS)
  }
}

async function databaseBytes(database: Database): Promise<number> {
  const [found] = await database.rows<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  return Number(found!.bytes)
}

/** Returns the seconds of CPU that PostgreSQL needs to read the same history and to write a copy of the result. */
async function copyCost(database: Database, read: () => Promise<Reading>): Promise<number> {
  const before = await read()
  await database.rows('select count(*), sum(units_sold) from sales_daily')
  await database.rows('select count(*), sum(closing_stock) from stock_daily')
  for (const table of ['forecasts', 'stock_projections', 'variant_trends']) {
    await database.rows(`create table copy_of_${table} as table ${table}`)
  }
  return (await read()).database - before.database
}

function print(night: {
  merchants: number
  before: Reading
  after: Reading
  grown: number
  connections: number
  copying: number
  memory: number
}): void {
  const { merchants, before, after } = night
  const [worker, database] = [after.worker - before.worker, after.database - before.database]
  const each = (value: number, unit: string) => `${value.toFixed(0)} ${unit} a merchant`
  console.log(`${merchants} merchants with ${variants} variants each`)
  console.log(`  took        ${((after.at - before.at) / 1000).toFixed(1)} s with one worker`)
  console.log(`  worker      ${worker.toFixed(1)} s of CPU, ${each((1000 * worker) / merchants, 'ms')}`)
  console.log(`  PostgreSQL  ${database.toFixed(1)} s of CPU, ${each((1000 * database) / merchants, 'ms')}`)
  console.log(
    `              ${(database / night.copying).toFixed(1)} × reading the history and copying the result`,
  )
  console.log(`  WAL         ${each((after.wal - before.wal) / 1024 / merchants, 'kB')}`)
  console.log(`  disk        ${each(night.grown / 1024 / merchants, 'kB')} more`)
  console.log(`  connections ${night.connections} at most; worker's memory ${night.memory} MB at most`)
}

async function printTables(database: Database, merchants: number): Promise<void> {
  for (const table of GROWING_TABLES) {
    const [found] = await database.rows<{ bytes: string; rows: number }>(
      `select pg_total_relation_size($1::regclass) as bytes, (select count(*)::int from ${table}) as rows`,
      [table],
    )
    const bytes = Number(found!.bytes)
    const row = found!.rows > 0 ? (bytes / found!.rows).toFixed(0) : '–'
    console.log(
      `  ${table.padEnd(12)} ${found!.rows} rows, ${row} bytes a row, ${(bytes / 1e6 / merchants).toFixed(2)} MB a merchant`,
    )
  }
}
