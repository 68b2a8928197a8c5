import { type RawBuilder, sql } from 'kysely'
import type { DayKey, Tx } from '../../kernel/database/app-database.ts'
import { stockDays } from '../../store/index.ts'
import type { StoredChanges } from './changed-demand.ts'

/** Selects which part of a total `o` is left for the days from today on: what those were expected to sell of it. */
export function shareLeft(today: string): RawBuilder<number> {
  return sql<number>`coalesce((
    select sum(w.units) filter (where w.day > ${today}::date - o.starts_on) / nullif(sum(w.units), 0)
    from unnest(o.weights) with ordinality w (units, day)
  ), (o.ends_on - ${today}::date + 1) / (o.ends_on - o.starts_on + 1)::float8)`
}

/**
 * Selects what was changed by hand of the forecast `f` of the variant `v` on days from `today` on; null without a change. Of
 * two on a day the one of fewer products counts, then the newer.
 */
export function currentChanges({
  merchantId,
  today,
  withParts = true,
}: {
  merchantId: number
  today: string
  /** Whether to include what a changed forecast of a bundle needs of the product. */
  withParts?: boolean
}): RawBuilder<StoredChanges | null> {
  return sql<StoredChanges | null>`(
    select case when count(*) > 0 then json_build_object(
      'dayRatios', f.evidence -> 'dayRatios', 'events', f.evidence -> 'events',
      'overrides', json_agg(json_build_object(
        'from', o.starts_on - date '1970-01-01', 'to', o.ends_on - date '1970-01-01', 'amount', s.amount,
        'kind', case when s.is_part then 'per_day' else o.kind end,
        'share', case when o.kind = 'total' and not s.is_part and o.starts_on < ${today}::date then ${shareLeft(today)} else 1 end,
        'raises', s.changed_units > s.baseline_units, 'likeName', o.like_name,
        'like', array_to_json(l.distribution), 'likeOrigin', l.origin - date '1970-01-01'
      ) order by o.products, o.id desc)) end
    from forecast_override_variants s
    join forecast_overrides o on o.merchant_id = ${merchantId} and o.id = s.override_id
    left join forecasts l on l.merchant_id = ${merchantId} and l.variant_id = o.like_variant_id and not s.is_part
    where s.merchant_id = ${merchantId} and s.variant_id = v.variant_id and o.removed_at is null
      and (${withParts} or not s.is_part) and o.ends_on >= ${today}::date and (o.kind <> 'like' or f.basis <> 'forecast' or s.is_part)
  )`
}

export interface RaisedRow {
  variantId: number
  /** Holidays and shopping days, by epoch day. */
  events: readonly { day: number; name: string; ratio: number }[] | null
  dayRatios: StoredChanges['dayRatios']
  changes: StoredChanges | null
}

/** Returns what makes days ahead of products other than usual. */
export async function listRaisedRows(
  tx: Tx,
  { merchantId, variantIds, today }: { merchantId: number; variantIds: readonly number[]; today: string },
): Promise<RaisedRow[]> {
  const { rows } = await sql<RaisedRow>`
    select v.variant_id as "variantId", f.evidence -> 'events' as events, f.evidence -> 'dayRatios' as "dayRatios",
      ${currentChanges({ merchantId, today })} as changes
    from variants v
    join forecasts f on f.merchant_id = ${merchantId} and f.variant_id = v.variant_id
    where v.merchant_id = ${merchantId} and v.variant_id = any(${variantIds})
  `.execute(tx)
  return rows
}

/** Sales that arrive late, as by a file, still count for this many days. */
const JUDGED_DAYS = 35

/**
 * Stores of each override that ended lately how far its products' sales were from the forecast and from what it was changed to, in
 * units of all its days. A product that was without stock on one of them says nothing.
 */
export async function judgeOverrides(tx: Tx, { merchantId, today }: DayKey): Promise<void> {
  const isEmpty = sql`s.variant_id = c.variant_id and s.closing_stock <= 0`
  await sql`
    update forecast_overrides o
    set judged_products = j.products, baseline_error = j.baseline_error, changed_error = j.changed_error
    from (
      select c.override_id, count(*) filter (where c.tells)::int as products,
        coalesce(sum(abs(c.sold - c.baseline_units)) filter (where c.tells), 0) as baseline_error,
        coalesce(sum(abs(c.sold - c.changed_units)) filter (where c.tells), 0) as changed_error
      from (
        select c.override_id, c.baseline_units, c.changed_units, sold.units as sold,
          (not v.is_tracked or v.sells_without_stock or not exists (
            select from ${stockDays({ merchantId, since: sql`e.starts_on`, until: sql`e.ends_on`, condition: isEmpty })} d
          )) as tells
        from forecast_overrides e
        join forecast_override_variants c on c.merchant_id = ${merchantId} and c.override_id = e.id and not c.is_part
        join variants v on v.merchant_id = ${merchantId} and v.variant_id = c.variant_id
        cross join lateral (
          select coalesce(sum(s.units_sold), 0)::float8 as units from sales_daily s
          where s.merchant_id = ${merchantId} and s.variant_id = c.variant_id and s.day between e.starts_on and e.ends_on
        ) sold
        where e.merchant_id = ${merchantId} and e.ends_on < ${today}::date and e.ends_on >= ${today}::date - ${sql.lit(JUDGED_DAYS)}
      ) c
      group by c.override_id
    ) j
    where o.merchant_id = ${merchantId} and o.id = j.override_id
  `.execute(tx)
}
