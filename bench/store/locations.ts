import { type Locations, locationsApi, type SuggestionList, transfersApi } from '@stockcast/contract'
import { decodeDistribution, shareOfDemand, suggestTransfers } from '@stockcast/forecasting'
import { insistOn, print, quantile, spread, timed, until } from '../launch/figures.ts'
import type { Merchant } from '../launch/merchant.ts'
import type { Services } from '../launch/services.ts'

const LOCATIONS = 5
const READS_A_ROUND = 8
const MAX_RATIO = 1.3
const MAX_SUGGESTION_MS = 5000

const READS = {
  'products, first page': '/api/products?pageSize=100',
  'products, page 50 by title': '/api/products?pageSize=100&page=50&sort=title',
  dashboard: '/api/dashboard',
  'what to order': '/api/order-list?due=due',
}

/** Measures lists of a store with one location and then with five of the same stock and sales, and how long their outlook takes. */
export async function readLocations(
  services: Services,
  { merchant, variants, rounds }: { merchant: Merchant; variants: number; rounds: number },
): Promise<void> {
  const { database } = services
  const measure = async (path: string) => {
    await merchant.read(path)
    const took: number[] = []
    for (let n = 0; n < rounds * READS_A_ROUND; n++) took.push(await timed(() => merchant.read(path)))
    await database.rows('delete from limit_counts')
    return took
  }
  const one = new Map<string, number[]>()
  for (const [what, path] of Object.entries(READS)) one.set(what, await measure(path))

  await splitStore(services, merchant.id)
  const derived = 'select count(*)::int as count from location_projections where merchant_id = $1'
  const worker = await services.startServer('worker')
  const { locations } = (await merchant.get(locationsApi.get.path)) as Locations
  const began = performance.now()
  await merchant.put(locationsApi.save.path, { roles: [{ id: locations[0]!.id, role: 'shop' }] })
  await until(
    'the outlook by location',
    async () =>
      (await database.rows<{ count: number }>(derived, [merchant.id]))[0]!.count >=
      0.9 * variants * LOCATIONS,
    600_000,
  )
  print(
    'refresh of stock, outlook and transfers at five locations',
    `${Math.round(performance.now() - began)} ms`,
  )
  // Lists count a store whose totals are not summed yet, which takes longer.
  const stale = 'select count(*)::int as count from stale_totals where merchant_id = $1'
  await until(
    'the totals',
    async () => (await database.rows<{ count: number }>(stale, [merchant.id]))[0]!.count === 0,
  )
  await worker.end('SIGTERM')
  await database.rows('vacuum analyze')
  const { total } = (await merchant.get(transfersApi.listSuggestions.path)) as SuggestionList
  print('suggested transfers', String(total))

  for (const [what, path] of Object.entries(READS)) {
    const before = one.get(what) ?? []
    const after = await measure(path)
    compare(`${what}, five locations`, after, before)
    if (!path.includes('products') && !path.includes('order-list')) continue
    compare(`${what}, at one of five`, await measure(`${path}&location=2`), before)
  }
  print('transfers, first page', spread(await measure(transfersApi.listSuggestions.path)))
  suggestAll()
}

const SUGGESTED = { variants: 10_000, locations: 10 }

/** Measures the suggestions of 10,000 products at ten locations, a quarter of them empty, in processor time. */
function suggestAll(): void {
  const { variants, locations } = SUGGESTED
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

function compare(what: string, took: readonly number[], one: readonly number[]): void {
  // The lower quartile, which other work on the machine hardly moves.
  const ratio = quantile(took, 0.25) / quantile(one, 0.25)
  print(what, `${spread(took)}; ${ratio.toFixed(2)} × one location`)
  insistOn(ratio <= MAX_RATIO, `${what}: above ${MAX_RATIO} × one location`)
}

/** Divides stock unevenly among five locations, and gives the sales of 90 days the orders of the locations that served them. */
async function splitStore({ database }: Services, merchantId: number): Promise<void> {
  const key = [merchantId, LOCATIONS]
  await database.rows(
    `insert into locations (merchant_id, location_id, name, is_active)
     select $1::bigint, n, 'Location ' || n, true from generate_series(2, $2::integer) n`,
    key,
  )
  await database.rows(
    `insert into inventory_levels (merchant_id, variant_id, location_id, on_hand, available, committed, incoming, updated_at)
     select merchant_id, variant_id, n, available / $2::integer, available / $2::integer, 0, 0, now()
     from inventory_levels cross join generate_series(2, $2::integer) n where merchant_id = $1::bigint and location_id = 1
       and (variant_id + n) % 4 > 0`,
    key,
  )
  await database.rows(
    `insert into inventory_levels (merchant_id, variant_id, location_id, on_hand, available, committed, incoming, updated_at)
     select merchant_id, variant_id, n, 0, 0, 0, 0, now()
     from inventory_levels cross join generate_series(2, $2::integer) n where merchant_id = $1::bigint and location_id = 1
       and (variant_id + n) % 4 = 0`,
    key,
  )
  await database.rows(
    `insert into orders (merchant_id, order_id, day, is_counted, updated_at, location_id)
     select $1::bigint, 10 * d + n, current_date - d, true, now(), n
     from generate_series(1, 90) d cross join generate_series(1, $2::integer) n`,
    key,
  )
  await database.rows(
    `insert into order_lines (merchant_id, order_id, line_id, variant_id, day, units)
     select merchant_id, 10 * (current_date - day) + 1 + (variant_id + (current_date - day)) % $2::integer,
       variant_id * 100 + (current_date - day), variant_id, day, units_sold
     from sales_daily where merchant_id = $1::bigint and day >= current_date - 90`,
    key,
  )
  await database.rows('vacuum analyze')
}
