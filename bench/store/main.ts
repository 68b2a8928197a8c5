// Measures what a store costs the product, part by part, beside the least that the work could take: npm run -s bench:store --
// [--part sync,import,reads,orders,scroll,locations] [--variants 10000] [--rows 1000000] [--rounds 5]
import { builtWebRoot } from '../launch/browser.ts'
import { readOptions } from '../launch/figures.ts'
import { fillStores, forecastStore } from '../launch/fill-stores.ts'
import { signUp } from '../launch/merchant.ts'
import { type Services, withServices } from '../launch/services.ts'
import { syncFirst } from './first-sync.ts'
import { importSales } from './import.ts'
import { readLargeStore } from './large-store.ts'
import { measureLocations } from './locations.ts'
import { orderList } from './order-list.ts'
import { scrollTables } from './scroll-tables.ts'

const { part, variants, rows, rounds } = readOptions({
  part: 'sync,import,reads,orders,scroll,locations',
  variants: 10_000,
  rows: 1_000_000,
  rounds: 5,
})
const parts = part.split(',')

if (parts.includes('sync')) await withServices(syncFirst)
if (parts.includes('import')) await withServices((services) => importSales(services, rows))
if (['reads', 'orders', 'scroll'].some((each) => parts.includes(each)))
  await withServices(measureLargeStore, { environment: { WEB_ROOT: await builtWebRoot() } })
if (parts.includes('locations'))
  await withServices(async (services) => {
    await services.startServer('web')
    await measureLocations(services, { variants, rounds })
  })

async function measureLargeStore(services: Services): Promise<void> {
  await services.startServer('web')
  const worker = await services.startServer('worker')
  const merchant = await signUp(services.url)
  const merchantIds = [merchant.id]
  await fillStores(services.database, { merchantIds, variants, salesDays: 400, stockDays: 90 })
  await services.database.rows(`update products set tags = 'summer' where product_id % 3 = 0`)
  await forecastStore(services.database, merchant, variants)
  if (parts.includes('orders')) await orderList(services, { merchant, variants, rounds })
  // The simulation of the last 90 days, which follows the forecast, would compute beside the pages.
  await worker.end('SIGTERM')
  if (parts.includes('reads')) await readLargeStore(services, { merchant, rounds })
  if (parts.includes('scroll')) await scrollTables(services, merchant)
}
