import type { Tx } from '../../kernel/database/app-database.ts'
import { findOrders, type LineRow, listLinesOf, type OrderRow } from './queries.ts'
import { lineRows, type OrderBatch, orderRow } from './write-orders.ts'

/**
 * Returns the orders of a batch that differ from the ledger, except those of which the ledger has a newer
 * version.
 */
export async function findDifferingOrders(
  tx: Tx,
  target: { merchantId: number; timeZone: string },
  batch: OrderBatch,
): Promise<OrderBatch> {
  const { merchantId, timeZone } = target
  const rows = new Map(batch.orders.map((order) => [order.id, orderRow(order, timeZone)]))
  const ids = [...rows.keys()]
  const stored = await findOrders(tx, merchantId, ids)
  const expectedLines = linesByOrder(lineRows(batch, (id) => rows.get(id)))
  const storedLines = linesByOrder(await listLinesOf(tx, merchantId, ids))
  const differing = new Set(
    ids.filter((id) => {
      const known = stored.get(id)
      const row = rows.get(id)!
      if (!known) return true
      if (known.updated_at > row.updated_at) return false
      return text(known) !== text(row) || expectedLines.get(id) !== storedLines.get(id)
    }),
  )
  return {
    orders: batch.orders.filter((order) => differing.has(order.id)),
    lines: batch.lines.filter((line) => differing.has(line.orderId)),
  }
}

function text({ day, is_counted, updated_at }: OrderRow): string {
  return `${day} ${is_counted} ${updated_at.toISOString()}`
}

/** Returns the lines of each order as one text: equal texts are equal lines. */
function linesByOrder(rows: readonly LineRow[]): Map<number, string> {
  const grouped = Map.groupBy(rows, (row) => row.order_id)
  const textOf = (lines: readonly LineRow[]) =>
    lines
      .map((line) => `${line.line_id} ${line.variant_id} ${line.day} ${line.units} ${line.bundle_id}`)
      .sort()
      .join(';')
  return new Map([...grouped].map(([id, lines]) => [id, textOf(lines)]))
}
