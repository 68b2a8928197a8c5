import type { OpenOrder, OrderRequest } from '@stockcast/contract'
import { today as todayOf } from '../../../kernel/calendar.ts'
import { AppError } from '../../../kernel/errors.ts'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import { refusalTexts } from '../../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { insertLines, listOrderedVariants } from '../orders/line-queries.ts'
import { insertOrder, takeNumbers } from '../orders/order-queries.ts'
import { newLine } from '../orders/write-lines.ts'

/**
 * Stores an order of one product that was placed elsewhere. Its units count as incoming from now on. `at` is also the
 * time at which the caller resolves alerts: those open again when the order is removed.
 */
export async function noteOrder(
  { clock, merchantId, tx }: Context<'clock'>,
  args: { variantId: number; wanted: OrderRequest; stock: { available: number; incoming: number }; at: Date },
): Promise<OpenOrder> {
  const { variantId, wanted, stock, at } = args
  const { units, expectedOn } = wanted
  const { timeZone, currency } = await requireShopFacts(tx, merchantId)
  const variant = (await listOrderedVariants(tx, { merchantId, variantIds: [variantId] })).get(variantId)
  if (!variant) throw new AppError('not_found', refusalTexts.unknownProduct)
  const { first: number, prefix } = await takeNumbers(tx, { merchantId, count: 1 })
  const orderId = await insertOrder(tx, merchantId, {
    number,
    prefix,
    supplierId: null,
    currency,
    expectedOn,
    noted: { orderedOn: todayOf(clock, timeZone) },
    at,
  })
  const line = newLine({ units }, { orderId, position: 0, variant, price: undefined })
  await insertLines(tx, merchantId, [
    { ...line, available_seen: stock.available, incoming_seen: stock.incoming },
  ])
  return { id: orderId, variantId, units, unitsLeft: units, expectedOn, recordedAt: at.toISOString() }
}
