import type { Database } from './database.ts'
import { until } from './figures.ts'
import { type Merchant, signUp } from './merchant.ts'
import type { Services } from './services.ts'

interface Store {
  variants: number
  salesDays: number
  stockDays: number
}

/** Gives each merchant slow and fast sellers, with 40 to 98 % of days without a sale, stock at one location, and its history. */
export async function fillStores(
  database: Database,
  { merchantIds, variants, salesDays, stockDays }: Store & { merchantIds: readonly number[] },
): Promise<void> {
  const merchants = `unnest('{${merchantIds}}'::bigint[]) m`
  const each = `${merchants} cross join generate_series(1, ${variants}) n`
  const daysBack = (days: number) => `cross join generate_series(1, ${days}) d`
  /** Whether variant n is sold on the day d days ago. */
  const isSold = `(n * 37 + d * 101 + m * 13) % 1000 < 600 - 580 * n / ${variants}`
  await database.run([
    `insert into products (merchant_id, product_id, title, vendor, status, updated_at)
     select m, n, 'Coffee ' || n, 'Altura', 'active', now() from ${each}`,
    `insert into variants (merchant_id, variant_id, product_id, shop_domain, title, sku, price, is_tracked,
       first_seen_on, updated_at)
     select m, n, n, 'filled-' || m || '.myshopify.com', 'Coffee ' || n || ', 1 kg', 'COF-' || n, 5 + n % 40, true,
       current_date - ${salesDays}, now() from ${each}`,
    `insert into locations (merchant_id, location_id, name, is_active) select m, 1, 'Warehouse', true from ${merchants}`,
    `insert into inventory_levels (merchant_id, variant_id, location_id, on_hand, available, committed, incoming, updated_at)
     select m, n, 1, n * 31 % 200, n * 31 % 200, 0, case when n % 9 = 0 then 40 else 0 end, now() from ${each}`,
    `insert into sales_daily (merchant_id, variant_id, day, units_sold)
     select m, n, current_date - d, 1 + (n * 13 + d * 7) % (1 + n % 6)
     from ${each} ${daysBack(salesDays)} where ${isSold}`,
    `insert into stock_daily (merchant_id, variant_id, day, last_day, closing_stock, incoming)
     select m, n, day, lead(day, 1, current_date) over (partition by m, n order by day) - 1,
       abs(hashtextextended(m || '/' || n || '/' || day, 0) % 200), 0
     from (
       select m, n, current_date - d as day from ${each} ${daysBack(stockDays)} where d = ${stockDays} or ${isSold}
     ) changes`,
    `update merchants set stock_as_of = now(), time_zone = 'UTC', shop_domain = 'filled-' || id || '.myshopify.com'
     where id in (select m from ${merchants})`,
    'vacuum analyze',
  ])
}

/** Signs up a merchant with such a store, has it forecast, and waits for the trends, which are written last. */
export async function openFilledStore({ url, database }: Services, store: Store): Promise<Merchant> {
  const merchant = await signUp(url)
  const { id } = merchant
  await fillStores(database, { merchantIds: [id], ...store })
  await merchant.post('/functions/forecast-stockout', { merchant_id: id })
  const count = () => database.number('select count(*) from variant_trends where merchant_id = $1', [id])
  await until('the forecasts', async () => (await count()) >= store.variants, 600_000)
  return merchant
}
