import type { LineNode, OrderNode, Shop } from '../../integrations/shopify/index.ts'
import { parseBulkLine } from '../../integrations/shopify/index.ts'
import type { OrderBatch } from '../ledger/index.ts'

/** Orders and lines as a bulk result has them, before it is known what edits took off. */
export interface ListedOrders {
  orders: OrderNode[]
  lines: (LineNode & { orderId: number })[]
}

export function parseOrderLines(lines: readonly string[]): ListedOrders {
  const batch: ListedOrders = { orders: [], lines: [] }
  for (const line of lines) {
    const { type, node } = parseBulkLine(line)
    if (type === 'LineItem') batch.lines.push(node)
    else if (type === 'Order') batch.orders.push(node)
  }
  return batch
}

/** The same with the lines in units as ordered. */
export async function orderBatch(shop: Shop, { orders, lines }: ListedOrders): Promise<OrderBatch> {
  return { orders, lines: await shop.orderedLines(orders, lines) }
}
