import { isIncoming, type PurchaseOrder } from '@stockcast/contract'
import { AppError } from '../../../kernel/errors.ts'
import { refusalTexts } from '../../../kernel/texts/refusal-texts.ts'
import {
  cancelled,
  closed,
  obstacleToCancel,
  obstacleToClose,
  obstacleToReopen,
  remainingUnits,
  reopened,
  stateOfUnits,
  withoutRest,
} from '../order-rules.ts'
import { getOrder } from './get-order.ts'
import {
  announceRate,
  type HeldLine,
  type HeldOrder,
  holdOrder,
  type OrderContext,
  refuse,
  saveState,
} from './hold-order.ts'
import { noteStock } from './line-queries.ts'

type Versioned = { orderId: number; version: number }

/** Cancels what remains of some lines of an order that is on its way. */
export async function cancelLines(
  context: OrderContext,
  { orderId, lineIds }: { orderId: number; lineIds: readonly number[] },
): Promise<void> {
  const held = await holdOrder(context, { orderId })
  if (!isIncoming(held.row.status)) return
  await saveLines(context, held, getWithoutRest(held, lineIds))
}

function getWithoutRest({ units }: HeldOrder, lineIds: readonly number[]): HeldLine[] {
  return units.lines.flatMap((line) =>
    lineIds.includes(line.row.id) ? withoutSeen([line]).map(withoutRest) : [line],
  )
}

type OneLine = Versioned & { lineId: number }

/** Closes one line of an order that is on its way: nothing more of it is expected. The last one closes the order. */
export async function closeLine(
  context: OrderContext,
  { orderId, lineId, version }: OneLine,
): Promise<PurchaseOrder> {
  const held = await holdOrder(context, { orderId, version })
  refuse(obstacleToClose(held.units))
  requireLine(held, lineId)
  await saveLines(context, held, getWithoutRest(held, [lineId]))
  return getOrder(context, { orderId })
}

/** Expects what remains of a closed line again, also where it had ended the order. */
export async function reopenLine(
  context: OrderContext,
  { orderId, lineId, version }: OneLine,
): Promise<PurchaseOrder> {
  const held = await holdOrder(context, { orderId, version })
  const { status, is_noted: isNoted } = held.row
  const canReopen = isIncoming(status) || status === 'received' || status === 'closed'
  refuse(canReopen && !isNoted ? null : 'wrong_state')
  requireLine(held, lineId)
  const lines = held.units.lines.map((line) => (line.row.id === lineId ? { ...line, cancelled: 0 } : line))
  await saveLines(context, held, lines)
  await noteStock(context.tx, {
    merchantId: context.merchantId,
    orderIds: [orderId],
    lines: { id: lineId },
  })
  return getOrder(context, { orderId })
}

function requireLine({ units }: HeldOrder, lineId: number): void {
  if (!units.lines.some(({ row }) => row.id === lineId))
    throw new AppError('not_found', refusalTexts.unknownLine)
}

/** Stores lines and the state that follows from them. An order that received nothing and expects nothing is closed. */
async function saveLines(context: OrderContext, held: HeldOrder, lines: readonly HeldLine[]): Promise<void> {
  const state = stateOfUnits(lines)
  const isOver = lines.every((line) => remainingUnits(line) === 0)
  const status = isOver && state === 'ordered' ? 'closed' : state
  const hasEnded = !isIncoming(status)
  await saveState(context, held, {
    state: { status, lines },
    closed_at: hasEnded ? context.clock.now() : null,
    closed_because: hasEnded ? (status === 'closed' ? 'closed' : 'arrived') : null,
  })
}

/** Closes an order: what remains is not expected any more. */
export async function closeOrder(
  context: OrderContext,
  { orderId, version }: Versioned,
): Promise<PurchaseOrder> {
  const held = await holdOrder(context, { orderId, version })
  refuse(obstacleToClose(held.units))
  const state = closed(withoutSeen(held.units.lines))
  await saveState(context, held, { state, closed_at: context.clock.now(), closed_because: 'closed' })
  return getOrder(context, { orderId })
}

/** Cancels a draft, or an order without receipts. */
export async function cancelOrder(
  context: OrderContext,
  { orderId, version }: Versioned,
): Promise<PurchaseOrder> {
  const held = await holdOrder(context, { orderId, version })
  refuse(obstacleToCancel(held.units))
  const state = cancelled(withoutSeen(held.units.lines))
  await saveState(context, held, { state, closed_at: context.clock.now(), closed_because: 'cancelled' })
  return getOrder(context, { orderId })
}

/** Opens a closed order again, or turns an order without receipts back into a draft. */
export async function reopenOrder(
  context: OrderContext,
  { orderId, version }: Versioned,
): Promise<PurchaseOrder> {
  const held = await holdOrder(context, { orderId, version })
  refuse(held.row.is_noted ? 'wrong_state' : obstacleToReopen(held.units))
  const state = reopened(held.units)
  const isEnded = state.status === 'received'
  await saveState(context, held, {
    state,
    closed_at: isEnded ? held.row.closed_at : null,
    closed_because: isEnded ? 'arrived' : null,
    ...(state.status === 'draft' && { ordered_on: null, ordered_at: null, supplier_snapshot: null }),
  })
  if (!isEnded) await noteStock(context.tx, { merchantId: context.merchantId, orderIds: [orderId] })
  // Only placed orders fix a rate.
  if (state.status === 'draft' && held.row.fx_rate !== null) await announceRate(context, held.row.currency)
  return getOrder(context, { orderId })
}

function withoutSeen(lines: readonly HeldLine[]): HeldLine[] {
  return lines.map((line) => ({ ...line, row: { ...line.row, seen_units: 0 } }))
}
