import {
  boundedAmount,
  isIncoming,
  type PriceBreak,
  type PurchaseOrder,
  type PurchaseOrderStatus,
} from '@stockcast/contract'

// What an order may do, what that does to its units, and what it costs.

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

export interface LineCost {
  units: number
  unitCostMinor: number | null
}

/**
 * Returns the cost of a unit when this many are ordered: that of the last price break that they reach. Price breaks
 * rise in units.
 */
export function unitCostFor(
  units: number,
  { unitCostMinor, priceBreaks }: { unitCostMinor: number | null; priceBreaks: readonly PriceBreak[] },
): number | null {
  return priceBreaks.findLast(({ fromUnits }) => fromUnits <= units)?.unitCostMinor ?? unitCostMinor
}

/** Returns what a line costs; null without a cost. */
export function lineCostMinor({ units, unitCostMinor }: LineCost): number | null {
  return unitCostMinor === null ? null : boundedAmount(units * unitCostMinor)
}

/** Returns what lines cost together, and how many have no cost; the total is null if none has one. */
export function getTotal(lines: readonly LineCost[]): {
  totalMinor: number | null
  linesWithoutCost: number
} {
  const costs = lines.map(lineCostMinor).filter((cost) => cost !== null)
  const sum = costs.reduce((total, cost) => total + cost, 0)
  return {
    totalMinor: costs.length === 0 ? null : boundedAmount(sum),
    linesWithoutCost: lines.length - costs.length,
  }
}

/** What an order costs beside its products, in minor units of its currency. */
export interface ExtraCosts {
  freight_minor: number
  duty_minor: number
  other_minor: number
}

/** Returns freight, duty and other costs together. */
export function getExtraMinor({ freight_minor, duty_minor, other_minor }: ExtraCosts): number {
  return freight_minor + duty_minor + other_minor
}

/** Returns the total of an order; null if its products have none. */
export function withExtras(goodsMinor: number | null, extras: ExtraCosts): number | null {
  return goodsMinor === null ? null : boundedAmount(goodsMinor + getExtraMinor(extras))
}

/** Returns what a unit costs with the line's share of freight, duty and other costs; null without a cost. */
export function landedUnitCostMinor(line: LineCost, sharedCostMinor: number): number | null {
  const cost = lineCostMinor(line)
  if (cost === null || line.units === 0) return line.unitCostMinor
  return Math.round((cost + sharedCostMinor) / line.units)
}

/**
 * Returns the shares of an amount, one for each weight, as whole numbers that add up to it. Each share is rounded down, and
 * what is left goes to the largest weight, the first of equal ones. Without any weight the first gets everything.
 */
export function getShares(amountMinor: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return []
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = weights.map((weight) => (total === 0 ? 0 : getPortion(amountMinor, weight, total)))
  const largest = weights.indexOf(Math.max(...weights))
  const rest = amountMinor - shares.reduce((sum, share) => sum + share, 0)
  shares[largest] = (shares[largest] ?? 0) + rest
  return shares
}

/** Computes with BigInt, because an amount times a weight may be too large for an exact number. */
function getPortion(amountMinor: number, weight: number, total: number): number {
  return Number((BigInt(amountMinor) * BigInt(weight)) / BigInt(total))
}

/** Returns each line's share of freight, duty and other costs. */
export function sharedCosts(
  extraMinor: number,
  sharing: PurchaseOrder['costSharing'],
  lines: readonly LineCost[],
): number[] {
  if (sharing === 'none') return lines.map(() => 0)
  const byUnits = lines.map(({ units }) => units)
  const byValue = lines.map((line) => lineCostMinor(line) ?? 0)
  const isWorthless = byValue.every((value) => value === 0)
  return getShares(extraMinor, sharing === 'units' || isWorthless ? byUnits : byValue)
}
