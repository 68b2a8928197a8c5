import type { z } from 'zod'
import { type LineNode, type OrderNode, orderRefundsSchema, refundLinesSchema } from './answers.ts'
import { type GraphqlOptions, runQuery } from './graphql.ts'
import { ORDER_REFUNDS, REFUND_LINES } from './operations.ts'
import { getPage, type OnUnreadableGid, unlessUnreadable } from './pages.ts'

/** A line in units as ordered, after edits. */
export type OrderedLine = Pick<LineNode, 'id' | 'quantity' | 'variant' | 'lineItemGroup'>

/**
 * Returns the units ordered in the end: what was returned was demand too, what an edit removed was never
 * ordered.
 */
export function unitsOrdered(line: { quantity: number; currentQuantity: number }, returned: number): number {
  return Math.min(line.quantity, line.currentQuantity + returned)
}

const RETURN_TYPES: readonly string[] = ['return', 'legacy_restock']

/**
 * Returns whether a line of a refund was sold. Shopify reports what an edit removes as a refund too: without money, and
 * of units that were not sent.
 */
export function wasSold({ restockType, hasMoney }: { restockType: string; hasMoney: boolean }): boolean {
  return hasMoney || RETURN_TYPES.includes(restockType.toLowerCase())
}

/**
 * Returns the lines in units as ordered. Shopify's current quantity is reduced by refunds and by edits alike.
 * The refunds of an order are therefore read where both are possible: it was edited, and a line of it is
 * reduced. A line whose order is not in `orders` counts as edited. Leaves out the lines of an order whose
 * refunds are unreadable, if the caller goes on without it.
 */
export async function orderedLines<Line extends LineNode & { orderId: number }>(
  options: GraphqlOptions,
  orders: readonly Pick<OrderNode, 'id' | 'edited'>[],
  lines: readonly Line[],
  onUnreadable?: OnUnreadableGid,
): Promise<(OrderedLine & { orderId: number })[]> {
  const untouched = new Set(orders.filter((order) => !order.edited).map((order) => order.id))
  const isUnclear = (line: Line) => line.currentQuantity < line.quantity && !untouched.has(line.orderId)
  const refunded = new Map<number, number>()
  const unread = new Set<number>()
  for (const orderId of new Set(lines.filter(isUnclear).map((line) => line.orderId))) {
    const read = await unlessUnreadable(orderId, { onUnreadable }, () => refundedLines(options, orderId))
    if (read === null) unread.add(orderId)
    for (const { lineId, units } of read ?? []) {
      refunded.set(lineId, (refunded.get(lineId) ?? 0) + units)
    }
  }
  const readLines = lines.filter((line) => !unread.has(line.orderId))
  return readLines.map((line) => {
    const { id, orderId, variant, lineItemGroup } = line
    const quantity = isUnclear(line) ? unitsOrdered(line, refunded.get(id) ?? 0) : line.quantity
    return { id, orderId, variant, lineItemGroup, quantity }
  })
}

interface RefundedLine {
  lineId: number
  units: number
}

async function refundedLines(options: GraphqlOptions, orderId: number): Promise<RefundedLine[]> {
  const id = `gid://shopify/Order/${orderId}`
  const { order } = await runQuery(options, ORDER_REFUNDS, { id }, orderRefundsSchema)
  const found: RefundedLine[] = []
  for (const refund of order?.refunds ?? []) found.push(...(await linesOfRefund(options, refund.id)))
  return found
}

async function linesOfRefund(options: GraphqlOptions, id: string): Promise<RefundedLine[]> {
  const found: RefundedLine[] = []
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const variables: object = { id, after }
    const answer: z.infer<typeof refundLinesSchema> = await runQuery(
      options,
      REFUND_LINES,
      variables,
      refundLinesSchema,
    )
    if (!answer.refund) return found
    const page = getPage(answer.refund.refundLineItems)
    const hasMoney = answer.refund.totalRefundedSet.shopMoney.amount > 0
    const sold = page.nodes.filter(({ restockType }) => wasSold({ restockType, hasMoney }))
    found.push(...sold.map(({ quantity, lineItem }) => ({ lineId: lineItem.id, units: quantity })))
    after = page.next
  }
  return found
}
