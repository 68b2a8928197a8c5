import type { LiveAlert, PastOrder } from '@stockcast/forecasting'
import { sql } from 'kysely'
import type { DayKey, MerchantKey, Tx } from '../../kernel/database/app-database.ts'
import { demandDays, stockDays } from '../../store/index.ts'

export interface SimulatedVariant {
  variantId: number
  title: string
  sku: string | null
  sellsWithoutStock: boolean
  available: number
  unitsSoldToday: number
  leadTimeDays: number | null
  safetyStock: number | null
  coverDays: number | null
}

/** Returns the variants for which alerts are raised: on sale, with tracked stock, and sold before. */
export async function listSimulatedVariants(tx: Tx, key: DayKey): Promise<SimulatedVariant[]> {
  const { merchantId, today } = key
  const found = await sql<SimulatedVariant>`
    select v.variant_id as "variantId", v.title, v.sku, v.sells_without_stock as "sellsWithoutStock",
      stock.available, sold.units_sold as "unitsSoldToday",
      o.lead_time_days as "leadTimeDays", o.safety_stock as "safetyStock", o.cover_days as "coverDays"
    from variants v
    cross join lateral (
      select status, is_gift_card from products
      where merchant_id = ${merchantId} and product_id = v.product_id limit 1
    ) p
    cross join lateral (
      select to_units(coalesce(sum(i.available), 0)) as available from stock_at_active_locations i
      where i.merchant_id = ${merchantId} and i.variant_id = v.variant_id
    ) stock
    cross join lateral (
      select to_units(coalesce(sum(units_sold), 0)) as units_sold
      from ${demandDays(merchantId, sql`s.variant_id = v.variant_id and s.day = ${today}`)} demand
    ) sold
    left join lateral (
      select lead_time_days, safety_stock, cover_days from variant_overrides
      where merchant_id = ${merchantId} and variant_id = v.variant_id limit 1
    ) o on true
    where v.merchant_id = ${merchantId} and v.is_tracked and p.status not in ('archived', 'draft') and not p.is_gift_card
      and exists (select from ${demandDays(merchantId, sql`s.variant_id = v.variant_id`)} demand)
      and not exists (
        select from bundles b where b.merchant_id = ${merchantId} and b.bundle_id = v.variant_id and b.kind <> 'assembly')
    order by v.variant_id
  `.execute(tx)
  return found.rows
}

export interface StockRecord {
  /** Epoch days, ascending. */
  days: number[]
  stock: number[]
  /** Incoming units; null = not recorded. */
  incoming: (number | null)[]
}

/** Returns what was recorded for each variant at the end of the days. */
export async function listStockRecords(
  tx: Tx,
  key: { merchantId: number; since: string; until: string },
): Promise<Map<number, StockRecord>> {
  const found = await sql<{ variant_id: number; days: string; stock: string; incoming: string }>`
    select variant_id, array_to_json(array_agg(day - date '1970-01-01' order by day))::text as days,
      array_to_json(array_agg(closing_stock order by day))::text as stock,
      array_to_json(array_agg(incoming order by day))::text as incoming
    from ${stockDays(key)} d
    group by variant_id
  `.execute(tx)
  return new Map(
    found.rows.map((row) => [
      row.variant_id,
      { days: JSON.parse(row.days), stock: JSON.parse(row.stock), incoming: JSON.parse(row.incoming) },
    ]),
  )
}

/**
 * Returns orders that the merchant entered and that were expected on a day from `since` on, in the shop's
 * calendar. Of an order that is still expected it returns only what has not arrived: when the rest arrived is
 * not stored.
 */
export async function listPastOrders(
  tx: Tx,
  key: MerchantKey & { timeZone: string; since: string },
): Promise<Map<number, PastOrder[]>> {
  const { merchantId, since, timeZone } = key
  const found = await sql<PastOrder & { variantId: number }>`
    select l.variant_id as "variantId", (o.ordered_at at time zone ${timeZone})::date - date '1970-01-01' as "recordedOn",
      (o.closed_at at time zone ${timeZone})::date - date '1970-01-01' as "closedOn",
      coalesce(l.expected_on, o.expected_on) - date '1970-01-01' as "expectedOn",
      case when o.closed_at is null then l.remaining_units - l.seen_units
        else coalesce(l.confirmed_units, l.ordered_units) end as units
    from purchase_orders o
    join purchase_order_lines l on l.merchant_id = ${merchantId} and l.order_id = o.id
    where o.merchant_id = ${merchantId} and o.status <> 'draft' and o.ordered_at is not null
      and coalesce(l.expected_on, o.expected_on) is not null
      and coalesce((o.closed_at at time zone ${timeZone})::date, ${since}::date) >= ${since}::date
    order by "expectedOn", l.id
  `.execute(tx)
  const orders = new Map<number, PastOrder[]>()
  for (const { variantId, ...order } of found.rows) {
    const ofVariant = orders.get(variantId)
    if (ofVariant) ofVariant.push(order)
    else orders.set(variantId, [order])
  }
  return orders
}

/**
 * Returns alerts about the risk of running out that were open on a day from `since` on, in the shop's
 * calendar. An alert that was resolved by hand counts as open until its condition cleared: the merchant knew
 * about it.
 */
export async function listRaisedAlerts(
  tx: Tx,
  key: MerchantKey & { timeZone: string; since: string },
): Promise<LiveAlert[]> {
  const { merchantId, since, timeZone } = key
  const dayIn = (instant: ReturnType<typeof sql>) =>
    sql`(${instant} at time zone ${timeZone})::date - date '1970-01-01'`
  const ended = sql`case resolved_by when 'merchant' then cleared_at else resolved_at end`
  const found = await sql<{ variant_id: number; opened_on: number; closed_on: number | null }>`
    select variant_id, ${dayIn(sql`triggered_at`)} as opened_on, ${dayIn(ended)} as closed_on
    from alerts
    where merchant_id = ${merchantId} and type = 'stockout_risk'
      and coalesce((${ended} at time zone ${timeZone})::date, ${since}::date) >= ${since}::date
    order by triggered_at, id
  `.execute(tx)
  return found.rows.map((row) => ({
    variantId: String(row.variant_id),
    openedOn: row.opened_on,
    closedOn: row.closed_on,
  }))
}

export interface ScorecardState {
  isSyncing: boolean
  /** The shop's last day in the stored scorecard; null without one. */
  origin: string | null
  leadTimesDigest: string | null
}

export async function findScorecardState(tx: Tx, merchantId: number): Promise<ScorecardState> {
  const found = await sql<ScorecardState>`
    select exists (select from sync_runs r where r.merchant_id = ${merchantId} and r.status = 'running') as "isSyncing",
      c.origin, c.lead_times_digest as "leadTimesDigest"
    from (values (${merchantId}::bigint)) m (id) left join scorecards c on c.merchant_id = m.id
  `.execute(tx)
  return found.rows[0]!
}

/**
 * Returns false when the shop's data was deleted meanwhile; until the transaction ends nobody can delete it.
 */
export async function lockForecastShop(tx: Tx, merchantId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('merchants')
    .select('forecast_as_of')
    .where('id', '=', merchantId)
    .forShare()
    .executeTakeFirst()
  return row !== undefined && row.forecast_as_of !== null
}

/** Returns a digest that is the same for the same lead times. */
export async function findLeadTimesDigest(tx: Tx, merchantId: number): Promise<string> {
  const found = await sql<{ digest: string }>`
    select md5(coalesce((select default_lead_time_days::text from settings where merchant_id = ${merchantId}), '')
      || coalesce((select string_agg(variant_id || ':' || lead_time_days, ',' order by variant_id)
        from variant_overrides where merchant_id = ${merchantId} and lead_time_days is not null), '')) as digest
  `.execute(tx)
  return found.rows[0]!.digest
}

export interface ScorecardRow {
  computedAt: Date
  origin: string
  recordedSince: string | null
  /** In the order of the simulation's variants. */
  products: readonly { variantId: number; title: string; sku: string | null }[]
  result: unknown
}

export async function saveScorecard(
  tx: Tx,
  args: {
    merchantId: number
    computedAt: Date
    origin: string
    leadTimesDigest: string
    recordedSince: string | null
    products: ScorecardRow['products']
    result: string
    inputs: Uint8Array
  },
): Promise<void> {
  const { merchantId, computedAt, origin, leadTimesDigest, recordedSince, products, result, inputs } = args
  await sql`
    insert into scorecards
      (merchant_id, computed_at, origin, lead_times_digest, recorded_since, products, result, inputs)
    values (${merchantId}, ${computedAt}, ${origin}, ${leadTimesDigest}, ${recordedSince}, ${JSON.stringify(products)}::jsonb,
      ${result}::jsonb, ${Buffer.from(inputs)})
    on conflict (merchant_id) do update set computed_at = excluded.computed_at, origin = excluded.origin,
      lead_times_digest = excluded.lead_times_digest, recorded_since = excluded.recorded_since,
      products = excluded.products, result = excluded.result, inputs = excluded.inputs
  `.execute(tx)
}

export async function findScorecard(tx: Tx, merchantId: number): Promise<ScorecardRow | undefined> {
  return tx
    .selectFrom('scorecards')
    .select(['computed_at as computedAt', 'origin', 'recorded_since as recordedSince', 'products', 'result'])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
}

/** Returns the stored input file of the simulation, compressed with gzip. */
export async function findScorecardInputs(tx: Tx, merchantId: number): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('scorecards')
    .select('inputs')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return row?.inputs
}
