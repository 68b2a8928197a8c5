import { isIncoming, type PurchaseOrderStatus } from '@stockcast/contract'

/** The units of a line: what was ordered, and the sums of its receipts. */
export interface LineUnits {
  ordered: number
  /** What the supplier confirmed; null: everything. */
  confirmed: number | null
  /** Accepted units. */
  received: number
  rejected: number
  /** Rejected units that the supplier sends again. */
  replaced: number
  cancelled: number
}

export interface OrderUnits<Line extends LineUnits = LineUnits> {
  status: PurchaseOrderStatus
  lines: readonly Line[]
}

/** The units of one line in one receipt. A counter-receipt has negative units. */
export interface ReceivedUnits {
  accepted: number
  rejected: number
  replaced: number
}

/** Why an order cannot take a step. */
export type Obstacle = 'wrong_state' | 'no_lines' | 'has_receipts' | 'nothing_left'

/** Returns the units of a line that are still to come. The database computes the same. */
export function remainingUnits(line: LineUnits): number {
  const wanted = line.confirmed ?? line.ordered
  return Math.max(0, wanted - line.received - (line.rejected - line.replaced) - line.cancelled)
}

function hasReceipts({ lines }: OrderUnits): boolean {
  return lines.some((line) => line.received > 0 || line.rejected > 0)
}

/** Returns the state that follows from the units alone, for an order that is neither a draft nor was ended by hand. */
export function stateOfUnits(lines: readonly LineUnits[]): PurchaseOrderStatus {
  if (!hasReceipts({ status: 'ordered', lines })) return 'ordered'
  return lines.every((line) => remainingUnits(line) === 0) ? 'received' : 'partly_received'
}

/** Returns why a draft cannot be ordered; null if it can. */
export function obstacleToOrder({ status, lines }: OrderUnits): Obstacle | null {
  if (status !== 'draft') return 'wrong_state'
  return lines.length === 0 ? 'no_lines' : null
}

/**
 * Returns why nothing can be received; null if something can. More than was ordered may come, so an order that is
 * received takes another receipt.
 */
export function obstacleToReceive({ status }: OrderUnits): Obstacle | null {
  return isIncoming(status) || status === 'received' ? null : 'wrong_state'
}

export function obstacleToClose({ status }: OrderUnits): Obstacle | null {
  return isIncoming(status) ? null : 'wrong_state'
}

export function obstacleToCancel(order: OrderUnits): Obstacle | null {
  if (order.status === 'draft') return null
  if (!isIncoming(order.status)) return 'wrong_state'
  return hasReceipts(order) ? 'has_receipts' : null
}

/** Returns what keeps an order from being reopened: a closed one opens again, and one without receipts becomes a draft. */
export function obstacleToReopen(order: OrderUnits): Obstacle | null {
  if (order.status === 'closed') return null
  if (!isIncoming(order.status)) return 'wrong_state'
  return hasReceipts(order) ? 'has_receipts' : null
}

/** Returns an order with the units of one receipt, or of a counter-receipt. A closed order stays closed. */
export function withReceipt<Line extends LineUnits>(
  order: OrderUnits<Line>,
  getUnits: (line: Line) => ReceivedUnits | undefined,
): OrderUnits<Line> {
  const lines = order.lines.map((line) => {
    const units = getUnits(line)
    if (units === undefined) return line
    return {
      ...line,
      received: line.received + units.accepted,
      rejected: line.rejected + units.rejected,
      replaced: line.replaced + units.replaced,
    }
  })
  return order.status === 'closed' ? closed(lines) : { status: stateOfUnits(lines), lines }
}

/** Returns a closed order: what remains of its lines is cancelled. */
export function closed<Line extends LineUnits>(lines: readonly Line[]): OrderUnits<Line> {
  return { status: 'closed', lines: lines.map(withoutRest) }
}

export function cancelled<Line extends LineUnits>(lines: readonly Line[]): OrderUnits<Line> {
  return { status: 'cancelled', lines: lines.map(withoutRest) }
}

/** Returns a closed order as it was before, with the receipts since then, or an ordered one as a draft. */
export function reopened<Line extends LineUnits>({ status, lines }: OrderUnits<Line>): OrderUnits<Line> {
  if (status !== 'closed') return { status: 'draft', lines }
  const open = lines.map((line) => ({ ...line, cancelled: 0 }))
  return { status: stateOfUnits(open), lines: open }
}

/** Returns a line with its missing units cancelled, so that nothing more is expected. */
export function withoutRest<Line extends LineUnits>(line: Line): Line {
  const missing = (line.confirmed ?? line.ordered) - line.received - (line.rejected - line.replaced)
  return { ...line, cancelled: Math.max(0, missing) }
}

/** Returns the fewest units that a line of an ordered order may be changed to. */
export function fewestUnits({ received, rejected, replaced }: LineUnits): number {
  return received + rejected - replaced
}
