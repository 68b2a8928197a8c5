import { NOT_IN_STORE_DAYS } from '@stockcast/contract'
import type { Incoming } from '@stockcast/forecasting/decisions'
import { sql } from 'kysely'
import { dayFromEpoch, epochDay } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { USUAL_LANE } from '../locations/lanes.ts'

/** Units of a transfer that is not in the store. */
export interface MovedUnits {
  variantId: number
  from: number
  to: number
  /** Shipped units that the store's stock still has where they came from. */
  leaving: number
  /** Shipped units that the store's stock has at neither location. */
  between: number
  /** Days from today until they are there; 0 has been received. */
  day: number
}

/** Units that nobody has said to be received count for so many days after they should have been. */
const LATE_DAYS = 30

/**
 * Returns the units that were shipped by hand and that the store's stock does not show where they go: at most a week after they were
 * received.
 */
export async function listMovedUnits(
  tx: Tx,
  key: { merchantId: number; variantIds: readonly number[] | null; today: number },
): Promise<MovedUnits[]> {
  const { merchantId, variantIds, today } = key
  const isAsked = variantIds === null ? sql`true` : sql`l.variant_id = any(${variantIds}::bigint[])`
  const { rows } = await sql<Moved>`
    select l.variant_id as "variantId", t.from_location_id as "from", t.to_location_id as "to", t.status,
      l.shipped_units as shipped, l.received_units as received, l.gone_units as gone, l.shown_units as shown,
      t.received_on as "receivedOn", t.sent_on + coalesce(w.transfer_days, ${sql.lit(USUAL_LANE.days)}) as "dueOn"
    from stock_transfer_lines l
    join stock_transfers t on t.merchant_id = ${merchantId} and t.id = l.transfer_id
    left join transfer_lanes w on w.merchant_id = ${merchantId} and w.from_location_id = t.from_location_id
      and w.to_location_id = t.to_location_id
    where l.merchant_id = ${merchantId} and ${isAsked} and t.store_id is null and t.attempt ->> 'status' is distinct from 'sending'
      and t.status <> 'cancelled'
      and l.shown_units < l.shipped_units and t.sent_on is not null
      and (t.received_on is null or t.status = 'partly_received' or t.received_on > ${dayFromEpoch(today - NOT_IN_STORE_DAYS)})
    order by t.id, l.variant_id
  `.execute(tx)
  return rows.flatMap((row) => getMoved(row, today))
}

interface Moved {
  variantId: number
  from: number
  to: number
  status: string
  shipped: number
  received: number
  gone: number
  shown: number
  receivedOn: string | null
  dueOn: string
}

/** Returns the received units and those on the way of a line. What is shown came first, and so did what is gone. */
export function getMoved(row: Moved, today: number): MovedUnits[] {
  const { variantId, from, to, status, received, gone, shown } = row
  // Of a transfer that has ended, what was not received does not come.
  const shipped = status === 'received' ? received : row.shipped
  const due = epochDay(row.dueOn)
  const isCounted = row.receivedOn !== null && today - epochDay(row.receivedOn) < NOT_IN_STORE_DAYS
  const parts = [
    { first: 0, last: received, day: 0, counts: isCounted },
    { first: received, last: shipped, day: Math.max(1, due - today), counts: today - due <= LATE_DAYS },
  ]
  return parts.flatMap(({ first, last, day, counts }) => {
    const start = Math.max(first, shown)
    if (!counts || last <= start) return []
    const between = Math.max(0, Math.min(last, gone) - start)
    return [{ variantId, from, to, leaving: last - start - between, between, day }]
  })
}

/** Returns the units that the store's stock has at neither location, by variant, as receipts of the shop. */
export function movedReceipts(moved: readonly MovedUnits[]): Map<number, Incoming[]> {
  const between = moved.filter((each) => each.between > 0)
  return new Map(
    [...Map.groupBy(between, ({ variantId }) => variantId)].map(([variantId, own]) => [
      variantId,
      own.map(({ between: units, day, to }) => ({ day, units, locationId: to })),
    ]),
  )
}

export function unitsOf(receipts: readonly Incoming[] = []): number {
  return receipts.reduce((sum, { units }) => sum + units, 0)
}
