import { locationsApi, productSorts, stockStatuses, transfersApi } from '@stockcast/contract'
import { decodeDistribution, shareOfDemand, suggestTransfers } from '@stockcast/forecasting'
import { type Database, untilIdle, untilNone } from '../launch/database.ts'
import { insistOn, print, quantile, spread, timed } from '../launch/figures.ts'
import { openFilledStore } from '../launch/fill-stores.ts'
import type { Merchant } from '../launch/merchant.ts'
import { cpuMeter } from '../launch/process-cost.ts'
import type { Service, Services } from '../launch/services.ts'

const LOCATIONS = 5
const READS_A_ROUND = 4
const MAX_RATIO = 1.3
const MAX_REFRESH_RATIO = 2
const MAX_SUGGESTION_MS = 5000

const PRODUCTS = '/api/products?pageSize=100'
const READS = {
  'products, first page': PRODUCTS,
  ...Object.fromEntries(
    productSorts.flatMap((sort) =>
      [1, 50].map((page) => [`page ${page} by ${sort}`, `${PRODUCTS}&sort=${sort}&order=desc&page=${page}`]),
    ),
  ),
  'searched for a few': `${PRODUCTS}&search=coffee%2007`,
  'searched for all': `${PRODUCTS}&search=coffee`,
  ...Object.fromEntries(stockStatuses.map((status) => [status, `${PRODUCTS}&status=${status}`])),
  dashboard: '/api/dashboard',
  'what to order': '/api/order-list?due=due',
  alerts: '/api/alerts?status=active',
}

/** Measures the refresh of all products and the lists of a store with five locations beside those of the same store with one. */
export async function measureLocations(
  services: Services,
  { variants, rounds }: { variants: number; rounds: number },
): Promise<void> {
  suggestAll()
  const { database } = services
  await services.startServer('web')
  const worker = await services.startServer('worker')
  const store = { variants, salesDays: 400, stockDays: 90 }
  const [one, five] = [await openFilledStore(services, store), await openFilledStore(services, store)]
  await splitStore(database, five.id)
  const costs = [await refresh(services, one, worker), await refresh(services, five, worker)]
  print('refresh of all, one and five locations', costs.map((cost) => `${cost.toFixed(1)} s`).join(', '))
  const ratio = costs[1]! / costs[0]!
  print('  five ÷ one', `${ratio.toFixed(2)} ×`)
  insistOn(ratio <= MAX_REFRESH_RATIO, `refresh: above ${MAX_REFRESH_RATIO} × one location`)
  // Totals are kept some seconds after a refresh.
  await untilNone(database, 'select 1 as one from stale_totals limit 1')
  await worker.end('SIGTERM')
  await database.rows('vacuum analyze')
  const { total } = await five.get<{ total: number }>(transfersApi.listSuggestions.path)
  print('suggested transfers', String(total))
  for (const [what, path] of Object.entries(READS)) await compare(database, { what, path, one, five, rounds })
  const took: number[] = []
  for (let n = 0; n < rounds; n++) took.push(await timed(() => five.read(transfersApi.listSuggestions.path)))
  print('transfers, first page', spread(took))
}

/** Has all products of a merchant derived again, and returns the seconds of the processor that the worker and PostgreSQL took. */
async function refresh({ database, databasePid }: Services, merchant: Merchant, worker: Service) {
  const { locations } = await merchant.get<{ locations: { id: number }[] }>(locationsApi.get.path)
  await untilIdle(database)
  const used = cpuMeter(worker.child.pid, databasePid())
  await merchant.put(locationsApi.save.path, { roles: [{ id: locations[0]!.id, role: 'shop' }] })
  await untilIdle(database)
  return used()
}

/** Reads a list of both stores in turn, so that other work on the machine slows both. */
async function compare(
  database: Database,
  list: { what: string; path: string; one: Merchant; five: Merchant; rounds: number },
): Promise<void> {
  const { what, path, one, five, rounds } = list
  const atOne = { name: `${what}, at one of five`, read: () => five.read(`${path}&location=2`) }
  const reads = [
    { name: what, read: () => one.read(path) },
    { name: `${what}, five locations`, read: () => five.read(path) },
    ...(path.includes('products') || path.includes('order-list') ? [atOne] : []),
  ].map((each) => ({ ...each, took: [] as number[] }))
  for (const { read } of reads) await read()
  for (let n = 0; n < rounds * READS_A_ROUND; n++)
    for (const { read, took } of reads) took.push(await timed(read))
  await database.rows('delete from limit_counts')
  // The lower quartile, which other work on the machine hardly moves.
  const [single, ...others] = reads.map(({ name, took }) => ({ name, ms: quantile(took, 0.25) }))
  for (const { name, ms } of others) {
    const ratio = ms / single!.ms
    print(name, `${ms.toFixed(1)} ms, ${single!.ms.toFixed(1)} ms of one; ${ratio.toFixed(2)} ×`)
    insistOn(ratio <= MAX_RATIO, `${name}: above ${MAX_RATIO} × one location`)
  }
}

/** Measures the suggestions of 10,000 products at ten locations, a quarter of them empty, in processor time. */
function suggestAll(): void {
  const variants = 10_000
  const locations = 10
  const days = 90
  const ids = Array.from({ length: locations }, (_, i) => i)
  const lanes = ids.flatMap((from) =>
    ids.filter((to) => to !== from).map((to) => ({ from, to, days: 3, minimumUnits: 1, unitCost: 0 })),
  )
  const policy = { leadTimeDays: 14, reviewPeriodDays: 30, serviceLevel: 0.9, packSize: 1, margin: 10 }
  const before = process.cpuUsage()
  let moves = 0
  for (let variant = 0; variant < variants; variant++) {
    const daily = 0.2 + ((variant * 37) % 100) / 20
    const shop = decodeDistribution([1, days, 1.8, ...Array(days).fill(daily), ...Array(days).fill(1.8)])
    const distribution = shareOfDemand(shop, 1 / locations)
    const places = ids.map((locationId) => {
      const available = (variant + locationId) % 4 === 0 ? 0 : (variant * 13 + locationId * 31) % 40
      return { locationId, available, incoming: [], distribution, sells: true }
    })
    moves += suggestTransfers({ places, lanes, policy }).length
  }
  const { user, system } = process.cpuUsage(before)
  const took = Math.round((user + system) / 1000)
  print(`${variants} × ${locations} suggestions`, `${took} ms of the processor, ${moves} moves`)
  insistOn(took <= MAX_SUGGESTION_MS, `suggestions: above ${MAX_SUGGESTION_MS} ms`)
}

/** Divides stock unevenly among five locations, and adds the orders of the last 90 days' sales, each served by one location. */
async function splitStore(database: Database, merchantId: number): Promise<void> {
  const others = `generate_series(2, ${LOCATIONS}) n`
  await database.run([
    `insert into locations (merchant_id, location_id, name, is_active)
     select ${merchantId}, n, 'Location ' || n, true from ${others}`,
    `insert into inventory_levels (merchant_id, variant_id, location_id, on_hand, available, committed, incoming, updated_at)
     select merchant_id, variant_id, n, units, units, 0, 0, now()
     from inventory_levels cross join ${others},
       lateral (select case when (variant_id + n) % 4 > 0 then available / ${LOCATIONS} else 0 end as units) share
     where merchant_id = ${merchantId} and location_id = 1`,
    `insert into orders (merchant_id, order_id, day, is_counted, updated_at, location_id)
     select ${merchantId}, 1000 * d + n, current_date - d, true, now(), 1 + n % ${LOCATIONS}
     from generate_series(1, 90) d cross join generate_series(0, 999) n`,
    `insert into order_lines (merchant_id, order_id, line_id, variant_id, day, units, location_id)
     select o.merchant_id, o.order_id, s.variant_id * 100 + (current_date - s.day), s.variant_id, s.day, s.units_sold, o.location_id
     from sales_daily s
     join orders o on o.merchant_id = ${merchantId}
       and o.order_id = 1000 * (current_date - s.day) + (s.variant_id * 7919 + (current_date - s.day) * 31) % 1000
     where s.merchant_id = ${merchantId} and s.day >= current_date - 90`,
    'vacuum analyze',
  ])
}
