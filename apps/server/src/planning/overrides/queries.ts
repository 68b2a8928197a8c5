import type { ForecastOverrideRequest, OverrideKind, OverrideScope } from '@stockcast/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { bulkUpsert } from '../../kernel/database/bulk-upsert.ts'
import { groupKey, tagKeys } from '../../kernel/database/product-groups.ts'
import { stockDays } from '../../store/index.ts'
import type { StoredChanges } from './changed-demand.ts'

export interface OverrideKey {
  merchantId: number
  overrideId: number
}

/** Allows one change of a merchant's overrides at a time, until the transaction ends. */
export async function lockOverrides(tx: Tx, merchantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('forecast_overrides', ${merchantId}::bigint))`.execute(
    tx,
  )
}

/**
 * Selects what was changed by hand of the forecast `f` of the variant `v` on days from `today` on; null without a change. Of
 * two on a day the one of fewer products counts, then the newer.
 */
export function currentChanges({
  merchantId,
  today,
}: {
  merchantId: number
  today: string
}): RawBuilder<StoredChanges | null> {
  // A total that has begun has left what its later days were expected to sell of it.
  const left = sql`coalesce((
    select sum(w.units) filter (where w.day > ${today}::date - o.starts_on) / nullif(sum(w.units), 0)
    from unnest(o.weights) with ordinality w (units, day)
  ), (o.ends_on - ${today}::date + 1) / (o.ends_on - o.starts_on + 1)::float8)`
  return sql<StoredChanges | null>`(
    select case when count(*) > 0 then json_build_object(
      'dayRatios', f.evidence -> 'dayRatios', 'events', f.evidence -> 'events',
      'overrides', json_agg(json_build_object(
        'from', o.starts_on - date '1970-01-01', 'to', o.ends_on - date '1970-01-01', 'kind', o.kind, 'amount', s.amount,
        'share', case when o.kind = 'total' and o.starts_on < ${today}::date then ${left} else 1 end,
        'like', array_to_json(l.distribution), 'likeOrigin', l.origin - date '1970-01-01'
      ) order by o.products, o.id desc)) end
    from forecast_override_variants s
    join forecast_overrides o on o.merchant_id = ${merchantId} and o.id = s.override_id
    left join forecasts l on l.merchant_id = ${merchantId} and l.variant_id = o.like_variant_id
    where s.merchant_id = ${merchantId} and s.variant_id = v.variant_id and o.removed_at is null
      and o.ends_on >= ${today}::date and (o.kind <> 'like' or f.basis <> 'forecast')
  )`
}

/** A product of a scope with its forecast before any change. */
export interface ScopeVariant {
  variantId: number
  basis: string
  distribution: number[]
  /** Epoch day. */
  origin: number
  dayRatios: StoredChanges['dayRatios']
  events: StoredChanges['events']
}

export type Scope = ForecastOverrideRequest['scope']

const PER_READ = 250

/** Yields the products of a scope that are on sale and have a forecast, in parts, by variant. */
export async function* readScope(
  tx: Tx,
  { merchantId, scope }: { merchantId: number; scope: Scope },
): AsyncGenerator<ScopeVariant[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<ScopeVariant>`
      select v.variant_id as "variantId", f.basis, f.distribution, f.origin - date '1970-01-01' as origin,
        f.evidence -> 'dayRatios' as "dayRatios", f.evidence -> 'events' as events
      from variants v
      join products p on p.merchant_id = ${merchantId} and p.product_id = v.product_id
      join forecasts f on f.merchant_id = ${merchantId} and f.variant_id = v.variant_id
      where v.merchant_id = ${merchantId} and v.variant_id > ${after} and ${isIn(merchantId, scope)}
        and p.status not in ('archived', 'draft') and not p.is_gift_card
      order by v.variant_id limit ${PER_READ}
    `.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < PER_READ) return
    after = rows.at(-1)!.variantId
  }
}

function isIn(merchantId: number, scope: Scope): RawBuilder<SqlBool> {
  switch (scope.kind) {
    case 'product':
      return sql`v.variant_id = ${scope.variantId}`
    case 'supplier':
      return sql`exists (select from supplier_variants i
        where i.merchant_id = ${merchantId} and i.variant_id = v.variant_id and i.supplier_id = ${scope.supplierId} and i.rank = 1)`
    case 'vendor':
      return sql`lower(btrim(p.vendor)) = lower(btrim(${scope.vendor}::text))`
    case 'tag':
      return sql`${groupKey(scope.tag)} = any(${tagKeys})`
    case 'collection':
      return sql`${scope.collectionId}::bigint = any(p.collection_ids)`
  }
}

/** Returns the name of a product, supplier or collection; undefined if there is none such. */
export async function findName(
  tx: Tx,
  { merchantId, of, id }: { merchantId: number; of: 'product' | 'supplier' | 'collection'; id: number },
): Promise<string | undefined> {
  const from = {
    product: sql`title as name from variants v where variant_id`,
    supplier: sql`name from suppliers v where id`,
    collection: sql`title as name from collections v where collection_id`,
  }[of]
  const { rows } = await sql<{ name: string }>`
    select ${from} = ${id} and v.merchant_id = ${merchantId}
  `.execute(tx)
  return rows[0]?.name
}

export interface NewOverride {
  scope: OverrideScope
  scopeName: string
  kind: OverrideKind
  amount: number
  likeVariantId: number | null
  likeName: string | null
  from: string
  to: string
  reason: string
  author: string
  at: Date
  weights: readonly number[]
  variants: readonly { variantId: number; amount: number; baselineUnits: number; changedUnits: number }[]
}

/** Adds an override with its products. Returns its id. */
export async function insertOverride(tx: Tx, merchantId: number, added: NewOverride): Promise<number> {
  const { variants } = added
  const sum = (of: 'baselineUnits' | 'changedUnits') => variants.reduce((total, one) => total + one[of], 0)
  const { id } = await tx
    .insertInto('forecast_overrides')
    .values({
      merchant_id: merchantId,
      scope: added.scope,
      scope_name: added.scopeName,
      kind: added.kind,
      amount: added.amount,
      like_variant_id: added.likeVariantId,
      like_name: added.likeName,
      starts_on: added.from,
      ends_on: added.to,
      reason: added.reason,
      author: added.author,
      created_at: added.at,
      products: variants.length,
      weights: [...added.weights],
      baseline_units: sum('baselineUnits'),
      changed_units: sum('changedUnits'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await bulkUpsert(tx, {
    table: 'forecast_override_variants',
    merchantId,
    key: ['override_id', 'variant_id'],
    columns: {
      override_id: 'bigint',
      variant_id: 'bigint',
      amount: 'double precision',
      baseline_units: 'double precision',
      changed_units: 'double precision',
    },
    rows: variants.map(({ variantId, amount, baselineUnits, changedUnits }) => ({
      override_id: id,
      variant_id: variantId,
      amount,
      baseline_units: baselineUnits,
      changed_units: changedUnits,
    })),
  })
  return id
}

/** Removes an override, or with null puts it back. Returns the products that it concerns; undefined if there is none such. */
export async function setRemoved(
  tx: Tx,
  { merchantId, overrideId }: OverrideKey,
  at: Date | null,
): Promise<{ words: OverrideWords; variantIds: number[] } | undefined> {
  const words = await tx
    .updateTable('forecast_overrides')
    .set({ removed_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', overrideId)
    .where('removed_at', at === null ? 'is not' : 'is', null)
    .returning(['scope_name', 'kind', 'amount', 'like_name', 'starts_on', 'ends_on'])
    .executeTakeFirst()
  if (!words) return undefined
  const rows = await tx
    .selectFrom('forecast_override_variants')
    .select('variant_id')
    .where('merchant_id', '=', merchantId)
    .where('override_id', '=', overrideId)
    .execute()
  return { words, variantIds: rows.map((row) => row.variant_id) }
}

/** What the activity log says of an override. */
export interface OverrideWords {
  scope_name: string
  kind: OverrideKind
  amount: number
  like_name: string | null
  starts_on: string
  ends_on: string
}

const MAX_LISTED = 100

/** Returns whether `listOverrides` returns one of this product. */
export async function hasOverrides(tx: Tx, key: ListKey & { variantId: number }): Promise<boolean> {
  return (await listOverrides(tx, key)).length > 0
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
      o.baseline_units, o.changed_units, o.judged_products, o.baseline_error, o.changed_error, (
        select count(*)::int from forecast_override_variants s where s.merchant_id = ${merchantId} and s.override_id = o.id
      ) as products, o.kind = 'like' and (
        not exists (select from forecasts l where l.merchant_id = ${merchantId} and l.variant_id = o.like_variant_id)
        or exists (
          select from forecast_override_variants s
          join forecasts f on f.merchant_id = ${merchantId} and f.variant_id = s.variant_id
          where s.merchant_id = ${merchantId} and s.override_id = o.id and f.basis = 'forecast')
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

/** Sales that arrive late, as by a file, still count for so many days. */
const JUDGED_DAYS = 35

/**
 * Stores of each override that ended lately how far its products' sales were from the forecast and from what it was changed to, in
 * units of all its days. A product that was without stock on one of them says nothing.
 */
export async function judgeOverrides(
  tx: Tx,
  { merchantId, today }: { merchantId: number; today: string },
): Promise<void> {
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
            select from ${stockDays({ merchantId, since: sql`e.starts_on`, until: sql`e.ends_on`, isAsked: isEmpty })} d
          )) as tells
        from forecast_overrides e
        join forecast_override_variants c on c.merchant_id = ${merchantId} and c.override_id = e.id
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
