import { NOT_IN_STORE_DAYS, USUAL_TRANSFER_DAYS } from '@stockcast/contract'
import { sql } from 'kysely'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { SomeVariants, Tx } from '../../kernel/database/app-database.ts'
import { isAmong } from '../../kernel/database/is-among.ts'
import { getMoved, type MovedLine, type MovedUnits } from './moved-units.ts'

/**
 * Returns the units that were shipped and that the store's stock does not show where they go: by hand, at most a week after they
 * were received; of a transfer that the store created, at most a day, because it tells of its own.
 */
export async function listMovedUnits(tx: Tx, key: SomeVariants & { today: number }): Promise<MovedUnits[]> {
  const { merchantId, variantIds, today } = key
  const sentInStore = sql`(t.attempt ->> 'at')::date`
  const { rows } = await sql<MovedLine>`
    select l.variant_id as "variantId", t.from_location_id as "from", t.to_location_id as "to", t.status,
      l.shipped_units as shipped, l.received_units as received, l.gone_units as gone, l.shown_units as shown,
      t.received_on as "receivedOn", coalesce(t.sent_on, ${sentInStore}) + coalesce(w.transfer_days, ${sql.lit(USUAL_TRANSFER_DAYS)}) as "dueOn"
    from stock_transfer_lines l
    join stock_transfers t on t.merchant_id = ${merchantId} and t.id = l.transfer_id
    left join transfer_lanes w on w.merchant_id = ${merchantId} and w.from_location_id = t.from_location_id
      and w.to_location_id = t.to_location_id
    where l.merchant_id = ${merchantId} and ${isAmong('l.variant_id', variantIds)}
      and t.attempt ->> 'status' is distinct from 'sending' and t.status <> 'cancelled' and l.shown_units < l.shipped_units
      and (t.sent_on is not null or ${sentInStore} >= ${dayFromEpoch(today - 1)})
      and (t.received_on is null or t.status = 'partly_received' or t.received_on > ${dayFromEpoch(today - NOT_IN_STORE_DAYS)})
    order by t.id, l.variant_id
  `.execute(tx)
  return rows.flatMap((row) => getMoved(row, today))
}
