import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
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
