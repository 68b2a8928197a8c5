import { AppError } from '../../../kernel/errors.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { lockProjections } from '../../../planning/index.ts'
import { queueRefresh } from '../../../store/index.ts'
import type { LineUnits, Obstacle, OrderUnits } from '../order-rules.ts'
import { type LineChange, type LineRow, listLines, updateLines } from './line-queries.ts'
import { lockOrder, type OrderChange, type OrderRow, updateOrder } from './order-queries.ts'
import { listVariantsPaidIn } from './supplier-queries.ts'

export type OrderContext = Context<'clock' | 'jobs' | 'live'>

/** A line with its units under the names of `order-rules.ts`. */
export type HeldLine = LineUnits & { row: LineRow }

export interface HeldOrder {
  row: OrderRow
  units: OrderUnits<HeldLine>
}

export const UNKNOWN_ORDER = 'This purchase order does not exist.'

/**
 * Returns an order after locking it and the merchant's projections, so that changes of what is on the way run one after
 * the other. A `version` other than the order's is a conflict.
 */
export async function holdOrder(
  { merchantId, tx }: Context,
  { orderId, version }: { orderId: number; version?: number | undefined },
): Promise<HeldOrder> {
  await lockProjections(tx, merchantId)
  const row = await lockOrder(tx, { merchantId, orderId })
  if (!row) throw new AppError('not_found', UNKNOWN_ORDER)
  if (version !== undefined && version !== row.version) {
    throw new AppError('conflict', 'This order was changed meanwhile. Reload it and try again.')
  }
  const lines = await listLines(tx, { merchantId, orderId })
  return { row, units: { status: row.status, lines: lines.map(heldLine) } }
}

export function heldLine(row: LineRow): HeldLine {
  return {
    row,
    ordered: row.ordered_units,
    confirmed: row.confirmed_units,
    received: row.received_units,
    rejected: row.rejected_units,
    replaced: row.replaced_units,
    cancelled: row.cancelled_units,
  }
}

/** Returns the columns of a line, with its units after a step. */
export function lineChange({ row, ...units }: HeldLine): LineChange {
  return {
    ...row,
    ordered_units: units.ordered,
    confirmed_units: units.confirmed,
    received_units: units.received,
    rejected_units: units.rejected,
    replaced_units: units.replaced,
    cancelled_units: units.cancelled,
  }
}

/** Stores the new state of an order, and queues the refresh of its products' projections. */
export async function saveState(
  context: OrderContext,
  held: HeldOrder,
  { state, ...change }: { state: OrderUnits<HeldLine> } & Omit<OrderChange, 'status'>,
): Promise<void> {
  const { merchantId, tx } = context
  const key = { merchantId, orderId: held.row.id }
  await updateLines(tx, key, state.lines.map(lineChange))
  await updateOrder(tx, key, { ...change, status: state.status, updated_at: context.clock.now() })
  const variantIds = state.lines.map(({ row }) => row.variant_id)
  await announceOrders(context, variantIds)
}

/** Notifies open pages of a change, and queues the refresh of these products' projections. */
export async function announceOrders(
  { jobs, live, merchantId, tx }: OrderContext,
  variantIds: readonly number[],
): Promise<void> {
  if (variantIds.length > 0) {
    await queueRefresh({ jobs }, tx, { merchantId, variantIds })
  }
  await live.publish(tx, merchantId, { type: 'purchasing' })
}

/** Has the products that are paid in a currency planned again, after an order fixed its exchange rate. */
export async function announceRate(context: OrderContext, currency: string): Promise<void> {
  const { merchantId, tx } = context
  await announceOrders(context, await listVariantsPaidIn(tx, { merchantId, currency }))
}

const sentences: Record<Obstacle, string> = {
  wrong_state: 'This cannot be done while the order is in this state.',
  no_lines: 'This order has no products yet.',
  has_receipts: 'Part of this order was received. Undo its receipts first, or close the order.',
  nothing_left: 'Nothing is left to receive of this order.',
}

/** Refuses a step that the state of an order does not allow. */
export function refuse(obstacle: Obstacle | null): void {
  if (obstacle !== null) throw new AppError('precondition_failed', sentences[obstacle])
}
