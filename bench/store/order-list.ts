// Measures the list of what to order, its drafts, receipts; an order as PDF, beside a bare
// count of the shop's plans: npm run -s bench:order-list -- [--variants 10000] [--rounds 5]
import { parseArgs } from 'node:util'
import { epochDay, today as todayOf } from '../../apps/server/src/calendar.ts'
import { insertCatalog } from '../../apps/server/src/testing/insert-catalog.ts'
import { createTestKernel } from '../../apps/server/src/testing/test-kernel.ts'
import { wireProjection } from '../../apps/server/src/wire-projection.ts'
import { type Database, openAsSuperuser } from '../launch/database.ts'
import { type Merchant, signUp } from '../launch/merchant.ts'
import { startServices } from '../launch/start-services.ts'
import { fillSuppliers } from './order-list/fill-suppliers.ts'
import { measureLists } from './order-list/lists.ts'
import { createMeasure, type Measure, timed } from './order-list/measure.ts'
import { measureDrafts, measurePdf, measureReceipts } from './order-list/orders.ts'

const SUPPLIERS = 300
const OPEN_LINES = 2000

const { values } = parseArgs({
  options: { variants: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '5' } },
})
const variants = Number(values.variants)

const services = await startServices()
try {
  await services.startServer('web')
  await services.startServer('worker')
  const database = openAsSuperuser(services.superuserUrl)
  const merchant = await signUp(services.url)
  const variantIds = await fillShop(merchant, database)
  const measure = createMeasure(database, merchant.id)
  await bench({ merchant, database, measure, variantIds })
  await database.close()
  for (const failure of measure.failures) console.log(`FAILED  ${failure}`)
  process.exitCode = measure.failures.length > 0 ? 1 : 0
} finally {
  await services.stop()
}

/** Gives the merchant products, forecasts, suppliers and orders, and derives the plans. */
async function fillShop(merchant: Merchant, database: Database): Promise<number[]> {
  const kernel = await createTestKernel({
    database: { appUrl: services.databaseUrl },
    now: new Date().toISOString(),
  })
  const merchantId = merchant.id
  const variantIds = await insertCatalog(kernel, {
    merchantId,
    variants: Array.from({ length: variants }, (_, i) => ({
      title: `Coffee ${i}`,
      price: 8 + (i % 60),
      available: (i * 31) % 240,
      sales: [1, 2, 3],
    })),
  })
  const today = epochDay(todayOf(kernel.clock, 'UTC'))
  await fillSuppliers(database, {
    merchantId,
    variantIds,
    suppliers: SUPPLIERS,
    openLines: OPEN_LINES,
    today,
  })
  await database.rows('analyze')
  const derived = await timed(() => wireProjection(kernel).refresh({ merchantId, variantIds: null }))
  await database.rows('analyze')
  await kernel.close()
  console.log(`projections, alerts and plans of all: ${(derived / 1000).toFixed(1)} s`)
  return variantIds
}

interface Bench {
  merchant: Merchant
  database: Database
  measure: Measure
  variantIds: readonly number[]
}

async function bench({ merchant, database, measure, variantIds }: Bench): Promise<void> {
  await measureLists(merchant, { measure, rounds: Number(values.rounds) })
  const orders = await database.rows<{ id: string; supplier_id: string }>(
    `select id, supplier_id from purchase_orders where merchant_id = $1 and status = 'ordered' order by id`,
    [merchant.id],
  )
  const orderIds = orders.map(({ id }) => Number(id))
  await measureReceipts(merchant, { measure, orderIds })
  await measurePdf(merchant, { measure, supplierId: Number(orders[0]?.supplier_id), variantIds })
  await measureDrafts(merchant, measure)
}
