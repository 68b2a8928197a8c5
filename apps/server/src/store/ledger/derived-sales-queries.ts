import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { markCatalogue, markDays } from '../../kernel/database/stale-marks.ts'
import { deriveBundledSales } from './bundled-sales-queries.ts'
import type { TouchedDay } from './queries.ts'

/**
 * Derives the sales of these days from the ledger. Days and lines are grouped together instead of joined: what the planner knows of
 * lines that were just written may be that there are none, and it would then read them all for each day.
 */
export async function deriveSalesOf(
  tx: Tx,
  merchantId: number,
  touched: readonly TouchedDay[],
): Promise<void> {
  const variantIds = touched.map((each) => each.variant_id)
  const days = touched.map((each) => each.day)
  const { rows } = await sql<{ day: string }>`
    with touched as materialized (
      select distinct variant_id, day from unnest(${variantIds}::bigint[], ${days}::date[]) as t (variant_id, day)
    ), derived as materialized (
      select variant_id, day, case when count(units) > 0 then to_units(sum(units)) end as units
      from (
        select variant_id, day, null::integer as units, true as is_touched from touched
        union all
        select l.variant_id, l.day, l.units, false from order_lines l
        where l.merchant_id = ${merchantId} and l.variant_id = any(${[...new Set(variantIds)]}::bigint[])
          and l.day between (select min(day) from touched) and (select max(day) from touched)
      ) lines
      group by variant_id, day having bool_or(is_touched)
    ), emptied as (
      delete from sales_daily s using derived d
      where s.merchant_id = ${merchantId} and s.variant_id = d.variant_id and s.day = d.day and d.units is null
      returning s.day
    ), written as (
      insert into sales_daily as target (merchant_id, variant_id, day, units_sold)
      select v.merchant_id, d.variant_id, d.day, d.units
      from derived d
      join variants v on v.merchant_id = ${merchantId} and v.variant_id = d.variant_id
      where d.units is not null
      on conflict (merchant_id, variant_id, day) do update set units_sold = excluded.units_sold
      returning target.day
    )
    select day from emptied union select day from written
  `.execute(tx)
  const changed = rows.map(({ day }) => day)
  await markDays(tx, merchantId, changed)
  await deriveBundledSales(tx, merchantId, days)
}

/** Memory for each step of the statement that derives all sales. */
const DERIVE_MEMORY = '64MB'

/** Derives all sales from the ledger. */
export async function deriveAllSales(tx: Tx, merchantId: number): Promise<void> {
  // Without it, grouping and sorting half a million lines goes through files.
  await sql`select set_config('work_mem', ${DERIVE_MEMORY}, true)`.execute(tx)
  const emptied = await sql<{ day: string }>`
    with gone as (delete from sales_daily where merchant_id = ${merchantId} returning day)
    select distinct day from gone
  `.execute(tx)
  const written = await sql<{ day: string }>`
    with written as (
      insert into sales_daily as target (merchant_id, variant_id, day, units_sold)
      select l.merchant_id, l.variant_id, l.day, to_units(sum(l.units))
      from order_lines l
      join variants v on v.merchant_id = ${merchantId} and v.variant_id = l.variant_id
      where l.merchant_id = ${merchantId}
      group by l.merchant_id, l.variant_id, l.day
      order by l.variant_id, l.day
      returning target.day
    )
    select distinct day from written
  `.execute(tx)
  const days = [...emptied.rows, ...written.rows].map(({ day }) => day)
  await markDays(tx, merchantId, days)
  await deriveBundledSales(tx, merchantId, null)
}

/**
 * Inserts the sales of variants that have none so far: those that were created after their first lines. Both
 * subqueries look into an index once per variant, whatever the planner knows of tables that were just filled.
 */
export async function deriveSalesOfNewVariants(tx: Tx, merchantId: number): Promise<void> {
  const { rows } = await sql<{ day: string }>`
    with written as (
      insert into sales_daily as target (merchant_id, variant_id, day, units_sold)
      select v.merchant_id, v.variant_id, sold.day, sold.units
    from variants v
    cross join lateral (
      select l.day, to_units(sum(l.units)) as units from order_lines l
      where l.merchant_id = ${merchantId} and l.variant_id = v.variant_id
      group by l.day
    ) sold
    where v.merchant_id = ${merchantId} and (
      select s.variant_id from sales_daily s
      where s.merchant_id = ${merchantId} and s.variant_id = v.variant_id limit 1
    ) is null
      returning target.day
    )
    select distinct day from written
  `.execute(tx)
  const days = rows.map(({ day }) => day)
  await markDays(tx, merchantId, days)
}

/**
 * Moves the first day of a variant to its first sale, when its own date is later (as in a shop that was
 * imported).
 */
export async function moveFirstSeenToFirstSale(tx: Tx, merchantId: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update variants v set first_seen_on = s.first_day
    from (
      select variant_id, min(day) as first_day from sales_daily
      where merchant_id = ${merchantId} group by variant_id
    ) s
    where v.merchant_id = ${merchantId} and v.variant_id = s.variant_id and v.first_seen_on > s.first_day
  `.execute(tx)
  if (numAffectedRows) await markCatalogue(tx, merchantId)
}
