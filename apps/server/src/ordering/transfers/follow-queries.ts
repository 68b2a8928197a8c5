import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { isAmong } from '../../kernel/database/is-among.ts'

/**
 * A shipped line, with the stock of its locations as last looked at and now. Where it goes, a transfer that the store created is shown
 * as incoming, one by hand as available.
 */
export interface FollowedMove {
  transferId: number
  variantId: number
  from: number
  to: number
  shipped: number
  /** How many of these units have left the stock at the origin, and have arrived in the stock at the destination. */
  gone: number
  shown: number
  fromSeen: number
  toSeen: number
  fromNow: number
  toNow: number
  /** Sold at each of them since. */
  soldFrom: number
  soldTo: number
}

/** Which column of a stock level shows units that arrive: `available` if the move is by hand, `incoming` if the store created it. */
type Shows = 'available' | 'incoming'

/** Returns SQL for the stock of a line's variant at the location that a column names. */
const levelAt =
  (merchantId: number) =>
  (column: string, units: Shows = 'available') =>
    sql`coalesce((select i.${sql.ref(units)} from inventory_levels i
    where i.merchant_id = ${merchantId} and i.variant_id = l.variant_id and i.location_id = ${sql.ref(column)}), 0)`

/** Longer ago, the stock says nothing of a transfer. */
const FOLLOWED_DAYS = 90

/** Returns the shipped lines of which the store's stock does not show all units, the oldest first. */
export async function listFollowedMoves(
  tx: Tx,
  { merchantId, variantIds, at }: { merchantId: number; variantIds: readonly number[] | null; at: Date },
): Promise<FollowedMove[]> {
  const stockAt = levelAt(merchantId)
  const shownAt = sql`case when t.store_id is null then ${stockAt('t.to_location_id')} else ${stockAt('t.to_location_id', 'incoming')} end`
  const soldAt = (column: string) => sql`(
    select to_units(coalesce(sum(s.units), 0)) from order_lines s
    join orders o on o.merchant_id = ${merchantId} and o.order_id = s.order_id
    where s.merchant_id = ${merchantId} and s.variant_id = l.variant_id and s.location_id = ${sql.ref(column)}
      and s.day >= l.seen_at::date - 1 and o.placed_at > l.seen_at)`
  const { rows } = await sql<FollowedMove>`
    select l.transfer_id as "transferId", l.variant_id as "variantId", t.from_location_id as "from", t.to_location_id as "to",
      l.shipped_units as shipped, l.gone_units as gone, l.shown_units as shown,
      coalesce(l.from_seen, ${stockAt('t.from_location_id')}) as "fromSeen",
      coalesce(l.to_seen, ${shownAt}) as "toSeen",
      ${stockAt('t.from_location_id')} as "fromNow", ${shownAt} as "toNow",
      ${soldAt('t.from_location_id')} as "soldFrom", case when t.store_id is null then ${soldAt('t.to_location_id')} else 0 end as "soldTo"
    from stock_transfer_lines l
    join stock_transfers t on t.merchant_id = ${merchantId} and t.id = l.transfer_id
    where l.merchant_id = ${merchantId} and ${isAmong('l.variant_id', variantIds)} and t.attempt ->> 'status' is distinct from 'sending'
      and t.status <> 'cancelled'
      and (l.gone_units < l.shipped_units or l.shown_units < l.shipped_units)
      and coalesce(t.sent_on, (t.attempt ->> 'at')::date) > ${at}::date - ${sql.lit(FOLLOWED_DAYS)}
    order by t.id, l.variant_id
  `.execute(tx)
  return rows
}

export async function saveMoves(
  tx: Tx,
  { merchantId, at, rows }: { merchantId: number; at: Date; rows: readonly FollowedMove[] },
): Promise<void> {
  const of = (key: keyof FollowedMove) => rows.map((row) => row[key])
  await sql`
    update stock_transfer_lines l
    set gone_units = now.gone, shown_units = now.shown, from_seen = now.from_seen, to_seen = now.to_seen, seen_at = ${at}
    from unnest(${of('transferId')}::bigint[], ${of('variantId')}::bigint[], ${of('gone')}::integer[],
      ${of('shown')}::integer[], ${of('fromNow')}::integer[], ${of('toNow')}::integer[])
      as now (transfer_id, variant_id, gone, shown, from_seen, to_seen)
    where l.merchant_id = ${merchantId} and l.transfer_id = now.transfer_id and l.variant_id = now.variant_id
  `.execute(tx)
}

/**
 * Records the stock of both locations, with which later stock is compared. A draft is compared by what is available at its
 * destination, a transfer that is about to be created in the store by what is incoming there.
 */
export async function noteStock(
  tx: Tx,
  { merchantId, id, at, shows }: { merchantId: number; id: number; at: Date; shows: Shows },
): Promise<void> {
  const stockAt = levelAt(merchantId)
  await sql`
    update stock_transfer_lines l
    set from_seen = ${stockAt('t.from_location_id')}, to_seen = ${stockAt('t.to_location_id', shows)}, seen_at = ${at}
    from stock_transfers t
    where l.merchant_id = ${merchantId} and l.transfer_id = ${id} and t.merchant_id = ${merchantId} and t.id = l.transfer_id
  `.execute(tx)
}
