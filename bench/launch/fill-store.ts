import type { Database } from './database.ts'

/**
 * Fills a store with slow and fast sellers with weekly patterns, a tenth of them archived, and recent stock.
 * Ids start at 1. Returns the number of days with sales.
 */
export async function fillStore(
  database: Database,
  store: { merchantId: number; variants: number; salesDays: number; stockDays: number },
): Promise<number> {
  const { merchantId, variants, salesDays, stockDays } = store
  await database.rows(
    `insert into products (merchant_id, product_id, title, vendor, status, updated_at)
     select $1, n, 'Coffee ' || n, 'Altura', case when n % 10 = 0 then 'archived' else 'active' end, now()
     from generate_series(1, $2::integer) n`,
    [merchantId, variants],
  )
  await database.rows(
    `insert into variants (merchant_id, variant_id, product_id, shop_domain, title, sku, price, is_tracked,
       first_seen_on, updated_at)
     select $1, n, n, 'large.myshopify.com', 'Coffee ' || lpad((n * 7919 % 100000)::text, 5, '0') || ', 1 kg',
       'COF-' || n, 5 + n % 40, true, current_date - $3::integer, now()
     from generate_series(1, $2::integer) n`,
    [merchantId, variants, salesDays],
  )
  await database.rows(
    `insert into locations (merchant_id, location_id, name, is_active) values ($1, 1, 'Warehouse', true)`,
    [merchantId],
  )
  await database.rows(
    `insert into inventory_levels (merchant_id, variant_id, location_id, on_hand, available, committed, incoming, updated_at)
     select $1, n, 1, n * 31 % 200, n * 31 % 200, 0, case when n % 9 = 0 then 40 else 0 end, now()
     from generate_series(1, $2::integer) n`,
    [merchantId, variants],
  )
  await database.rows(
    `insert into sales_daily (merchant_id, variant_id, day, units_sold)
     select $1, n, current_date - d, 1 + (n * 13 + d * 7) % (1 + n % 6)
     from generate_series(1, $2::integer) n, generate_series(1, $3::integer) d
     where (n * 37 + d * 101) % 100 < 25 + n % 60`,
    [merchantId, variants, salesDays],
  )
  await database.rows(
    `insert into stock_daily (merchant_id, variant_id, day, closing_stock)
     select $1, n, current_date - d, (n * 31 + d * 3) % 200
     from generate_series(1, $2::integer) n, generate_series(1, $3::integer) d`,
    [merchantId, variants, stockDays],
  )
  await database.rows(
    `update merchants set stock_as_of = now(), time_zone = 'UTC', shop_domain = 'large.myshopify.com' where id = $1`,
    [merchantId],
  )
  await database.rows('analyze')
  const [counted] = await database.rows<{ count: string }>(
    'select count(*) from sales_daily where merchant_id = $1',
    [merchantId],
  )
  return Number(counted?.count ?? 0)
}
