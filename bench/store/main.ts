// Measures what a store costs the product, part by part, beside the least that the work could take: npm run -s bench:store --
// [--part sync,reads,orders,scroll,locations] [--variants 10000] [--rounds 5]
import { readOptions } from '../launch/figures.ts'
import { openFilledStore } from '../launch/fill-stores.ts'
import { type Services, withServices } from '../launch/services.ts'
import { syncFirst } from './first-sync.ts'
import { readLargeStore } from './large-store.ts'
import { measureLocations } from './locations.ts'
import { orderList } from './order-list.ts'
import { scrollTables } from './scroll-tables.ts'

const defaults = { part: 'sync,reads,orders,scroll,locations', variants: 10_000, rounds: 5 }
const { part, variants, rounds } = readOptions(defaults)

if (part.includes('sync')) await withServices(syncFirst)
if (['reads', 'orders', 'scroll'].some((each) => part.includes(each)))
  await withServices(measureLargeStore, { hasWeb: true })
if (part.includes('locations'))
  await withServices((services) => measureLocations(services, { variants, rounds }))

async function measureLargeStore(services: Services): Promise<void> {
  await services.startServer('web')
  const worker = await services.startServer('worker')
  const merchant = await openFilledStore(services, { variants, salesDays: 400, stockDays: 90 })
  await services.database.rows(`update products set tags = 'summer' where product_id % 3 = 0`)
  if (part.includes('orders')) await orderList(services, { merchant, variants, rounds })
  // The simulation of the last 90 days, which follows the forecast, would compute beside the pages.
  await worker.end('SIGTERM')
  if (part.includes('reads')) await readLargeStore(services, { merchant, rounds })
  if (part.includes('scroll')) await scrollTables(services, merchant)
}
