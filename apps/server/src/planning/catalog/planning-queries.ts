import { sql } from 'kysely'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Tables } from '../../kernel/database/tables.ts'
import { currentChanges } from '../overrides/change-queries.ts'
import type { StoredChanges } from '../overrides/changed-demand.ts'

export interface PlanningRow {
  variant_id: number
  first_seen_on: string
  available: number
  committed: number
  incoming: number
  safety_stock: number | null
  lead_time_days: number | null
  cover_days: number | null
  /** Received units that the stock does not show, of lines of orders that are still open; null without such a line. */
  awaited_units: number | null
  origin: string | null
  basis: NonNullable<Tables['forecasts']['basis']> | null
  model: string | null
  demand_class: string | null
  distribution: number[] | null
  /** The overrides of the forecast. */
  changes: StoredChanges | null
  /** Null if it was not asked for. */
  evidence: unknown
  accuracy: unknown
}

export interface PlanningKey {
  merchantId: number
  variantIds: readonly number[]
  /** Epoch day in the shop's time zone. */
  today: number
  /** Leaves out what forecasts say about themselves, which lists do not show. */
  withoutEvidence?: boolean
}

/** Returns the inputs of decisions about some variants that are not in their stored projection. */
export async function listPlanningRows(tx: Tx, key: PlanningKey): Promise<PlanningRow[]> {
  const { merchantId, variantIds, withoutEvidence = false } = key
  const evidence = withoutEvidence ? sql`null as evidence, null as accuracy` : sql`f.evidence, f.accuracy`
  const { rows } = await sql<PlanningRow>`
    select v.variant_id, v.first_seen_on, coalesce(stock.available, 0) as available,
      coalesce(stock.committed, 0) as committed, coalesce(stock.incoming, 0) as incoming,
      o.safety_stock, o.lead_time_days, o.cover_days, (
        select sum(l.awaited_units) from purchase_order_lines l
        where l.merchant_id = ${merchantId} and l.variant_id = v.variant_id and (l.remaining_units > 0 or l.awaited_units > 0)
      ) as awaited_units, f.origin, f.basis, f.model, f.demand_class, f.distribution, ${evidence},
      ${currentChanges({ merchantId, today: dayFromEpoch(key.today) })} as changes
    from variants v
    left join (
      select variant_id, to_units(sum(available)) as available, to_units(sum(committed)) as committed,
        to_units(sum(incoming)) as incoming
      from stock_at_active_locations
      where merchant_id = ${merchantId} and variant_id = any(${variantIds})
      group by variant_id
    ) stock on stock.variant_id = v.variant_id
    left join forecasts f on f.merchant_id = ${merchantId} and f.variant_id = v.variant_id
    left join variant_overrides o on o.merchant_id = ${merchantId} and o.variant_id = v.variant_id
    where v.merchant_id = ${merchantId} and v.variant_id = any(${variantIds})
  `.execute(tx)
  return rows
}
