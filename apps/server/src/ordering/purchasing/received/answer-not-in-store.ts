import type { AnswerNotInStore, PurchaseOrder } from '@stockcast/contract'
import { today as todayOf } from '../../../kernel/calendar.ts'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import { getOrder } from '../orders/get-order.ts'
import { type HeldLine, holdOrder, type OrderContext, saveState } from '../orders/hold-order.ts'

/** Stores what the merchant says about received units that the store does not show: they are in it, or count again. */
export async function answerNotInStore(
  context: OrderContext,
  { orderId, answer }: { orderId: number } & AnswerNotInStore,
): Promise<PurchaseOrder> {
  const { clock, merchantId, tx } = context
  const held = await holdOrder(context, { orderId })
  const { timeZone } = await requireShopFacts(tx, merchantId)
  const change =
    answer === 'in_store'
      ? { awaited_units: 0, booked_units: 0 }
      : { counted_again_on: todayOf(clock, timeZone) }
  const lines = held.units.lines.map(
    (line): HeldLine => (line.row.awaited_units > 0 ? { ...line, row: { ...line.row, ...change } } : line),
  )
  await saveState(context, held, { state: { ...held.units, lines } })
  return getOrder(context, { orderId })
}
