import { parseBulkLine } from '../../integrations/shopify/index.ts'
import type { OrderBatch } from '../ledger/index.ts'

export function parseOrderLines(lines: readonly string[]): OrderBatch {
  const batch: OrderBatch = { orders: [], lines: [] }
  for (const line of lines) {
    const { type, node } = parseBulkLine(line)
    if (type === 'LineItem') batch.lines.push(node)
    else if (type === 'Order') batch.orders.push(node)
  }
  return batch
}
