import { sql } from 'kysely'
import type { SomeVariants, Tx, VariantsKey } from '../../../kernel/database/app-database.ts'
import { bulkUpsert } from '../../../kernel/database/bulk-upsert.ts'
import type { OrderPlan } from './order-plan.ts'

/** Returns whether there is something to plan: the shop has suppliers, or plans from when it had some. */
export async function hasSuppliers(tx: Tx, merchantId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from suppliers where merchant_id = ${merchantId})
      or exists (select from order_plans where merchant_id = ${merchantId}) as has
  `.execute(tx)
  return rows[0]?.has ?? false
}

export interface PlannedVariant {
  variantId: number
  /** In the shop's currency. */
  price: number | null
  /** The cost that the store knows, where it is in the shop's currency. */
  storeCostMinor: number | null
  /** Entered for this variant. */
  leadTimeDays: number | null
  /** Days that an order lasts at least, entered for this variant. */
  coverDays: number | null
}

/** Returns price, cost and lead time of variants, as far as they are known. */
export async function listPlannedVariants(
  tx: Tx,
  key: VariantsKey & { currency: string },
): Promise<Map<number, PlannedVariant>> {
  const { merchantId, variantIds, currency } = key
  const { rows } = await sql<PlannedVariant>`
    select v.variant_id as "variantId", v.price, o.lead_time_days as "leadTimeDays",
      o.cover_days as "coverDays",
      case when v.unit_cost_currency = ${currency} then v.unit_cost_minor end as "storeCostMinor"
    from variants v
    left join variant_overrides o on o.merchant_id = ${merchantId} and o.variant_id = v.variant_id
    where v.merchant_id = ${merchantId} and v.variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  return new Map(rows.map((row) => [row.variantId, row]))
}

/** Returns the last rate of each currency that was fixed in an order: units of the shop's currency for one of it. */
export async function listRates(tx: Tx, merchantId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ currency: string; rate: number }>`
    select distinct on (currency) currency, fx_rate::float8 as rate from purchase_orders
    where merchant_id = ${merchantId} and fx_rate is not null and ordered_on is not null
    order by currency, ordered_on desc, id desc
  `.execute(tx)
  return new Map(rows.map(({ currency, rate }) => [currency, rate]))
}

/**
 * Returns the median of (price − cost) ÷ price over the variants whose price and cost are known in the shop's currency;
 * null without any. `unitsOfMinor` is how many minor units one of the currency has.
 */
export async function findMedianMargin(
  tx: Tx,
  { merchantId, currency, unitsOfMinor }: { merchantId: number; currency: string; unitsOfMinor: number },
): Promise<number | null> {
  const { rows } = await sql<{ ratio: number | null }>`
    select percentile_cont(0.5) within group (order by 1 - i.unit_cost_minor / (v.price::float8 * ${unitsOfMinor})) as ratio
    from supplier_variants i
    join suppliers s on s.merchant_id = ${merchantId} and s.id = i.supplier_id and s.currency = ${currency}
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = i.variant_id and v.price > 0
    where i.merchant_id = ${merchantId} and i.rank = 1 and i.unit_cost_minor is not null
  `.execute(tx)
  return rows[0]?.ratio ?? null
}

/** Returns the median margin that was kept; null without one. */
export async function findKeptMargin(tx: Tx, merchantId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('merchants')
    .select('median_margin_ratio')
    .where('id', '=', merchantId)
    .executeTakeFirst()
  return row?.median_margin_ratio ?? null
}

export async function keepMargin(
  tx: Tx,
  { merchantId, ratio }: { merchantId: number; ratio: number | null },
): Promise<void> {
  await sql`
    update merchants set median_margin_ratio = ${ratio}
    where id = ${merchantId} and median_margin_ratio is distinct from ${ratio}::float8
  `.execute(tx)
}

/** Replaces the plans of these variants; null: of all. */
export async function savePlans(tx: Tx, args: SomeVariants & { plans: readonly OrderPlan[] }): Promise<void> {
  const { merchantId, variantIds, plans } = args
  const kept = plans.map(({ variant_id }) => variant_id)
  await sql`
    delete from order_plans
    where merchant_id = ${merchantId} and (${variantIds}::bigint[] is null or variant_id = any(${variantIds}::bigint[]))
      and variant_id <> all(${kept}::bigint[])
  `.execute(tx)
  if (plans.length === 0) return
  await bulkUpsert(tx, {
    table: 'order_plans',
    merchantId,
    key: ['variant_id'],
    rows: plans,
  })
}
