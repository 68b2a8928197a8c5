import { encodeDistribution, forecastShop } from '../../../packages/forecasting/src/index.ts'
import type { Database } from '../../launch/database.ts'

const SHAPES = 40
const DAYS = 120

interface Shop {
  merchantId: number
  variantIds: readonly number[]
  suppliers: number
  openLines: number
  /** Epoch day of today. */
  today: number
}

/** Gives a shop forecasts, suppliers with learned lead times and minimums, and open orders. */
export async function fillSuppliers(database: Database, shop: Shop): Promise<void> {
  const { merchantId, variantIds, suppliers, today } = shop
  const series = Array.from({ length: SHAPES }, (_, shape) => ({
    id: String(shape),
    firstDay: today - DAYS,
    unitsSold: Float64Array.from({ length: DAYS }, (_, day) => (day * 7 + shape * 13) % (2 + (shape % 9))),
  }))
  const fitted = forecastShop({ origin: today - 1, series })
  for (let shape = 0; shape < SHAPES; shape++) {
    await database.rows(
      `insert into forecasts (merchant_id, variant_id, origin, basis, model, demand_class, distribution, evidence, computed_at, xyz)
       select $1, id, date '1970-01-01' + $3::integer, 'forecast', 'bench', 'smooth', $4::real[], $5::jsonb, now(), $8
       from unnest($2::bigint[]) id where id % $6 = $7`,
      [
        merchantId,
        variantIds,
        today - 1,
        encodeDistribution(fitted[shape]!.distribution),
        JSON.stringify(fitted[shape]!.evidence),
        SHAPES,
        shape,
        'xyz'[shape % 3],
      ],
    )
  }
  await database.rows(
    `insert into suppliers (merchant_id, name, currency, stated_lead_time_days, minimum_kind, minimum_amount, created_at,
       updated_at)
     select $1, 'Supplier ' || n, m.currency, 7 + n % 30, case when n % 3 = 0 then 'value' else 'none' end,
       case when n % 3 = 0 then 200000 end, now(), now()
     from generate_series(1, $2::integer) n, merchants m where m.id = $1`,
    [merchantId, suppliers],
  )
  await database.rows(
    `insert into supplier_variants (merchant_id, supplier_id, variant_id, unit_cost_minor, pack_size, rank, updated_at)
     select $1, s.id, v.id, 200 + v.id % 3000, (array[1, 6, 12])[1 + v.id % 3], 1, now()
     from unnest($2::bigint[]) with ordinality v (id, n)
     join (select id, row_number() over (order by id) as n from suppliers where merchant_id = $1) s
       on s.n = 1 + v.n % $3`,
    [merchantId, variantIds, suppliers],
  )
  await fillOrders(database, shop)
}

/** Five received orders of each supplier, and open ones with so many lines in all. */
async function fillOrders(
  database: Database,
  { merchantId, suppliers, openLines, today }: Shop,
): Promise<void> {
  await database.rows(
    `insert into purchase_orders (merchant_id, number, supplier_id, status, currency, ordered_on, expected_on, created_at,
       updated_at, closed_at, closed_because)
     select $1, row_number() over (), s.id, case when n < 6 then 'received' else 'ordered' end, s.currency,
       date '1970-01-01' + $2::integer - case when n < 6 then 60 * n else 5 end,
       date '1970-01-01' + $2::integer + 12, now(), now(), case when n < 6 then now() end,
       case when n < 6 then 'arrived' end
     from suppliers s, generate_series(1, 6) n where s.merchant_id = $1`,
    [merchantId, today],
  )
  await database.rows(
    `insert into purchase_order_numbers (merchant_id, last_number)
     select merchant_id, max(number) from purchase_orders where merchant_id = $1 group by merchant_id`,
    [merchantId],
  )
  await database.rows(
    `insert into purchase_order_lines (merchant_id, order_id, position, variant_id, title, ordered_units, received_units)
     select $1, o.id, l.n, l.variant_id, 'Product', 20, case when o.status = 'received' then 20 else 0 end
     from purchase_orders o
     join (select supplier_id, variant_id, row_number() over (partition by supplier_id order by variant_id) as n
           from supplier_variants where merchant_id = $1) l on l.supplier_id = o.supplier_id
     where o.merchant_id = $1 and l.n <= case when o.status = 'received' then 1 else ceil($2::numeric / $3) end`,
    [merchantId, openLines, suppliers],
  )
  await database.rows(
    `insert into receipts (merchant_id, order_id, received_on, recorded_at, idempotency_key)
     select $1, id, ordered_on + 8 + (id % 20)::integer, now(), 'bench-' || id
     from purchase_orders where merchant_id = $1 and status = 'received'`,
    [merchantId],
  )
  await database.rows(
    `insert into receipt_lines (merchant_id, receipt_id, line_id, accepted_units)
     select $1, r.id, l.id, 20 from receipts r
     join purchase_order_lines l on l.merchant_id = $1 and l.order_id = r.order_id where r.merchant_id = $1`,
    [merchantId],
  )
}
