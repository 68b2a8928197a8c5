import { type RawBuilder, sql } from 'kysely'
import type { SomeVariants, Tx } from '../../kernel/database/app-database.ts'
import { bulkUpsert } from '../../kernel/database/bulk-upsert.ts'
import { isAmong } from '../../kernel/database/is-among.ts'
import { merchantLock } from '../../kernel/database/merchant-lock.ts'
import { demandDays } from '../../store/index.ts'
import { currentChanges } from '../overrides/change-queries.ts'
import { expectsSales, type StoredChanges } from '../overrides/changed-demand.ts'
import type { ClassedProjection } from './add-classes.ts'
import type { VariantState } from './derive-projection.ts'

/**
 * Allows one transaction per merchant at a time until it ends: stock projections and alerts are read, derived
 * and written together.
 */
export const lockProjections = merchantLock('stock_projections')

/**
 * Returns the next variants of the catalogue, by id, up to `last` if it is given; includes deleted variants that still have an
 * open alert.
 */
export async function listNextVariants(
  tx: Tx,
  args: { merchantId: number; after: number | undefined; last: number | undefined; limit: number },
): Promise<number[]> {
  const { merchantId, after, last, limit } = args
  const isAfter = after === undefined ? sql`true` : sql`variant_id > ${after}::bigint`
  const isNext = last === undefined ? isAfter : sql`${isAfter} and variant_id <= ${last}::bigint`
  const { rows } = await sql<{ variant_id: number }>`
    (select variant_id from variants where merchant_id = ${merchantId} and ${isNext} order by variant_id limit ${limit})
    union
    (select variant_id from alerts where merchant_id = ${merchantId} and not resolved and ${isNext}
      order by variant_id limit ${limit})
    order by variant_id limit ${limit}
  `.execute(tx)
  return rows.map((row) => row.variant_id)
}

/** A stored forecast is some kilobytes as text and as numbers, so those of a large catalogue are never all in memory. */
const STATES_PER_READ = 500

/**
 * Yields the data from which stock projections are derived, in parts, by variant; `variantIds` null: the whole catalogue.
 */
export async function* readVariantStates(
  tx: Tx,
  key: SomeVariants & { today: string; windowStart: string },
): AsyncGenerator<VariantState[]> {
  let after: number | null = null
  do {
    const part: VariantState[] = await listVariantStates(tx, { ...key, after })
    if (part.length > 0) yield part
    after = part.length < STATES_PER_READ ? null : (part.at(-1)?.variantId ?? null)
  } while (after !== null)
}

/**
 * Returns the states of at most `STATES_PER_READ` variants after `after`. All other tables are looked up by variant, through
 * indexes; `limit 1` forces this. While the planner has no statistics, as after a first import, it would otherwise join whole
 * tables and compare them row by row with every variant.
 */
async function listVariantStates(
  tx: Tx,
  key: SomeVariants & { today: string; windowStart: string; after: number | null },
): Promise<VariantState[]> {
  const { merchantId, variantIds, today, windowStart, after } = key
  const isAfter = after === null ? sql`true` : sql`v.variant_id > ${after}::bigint`
  const rows = await sql<StateRow>`
    select v.variant_id as "variantId", v.is_tracked as "isTracked", v.price,
      p.status not in ('archived', 'draft') and not p.is_gift_card as "isOnSale",
      stock.available, stock.incoming, sold.units as "unitsSold30",
      exists (select from ${demandDays(merchantId, sql`s.variant_id = v.variant_id`)} demand) as "hasSold",
      array_to_json(f.distribution)::text as distribution, f.origin - date '1970-01-01' as origin,
      coalesce(f.later_season_units, 0) as "laterSeasonUnits", o.safety_stock as "safetyStock", o.lead_time_days as "leadTimeDays",
      o.cover_days as "coverDays",
      ${currentChanges({ merchantId, today })} as changes
    from variants v
    cross join lateral (
      select status, is_gift_card from products
      where merchant_id = ${merchantId} and product_id = v.product_id limit 1
    ) p
    cross join lateral (
      select to_units(coalesce(sum(i.available), 0)) as available,
        to_units(coalesce(sum(i.incoming), 0)) as incoming
      from stock_at_active_locations i
      where i.merchant_id = ${merchantId} and i.variant_id = v.variant_id
    ) stock
    cross join lateral (
      select to_units(coalesce(sum(units_sold), 0)) as units
      from ${demandDays(merchantId, sql`s.variant_id = v.variant_id and s.day >= ${windowStart} and s.day < ${today}`)} demand
    ) sold
    left join lateral (
      select distribution, origin, basis, evidence, (evidence ->> 'laterSeasonUnits')::float8 as later_season_units from forecasts
      where merchant_id = ${merchantId} and variant_id = v.variant_id limit 1
    ) f on true
    left join lateral (
      select safety_stock, lead_time_days, cover_days from variant_overrides
      where merchant_id = ${merchantId} and variant_id = v.variant_id limit 1
    ) o on true
    where v.merchant_id = ${merchantId} and ${isAmong('v.variant_id', variantIds)} and ${isAfter}
    order by v.variant_id
    limit ${STATES_PER_READ}
  `.execute(tx)
  return rows.rows.map(variantState)
}

interface StateRow extends Omit<VariantState, 'forecast' | 'override'> {
  distribution: string | null
  /** Epoch day. */
  origin: number | null
  safetyStock: number | null
  leadTimeDays: number | null
  coverDays: number | null
  changes: StoredChanges | null
}

function variantState(row: StateRow): VariantState {
  const { distribution, origin, safetyStock, leadTimeDays, coverDays, changes, ...state } = row
  const isForecast = distribution !== null && origin !== null
  return {
    ...state,
    hasSold: state.hasSold || expectsSales(changes),
    forecast: isForecast ? { distribution: JSON.parse(distribution) as number[], origin, changes } : null,
    override: { safetyStock, leadTimeDays, coverDays },
  }
}

export async function saveProjections(
  tx: Tx,
  args: { merchantId: number; projections: readonly ClassedProjection[] },
): Promise<void> {
  await bulkUpsert(tx, {
    table: 'stock_projections',
    merchantId: args.merchantId,
    key: ['variant_id'],
    rows: args.projections.map((row) => ({
      ...row,
      // With the merchant's open orders it may be more than the store's own sum.
      incoming: toUnits(row.incoming),
      not_in_store: toUnits(row.not_in_store),
      order_quantity: toUnits(row.order_quantity),
      reorder_point: toUnits(row.reorder_point),
    })),
    onReplace: Object.fromEntries(
      Object.entries(keptForADay).map(([kept, from]) => [kept, keep(kept, from)]),
    ),
  })
}

/** The columns that keep the last answer of the day before, and what they keep. */
const keptForADay = {
  previous_for: 'computed_for',
  previous_days_until_stockout: 'days_until_stockout',
  previous_order_by: 'order_by',
  previous_available: 'available',
  previous_incoming: 'incoming',
  previous_not_in_store: 'not_in_store',
  previous_daily_demand: 'expected_daily_demand',
  previous_lead_time_days: 'lead_time_days',
  previous_safety_stock: 'safety_stock',
  previous_service_level: 'service_level',
} as const

/** Takes the stored value of `from` when a new day begins. */
function keep(kept: string, from: string): RawBuilder<unknown> {
  const stored = (name: string) => sql.ref(`stock_projections.${name}`)
  return sql`case when ${stored('computed_for')} < excluded.computed_for then ${stored(from)} else ${stored(kept)} end`
}

const MIN_UNITS = -2_147_483_648

const MAX_UNITS = 2_147_483_647

/** Returns the nearest number of units that a column can store; `to_units` does the same in SQL. */
function toUnits<T extends number | null>(units: T): T {
  return (units === null ? null : Math.min(Math.max(units, MIN_UNITS), MAX_UNITS)) as T
}
