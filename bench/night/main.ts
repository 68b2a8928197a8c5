// Measures the nightly forecasts of many merchants as a whole, with one worker, beside reading their history and copying
// the result, and what bundles add to the forecast of a shop:
// npm run -s bench:night -- [--part night,bundles] [--merchants 100,300] [--variants 200] [--large 10000]
import { scheduleNight } from '../../apps/server/src/planning/forecasts/schedule-night.task.ts'
import { type Database, untilDone } from '../launch/database.ts'
import { print, readOptions, stopwatch } from '../launch/figures.ts'
import { fillStores } from '../launch/fill-stores.ts'
import { addMerchants, makeForecastDue, openKernel } from '../launch/kernel.ts'
import { cpuMeter, peakMegabytes } from '../launch/process-cost.ts'
import { type Services, withServices } from '../launch/services.ts'
import { measureBundles } from './bundles.ts'

const WAL_BYTES = `select pg_current_wal_lsn() - '0/0'`
const BYTES = 'select pg_database_size(current_database())'

const defaults = { part: 'night,bundles', merchants: '100,300', variants: 200, large: 10_000 }
const { part, merchants, variants, large } = readOptions(defaults)
if (part.includes('night'))
  for (const count of merchants.split(',').map(Number))
    await withServices((services) => measureNight(services, count))
if (part.includes('bundles')) await withServices((services) => measureBundles(services, large))

async function measureNight(services: Services, count: number): Promise<void> {
  const { database } = services
  const kernel = await openKernel(services)
  const merchantIds = await addMerchants(kernel, count)
  await fillStores(database, { merchantIds, variants, salesDays: 400, stockDays: 365 })
  const worker = await services.startServer('worker')
  for (const merchantId of merchantIds) await makeForecastDue(kernel, merchantId)
  const [workerCpu, databaseCpu] = [cpuMeter(worker.child.pid), cpuMeter(services.databasePid())]
  const [walBefore, bytesBefore] = [await database.number(WAL_BYTES), await database.number(BYTES)]
  const watch = stopwatch()
  await scheduleNight(kernel)
  const connections = await untilDone(database, merchantIds)
  const [seconds, ofWorker, ofDatabase] = [watch(), workerCpu(), databaseCpu()]
  const wal = (await database.number(WAL_BYTES)) - walBefore
  const grown = (await database.number(BYTES)) - bytesBefore
  const copyCpu = cpuMeter(services.databasePid())
  await copyResult(database)
  const each = (value: number, unit: string) => `${(value / count).toFixed(0)} ${unit} a merchant`
  console.log(`${count} merchants with ${variants} variants each`)
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
  const tables = ['forecasts', 'stock_projections', 'variant_trends']
  await database.run([
    'select count(*), sum(units_sold) from sales_daily',
    'select count(*), sum(closing_stock) from stock_daily',
    ...tables.map((table) => `create table copy_of_${table} as table ${table}`),
  ])
}
