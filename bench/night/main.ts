// Measures the nightly forecasts of many merchants as a whole, with one worker, beside reading their history and copying
// the result, and what bundles add to the forecast of a shop:
// npm run -s bench:night -- [--part night,bundles] [--merchants 100,300] [--variants 200] [--large 10000]
import { setDue } from '../../apps/server/src/kernel/due/queries.ts'
import { scheduleNight } from '../../apps/server/src/planning/forecasts/schedule-night.task.ts'
import { type Database, untilDone } from '../launch/database.ts'
import { print, readOptions, stopwatch } from '../launch/figures.ts'
import { fillStores } from '../launch/fill-stores.ts'
import { addMerchants, openKernel } from '../launch/kernel.ts'
import { cpuSeconds, peakMegabytes } from '../launch/process-cost.ts'
import { type Services, withServices } from '../launch/services.ts'
import { measureBundles } from './bundles.ts'

const SALES_DAYS = 400
const STOCK_DAYS = 365
const WAL_BYTES = `select pg_current_wal_lsn() - '0/0'`
const BYTES = 'select pg_database_size(current_database())'

const { variants, large, ...lists } = readOptions({
  merchants: '100,300',
  variants: 200,
  part: 'night,bundles',
  large: 10_000,
})
const parts = lists.part.split(',')

if (parts.includes('night'))
  for (const merchants of lists.merchants.split(',').map(Number))
    await withServices((services) => measureNight(services, merchants))
if (parts.includes('bundles')) await withServices((services) => measureBundles(services, large))

async function measureNight(services: Services, merchants: number): Promise<void> {
  const { database } = services
  const kernel = await openKernel(services)
  const merchantIds = await addMerchants(kernel, merchants)
  await fillStores(database, { merchantIds, variants, salesDays: SALES_DAYS, stockDays: STOCK_DAYS })
  const worker = await services.startServer('worker')
  for (const merchantId of merchantIds) {
    const dueAt = kernel.clock.now()
    await kernel.db.withTenant(merchantId, (tx) => setDue(tx, { kind: 'forecast', merchantId, dueAt }))
  }
  const cpu = (pid: number | undefined) => {
    const before = cpuSeconds(pid)
    return () => cpuSeconds(pid) - before
  }
  const [workerCpu, databaseCpu] = [cpu(worker.child.pid), cpu(services.databasePid())]
  const [walBefore, bytesBefore] = [await database.number(WAL_BYTES), await database.number(BYTES)]
  const watch = stopwatch()
  await scheduleNight(kernel)
  const connections = await untilDone(database, merchantIds)
  const [seconds, ofWorker, ofDatabase] = [watch(), workerCpu(), databaseCpu()]
  const wal = (await database.number(WAL_BYTES)) - walBefore
  const grown = (await database.number(BYTES)) - bytesBefore
  const copyCpu = cpu(services.databasePid())
  await copyResult(database)
  const each = (value: number, unit: string) => `${(value / merchants).toFixed(0)} ${unit} a merchant`
  console.log(`${merchants} merchants with ${variants} variants each`)
  print('took, with one worker', `${seconds.toFixed(1)} s`)
  print('CPU of the worker', `${ofWorker.toFixed(1)} s, ${each(1000 * ofWorker, 'ms')}`)
  print('CPU of PostgreSQL', `${ofDatabase.toFixed(1)} s, ${each(1000 * ofDatabase, 'ms')}`)
  print('  ÷ reading and copying the same', `${(ofDatabase / copyCpu()).toFixed(1)} ×`)
  print('WAL, disk', `${each(wal / 1024, 'kB')}, ${each(grown / 1024, 'kB')} more`)
  print('connections, memory of the worker', `${connections}, ${peakMegabytes(worker.child.pid)} MB at most`)
  await kernel.close()
}

/** Reads the history and writes a copy of the result, the least that a night could do. */
async function copyResult(database: Database): Promise<void> {
  await database.rows('select count(*), sum(units_sold) from sales_daily')
  await database.rows('select count(*), sum(closing_stock) from stock_daily')
  for (const table of ['forecasts', 'stock_projections', 'variant_trends'])
    await database.rows(`create table copy_of_${table} as table ${table}`)
}
