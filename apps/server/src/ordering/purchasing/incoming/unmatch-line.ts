import type { PurchaseOrder } from '@stockcast/contract'
import { AppError } from '../../../kernel/errors.ts'
import { refusalTexts } from '../../../kernel/texts/refusal-texts.ts'
import { getOrder } from '../orders/get-order.ts'
import { holdOrder, type OrderContext, saveState } from '../orders/hold-order.ts'
import { undoMatches } from './match-queries.ts'

/** Counts the seen units of a line as incoming again: they had been taken for a delivery, or for a transfer of the store. */
export async function unmatchLine(
  context: OrderContext,
  { orderId, lineId }: { orderId: number; lineId: number },
): Promise<PurchaseOrder> {
  const held = await holdOrder(context, { orderId })
  if (!held.units.lines.some(({ row }) => row.id === lineId)) {
    throw new AppError('not_found', refusalTexts.unknownLine)
  }
  const lines = held.units.lines.map((line) =>
    line.row.id === lineId ? { ...line, row: { ...line.row, seen_units: 0 } } : line,
  )
  const { merchantId, tx, clock } = context
  await undoMatches(tx, { merchantId, orderId, lineId, at: clock.now() })
  await saveState(context, held, { state: { ...held.units, lines } })
  return getOrder(context, { orderId })
}
