import type { BundleList, ToMake } from '@stockcast/contract'
import { type RawBuilder, sql } from 'kysely'
import type { DayKey, SomeVariants, Tx, VariantKey, VariantsKey } from '../../kernel/database/app-database.ts'
import { isAmong } from '../../kernel/database/is-among.ts'
import { type BundleKind, demandDays, MAX_BUNDLE_LEVELS, wholeRecipes } from '../../store/index.ts'
import type { PartStock } from './bundle-stock.ts'

/** What must be in stock for one unit of a bundle. */
export interface StockedPart extends PartStock {
  bundleId: number
  /** The title of the product; for a deleted product, the name in the recipe. */
  title: string
  /** The lead time with which the part is ordered; null before its stock was projected. */
  leadTimeDays: number | null
}

export interface KnownBundle {
  variantId: number
  kind: BundleKind
  makeDays: number
}

/** Returns which of these variants (null: all) are bundles. */
export async function listBundles(
  tx: Tx,
  { merchantId, variantIds }: SomeVariants,
): Promise<Map<number, KnownBundle>> {
  const { rows } = await sql<KnownBundle>`
    select bundle_id as "variantId", kind, make_days as "makeDays" from bundles
    where merchant_id = ${merchantId} and ${isAmong('bundle_id', variantIds)}
  `.execute(tx)
  return new Map(rows.map((row) => [row.variantId, row]))
}

/** Returns these variants and the bundles that have one of them in them, at any level. */
export async function addBundlesAbove(tx: Tx, { merchantId, variantIds }: VariantsKey): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive above as (
      select bundle_id as id from bundle_components
      where merchant_id = ${merchantId} and component_id = any(${variantIds}::bigint[])
      union
      select c.bundle_id from above a
      join bundle_components c on c.merchant_id = ${merchantId} and c.component_id = a.id
    )
    select id from above
  `.execute(tx)
  return [...new Set([...variantIds, ...rows.map(({ id }) => id)])]
}

/**
 * Returns what must be in stock for one unit of each bundle, with its stock as last derived. A bundle among the parts stands for
 * its own parts, unless it has stock of its own.
 */
export async function listPartStock(
  tx: Tx,
  { merchantId, bundleIds, today }: DayKey & { bundleIds: readonly number[] },
): Promise<StockedPart[]> {
  const isNow = sql`c.valid_from <= ${today} and c.valid_until > ${today}`
  const { rows } = await sql<StockedPart>`
    with recursive parts as (
      select c.bundle_id, c.component_id, c.title, c.quantity::bigint as quantity, 1 as level from bundle_components c
      where c.merchant_id = ${merchantId} and c.bundle_id = any(${bundleIds}::bigint[]) and ${isNow}
      union all
      select p.bundle_id, c.component_id, c.title, p.quantity * c.quantity, p.level + 1 from parts p
      join bundles b on b.merchant_id = ${merchantId} and b.bundle_id = p.component_id and b.kind <> 'assembly'
      join bundle_components c on c.merchant_id = ${merchantId} and c.bundle_id = p.component_id and ${isNow}
      where p.level < ${MAX_BUNDLE_LEVELS}
    )
    select p.bundle_id as "bundleId", p.component_id as "variantId", coalesce(v.title, min(p.title)) as title,
      sum(p.quantity)::float8 as quantity, v.variant_id is not null as "isThere", coalesce(v.is_tracked, false) as "isTracked",
      o.available, o.days_until_stockout as days, o.days_low as "daysLow", o.days_high as "daysHigh",
      o.days_source as "daysSource", o.projection_kind as kind, o.lead_time_days as "leadTimeDays"
    from parts p
    left join bundles b on b.merchant_id = ${merchantId} and b.bundle_id = p.component_id and b.kind <> 'assembly'
    left join variants v on v.merchant_id = ${merchantId} and v.variant_id = p.component_id
    left join stock_projections o on o.merchant_id = ${merchantId} and o.variant_id = p.component_id
    where b.bundle_id is null or p.level = ${MAX_BUNDLE_LEVELS} or v.variant_id is null
    group by p.bundle_id, p.component_id, v.variant_id, v.title, v.is_tracked, o.available, o.days_until_stockout, o.days_low,
      o.days_high, o.days_source, o.projection_kind, o.lead_time_days
    order by p.bundle_id, p.component_id
  `.execute(tx)
  return rows
}

/** Returns the parts of one bundle as its recipe names them, by title. */
export async function listDirectParts(
  tx: Tx,
  { merchantId, bundleIds, today }: DayKey & { bundleIds: readonly number[] },
): Promise<(PartStock & { title: string; sku: string | null })[]> {
  const { rows } = await sql<PartStock & { title: string; sku: string | null }>`
    select c.component_id as "variantId", c.quantity, v.variant_id is not null as "isThere",
      coalesce(v.is_tracked or o.available is not null, false) as "isTracked", coalesce(v.title, c.title) as title, v.sku,
      o.available, o.days_until_stockout as days, o.days_low as "daysLow", o.days_high as "daysHigh",
      o.days_source as "daysSource", o.projection_kind as kind
    from bundle_components c
    left join variants v on v.merchant_id = ${merchantId} and v.variant_id = c.component_id
    left join stock_projections o on o.merchant_id = ${merchantId} and o.variant_id = c.component_id
    where c.merchant_id = ${merchantId} and c.bundle_id = any(${bundleIds}::bigint[])
      and c.valid_from <= ${today} and c.valid_until > ${today}
    order by 5, c.component_id
  `.execute(tx)
  return rows
}

/** Returns the bundles that have a variant in them now, by title. */
export async function listParents(
  tx: Tx,
  { merchantId, variantId, today }: VariantKey & { today: string },
): Promise<{ variantId: number; title: string; quantity: number }[]> {
  const { rows } = await sql<{ variantId: number; title: string; quantity: number }>`
    select c.bundle_id as "variantId", v.title, c.quantity from bundle_components c
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = c.bundle_id
    where c.merchant_id = ${merchantId} and c.component_id = ${variantId}
      and c.valid_from <= ${today} and c.valid_until > ${today}
    order by v.title_key, c.bundle_id
  `.execute(tx)
  return rows
}

/** Returns how many units of a variant were sold in bundles, as order lines of their own or not. */
export async function sumBundled(
  tx: Tx,
  key: VariantKey & { since: string; until: string },
): Promise<number> {
  const { merchantId, variantId, since, until } = key
  const { rows } = await sql<{ units: number }>`
    select to_units(coalesce(sum(units), 0)::bigint) as units from (
      select units from bundled_sales where merchant_id = ${merchantId} and variant_id = ${variantId}
        and day >= ${since} and day < ${until}
      union all
      select units from order_lines where merchant_id = ${merchantId} and variant_id = ${variantId}
        and bundle_id is not null and day >= ${since} and day < ${until}
    ) sold
  `.execute(tx)
  return rows[0]!.units
}

type ListedBundle = Omit<BundleList['rows'][number], 'canMake' | 'isIncomplete' | 'limitedBy'>

export async function listBundlePage(
  tx: Tx,
  key: DayKey & { limit: number; offset: number },
): Promise<ListedBundle[]> {
  const { merchantId, today, limit, offset } = key
  const { rows } = await sql<ListedBundle>`
    select b.bundle_id as "variantId", v.title, v.sku, b.kind, coalesce(o.status, 'healthy') as status,
      o.days_until_stockout as "daysUntilStockout", (
        select count(*)::integer from bundle_components c where c.merchant_id = ${merchantId} and c.bundle_id = b.bundle_id
          and c.valid_from <= ${today} and c.valid_until > ${today}) as parts
    from bundles b
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = b.bundle_id
    left join stock_projections o on o.merchant_id = ${merchantId} and o.variant_id = b.bundle_id
    where b.merchant_id = ${merchantId}
    order by v.title_key, b.bundle_id limit ${limit} offset ${offset}
  `.execute(tx)
  return rows
}

export async function countBundles(tx: Tx, merchantId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from bundles b
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = b.bundle_id
    where b.merchant_id = ${merchantId}
  `.execute(tx)
  return rows[0]!.count
}

/** Returns the assemblies that are due, the earliest first. */
export async function listToMake(
  tx: Tx,
  { merchantId, today }: DayKey,
): Promise<Omit<ToMake, 'canMake' | 'limitedBy'>[]> {
  const { rows } = await sql<Omit<ToMake, 'canMake' | 'limitedBy'>>`
    select b.bundle_id as "variantId", v.title, v.sku, o.order_quantity as units, o.order_by as "makeBy",
      b.make_days as "makeDays"
    from bundles b
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = b.bundle_id
    join stock_projections o on o.merchant_id = ${merchantId} and o.variant_id = b.bundle_id
    where b.merchant_id = ${merchantId} and b.kind = 'assembly' and not o.is_quiet and o.order_quantity > 0
      and o.order_by <= ${today}
    order by o.order_by, v.title_key, b.bundle_id
  `.execute(tx)
  return rows
}

/** Returns how many units of each part are in one of these bundles, at any level; without parts that the store has deleted. */
export async function listPartsOf(
  tx: Tx,
  { merchantId, bundleIds, today }: DayKey & { bundleIds: readonly number[] },
): Promise<{ bundleId: number; variantId: number; quantity: number }[]> {
  const { rows } = await sql<{ bundleId: number; variantId: number; quantity: number }>`
    select p.bundle_id as "bundleId", p.component_id as "variantId", sum(p.quantity)::float8 as quantity
    from (${wholeRecipes(merchantId, sql`c.bundle_id = any(${bundleIds}::bigint[])`)}) p
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = p.component_id
    where p.valid_from <= ${today} and p.valid_until > ${today}
    group by p.bundle_id, p.component_id
  `.execute(tx)
  return rows
}

export interface BundleShare {
  bundleId: number
  partId: number
  /** Units that a part sells in the bundle ÷ all of its units. */
  share: number
}

/** Returns which share of the units of each part these bundles sold in the days from `since`; only of parts that sold. */
export async function listShares(
  tx: Tx,
  key: DayKey & { bundleIds: readonly number[]; since: string },
): Promise<BundleShare[]> {
  const { merchantId, bundleIds, since, today } = key
  const getSold = (column: RawBuilder<unknown>) => sql`(
    select sum(units_sold)::float8
    from ${demandDays(merchantId, sql`s.variant_id = ${column} and s.day >= ${since} and s.day < ${today}`)} sold)`
  const { rows } = await sql<BundleShare & { share: number | null }>`
    select p.bundle_id as "bundleId", p.component_id as "partId",
      ${getSold(sql`p.bundle_id`)} * sum(p.quantity)::float8 / ${getSold(sql`p.component_id`)} as share
    from (${wholeRecipes(merchantId, sql`c.bundle_id = any(${bundleIds}::bigint[])`)}) p
    where p.valid_from <= ${today} and p.valid_until > ${today}
    group by p.bundle_id, p.component_id
  `.execute(tx)
  return rows.filter(({ share }) => share !== null)
}
