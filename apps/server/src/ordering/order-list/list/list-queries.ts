import type { orderListQuerySchema } from '@stockcast/contract'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { DayKey, SuppliersKey, Tx } from '../../../kernel/database/app-database.ts'
import { fitsGroups, type GroupFilter } from '../../../kernel/database/product-groups.ts'
import { fitsSearch } from '../../../kernel/database/search.ts'
import type { PlanDetails, PlanPrices, PlanTerms } from '../plans/order-plan.ts'

export type ListQuery = z.output<typeof orderListQuerySchema>

/** In which quantities a supplier sells a product; read for a location alone. */
export interface Packs {
  packSize: number
  minimumUnits: number | null
}

/** A variant that may be ordered; with a plan where a supplier sells it, otherwise with the projection's quantity. */
export interface Candidate extends PlanPrices, Partial<Packs> {
  variantId: number
  /** What the list is sorted by, where the quantity does not decide it; null otherwise. */
  sortKey: string | number | null
  /** Whether title or SKU fit the search; absent without one. */
  isFound?: boolean
  /** Whether it is of the classes that the query asks for; absent without any. */
  isInClasses?: boolean
  orderBy: string | null
  /** Null without a supplier. */
  supplierId: number | null
  due: 'due' | 'soon' | 'not_yet'
  units: number
  valueMinor: number | null
}

/**
 * Returns all variants of which an order is due at some time, or that a supplier sells. Without a supplier the order day
 * of the stock projection counts. Reads what all rows need, as one JSON text of lists, which takes a fraction of the time of
 * rows; `listSteps` and `listDetails` read more of some.
 */
export async function listCandidates(
  tx: Tx,
  key: Pick<ListQuery, 'search' | 'sort' | 'location' | keyof GroupFilter> & DayKey & { soonUntil: string },
): Promise<Candidate[]> {
  const { merchantId, today, soonUntil, supplier, location, search, sort } = key
  const isTitleRead = search !== '' || sort === 'title'
  const variants = isTitleRead
    ? sql`join variants v on v.merchant_id = ${merchantId} and v.variant_id = o.variant_id`
    : sql``
  const found = search === '' ? sql`` : sql`${fitsSearch(search)} as "isFound",`
  const inClasses =
    key.abc === undefined && key.xyz === undefined ? sql`` : sql`${isInClasses(key)} as "isInClasses",`
  const packs =
    location === undefined
      ? sql``
      : sql`coalesce(q.pack_size, 1) as "packSize", (q.terms ->> 'minimumUnits')::integer as "minimumUnits",`
  const isSupplied = supplier === undefined ? sql`true` : sql`q.supplier_id = any(${supplier}::bigint[])`
  const isStocked =
    location === undefined
      ? sql`true`
      : sql`exists (select from inventory_levels i where i.merchant_id = ${merchantId}
          and i.variant_id = o.variant_id and i.location_id = ${location})`
  const { vendor, tag, collection } = key
  const groups = fitsGroups({ merchantId, vendor, tag, collection }, sql`o.variant_id`)
  const inGroups = sql.join([sql`true`, ...groups], sql` and `)
  const columns = [
    ...candidateColumns,
    ...(search === '' ? [] : (['isFound'] as const)),
    ...(key.abc === undefined && key.xyz === undefined ? [] : (['isInClasses'] as const)),
    ...(location === undefined ? [] : (['packSize', 'minimumUnits'] as const)),
  ]
  const lists = columns.map((name) => sql`${sql.lit(name)}, coalesce(array_agg(${sql.ref(name)}), '{}')`)
  const { rows } = await sql<{ lists: { [Column in keyof Candidate]: Candidate[Column][] } }>`
    select json_build_object(${sql.join(lists)}) as lists
    from (
      select o.variant_id as "variantId", ${sortColumns[sort] ?? sql`null::text`} as "sortKey", ${found} ${inClasses} ${packs}
        coalesce(q.order_by, o.order_by) as "orderBy", q.supplier_id as "supplierId", q.value_minor as "valueMinor",
        coalesce(q.due, case when o.order_by <= ${today} then 'due' when o.order_by <= ${soonUntil} then 'soon'
          else 'not_yet' end) as due,
        coalesce(q.units, case when o.order_by <= ${today} then o.order_quantity end, 0) as units,
        q.unit_cost_minor as "unitCostMinor", q.rate, q.price_breaks as "priceBreaks"
      from stock_projections o
      ${variants}
      left join order_plans q on q.merchant_id = ${merchantId} and q.variant_id = o.variant_id
      where o.merchant_id = ${merchantId} and not o.is_quiet and (q.variant_id is not null or o.order_by is not null)
        and not exists (select from bundles b where b.merchant_id = ${merchantId} and b.bundle_id = o.variant_id)
        and ${isSupplied} and ${isStocked} and ${inGroups}
      order by o.variant_id
    ) candidates
  `.execute(tx)
  return getCandidates(rows[0]!.lists)
}

const candidateColumns = [
  'variantId',
  'sortKey',
  'orderBy',
  'supplierId',
  'due',
  'units',
  'valueMinor',
  'unitCostMinor',
  'rate',
  'priceBreaks',
] as const satisfies (keyof Candidate)[]

/** Returns the rows of these columns. */
function getCandidates({
  isFound,
  isInClasses,
  packSize,
  minimumUnits,
  ...lists
}: {
  [Column in keyof Candidate]: Candidate[Column][]
}): Candidate[] {
  return lists.variantId.map((variantId, i) => ({
    variantId,
    sortKey: lists.sortKey[i]!,
    orderBy: lists.orderBy[i]!,
    supplierId: lists.supplierId[i]!,
    due: lists.due[i]!,
    units: lists.units[i]!,
    valueMinor: lists.valueMinor[i]!,
    unitCostMinor: lists.unitCostMinor[i]!,
    rate: lists.rate[i]!,
    priceBreaks: lists.priceBreaks[i]!,
    ...(isFound && { isFound: isFound[i]! }),
    ...(isInClasses && { isInClasses: isInClasses[i]! }),
    ...(packSize && { packSize: packSize[i]! }),
    ...(minimumUnits && { minimumUnits: minimumUnits[i]! }),
  }))
}

const sortColumns: Partial<Record<ListQuery['sort'], RawBuilder<unknown>>> = {
  title: sql`v.title_key`,
  daysLeft: sql`o.days_until_stockout`,
}

function isInClasses({ merchantId, abc, xyz }: Pick<ListQuery, 'abc' | 'xyz'> & { merchantId: number }) {
  const isAbc = abc === undefined ? sql`true` : sql`o.abc is not distinct from ${abc}`
  const isXyz =
    xyz === undefined
      ? sql`true`
      : sql`o.variant_id in (select f.variant_id from forecasts f where f.merchant_id = ${merchantId} and f.xyz = ${xyz})`
  return sql`(${isAbc} and ${isXyz})`
}

/** Stock that is suggested or drafted to be moved. */
export interface PlannedUnits {
  from: number
  to: number
  units: number
}

/** Returns what is suggested or drafted to be moved of these variants. */
export async function listMoves(
  tx: Tx,
  { merchantId, variantIds }: Selection,
): Promise<(PlannedUnits & { variantId: number })[]> {
  const { rows } = await sql<PlannedUnits & { variantId: number }>`
    select variant_id as "variantId", from_location_id as "from", to_location_id as "to", units from transfer_suggestions
    where merchant_id = ${merchantId} and variant_id = any(${variantIds}::bigint[])
    union all
    select l.variant_id, t.from_location_id, t.to_location_id, l.units
    from stock_transfer_lines l
    join stock_transfers t on t.merchant_id = ${merchantId} and t.id = l.transfer_id and t.status = 'draft'
    where l.merchant_id = ${merchantId} and l.variant_id = any(${variantIds}::bigint[]) and l.refused_because is null
  `.execute(tx)
  return rows
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
  { merchantId, supplierIds }: SuppliersKey,
): Promise<Map<number, ListedSupplier>> {
  const { rows } = await sql<ListedSupplier>`
    select id, name, currency, minimum_kind as "minimumKind", minimum_amount as "minimumAmount" from suppliers
    where merchant_id = ${merchantId} and id = any(${supplierIds}::bigint[])
  `.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Returns the variants of a list. `is_sold`: a supplier sells it. If it has no plan yet, the refresh that was queued when the supplier was
 * added derives one.
 */
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
    .leftJoin('order_plans as q', (join) =>
      join.onRef('q.variant_id', '=', 'v.variant_id').on('q.merchant_id', '=', merchantId),
    )
    .select([
      'v.variant_id',
      'v.product_id',
      'v.title',
      'v.sku',
      'v.unit_cost_minor',
      'v.unit_cost_currency',
      'p.vendor',
      'o.available',
      'o.incoming',
      'o.not_in_store',
      'o.expected_daily_demand',
      'o.days_until_stockout',
      'o.lead_time_stockout_probability',
      'o.abc',
      'f.xyz',
    ])
    .select((e) => e.fn.coalesce('q.pack_size', e.lit(1)).as('pack_size'))
    .select((e) =>
      e
        .exists(
          e
            .selectFrom('supplier_variants as i')
            .innerJoin('suppliers as s', (join) =>
              join.onRef('s.id', '=', 'i.supplier_id').on('s.merchant_id', '=', merchantId),
            )
            .select('i.variant_id')
            .where('i.merchant_id', '=', merchantId)
            .whereRef('i.variant_id', '=', 'v.variant_id')
            .where('s.archived_at', 'is', null),
        )
        .as('is_sold'),
    )
    .where('v.merchant_id', '=', merchantId)
    .where((e) => e('v.variant_id', '=', e.fn.any(e.val([...variantIds]))))
    .execute()
}

type Product = Awaited<ReturnType<typeof listProducts>>[number]

/** Returns the prices of a row: those of its plan, or without a supplier what the store knows, as the product's page shows it. */
export function getPrices(
  candidate: Candidate,
  { product, currency }: { product: Product; currency: string },
): PlanPrices {
  if (candidate.supplierId !== null) return candidate
  const { unit_cost_minor, unit_cost_currency } = product
  return {
    unitCostMinor: unit_cost_currency === currency ? unit_cost_minor : null,
    rate: 1,
    priceBreaks: null,
  }
}
