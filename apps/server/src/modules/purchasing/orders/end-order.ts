import { isIncoming, type PurchaseOrder } from '@stockcast/contract'
import {
  cancelled,
  closed,
  obstacleToCancel,
  obstacleToClose,
  obstacleToReopen,
  reopened,
  stateOfUnits,
  withoutRest,
} from '../state/order-state.ts'
import { getOrder } from './get-order.ts'
import { type HeldLine, holdOrder, type OrderContext, refuse, saveState } from './hold-order.ts'
import { noteStock } from './line-queries.ts'

type Versioned = { orderId: number; version: number }

/** Cancels what remains of some lines of an order that is on its way. */
export async function cancelLines(
  context: OrderContext,
  { orderId, lineIds }: { orderId: number; lineIds: readonly number[] },
): Promise<void> {
  const held = await holdOrder(context, { orderId })
  if (!isIncoming(held.row.status)) return
  const ended = held.units.lines.filter(({ row }) => lineIds.includes(row.id))
  const lines = [
    ...held.units.lines.filter((line) => !ended.includes(line)),
    ...withoutSeen(ended).map(withoutRest),
  ]
  await saveState(context, held, { state: { status: stateOfUnits(lines), lines } })
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
  return getOrder(context, { orderId })
}

function withoutSeen(lines: readonly HeldLine[]): HeldLine[] {
  return lines.map((line) => ({ ...line, row: { ...line.row, seen_units: 0 } }))
}
