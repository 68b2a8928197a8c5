import type { OverrideScope } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { shareLeft } from './change-queries.ts'
import type { OverrideWords } from './queries.ts'

const MAX_LISTED = 100

/** Returns whether the product's forecast was changed by hand within the last year, or is. */
export async function hasOverrides(
  tx: Tx,
  { merchantId, variantId, today }: { merchantId: number; variantId: number; today: string },
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

/** Counts the changes by hand that are planned or running. */
export async function countCurrent(
  tx: Tx,
  { merchantId, today }: { merchantId: number; today: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from forecast_overrides
    where merchant_id = ${merchantId} and removed_at is null and ends_on >= ${today}::date
  `.execute(tx)
  return rows[0]!.count
}

/** Returns the overrides of the last year, those that have not ended first, in the order in which they count. */
export async function listOverrides(
  tx: Tx,
  { merchantId, variantId, today, overrideId }: ListKey,
): Promise<OverrideRow[]> {
  const isAsked =
    variantId === undefined
      ? sql`true`
      : sql`exists (select from forecast_override_variants s
          where s.merchant_id = ${merchantId} and s.override_id = o.id and s.variant_id = ${variantId})`
  const isOne = overrideId === undefined ? sql`true` : sql`o.id = ${overrideId}`
  const { rows } = await sql<OverrideRow>`
    select o.id, o.scope, o.scope_name, o.kind, o.amount, o.like_name, o.starts_on, o.ends_on, o.reason, o.author, o.created_at,
      o.like_variant_id, case when o.kind = 'total' and o.starts_on < ${today}::date and o.ends_on >= ${today}::date
        then round(o.amount * ${shareLeft(today)})::int else o.amount end as amount_left,
      o.baseline_units, o.changed_units, o.judged_products, o.baseline_error, o.changed_error, (
        select count(*)::int from forecast_override_variants s
        where s.merchant_id = ${merchantId} and s.override_id = o.id and not s.is_part
      ) as products, o.kind = 'like' and (
        not exists (select from forecasts l where l.merchant_id = ${merchantId} and l.variant_id = o.like_variant_id)
        or exists (
          select from forecast_override_variants s
          join forecasts f on f.merchant_id = ${merchantId} and f.variant_id = s.variant_id
          where s.merchant_id = ${merchantId} and s.override_id = o.id and f.basis = 'forecast' and not s.is_part)
      ) as is_idle
    from forecast_overrides o
    where o.merchant_id = ${merchantId} and o.removed_at is null and o.ends_on > ${today}::date - 365
      and ${isAsked} and ${isOne}
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

export interface OverrideRow extends OverrideWords {
  id: number
  scope: OverrideScope
  like_variant_id: number | null
  amount_left: number
  reason: string
  author: string
  created_at: Date
  is_idle: boolean
  products: number
  baseline_units: number
  changed_units: number
  judged_products: number | null
  baseline_error: number | null
  changed_error: number | null
}

/** Returns what the overrides of each author did to the forecast over the last year. */
export async function listValueAdded(
  tx: Tx,
  { merchantId, today }: { merchantId: number; today: string },
): Promise<{ author: string; products: number; baselineError: number; changedError: number }[]> {
  const { rows } = await sql<{
    author: string
    products: number
    baselineError: number
    changedError: number
  }>`
    select author, sum(judged_products)::int as products, sum(baseline_error) as "baselineError",
      sum(changed_error) as "changedError"
    from forecast_overrides
    where merchant_id = ${merchantId} and removed_at is null and judged_products > 0 and ends_on > ${today}::date - 365
    group by author order by author
  `.execute(tx)
  return rows
}
