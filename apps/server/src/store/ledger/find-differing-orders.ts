import type { Tx } from '../../kernel/database/app-database.ts'
import { findOrders, type LineRow, listLinesOf, type OrderRow } from './queries.ts'
import { lineRows, type OrderBatch, orderRow } from './write-orders.ts'

/**
 * Returns the orders of a batch that differ from the ledger, except orders that the ledger has in a newer version. `sold` are
 * the orders that sold something else or on another day; in the others only the bundles of lines differ, which webhooks do not
 * mention.
 */
export async function findDifferingOrders(
  tx: Tx,
  target: { merchantId: number; timeZone: string },
  batch: OrderBatch,
): Promise<OrderBatch & { sold: OrderBatch['orders'] }> {
  const { merchantId, timeZone } = target
  const rows = new Map(batch.orders.map((order) => [order.id, orderRow(order, timeZone)]))
  const ids = [...rows.keys()]
  const stored = await findOrders(tx, merchantId, ids)
  const expectedLines = linesByOrder(lineRows(batch, (id) => rows.get(id)))
  const storedLines = linesByOrder(await listLinesOf(tx, merchantId, ids))
  const isSame = (id: number) => {
    const known = stored.get(id)
    return known !== undefined && text(known) === text(rows.get(id)!)
  }
  const isOlder = (id: number) => {
    const known = stored.get(id)
    return known !== undefined && known.updated_at > rows.get(id)!.updated_at
  }
  const linesDiffer = (id: number, of: 'sold' | 'all') =>
    expectedLines.get(id)?.[of] !== storedLines.get(id)?.[of]
  const differing = ids.filter((id) => !isOlder(id) && (!isSame(id) || linesDiffer(id, 'all')))
  const isDiffering = new Set(differing)
  const isSold = new Set(differing.filter((id) => !isSame(id) || linesDiffer(id, 'sold')))
  return {
    orders: batch.orders.filter((order) => isDiffering.has(order.id)),
    lines: batch.lines.filter((line) => isDiffering.has(line.orderId)),
    sold: batch.orders.filter((order) => isSold.has(order.id)),
  }
}

function text({ day, is_counted, updated_at, location_id }: OrderRow): string {
  return `${day} ${is_counted} ${updated_at.toISOString()} ${location_id}`
}

/** Returns the lines of each order as texts, what was sold and with its bundles: equal texts are equal lines. */
function linesByOrder(rows: readonly LineRow[]): Map<number, { sold: string; all: string }> {
  const toText = (lines: readonly string[]) => lines.toSorted().join(';')
  const getSold = (line: LineRow) => `${line.line_id} ${line.variant_id} ${line.day} ${line.units}`
  return new Map(
    [...Map.groupBy(rows, (row) => row.order_id)].map(([id, lines]) => [
      id,
      {
        sold: toText(lines.map(getSold)),
        all: toText(lines.map((line) => `${getSold(line)} ${line.bundle_id}`)),
      },
    ]),
  )
}
