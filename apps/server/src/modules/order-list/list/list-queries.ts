import type { OrderListRow } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../database/app-database.ts'
import { fitsSearch } from '../../../database/search.ts'
import { abcOfVariants } from '../../catalog/index.ts'
import type { PlanDetails, PlanTerms } from '../plans/order-plan.ts'

/** A variant that may be ordered; with a plan where a supplier sells it, otherwise with the projection's quantity. */
export interface Candidate {
  variantId: number
  titleKey: string
  daysLeft: number | null
  /** Whether title or SKU fit the search. */
  isFound: boolean
  orderBy: string | null
  /** Null without a supplier. */
  supplierId: number | null
  due: 'due' | 'soon' | 'not_yet'
  units: number
  valueMinor: number | null
  terms: PlanTerms | null
  /** Classes of importance and of demand; null while unknown. */
  abc: OrderListRow['abc']
  xyz: OrderListRow['xyz']
}

/**
 * Returns all variants of which an order is due at some time, or that a supplier sells. Without a supplier the order day
 * of the stock projection counts.
 */
export async function listCandidates(
  tx: Tx,
  key: {
    merchantId: number
    today: string
    soonUntil: string
    search: string
    supplier?: number | undefined
    location?: number | undefined
  },
): Promise<Candidate[]> {
  const { merchantId, today, soonUntil, supplier, location } = key
  const isSupplied = supplier === undefined ? sql`true` : sql`q.supplier_id = ${supplier}`
  const isStocked =
    location === undefined
      ? sql`true`
      : sql`exists (select from inventory_levels i where i.merchant_id = ${merchantId}
          and i.variant_id = o.variant_id and i.location_id = ${location})`
  const { rows } = await sql<Candidate>`
    select o.variant_id as "variantId", v.title_key as "titleKey", o.days_until_stockout as "daysLeft",
      ${fitsSearch(key.search)} as "isFound", coalesce(q.order_by, o.order_by) as "orderBy",
      q.supplier_id as "supplierId", q.value_minor as "valueMinor", q.terms,
      coalesce(q.due, case when o.order_by <= ${today} then 'due' when o.order_by <= ${soonUntil} then 'soon'
        else 'not_yet' end) as due,
      c.abc, f.xyz,
      coalesce(q.units, case when o.order_by <= ${today} then o.order_quantity end, 0) as units
    from stock_projections o
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = o.variant_id
    left join order_plans q on q.merchant_id = ${merchantId} and q.variant_id = o.variant_id
    left join (${abcOfVariants(merchantId)}) c on c.variant_id = o.variant_id
    left join forecasts f on f.merchant_id = ${merchantId} and f.variant_id = o.variant_id
    where o.merchant_id = ${merchantId} and not o.is_quiet and (q.variant_id is not null or o.order_by is not null)
      and ${isSupplied} and ${isStocked}
  `.execute(tx)
  return rows
}

export async function listDetails(
  tx: Tx,
  { merchantId, variantIds }: { merchantId: number; variantIds: readonly number[] },
): Promise<Map<number, PlanDetails>> {
  const { rows } = await sql<{ variantId: number; details: PlanDetails }>`
    select variant_id as "variantId", details from order_plans
    where merchant_id = ${merchantId} and variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  return new Map(rows.map(({ variantId, details }) => [variantId, details]))
}

export interface ListedSupplier {
  id: number
  name: string
  currency: string
  minimumKind: 'none' | 'value' | 'units'
  minimumAmount: number | null
}

export async function listListedSuppliers(
  tx: Tx,
  { merchantId, supplierIds }: { merchantId: number; supplierIds: readonly number[] },
): Promise<Map<number, ListedSupplier>> {
  const { rows } = await sql<ListedSupplier>`
    select id, name, currency, minimum_kind as "minimumKind", minimum_amount as "minimumAmount" from suppliers
    where merchant_id = ${merchantId} and id = any(${supplierIds}::bigint[])
  `.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the variants with the days on which orders are due, for those that are drawn without a plan. */
export async function listProducts(
  tx: Tx,
  { merchantId, variantIds }: { merchantId: number; variantIds: readonly number[] },
) {
  return tx
    .selectFrom('variants as v')
    .innerJoin('products as p', (join) =>
      join.onRef('p.product_id', '=', 'v.product_id').on('p.merchant_id', '=', merchantId),
    )
    .innerJoin('stock_projections as o', (join) =>
      join.onRef('o.variant_id', '=', 'v.variant_id').on('o.merchant_id', '=', merchantId),
    )
    .select([
      'v.variant_id',
      'v.product_id',
      'v.title',
      'v.sku',
      'p.vendor',
      'o.available',
      'o.incoming',
      'o.expected_daily_demand',
      'o.days_until_stockout',
      'o.lead_time_stockout_probability',
    ])
    .where('v.merchant_id', '=', merchantId)
    .where((e) => e('v.variant_id', '=', e.fn.any(e.val([...variantIds]))))
    .execute()
}
