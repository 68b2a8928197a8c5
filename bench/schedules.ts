// Measures one minute's work of every schedule, in one worker: npm run -s bench:schedules -- [--merchants 100000]
// The minute is the heaviest of a day: midnight and the time of the digests in the time zone of a fifth of the merchants,
// and the minute in which all the schedules that run every ten or thirty minutes run too.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { applyEventsTask } from '../apps/server/src/modules/billing/provider/apply-events.task.ts'
import { scheduleBilling } from '../apps/server/src/modules/billing/schedule-billing.task.ts'
import { forecastShopTask } from '../apps/server/src/modules/forecasts/forecast-shop.task.ts'
import { scheduleNight } from '../apps/server/src/modules/forecasts/schedule-night.task.ts'
import { scheduleDeliveries } from '../apps/server/src/modules/notifications/deliveries/schedule-deliveries.task.ts'
import { deliverTasks } from '../apps/server/src/modules/notifications/deliveries/wake-channel.ts'
import { reconcileShopTask } from '../apps/server/src/modules/reconcile/reconcile-shop.task.ts'
import { scheduleReconcile } from '../apps/server/src/modules/reconcile/schedule-reconcile.task.ts'
import { deleteOldRowsTask } from '../apps/server/src/modules/retention/delete-old-rows.task.ts'
import { scheduleRetention } from '../apps/server/src/modules/retention/schedule-retention.task.ts'
import { scheduleSimulations } from '../apps/server/src/modules/scorecard/schedule-simulations.task.ts'
import { simulateShopTask } from '../apps/server/src/modules/scorecard/simulate-shop.task.ts'
import { createTestKernel } from '../apps/server/src/testing/test-kernel.ts'
import { cpuSeconds } from './product/cpu-seconds.ts'
import { startServices } from './product/start-services.ts'
import { fillDirectory } from './schedules/fill-directory.ts'

const LIMIT_SECONDS = 5
const NOW = '2026-11-23T08:00:00Z'

const { values } = parseArgs({ options: { merchants: { type: 'string', default: '100000' } } })
const merchants = Number(values.merchants)

const services = await startServices()
try {
  await bench()
} finally {
  await services.stop()
}

async function bench(): Promise<void> {
  const database = new pg.Client({ connectionString: services.superuserUrl })
  await database.connect()
  await fillDirectory(database, { merchants, now: new Date(NOW) })
  const kernel = await createTestKernel({
    database: { appUrl: services.databaseUrl },
    now: NOW,
    realJobs: true,
    env: { DATA_DIR: services.databaseFolder },
  })
  await kernel.jobs.prepare([
    applyEventsTask,
    deleteOldRowsTask,
    forecastShopTask,
    reconcileShopTask,
    simulateShopTask,
    ...Object.values(deliverTasks),
  ])
  const schedules: readonly [string, () => Promise<unknown>][] = [
    ['schedule-reconcile', () => scheduleReconcile(kernel)],
    ['schedule-deliveries', () => scheduleDeliveries(kernel)],
    ['schedule-billing', () => scheduleBilling(kernel)],
    ['schedule-night', () => scheduleNight(kernel)],
    ['schedule-simulations', () => scheduleSimulations(kernel)],
    ['schedule-retention', () => scheduleRetention(kernel)],
  ]
  console.log(`${merchants} merchants, the heaviest minute of a day`)
  let total = 0
  const cpu = () => [process.pid, services.databasePid()].map(cpuSeconds)
  const before = cpu()
  for (const [name, run] of schedules) {
    const jobs = await countJobs(database)
    const seconds = await secondsOf(run)
    total += seconds
    console.log(
      `${name.padEnd(22)} ${seconds.toFixed(2).padStart(6)} s, ${(await countJobs(database)) - jobs} jobs`,
    )
  }
  const after = cpu()
  const counting = await secondsOf(() =>
    database.query('select count(*) from due_times where due_at <= now()'),
  )
  const again = await secondsOf(async () => {
    for (const [, run] of schedules) await run()
  })
  console.log(`${'all'.padEnd(22)} ${total.toFixed(2).padStart(6)} s (limit ${LIMIT_SECONDS} s)`)
  console.log(`${'all, nothing is due'.padEnd(22)} ${again.toFixed(2).padStart(6)} s`)
  console.log(`${'a bare count'.padEnd(22)} ${counting.toFixed(2).padStart(6)} s`)
  const [node, postgres] = after.map((seconds, i) => seconds - before[i]!) as [number, number]
  console.log(`CPU: worker ${node.toFixed(2)} s, PostgreSQL ${postgres.toFixed(2)} s`)
  await kernel.close()
  await database.end()
  if (total <= LIMIT_SECONDS) return
  console.log(`FAILED  a minute's work took more than ${LIMIT_SECONDS} s`)
  process.exitCode = 1
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

async function countJobs(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ count: number }>('select count(*)::int from jobs.job')
  return rows[0]!.count
}
