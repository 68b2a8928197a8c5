import { scheduleNight } from '../../apps/server/src/planning/forecasts/schedule-night.task.ts'
import { type Database, untilDone, untilIdle } from '../launch/database.ts'
import { insistOn, print } from '../launch/figures.ts'
import { fillStores } from '../launch/fill-stores.ts'
import { addMerchants, makeForecastDue, openKernel } from '../launch/kernel.ts'
import { cpuMeter } from '../launch/process-cost.ts'
import type { Services } from '../launch/services.ts'

const MAX_RATIO = 1.1
const ROUNDS = 3

/** Measures in turn, in seconds of the processor, the forecasts of a shop with bundles and of one with the same sales and none. */
export async function measureBundles(services: Services, variants: number): Promise<void> {
  const { database } = services
  const kernel = await openKernel(services)
  const [plain, bundled] = (await addMerchants(kernel, 2)) as [number, number]
  await fillStores(database, { merchantIds: [plain, bundled], variants, salesDays: 400, stockDays: 90 })
  await addBundles(database, bundled, variants)
  const worker = await services.startServer('worker')
  const forecast = async (merchantId: number) => {
    await database.rows('update merchants set forecast_as_of = null where id = $1', [merchantId])
    await makeForecastDue(kernel, merchantId)
    const used = cpuMeter(worker.child.pid, services.databasePid())
    await scheduleNight(kernel)
    await untilDone(database, [merchantId])
    const seconds = used()
    await untilIdle(database)
    return seconds
  }
  // A shop's first forecast is followed by the simulation of its scorecard, and that only once a week.
  for (const merchantId of [plain, bundled]) await forecast(merchantId)
  // The least of the rounds: other work on the machine only adds to it.
  let [without, withThem] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < ROUNDS; round++) {
    without = Math.min(without, await forecast(plain))
    withThem = Math.min(withThem, await forecast(bundled))
  }
  const bundles = Math.floor(variants / 5)
  print(`${variants} variants`, `${without.toFixed(1)} s of the processor`)
  print(`  with ${bundles} bundles`, `${withThem.toFixed(1)} s, ${(withThem / without).toFixed(2)} ×`)
  insistOn(withThem <= MAX_RATIO * without, `bundles: above ${MAX_RATIO} × a shop without them`)
  await kernel.close()
}

/** Makes every fifth product a bundle of the three after it, and derives what was sold in them, laid out as the sales are. */
async function addBundles(database: Database, merchantId: number, variants: number): Promise<void> {
  const bundles = `generate_series(5, ${variants}, 5) n`
  await database.run([
    `insert into bundles (merchant_id, bundle_id, kind) select ${merchantId}, n, 'virtual' from ${bundles}`,
    `insert into bundle_components (merchant_id, bundle_id, component_id, quantity, source, title)
     select ${merchantId}, n, (n + k - 1) % ${variants} + 1, k, 'own', 'Part' from ${bundles} cross join generate_series(1, 3) k`,
    `insert into bundled_sales (merchant_id, variant_id, day, units)
     select ${merchantId}, c.component_id, s.day, sum(s.units_sold * c.quantity)
     from bundle_components c
     join sales_daily s on s.merchant_id = ${merchantId} and s.variant_id = c.bundle_id
     where c.merchant_id = ${merchantId} group by c.component_id, s.day order by 2, 3`,
    'vacuum analyze',
  ])
}
