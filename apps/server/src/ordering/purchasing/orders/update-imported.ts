import { randomUUID } from 'node:crypto'
import { isIncoming } from '@stockcast/contract'
import { listVariantsOfSuppliers } from '../../suppliers/queries.ts'
import { cancelLines, cancelOrder, closeOrder } from './end-order.ts'
import { announceOrders, type HeldOrder, holdOrder, type OrderContext, saveState } from './hold-order.ts'
import { noteStock } from './line-queries.ts'
import { type OrderChange, updateOrder } from './order-queries.ts'
import { listReceiptLines, listReceipts } from './receipt-queries.ts'
import { receiveOrder, undoReceipt } from './receive-order.ts'
import { saveOrder } from './save-order.ts'
import { findSuppliers, getSnapshot } from './supplier-queries.ts'

/** What a later file changes of an order that was imported. */
export interface ImportedChange {
  orderId: number
  /** Null leaves the day as it is. A draft that gets a day is ordered. */
  orderedOn: string | null
  expectedOn: string | null
  /** Lines whose units or cost are corrected; a cost of null stays; a product that the order did not have is added. */
  resized: readonly {
    lineId: number | null
    variantId: number
    units: number
    unitCostMinor: number | null
  }[]
  receipts: readonly { day: string; lineId: number; accepted: number; rejected: number }[]
  /** Receipt lines whose day of arrival is corrected. */
  redated: readonly { receiptId: number; lineId: number; day: string }[]
  /** Lines with no further units to come. */
  cancelledLines: readonly number[]
  end: 'closed' | 'cancelled' | null
}

type ReceivedLine = ImportedChange['receipts'][number] & {
  /** Whether the supplier sends the rejected units again. */
  isReplaced: boolean
}

/** Applies what a later file says about imported orders. Pages are notified and projections refreshed once, after all. */
export async function updateImportedOrders(
  context: OrderContext,
  changes: readonly ImportedChange[],
): Promise<void> {
  if (changes.length === 0) return
  const { merchantId, tx, jobs, live } = context
  const nothing = async () => undefined
  const silent = { ...context, jobs: { ...jobs, send: nothing }, live: { ...live, publish: nothing } }
  const variantIds: number[] = []
  const supplierIds = new Set<number>()
  for (const change of changes) {
    const { row, units } = await updateImportedOrder(silent, change)
    variantIds.push(...units.lines.map((line) => line.row.variant_id))
    if (row.supplier_id !== null) supplierIds.add(row.supplier_id)
  }
  for (const supplierId of supplierIds)
    variantIds.push(...(await listVariantsOfSuppliers(tx, { merchantId, supplierIds: [supplierId] })))
  await announceOrders(context, variantIds)
}

/**
 * Applies what a later file says about an imported order, by the same steps as a merchant would: receipts are only added,
 * and one with a wrong day is undone and entered again. Returns the order as it was.
 */
async function updateImportedOrder(context: OrderContext, change: ImportedChange): Promise<HeldOrder> {
  const { merchantId, tx } = context
  const { orderId, orderedOn, expectedOn, end } = change
  const held = await holdOrder(context, { orderId })
  const days = {
    ...(orderedOn !== null && { ordered_on: orderedOn }),
    ...(expectedOn !== null && { expected_on: expectedOn }),
  }
  if (held.row.status === 'draft' && orderedOn !== null) await placeImported(context, held, days)
  else await updateOrder(tx, { merchantId, orderId }, { ...days, updated_at: context.clock.now() })
  if (change.resized.length > 0) await resizeLines(context, change)
  const again = await undoRedated(context, change)
  const receipts = [...again, ...change.receipts.map((line) => ({ ...line, isReplaced: false }))]
  for (const received of Map.groupBy(receipts, ({ day, isReplaced }) => `${day} ${isReplaced}`).values()) {
    const { day: receivedOn, isReplaced } = received[0]!
    const lines = summed(received).map((line) => ({ ...line, isReplaced }))
    const wanted = { key: `import/${randomUUID()}`, receivedOn, lines }
    await receiveOrder(context, { orderId, wanted, by: null })
  }
  if (change.cancelledLines.length > 0)
    await cancelLines(context, { orderId, lineIds: change.cancelledLines })
  if (end === null) return held
  const { row } = await holdOrder(context, { orderId })
  if (end === 'cancelled') await cancelOrder(context, { orderId, version: row.version })
  else if (isIncoming(row.status)) await closeOrder(context, { orderId, version: row.version })
  return held
}

/** Writes the units and costs that a file corrects. */
async function resizeLines(context: OrderContext, { orderId, resized }: ImportedChange): Promise<void> {
  const { row, units } = await holdOrder(context, { orderId })
  const changeOf = new Map(resized.map((line) => [line.lineId, line]))
  const lines = units.lines.map((line) => {
    const { id, variant_id: variantId, unit_cost_minor } = line.row
    const change = changeOf.get(id)
    return {
      id,
      variantId,
      units: change?.units ?? line.ordered,
      unitCostMinor: change?.unitCostMinor ?? unit_cost_minor,
    }
  })
  const added = resized.flatMap(({ lineId, ...line }) => (lineId === null ? [line] : []))
  await saveOrder(context, { orderId, wanted: { version: row.version, lines: [...lines, ...added] } })
}

/** Marks a draft as ordered, as of the day that the file has, however long ago. */
async function placeImported(context: OrderContext, held: HeldOrder, days: OrderChange): Promise<void> {
  const { merchantId, tx } = context
  const { id: orderId, supplier_id } = held.row
  const supplierIds = supplier_id === null ? [] : [supplier_id]
  const supplier = (await findSuppliers(tx, { merchantId, supplierIds })).get(supplier_id ?? 0)
  await saveState(context, held, {
    state: { status: 'ordered', lines: held.units.lines },
    ...days,
    ordered_at: context.clock.now(),
    ...(supplier && { supplier_snapshot: getSnapshot(supplier) }),
  })
  await noteStock(tx, { merchantId, orderIds: [orderId] })
}

/** Undoes the receipts with a wrong day, and returns their lines with the right days. */
async function undoRedated(
  context: OrderContext,
  { orderId, redated }: ImportedChange,
): Promise<ReceivedLine[]> {
  const { merchantId, tx } = context
  const again: ReceivedLine[] = []
  const receiptIds = [...new Set(redated.map(({ receiptId }) => receiptId))]
  const dayOf = new Map((await listReceipts(tx, { merchantId, orderId })).map((r) => [r.id, r.received_on]))
  const movedTo = new Map(redated.map(({ receiptId, lineId, day }) => [`${receiptId}/${lineId}`, day]))
  for (const line of await listReceiptLines(tx, { merchantId, receiptIds })) {
    const day = movedTo.get(`${line.receiptId}/${line.lineId}`) ?? dayOf.get(line.receiptId)!
    const { lineId, accepted, rejected, replaced } = line
    again.push({ day, lineId, accepted, rejected, isReplaced: replaced > 0 })
  }
  for (const receiptId of receiptIds)
    await undoReceipt(context, { orderId, receiptId, key: `import/${randomUUID()}`, by: null })
  return again
}

function summed(lines: readonly ReceivedLine[]): Omit<ReceivedLine, 'day' | 'isReplaced'>[] {
  return [...Map.groupBy(lines, ({ lineId }) => lineId)].map(([lineId, of]) => ({
    lineId,
    accepted: of.reduce((sum, { accepted }) => sum + accepted, 0),
    rejected: of.reduce((sum, { rejected }) => sum + rejected, 0),
  }))
}
