import type { DraftLine, draftLineRequestSchema } from '@stockcast/contract'
import type { z } from 'zod'
import { recordTeamwork } from '../../../kernel/audit/record-audit.ts'
import { listOpenDrafts } from '../../../kernel/database/ordering.ts'
import { AppError } from '../../../kernel/errors.ts'
import { refusalTexts } from '../../../kernel/texts/refusal-texts.ts'
import { lockProjections } from '../../../planning/index.ts'
import { requireSupplier, shareCosts } from './create-order.ts'
import { announceOrders, holdOrder, type OrderContext, refuse } from './hold-order.ts'
import { deleteLines, insertLines, listLines, listOrderedVariants } from './line-queries.ts'
import {
  deleteDraft,
  findDraftOf,
  insertOrder,
  lockNumbers,
  takeNumbers,
  updateOrder,
} from './order-queries.ts'
import { listPrices, priceKey } from './supplier-queries.ts'
import { newLine } from './write-lines.ts'

/**
 * Adds a product to the newest draft of a supplier, or to a new one where there is none or it is full. A product that is in a draft
 * already is a conflict, also if two people add it at the same moment.
 */
export async function addDraftLine(
  context: OrderContext,
  { variantId, supplierId, units }: z.output<typeof draftLineRequestSchema>,
): Promise<DraftLine> {
  const { merchantId, tx } = context
  await lockProjections(tx, merchantId)
  await lockNumbers(tx, merchantId)
  const supplier = await requireSupplier(context, { supplierId })
  const drafted = (await listOpenDrafts(tx, { merchantId, variantIds: [variantId] })).get(variantId)
  if (drafted) throw new AppError('conflict', `This product is in draft ${drafted.number} already.`)
  const variant = (await listOrderedVariants(tx, { merchantId, variantIds: [variantId] })).get(variantId)
  if (!variant) throw new AppError('not_found', refusalTexts.unknownProduct)
  const { currency } = supplier
  const at = context.clock.now()
  const own = { merchantId, supplierId, currency }
  const earlier = await findDraftOf(tx, own)
  if (!earlier) {
    const { first: number, prefix } = await takeNumbers(tx, { merchantId, count: 1 })
    await insertOrder(tx, merchantId, { number, prefix, supplierId, currency, at })
  }
  const { id: orderId, number, nextPosition: position } = earlier ?? (await findDraftOf(tx, own))!
  const key = { merchantId, orderId }
  const price = (
    await listPrices(tx, { merchantId, supplierIds: [supplierId], variantIds: [variantId] })
  ).get(priceKey(supplierId, variantId))
  await insertLines(tx, merchantId, [newLine({ units }, { orderId, position, variant, price })])
  await shareCosts(tx, key)
  if (earlier) await updateOrder(tx, key, { updated_at: at })
  await announceOrders(context, [])
  if (!earlier) await recordTeamwork(context, { event: 'order_created', detail: number })
  const line = (await listLines(tx, key)).find(({ variant_id }) => variant_id === variantId)!
  return { orderId, number, lineId: line.id, supplierName: supplier.name }
}

/** Removes a line of a draft, and the draft with its last line. */
export async function removeDraftLine(
  context: OrderContext,
  { orderId, lineId }: { orderId: number; lineId: number },
): Promise<void> {
  const { merchantId, tx } = context
  const { row, units } = await holdOrder(context, { orderId })
  if (row.status !== 'draft') refuse('wrong_state')
  const key = { merchantId, orderId }
  const others = units.lines.filter((line) => line.row.id !== lineId)
  if (others.length === units.lines.length) throw new AppError('not_found', refusalTexts.unknownLine)
  if (others.length === 0) await deleteDraft(tx, row)
  else {
    await deleteLines(tx, key, [lineId])
    await updateOrder(tx, key, { updated_at: context.clock.now() })
    await shareCosts(tx, key)
  }
  await announceOrders(context, [])
}
