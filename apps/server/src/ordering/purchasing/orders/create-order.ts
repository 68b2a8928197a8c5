import type { createPurchaseOrderSchema, PurchaseOrder } from '@stockcast/contract'
import type { z } from 'zod'
import { recordTeamwork } from '../../../kernel/audit/record-audit.ts'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { AppError } from '../../../kernel/errors.ts'
import { refusalTexts } from '../../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { getExtraMinor, sharedCosts } from '../order-rules.ts'
import { getOrder } from './get-order.ts'
import { announceOrders, type OrderContext } from './hold-order.ts'
import { listLines, updateSharedCosts } from './line-queries.ts'
import { insertOrder, lockOrder, type OrderKey, takeNumbers } from './order-queries.ts'
import { findSuppliers, getLocationName, type OrderSupplier } from './supplier-queries.ts'
import { writeLines } from './write-lines.ts'

/** Creates a draft. */
export async function createOrder(
  context: OrderContext,
  wanted: z.output<typeof createPurchaseOrderSchema>,
): Promise<PurchaseOrder> {
  const { merchantId, tx } = context
  const supplier = await requireSupplier(context, { supplierId: wanted.supplierId })
  if (wanted.currency !== undefined && wanted.currency !== supplier.currency) {
    throw new AppError('invalid_input', `This supplier is paid in ${supplier.currency}.`, {
      field: 'currency',
    })
  }
  const { lines, supplierId, currency: _, ...fields } = wanted
  const { first: number, prefix } = await takeNumbers(tx, { merchantId, count: 1 })
  const orderId = await insertOrder(tx, merchantId, {
    ...fields,
    number,
    prefix,
    supplierId,
    currency: supplier.currency,
    locationName: await getLocationName(tx, { merchantId, locationId: wanted.locationId ?? null }),
    at: context.clock.now(),
  })
  await writeLines(tx, { merchantId, orderId, supplierId, isOrdered: false }, { before: [], wanted: lines })
  await shareCosts(tx, { merchantId, orderId })
  await announceOrders(context, [])
  const order = await getOrder(context, { orderId })
  await recordTeamwork(context, { event: 'order_created', detail: order.number })
  return order
}

/** Returns the supplier. Refuses one that does not exist or is archived. */
export async function requireSupplier(
  { merchantId, tx }: Context,
  { supplierId }: { supplierId: number },
): Promise<OrderSupplier> {
  const supplier = (await findSuppliers(tx, { merchantId, supplierIds: [supplierId] })).get(supplierId)
  if (!supplier) throw new AppError('not_found', refusalTexts.unknownSupplier)
  if (supplier.isArchived) {
    throw new AppError('precondition_failed', 'This supplier is archived. Restore it first.')
  }
  return supplier
}

/** Shares freight, duty and other costs among the lines of an order again, after either of them changed. */
export async function shareCosts(tx: Tx, key: OrderKey): Promise<void> {
  const order = await lockOrder(tx, key)
  if (!order) return
  const lines = await listLines(tx, key)
  const shares = sharedCosts(
    getExtraMinor(order),
    order.cost_sharing,
    lines.map((line) => ({
      units: line.confirmed_units ?? line.ordered_units,
      unitCostMinor: line.unit_cost_minor,
    })),
  )
  const changed = lines.flatMap(({ id, shared_cost_minor }, index) => {
    const sharedCostMinor = shares[index] ?? 0
    return sharedCostMinor === shared_cost_minor ? [] : [{ id, sharedCostMinor }]
  })
  await updateSharedCosts(tx, key, changed)
}
