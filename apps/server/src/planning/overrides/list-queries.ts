import type { ForecastOverride, ForecastOverrides } from '@stockcast/contract'
import { sql } from 'kysely'
import type { DayKey, Tx, VariantKey } from '../../kernel/database/app-database.ts'
import { currentChanges, shareLeft } from './change-queries.ts'
import type { StoredChanges } from './changed-demand.ts'

const MAX_LISTED = 100

/** Returns whether the product's forecast was changed by hand within the last year, or is. */
export async function hasOverrides(
  tx: Tx,
  { merchantId, variantId, today }: VariantKey & { today: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from forecast_override_variants s
    join forecast_overrides o on o.merchant_id = ${merchantId} and o.id = s.override_id
    where s.merchant_id = ${merchantId} and s.variant_id = ${variantId} and o.removed_at is null
      and o.ends_on > ${today}::date - 365
    limit 1
  `.execute(tx)
  return rows.length > 0
}

/** Names the changes by hand that are planned or running; empty without one. */
export async function nameCurrent(tx: Tx, { merchantId, today }: DayKey): Promise<string> {
  const { rows } = await sql<{ names: string | null }>`
    select string_agg(id::text, ',' order by id) as names from forecast_overrides
    where merchant_id = ${merchantId} and removed_at is null and ends_on >= ${today}::date
  `.execute(tx)
  return rows[0]?.names ?? ''
}

/** Products read at once. */
const PER_READ = 500

/** A product whose forecast is changed by hand on days from today on. */
interface ChangedProduct {
  id: number
  distribution: number[]
  originDay: number
  changes: StoredChanges
}

/** Reads the products whose own forecasts are changed by hand, some at a time. */
export async function* readChanged(tx: Tx, { merchantId, today }: DayKey): AsyncGenerator<ChangedProduct[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<ChangedProduct>`
      select v.variant_id as id, f.distribution, f.origin - date '1970-01-01' as "originDay",
        ${currentChanges({ merchantId, today, withParts: false })} as changes
      from (
        select distinct s.variant_id from forecast_override_variants s
        join forecast_overrides o on o.merchant_id = ${merchantId} and o.id = s.override_id
        where s.merchant_id = ${merchantId} and s.variant_id > ${after} and not s.is_part
          and o.removed_at is null and o.ends_on >= ${today}::date
        order by s.variant_id limit ${sql.lit(PER_READ)}
      ) v
      join forecasts f on f.merchant_id = ${merchantId} and f.variant_id = v.variant_id
      order by v.variant_id
    `.execute(tx)
    yield rows.filter(({ changes }) => changes !== null)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Returns the overrides of the last year, those that have not ended first, in the order in which they count. */
export async function listOverrides(
  tx: Tx,
  { merchantId, variantId, today, overrideId }: ListKey,
): Promise<OverrideRow[]> {
  const changesVariant =
    variantId === undefined
      ? sql`true`
      : sql`exists (select from forecast_override_variants s
          where s.merchant_id = ${merchantId} and s.override_id = o.id and s.variant_id = ${variantId})`
  const isOne = overrideId === undefined ? sql`true` : sql`o.id = ${overrideId}`
  const { rows } = await sql<OverrideRow>`
    select o.id, o.scope, o.scope_name as "scopeName", o.kind, o.amount, o.like_name as "likeName", o.starts_on as "from",
      o.ends_on as "to", o.reason, o.author, o.created_at as "createdAt", o.like_variant_id as "likeVariantId",
      case when o.kind = 'total' and o.starts_on < ${today}::date and o.ends_on >= ${today}::date
        then round(o.amount * ${shareLeft(today)})::int else o.amount end as "amountLeft",
      case when o.ends_on < ${today}::date then 'ended' when o.starts_on > ${today}::date then 'planned' else 'running' end as state,
      o.baseline_units as "baselineUnits", o.changed_units as "changedUnits",
      case when o.judged_products is not null then json_build_object('products', o.judged_products,
        'baselineError', coalesce(o.baseline_error, 0), 'changedError', coalesce(o.changed_error, 0)) end as judgement, (
        select count(*)::int from forecast_override_variants s
        where s.merchant_id = ${merchantId} and s.override_id = o.id and not s.is_part
      ) as products, o.ends_on >= ${today}::date and o.kind = 'like' and (
        not exists (select from forecasts l where l.merchant_id = ${merchantId} and l.variant_id = o.like_variant_id)
        or exists (
          select from forecast_override_variants s
          join forecasts f on f.merchant_id = ${merchantId} and f.variant_id = s.variant_id
          where s.merchant_id = ${merchantId} and s.override_id = o.id and f.basis = 'forecast' and not s.is_part)
      ) as "isIdle"
    from forecast_overrides o
    where o.merchant_id = ${merchantId} and o.removed_at is null and o.ends_on > ${today}::date - 365
      and ${changesVariant} and ${isOne}
    order by o.ends_on < ${today}::date, case when o.ends_on >= ${today}::date then o.products end,
      case when o.ends_on < ${today}::date then o.ends_on end desc, o.id desc
    limit ${MAX_LISTED}
  `.execute(tx)
  return rows
}

interface ListKey {
  merchantId: number
  variantId?: number | undefined
  overrideId?: number | undefined
  today: string
}

export type OverrideRow = Omit<ForecastOverride, 'createdAt' | 'isFarOff'> & { createdAt: Date }

/** Returns what the overrides of each author did to the forecast over the last year. */
export async function listValueAdded(
  tx: Tx,
  { merchantId, today }: DayKey,
): Promise<ForecastOverrides['valueAdded']> {
  const { rows } = await sql<ForecastOverrides['valueAdded'][number]>`
    select author, sum(judged_products)::int as products, sum(baseline_error) as "baselineError",
      sum(changed_error) as "changedError"
    from forecast_overrides
    where merchant_id = ${merchantId} and removed_at is null and judged_products > 0 and ends_on > ${today}::date - 365
    group by author order by author
  `.execute(tx)
  return rows
}
