import {
  type BulkOutcome,
  type bulkActionSchema,
  MAX_CHOSEN_VARIANTS,
  orderListQuerySchema,
} from '@stockcast/contract'
import type { z } from 'zod'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { AppError } from '../../kernel/errors.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import { findTargets } from '../../planning/index.ts'
import { listQuiet } from '../actions/snooze-queries.ts'
import { endSnoozes, muteVariants } from '../actions/snooze-variant.ts'
import { findWholeList } from '../order-list/list/whole-list.ts'
import { createDrafts } from '../purchasing/orders/create-drafts.ts'
import type { OrderContext } from '../purchasing/orders/hold-order.ts'
import { listPreferred } from '../suppliers/item-queries.ts'
import { holdSuppliers, lockSuppliers } from '../suppliers/queries.ts'
import { saveItems } from '../suppliers/save-items.ts'

type Asked = z.output<typeof bulkActionSchema>
type Made = Pick<BulkOutcome, 'changed'> & Partial<BulkOutcome>

/** Does one thing with many products in one transaction, either all or none; a preview only says what it would do. */
export async function changeMany(context: OrderContext, asked: Asked): Promise<BulkOutcome> {
  const { action, preview, target } = asked
  const { clock, merchantId, tx } = context
  const targets = await findTargets(context, target)
  assertFew(targets.length)
  const variantIds = targets.map(({ variantId }) => variantId)
  const { words, ...made } = await act(context, { action, preview, variantIds })
  if (!preview && made.changed > 0) {
    const detail = `${words}, ${made.changed} ${made.changed === 1 ? 'product' : 'products'}`
    await recordAudit(tx, { merchantId, at: clock.now(), event: 'products_changed', detail })
  }
  return { matched: variantIds.length, leftOut: null, orders: [], ...made }
}

function assertFew(matched: number): void {
  if (matched <= MAX_CHOSEN_VARIANTS) return
  throw new AppError(
    'limit_exceeded',
    `${matched} products are meant, and at most ${MAX_CHOSEN_VARIANTS} can be changed at once. Filter the list further.`,
    { field: 'target' },
  )
}

type Meant = Pick<Asked, 'action' | 'preview'> & { variantIds: readonly number[] }

async function act(context: OrderContext, meant: Meant): Promise<Made & { words: string }> {
  const { merchantId, tx } = context
  const { action, preview, variantIds } = meant
  switch (action.kind) {
    case 'supplier':
      return setSupplier(context, { ...meant, supplierId: action.supplierId })
    case 'mute': {
      if (!preview) return { words: 'muted', changed: (await muteVariants(context, variantIds)).length }
      const { muted } = await listQuiet(tx, { merchantId, variantIds })
      return { words: 'muted', changed: variantIds.length - muted }
    }
    case 'unmute': {
      const { quiet } = await listQuiet(tx, { merchantId, variantIds })
      return { words: 'unmuted', changed: preview ? quiet : await endSnoozes(context, variantIds) }
    }
    case 'draft':
      return draftOrders(context, meant)
  }
}

/** Lets a supplier sell these products first, beside those who sell them already. */
async function setSupplier(
  context: OrderContext,
  { preview, supplierId, variantIds }: Meant & { supplierId: number },
): Promise<Made & { words: string }> {
  const { merchantId, tx } = context
  await lockSuppliers(tx, merchantId)
  const [supplier] = await holdSuppliers(tx, { merchantId, supplierIds: [supplierId] })
  const field = 'action.supplierId'
  if (!supplier) throw new AppError('not_found', refusalTexts.unknownSupplier, { field })
  if (supplier.archivedAt !== null)
    throw new AppError('conflict', 'This supplier is archived. Restore it first.', { field })
  const preferred = await listPreferred(tx, { merchantId, supplierId, variantIds })
  const others = variantIds.filter((variantId) => !preferred.has(variantId))
  if (!preview && others.length > 0)
    await saveItems(context, { rows: others.map((variantId) => ({ supplierId, variantId, rank: 1 })) })
  return { words: `supplier ${supplier.name}`, changed: others.length }
}

/** Drafts the quantities of the order list, one order for each supplier. */
async function draftOrders(
  context: OrderContext,
  { preview, variantIds }: Meant,
): Promise<Made & { words: string }> {
  const meant = new Set(variantIds)
  const { chosen, drafts } = await findWholeList(context, orderListQuerySchema.parse({}))
  const needed = chosen.filter(({ candidate, units }) => meant.has(candidate.variantId) && units > 0)
  const inDraft = variantIds.filter((variantId) => drafts.has(variantId)).length
  const lines = needed.flatMap(({ candidate: { variantId, supplierId }, units }) =>
    supplierId === null || drafts.has(variantId) ? [] : [{ variantId, supplierId, units }],
  )
  const noSupplier = needed.filter(({ candidate }) => candidate.supplierId === null).length
  const leftOut = { inDraft, noSupplier, notNeeded: meant.size - lines.length - inDraft - noSupplier }
  const words = 'added to draft orders'
  if (preview || lines.length === 0) return { words, changed: lines.length, leftOut }
  const { orders } = await createDrafts(context, { locationId: null, lines })
  return {
    words,
    changed: orders.reduce((sum, order) => sum + order.lines, 0),
    leftOut,
    orders: orders.map(({ id, number, supplierName }) => ({ id, number, supplierName })),
  }
}
