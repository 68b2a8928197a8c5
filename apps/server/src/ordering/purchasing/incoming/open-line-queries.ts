import { sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { bulkInsert } from '../../../kernel/database/bulk-upsert.ts'
import type { IncomingLine } from '../../../planning/index.ts'
import type { FollowedLine } from './follow-lines.ts'

/** Stores what `followLines` found. */
export async function saveFollowedLines(
  tx: Tx,
  { merchantId, lines, at }: { merchantId: number; lines: readonly FollowedLine[]; at: Date },
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    update purchase_order_lines l set seen_units = new.seen, awaited_units = new.awaited, booked_units = new.booked,
      stock_seen_at = ${at}, available_seen = new.available, incoming_seen = new.incoming
    from unnest(${lines.map((line) => line.order_id)}::bigint[], ${lines.map((line) => line.id)}::bigint[],
      ${lines.map((line) => line.seen_units)}::integer[], ${lines.map((line) => line.awaited_units)}::integer[],
      ${lines.map((line) => line.booked_units)}::integer[],
      ${lines.map((line) => line.available_seen)}::integer[], ${lines.map((line) => line.incoming_seen)}::integer[]
    ) as new (order_id, id, seen, awaited, booked, available, incoming)
    where l.merchant_id = ${merchantId} and l.order_id = new.order_id and l.id = new.id
  `.execute(tx)
}

/** Ends noted orders: those that arrived are received, with a receipt, and the overdue ones are closed. */
export async function endNotedOrders(
  tx: Tx,
  args: { merchantId: number; at: Date; today: string; lines: readonly FollowedLine<IncomingLine>[] },
): Promise<void> {
  const { merchantId, at, today } = args
  const ended = (closed: FollowedLine['closed']) => args.lines.filter((line) => line.closed === closed)
  const arrived = ended('arrived').map((line) => line.order_id)
  if (arrived.length > 0) {
    await bulkInsert(tx, {
      table: 'receipts',
      merchantId,
      generatedKey: ['id'],
      rows: ended('arrived').map(({ order_id, ordered_on }) => ({
        order_id,
        received_on: ordered_on !== null && ordered_on > today ? ordered_on : today,
        recorded_at: at,
        idempotency_key: `stock/${order_id}`,
      })),
    })
    await sql`
      insert into receipt_lines (merchant_id, receipt_id, line_id, accepted_units)
      select r.merchant_id, r.id, l.id, l.remaining_units
      from receipts r
      join purchase_order_lines l on l.merchant_id = r.merchant_id and l.order_id = r.order_id
      where r.merchant_id = ${merchantId} and l.merchant_id = ${merchantId} and r.order_id = any(${arrived})
        and r.idempotency_key = 'stock/' || r.order_id and l.remaining_units > 0
    `.execute(tx)
    await sql`
      update purchase_order_lines set received_units = received_units + remaining_units, seen_units = 0
      where merchant_id = ${merchantId} and order_id = any(${arrived})
    `.execute(tx)
  }
  const overdue = ended('overdue').map((line) => line.order_id)
  if (overdue.length > 0) {
    await sql`
      update purchase_order_lines set cancelled_units = cancelled_units + remaining_units, seen_units = 0
      where merchant_id = ${merchantId} and order_id = any(${overdue})
    `.execute(tx)
  }
  if (arrived.length + overdue.length > 0) {
    await sql`
      update purchase_orders set closed_at = ${at}, updated_at = ${at}, version = version + 1,
        status = case when id = any(${arrived}) then 'received' else 'closed' end,
        closed_because = case when id = any(${arrived}) then 'arrived' else 'overdue' end
      where merchant_id = ${merchantId} and id = any(${[...arrived, ...overdue]})
    `.execute(tx)
  }
}
