import { type ExcessList, type ExcessQuery, type ExcessRow, NO_SALES_DAYS } from '@stockcast/contract'
import { SEASON_NEEDS_DAYS } from '@stockcast/forecasting'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { fitsGroups, type GroupFilter } from '../../../kernel/database/product-groups.ts'
import { fitsSearch } from '../../../kernel/database/search.ts'
import { boundedMinor, type ShopMoney, variantCosts } from '../../../kernel/database/variant-costs.ts'
import { demandDays } from '../../../store/index.ts'

export interface ExcessFilter extends GroupFilter {
  money: ShopMoney
  kind: NonNullable<ExcessQuery['kind']>
  search: string
  sort: NonNullable<ExcessQuery['sort']>
  order: NonNullable<ExcessQuery['order']>
}

/**
 * Selects the variants on sale whose stock is dead, or beyond what demand needs. A dead stock is in excess as a whole.
 * Values are in the shop's currency, at landed cost.
 */
function getExcess(money: ShopMoney): RawBuilder<unknown> {
  const { merchantId } = money
  return sql`
    select o.variant_id, case when coalesce(f.is_dead, false) then 'dead' else 'overstock' end as kind, o.available,
      coalesce(f.is_dead, false) and (f.evidence ->> 'daysOfHistory')::integer < ${SEASON_NEEDS_DAYS} as is_history_short,
      ${excessUnits} as excess_units,
      least(${NO_SALES_DAYS}, o.available / nullif(o.expected_daily_demand, 0)::float8) as days_of_cover, o.abc, f.xyz,
      c.shop_landed_cost_minor as unit_cost_minor,
      case when c.shop_landed_cost_minor is not null
        then ${boundedMinor(sql`c.shop_landed_cost_minor::numeric * ${excessUnits}`)} end as excess_value_minor
    ${stock(merchantId)}
    ${landedCost(money)}
    where ${isExcess(merchantId)}`
}

const stock = (merchantId: number) => sql`
    from stock_projections o
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = o.variant_id
    join products p on p.merchant_id = ${merchantId} and p.product_id = v.product_id
    left join forecasts f on f.merchant_id = ${merchantId} and f.variant_id = o.variant_id`

const isExcess = (
  merchantId: number,
) => sql`o.merchant_id = ${merchantId} and o.available > 0 and v.is_tracked
    and not p.is_gift_card and p.status in ('active', 'unlisted') and (o.excess_units > 0 or f.is_dead)`

/** Selects only the ids of the same variants. */
export function ofExcess(merchantId: number, kind: NonNullable<ExcessQuery['kind']>): RawBuilder<unknown> {
  const isKind = kind === 'all' ? sql`true` : sql`coalesce(f.is_dead, false) = ${kind === 'dead'}`
  return sql`select o.variant_id ${stock(merchantId)} where ${isExcess(merchantId)} and ${isKind}`
}

/**
 * Joins the landed cost `c` of the stock `o`. `limit 1` looks it up by variant, which stays fast while the planner has no
 * statistics.
 */
function landedCost(money: ShopMoney): RawBuilder<unknown> {
  return sql`
    cross join lateral (
      select costs.shop_landed_cost_minor from (${variantCosts(money)}) costs
      where costs.variant_id = o.variant_id limit 1
    ) c`
}

const excessUnits = sql`case when coalesce(f.is_dead, false) then o.available else o.excess_units end`

const sortColumns = {
  value: sql`e.excess_value_minor`,
  units: sql`e.excess_units`,
  title: sql`v.title_key`,
  daysOfCover: sql`e.days_of_cover`,
} satisfies Record<NonNullable<ExcessQuery['sort']>, unknown>

function toRows(filter: Omit<ExcessFilter, 'sort' | 'order'>) {
  const { money, kind, search } = filter
  const { merchantId } = money
  const conditions = [
    kind === 'all' ? sql`true` : sql`e.kind = ${kind}`,
    fitsSearch(search),
    ...fitsGroups({ ...filter, merchantId }),
  ]
  return sql`
    from (${getExcess(money)}) e
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = e.variant_id
    where ${sql.join(conditions, sql` and `)}`
}

/** Returns one page. Unknown values come last in either direction; ties are sorted by id. */
export async function listExcessPage(
  tx: Tx,
  filter: ExcessFilter & { limit: number; offset: number },
): Promise<ExcessRow[]> {
  const { sort, order, limit, offset } = filter
  const direction = sql.raw(order === 'asc' ? 'asc' : 'desc')
  const { rows } = await sql<ExcessRow>`
    with page as materialized (
      select e.*, v.title, v.sku, row_number() over (
        order by ${sortColumns[sort]} ${direction} nulls last, e.variant_id) as place
      ${toRows(filter)}
      order by place limit ${limit} offset ${offset}
    )
    select page.variant_id as "variantId", page.title, page.sku, page.kind, page.abc, page.xyz, page.available,
      page.is_history_short as "isHistoryShort", page.excess_units as "excessUnits", page.days_of_cover::float8 as "daysOfCover",
      (select max(day) from ${demandDays(filter.money.merchantId, sql`s.variant_id = page.variant_id`)} sold) as "lastSoldOn",
      page.unit_cost_minor as "unitCostMinor", page.excess_value_minor as "excessValueMinor"
    from page
    order by page.place
  `.execute(tx)
  return rows
}

export async function countExcess(tx: Tx, filter: ExcessFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${toRows(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Sums the excess of these groups, and the value of their stock at cost; what has no cost is only counted. */
export async function sumExcess(
  tx: Tx,
  money: ShopMoney,
  groups: GroupFilter,
): Promise<Pick<ExcessList, 'counts' | 'totals'>> {
  const { merchantId } = money
  const fits = (variantId: RawBuilder<unknown>) =>
    sql.join([sql`true`, ...fitsGroups({ ...groups, merchantId }, variantId)], sql` and `)
  const { rows } = await sql<{ counts: ExcessList['counts']; totals: ExcessList['totals'] }>`
    select json_build_object('overstock', count(*) filter (where kind = 'overstock'),
        'dead', count(*) filter (where kind = 'dead')) as counts,
      json_build_object(
        'overstockMinor', ${boundedMinor(sql`coalesce(sum(excess_value_minor) filter (where kind = 'overstock'), 0)`)},
        'deadMinor', ${boundedMinor(sql`coalesce(sum(excess_value_minor) filter (where kind = 'dead'), 0)`)},
        'rowsWithoutCost', count(*) filter (where unit_cost_minor is null),
        'inventoryMinor', (
          select ${boundedMinor(sql`coalesce(sum(greatest(o.available, 0) * c.shop_landed_cost_minor::numeric), 0)`)}
          from stock_projections o
          ${landedCost(money)}
          where o.merchant_id = ${merchantId} and ${fits(sql`o.variant_id`)})) as totals
    from (${getExcess(money)}) e
    where ${fits(sql`e.variant_id`)}
  `.execute(tx)
  return rows[0]!
}
