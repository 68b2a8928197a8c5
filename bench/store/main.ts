// Measures what a store costs the product, part by part, beside the least that the work could take: npm run -s bench:store --
// [--part sync,import,reads,orders,scroll,locations] [--variants 10000] [--rows 1000000] [--rounds 5]
import { parseArgs } from 'node:util'
import { builtWebRoot } from '../launch/browser.ts'
import { fillStores, forecastStore } from '../launch/fill-stores.ts'
import { type Merchant, signUp } from '../launch/merchant.ts'
import { type Services, withServices } from '../launch/services.ts'
import { syncFirst } from './first-sync.ts'
import { importSales } from './import.ts'
import { readLargeStore } from './large-store.ts'
import { measureLocations } from './locations.ts'
import { orderList } from './order-list.ts'
import { scrollTables } from './scroll-tables.ts'

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'sync,import,reads,orders,scroll,locations' },
    variants: { type: 'string', default: '10000' },
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
  },
})
const parts = values.part.split(',')
const [variants, rounds] = [Number(values.variants), Number(values.rounds)]

if (parts.includes('sync')) await withServices(syncFirst)
if (parts.includes('import')) await withServices((services) => importSales(services, Number(values.rows)))
if (['reads', 'orders', 'scroll'].some((part) => parts.includes(part)))
  await withServices(measureLargeStore, { environment: { WEB_ROOT: await builtWebRoot() } })
if (parts.includes('locations'))
  await withServices(async (services) => {
    await services.startServer('web')
    await measureLocations(services, { variants, rounds })
  })

async function measureLargeStore(services: Services): Promise<void> {
  await services.startServer('web')
  const worker = await services.startServer('worker')
  const merchant: Merchant = await signUp(services.url)
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
