import type { OrderListRow } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../database/app-database.ts'
import { fitsSearch } from '../../../database/search.ts'
import { abcOfVariants } from '../../catalog/index.ts'
import type { PlanDetails, PlanPrices, PlanTerms } from '../plans/order-plan.ts'
import type { ListQuery } from './whole-list.ts'

/** A variant that may be ordered; with a plan where a supplier sells it, otherwise with the projection's quantity. */
export interface Candidate {
  variantId: number
  /** Empty unless the list is sorted by it. */
  titleKey: string
  daysLeft: number | null
  /** Whether title or SKU fit the search. */
  isFound: boolean
  /** Whether it is of the classes that the query asks for. */
  isInClasses: boolean
  orderBy: string | null
  /** Null without a supplier. */
  supplierId: number | null
  due: 'due' | 'soon' | 'not_yet'
  units: number
  valueMinor: number | null
  packSize: number
  /** Null without a supplier. */
  prices: PlanPrices | null
}

type CandidateRow = Omit<Candidate, 'prices'> & {
  unitCostMinor: number | null
  rate: number | null
  /** Null without price breaks. */
  priceBreaks: PlanPrices['priceBreaks'] | null
}

/**
 * Returns all variants of which an order is due at some time, or that a supplier sells. Without a supplier the order day
 * of the stock projection counts. Reads what all rows need; `listSteps` and `listDetails` read more of some.
 */
export async function listCandidates(
  tx: Tx,
  key: Pick<ListQuery, 'search' | 'sort' | 'supplier' | 'location' | 'abc' | 'xyz'> & {
    merchantId: number
    today: string
    soonUntil: string
  },
): Promise<Candidate[]> {
  const { merchantId, today, soonUntil, supplier, location, search, sort } = key
  const isTitleRead = search !== '' || sort === 'title'
  const variants = isTitleRead
    ? sql`join variants v on v.merchant_id = ${merchantId} and v.variant_id = o.variant_id`
    : sql``
  const isSupplied = supplier === undefined ? sql`true` : sql`q.supplier_id = ${supplier}`
  const isStocked =
    location === undefined
      ? sql`true`
      : sql`exists (select from inventory_levels i where i.merchant_id = ${merchantId}
          and i.variant_id = o.variant_id and i.location_id = ${location})`
  const { rows } = await sql<CandidateRow>`
    select o.variant_id as "variantId", ${sort === 'title' ? sql`v.title_key` : sql`''`} as "titleKey",
      o.days_until_stockout as "daysLeft", ${fitsSearch(search)} as "isFound", ${isInClasses(key)} as "isInClasses",
      coalesce(q.order_by, o.order_by) as "orderBy", q.supplier_id as "supplierId", q.value_minor as "valueMinor",
      coalesce(q.due, case when o.order_by <= ${today} then 'due' when o.order_by <= ${soonUntil} then 'soon'
        else 'not_yet' end) as due,
      coalesce(q.units, case when o.order_by <= ${today} then o.order_quantity end, 0) as units,
      coalesce(q.pack_size, 1) as "packSize", q.unit_cost_minor as "unitCostMinor", q.rate,
      q.price_breaks as "priceBreaks"
    from stock_projections o
    ${variants}
    left join order_plans q on q.merchant_id = ${merchantId} and q.variant_id = o.variant_id
    where o.merchant_id = ${merchantId} and not o.is_quiet and (q.variant_id is not null or o.order_by is not null)
      and ${isSupplied} and ${isStocked}
    order by o.variant_id
  `.execute(tx)
  return rows.map(({ unitCostMinor, rate, priceBreaks, ...row }) => ({
    ...row,
    prices: row.supplierId === null ? null : { unitCostMinor, rate, priceBreaks: priceBreaks ?? [] },
  }))
}

function isInClasses({ merchantId, abc, xyz }: Pick<ListQuery, 'abc' | 'xyz'> & { merchantId: number }) {
  const isAbc =
    abc === undefined
      ? sql`true`
      : sql`o.variant_id in (select c.variant_id from (${abcOfVariants(merchantId)}) c where c.abc = ${abc})`
  const isXyz =
    xyz === undefined
      ? sql`true`
      : sql`o.variant_id in (select f.variant_id from forecasts f where f.merchant_id = ${merchantId} and f.xyz = ${xyz})`
  return sql`(${isAbc} and ${isXyz})`
}

interface Selection {
  merchantId: number
  variantIds: readonly number[]
}

/** What a page shows of a plan. */
export type ListedPlan = Pick<PlanTerms, 'minimumUnits' | 'maximumUnits'> & { details: PlanDetails }

export async function listDetails(
  tx: Tx,
  { merchantId, variantIds }: Selection,
): Promise<Map<number, ListedPlan>> {
  if (variantIds.length === 0) return new Map()
  const { rows } = await sql<ListedPlan & { variantId: number }>`
    select variant_id as "variantId", details, terms -> 'minimumUnits' as "minimumUnits",
      terms -> 'maximumUnits' as "maximumUnits"
    from order_plans where merchant_id = ${merchantId} and variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  return new Map(rows.map(({ variantId, ...plan }) => [variantId, plan]))
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

/** Returns the classes of importance of these variants; those without one are left out. */
export async function listImportance(
  tx: Tx,
  { merchantId, variantIds }: Selection,
): Promise<Map<number, OrderListRow['abc']>> {
  if (variantIds.length === 0) return new Map()
  const { rows } = await sql<{ variantId: number; abc: OrderListRow['abc'] }>`
    select c.variant_id as "variantId", c.abc from (${abcOfVariants(merchantId)}) c
    where c.variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  return new Map(rows.map(({ variantId, abc }) => [variantId, abc]))
}

/** Returns the variants with the days on which orders are due, for those that are drawn without a plan. */
export async function listProducts(tx: Tx, { merchantId, variantIds }: Selection) {
  return tx
    .selectFrom('variants as v')
    .innerJoin('products as p', (join) =>
      join.onRef('p.product_id', '=', 'v.product_id').on('p.merchant_id', '=', merchantId),
    )
    .innerJoin('stock_projections as o', (join) =>
      join.onRef('o.variant_id', '=', 'v.variant_id').on('o.merchant_id', '=', merchantId),
    )
    .leftJoin('forecasts as f', (join) =>
      join.onRef('f.variant_id', '=', 'v.variant_id').on('f.merchant_id', '=', merchantId),
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
      'f.xyz',
    ])
    .where('v.merchant_id', '=', merchantId)
    .where((e) => e('v.variant_id', '=', e.fn.any(e.val([...variantIds]))))
    .execute()
}
