import type { Database } from './database.ts'
import { until } from './figures.ts'
import type { Merchant } from './merchant.ts'

interface Stores {
  merchantIds: readonly number[]
  variants: number
  salesDays: number
  stockDays: number
}

/** Gives each merchant slow and fast sellers, with 40 to 98 % of days without a sale, stock at one location, and its history. */
export async function fillStores(database: Database, stores: Stores): Promise<void> {
  const { merchantIds, variants, salesDays, stockDays } = stores
  const each = `unnest($1::bigint[]) m cross join generate_series(1, $2::integer) n`
  /** Whether variant n is sold on the day d days ago. */
  const isSold = `(n * 37 + d * 101 + m * 13) % 1000 < 600 - 580 * n / $2::integer`
  const keys = [merchantIds, variants]
  await database.rows(
    `insert into products (merchant_id, product_id, title, vendor, status, updated_at)
     select m, n, 'Coffee ' || n, 'Altura', 'active', now() from ${each}`,
    keys,
  )
  await database.rows(
    `insert into variants (merchant_id, variant_id, product_id, shop_domain, title, sku, price, is_tracked,
       first_seen_on, updated_at)
     select m, n, n, 'filled-' || m || '.myshopify.com', 'Coffee ' || n || ', 1 kg', 'COF-' || n, 5 + n % 40, true,
       current_date - $3::integer, now() from ${each}`,
    [...keys, salesDays],
  )
  await database.rows(
    `insert into locations (merchant_id, location_id, name, is_active)
     select m, 1, 'Warehouse', true from unnest($1::bigint[]) m`,
    [merchantIds],
  )
  await database.rows(
    `insert into inventory_levels (merchant_id, variant_id, location_id, on_hand, available, committed, incoming, updated_at)
     select m, n, 1, n * 31 % 200, n * 31 % 200, 0, case when n % 9 = 0 then 40 else 0 end, now() from ${each}`,
    keys,
  )
  await database.rows(
    `insert into sales_daily (merchant_id, variant_id, day, units_sold)
     select m, n, current_date - d, 1 + (n * 13 + d * 7) % (1 + n % 6)
     from ${each} cross join generate_series(1, $3::integer) d where ${isSold}`,
    [...keys, salesDays],
  )
  await database.rows(
    `insert into stock_daily (merchant_id, variant_id, day, last_day, closing_stock, incoming)
     select m, n, day, lead(day, 1, current_date) over (partition by m, n order by day) - 1,
       abs(hashtextextended(m || '/' || n || '/' || day, 0) % 200), 0
     from (
       select m, n, current_date - d as day
       from ${each} cross join generate_series(1, $3::integer) d where d = $3::integer or ${isSold}
     ) changes`,
    [...keys, stockDays],
  )
  await database.rows(
    `update merchants set stock_as_of = now(), time_zone = 'UTC', shop_domain = 'filled-' || id || '.myshopify.com'
     where id = any($1::bigint[])`,
    [merchantIds],
  )
  await database.rows('vacuum analyze')
}

/** Asks for the forecasts of a filled store, and waits for them and for the trends, which are written last. */
export async function forecastStore(database: Database, merchant: Merchant, variants: number): Promise<void> {
  await merchant.post('/functions/forecast-stockout', { merchant_id: merchant.id })
  const count = () =>
    database.number('select count(*) from variant_trends where merchant_id = $1', [merchant.id])
  await until('the forecasts', async () => (await count()) >= variants, 600_000)
}
