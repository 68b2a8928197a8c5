import { sql } from 'kysely'
import { epochDay } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { demandDays, stockDays, wholeRecipes } from '../../store/index.ts'
import type { FittedForecast } from './fit-shop.ts'
import type { VariantHistory } from './shop-history.ts'

/** Returns whether the store is being read. */
export async function isSyncing(tx: Tx, merchantId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('sync_runs')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'running')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasVariant(tx: Tx, key: { merchantId: number; variantId: number }): Promise<boolean> {
  return (await selectVariant(tx, key).executeTakeFirst()) !== undefined
}

/** Keeps a variant from being removed until the transaction ends. Returns false if it is gone. */
export async function holdVariant(tx: Tx, key: { merchantId: number; variantId: number }): Promise<boolean> {
  return (await selectVariant(tx, key).forKeyShare().executeTakeFirst()) !== undefined
}

function selectVariant(tx: Tx, { merchantId, variantId }: { merchantId: number; variantId: number }) {
  return tx
    .selectFrom('variants')
    .select('variant_id')
    .where('merchant_id', '=', merchantId)
    .where('variant_id', '=', variantId)
}

export async function countVariants(tx: Tx, merchantId: number): Promise<number> {
  const row = await tx
    .selectFrom('variants')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function listVariantIds(tx: Tx, merchantId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('variants')
    .select('variant_id')
    .where('merchant_id', '=', merchantId)
    .orderBy('variant_id')
    .execute()
  return rows.map((row) => row.variant_id)
}

/** Returns the variants that sold most in the days from `since`, best first. */
export async function listBestSellers(
  tx: Tx,
  key: { merchantId: number; since: string; count: number },
): Promise<number[]> {
  const rows = await sql<{ variant_id: number }>`
    select variant_id from sales_daily
    where merchant_id = ${key.merchantId} and day >= ${key.since}
    group by variant_id order by sum(units_sold) desc, variant_id limit ${key.count}
  `.execute(tx)
  return rows.rows.map((row) => row.variant_id)
}

/**
 * Returns the sales and the stock of each variant from `since` to `until`. The lists leave the database as JSON
 * text, which is parsed whole instead of row by row. The subqueries look into an index once per variant, even while
 * the planner knows nothing of tables that were just filled.
 */
export async function listHistories(
  tx: Tx,
  key: { merchantId: number; variantIds: readonly number[]; since: string; until: string },
): Promise<VariantHistory[]> {
  const { merchantId, variantIds, since, until } = key
  const isEmpty = sql`s.variant_id = v.variant_id and s.closing_stock <= 0 and not v.sells_without_stock`
  const rows = await sql<HistoryRow & Record<Lists, string | null>>`
    select v.variant_id, v.first_seen_on, sold.sale_days, sold.units, empty.empty_days,
      case when v.is_tracked and not v.sells_without_stock then coalesce(first.day, ${until}::date + 1) end as stock_known_from,
      coalesce(first.closing_stock <= 0, false) as was_empty,
      nullif(p.product_type, '') as type, nullif(p.vendor, '') as vendor, v.price::float8 as price
    from variants v
    join products p on p.merchant_id = ${merchantId} and p.product_id = v.product_id
    cross join lateral (
      select array_to_json(array_agg(day - date '1970-01-01'))::text as sale_days,
        array_to_json(array_agg(units_sold))::text as units
      from ${demandDays(merchantId, sql`s.variant_id = v.variant_id and s.day between ${since} and ${until}`)} demand
    ) sold
    cross join lateral (
      select array_to_json(array_agg(day - date '1970-01-01'))::text as empty_days
      from ${stockDays({ merchantId, since, until, condition: isEmpty })} d
    ) empty
    left join lateral (
      select s.day, s.closing_stock from stock_daily s
      where s.merchant_id = ${merchantId} and s.variant_id = v.variant_id
      order by s.day limit 1
    ) first on true
    where v.merchant_id = ${merchantId} and v.variant_id = any(${variantIds})
    order by v.variant_id
  `.execute(tx)
  return rows.rows.map((row) => ({
    variantId: row.variant_id,
    firstSeen: epochDay(row.first_seen_on),
    saleDays: numbers(row.sale_days),
    units: numbers(row.units),
    daysWithoutStock: numbers(row.empty_days),
    stockKnownFrom: row.stock_known_from === null ? 0 : epochDay(row.stock_known_from),
    wasEmptyWhenRecorded: row.was_empty,
    likeness: {
      ...(row.type !== null && { type: row.type }),
      ...(row.vendor !== null && { vendor: row.vendor }),
      ...(row.price !== null && { price: row.price }),
    },
  }))
}

/** The epoch days on which a bundle could not be sold because a part was out of stock, and the first day on which that is known. */
export type ShortBundle = Pick<VariantHistory, 'daysWithoutStock' | 'stockKnownFrom' | 'wasEmptyWhenRecorded'>

/** Returns those days for every bundle whose stock is that of its parts. */
export async function listShortBundles(
  tx: Tx,
  key: { merchantId: number; since: string; until: string },
): Promise<Map<number, ShortBundle>> {
  const { merchantId, since, until } = key
  const known = await sql<{ id: number }>`
    select bundle_id as id from bundles where merchant_id = ${merchantId} and kind <> 'assembly'
  `.execute(tx)
  if (known.rows.length === 0) return new Map()
  const isPartOfKnown = sql`c.bundle_id = any(${known.rows.map(({ id }) => id)}::bigint[])`
  const isEmptyPart = sql`s.variant_id = p.component_id and s.closing_stock <= 0`
  const { rows } = await sql<{ id: number; days: string | null; knownFrom: number }>`
    select p.bundle_id as id, array_to_json(array_agg(distinct d.day - date '1970-01-01')
        filter (where d.day >= p.valid_from and d.day < p.valid_until))::text as days,
      min(known.day) - date '1970-01-01' as "knownFrom"
    from (${wholeRecipes(merchantId, isPartOfKnown)}) p
    cross join lateral (
      select variant_id from variants v
      where v.merchant_id = ${merchantId} and v.variant_id = p.component_id and v.is_tracked and not v.sells_without_stock
      limit 1
    ) v
    cross join lateral (
      select greatest(min(s.day), ${since}::date) as day from stock_daily s
      where s.merchant_id = ${merchantId} and s.variant_id = p.component_id and s.day <= ${until}::date
        and coalesce(s.last_day, s.day) >= ${since}::date
      having count(*) > 0
    ) known
    left join lateral ${stockDays({ merchantId, since, until, condition: isEmptyPart })} d on true
    group by p.bundle_id
  `.execute(tx)
  return new Map(
    rows.map(({ id, days, knownFrom: stockKnownFrom }) => {
      const daysWithoutStock = numbers(days)
      const wasEmptyWhenRecorded = daysWithoutStock.includes(stockKnownFrom)
      return [id, { daysWithoutStock, stockKnownFrom, wasEmptyWhenRecorded }]
    }),
  )
}

/** Returns what was sold in bundles on each day (epoch day), in units of the parts; empty in a shop without bundles. */
export async function listBundledUnits(
  tx: Tx,
  key: { merchantId: number; since: string },
): Promise<{ day: number; units: number }[]> {
  const { rows } = await sql<{ day: number; units: number }>`
    select s.day - date '1970-01-01' as day, sum(s.units)::float8 as units from bundled_sales s
    join variants v on v.merchant_id = ${key.merchantId} and v.variant_id = s.variant_id
    where s.merchant_id = ${key.merchantId} and s.day >= ${key.since} group by s.day
  `.execute(tx)
  return rows
}

interface HistoryRow {
  variant_id: number
  first_seen_on: string
  /** The first day with a recorded stock, or the day after `until`; null for a variant that cannot run out. */
  stock_known_from: string | null
  was_empty: boolean
  type: string | null
  vendor: string | null
  price: number | null
}

type Lists = 'sale_days' | 'units' | 'empty_days'

function numbers(json: string | null): number[] {
  return json === null ? [] : (JSON.parse(json) as number[])
}

/**
 * Stores forecasts of one origin in place of older ones, whose parts are kept beside the new ones. A variant that
 * was removed in the meantime is left out.
 */
export async function saveForecasts(
  tx: Tx,
  args: { merchantId: number; origin: string; at: Date; forecasts: readonly FittedForecast[] },
): Promise<void> {
  const { merchantId, origin, at, forecasts } = args
  const column = <T>(pick: (forecast: FittedForecast) => T) => forecasts.map(pick)
  await sql`
    insert into forecasts (merchant_id, variant_id, origin, basis, model, demand_class, distribution, evidence, accuracy, xyz,
      is_dead, computed_at)
    select ${merchantId}::bigint, v.variant_id, ${origin}::date, fitted.basis, fitted.model, fitted.demand_class,
      fitted.distribution::real[], fitted.evidence::jsonb, fitted.accuracy::jsonb, fitted.xyz,
      fitted.is_dead, ${at}::timestamptz
    from unnest(
      ${column((f) => f.variantId)}::bigint[], ${column((f) => f.basis)}::text[], ${column((f) => f.model)}::text[],
      ${column((f) => f.demandClass)}::text[], ${column((f) => f.distribution)}::text[], ${column((f) => f.evidence)}::text[],
      ${column((f) => f.accuracy)}::text[], ${column((f) => f.xyz)}::text[], ${column((f) => f.isDead)}::boolean[]
    ) as fitted (variant_id, basis, model, demand_class, distribution, evidence, accuracy, xyz, is_dead)
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = fitted.variant_id
    on conflict (merchant_id, variant_id) do update set
      origin = excluded.origin, basis = excluded.basis, model = excluded.model, demand_class = excluded.demand_class,
      distribution = excluded.distribution,
      -- jsonb_set is the only function for this that Citus allows here.
      evidence = jsonb_strip_nulls(jsonb_set(excluded.evidence, '{partsBefore}', coalesce(
        forecasts.evidence -> case when forecasts.origin < excluded.origin then 'parts' else 'partsBefore' end,
        'null'))),
      accuracy = excluded.accuracy, xyz = excluded.xyz, is_dead = excluded.is_dead, computed_at = excluded.computed_at
  `.execute(tx)
}

/** Stores the whole shop's demand, and that its forecasts are complete as of `at`. */
export async function saveShopForecast(
  tx: Tx,
  args: { merchantId: number; origin: string; at: Date; demandDistribution: string | null },
): Promise<void> {
  const { merchantId, origin, at, demandDistribution } = args
  if (demandDistribution !== null) {
    await sql`
      insert into shop_forecasts (merchant_id, origin, distribution) values (${merchantId}, ${origin}, ${demandDistribution}::real[])
      on conflict (merchant_id) do update set origin = excluded.origin, distribution = excluded.distribution
    `.execute(tx)
  }
  await tx.updateTable('merchants').set({ forecast_as_of: at }).where('id', '=', merchantId).execute()
}
