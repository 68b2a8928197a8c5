import { randomUUID } from 'node:crypto'
import { cancelOrder, closeOrder } from './end-order.ts'
import { announceOrders, type HeldOrder, holdOrder, type OrderContext, saveState } from './hold-order.ts'
import { noteStock } from './line-queries.ts'
import { type OrderChange, updateOrder } from './order-queries.ts'
import { listReceiptLines, listReceipts } from './receipt-queries.ts'
import { receiveOrder, undoReceipt } from './receive-order.ts'
import { findSuppliers } from './supplier-queries.ts'

/** What a later file changes of an order that was imported. */
export interface ImportedChange {
  orderId: number
  /** Null: as it is. A draft with this day is ordered. */
  orderedOn: string | null
  expectedOn: string | null
  receipts: readonly { day: string; lineId: number; accepted: number; rejected: number }[]
  /** Receipts of which a line came on another day. */
  redated: readonly { receiptId: number; lineId: number; day: string }[]
  end: 'closed' | 'cancelled' | null
}

type ReceivedLine = ImportedChange['receipts'][number]

/**
 * Changes an imported order as a later file says, by the same steps as by hand: receipts are only added, and one whose day was
 * wrong is undone and entered again.
 */
export async function updateImportedOrder(context: OrderContext, change: ImportedChange): Promise<void> {
  const { merchantId, tx } = context
  const { orderId, orderedOn, expectedOn, end } = change
  const held = await holdOrder(context, { orderId })
  const days = {
    ...(orderedOn !== null && { ordered_on: orderedOn }),
    ...(expectedOn !== null && { expected_on: expectedOn }),
  }
  if (held.row.status === 'draft' && orderedOn !== null) await placeImported(context, held, days)
  else await updateOrder(tx, { merchantId, orderId }, { ...days, updated_at: context.clock.now() })
  const again = await undoRedated(context, change)
  const byDay = Map.groupBy([...again, ...change.receipts], ({ day }) => day)
  for (const [receivedOn, received] of byDay) {
    const lines = summed(received).map((line) => ({ ...line, isReplaced: false }))
    const wanted = { key: `import/${randomUUID()}`, receivedOn, lines }
    await receiveOrder(context, { orderId, wanted, by: null })
  }
  await announceOrders(
    context,
    held.units.lines.map(({ row }) => row.variant_id),
  )
  if (end === null) return
  const { row } = await holdOrder(context, { orderId })
  const isOpen = row.status === 'ordered' || row.status === 'partly_received'
  if (end === 'cancelled') await cancelOrder(context, { orderId, version: row.version })
  else if (isOpen) await closeOrder(context, { orderId, version: row.version })
}

/** Marks a draft as ordered, as of the day that the file has, however long ago. */
async function placeImported(context: OrderContext, held: HeldOrder, days: OrderChange): Promise<void> {
  const { merchantId, tx } = context
  const { id: orderId, supplier_id } = held.row
  const supplierIds = supplier_id === null ? [] : [supplier_id]
  const supplier = (await findSuppliers(tx, { merchantId, supplierIds })).get(supplier_id ?? 0)
  const snapshot = supplier && { name: supplier.name, email: supplier.email, language: supplier.language }
  await saveState(context, held, {
    state: { status: 'ordered', lines: held.units.lines },
    ...days,
    ordered_at: context.clock.now(),
    ...(snapshot && { supplier_snapshot: JSON.stringify(snapshot) }),
  })
  await noteStock(tx, { merchantId, orderId })
}

/** Undoes the receipts with a wrong day, and returns their lines with the days on which they came. */
async function undoRedated(
  context: OrderContext,
  { orderId, redated }: ImportedChange,
): Promise<ReceivedLine[]> {
  const { merchantId, tx } = context
  const again: ReceivedLine[] = []
  const receiptIds = [...new Set(redated.map(({ receiptId }) => receiptId))]
  const dayOf = new Map((await listReceipts(tx, { merchantId, orderId })).map((r) => [r.id, r.received_on]))
  for (const line of await listReceiptLines(tx, { merchantId, receiptIds })) {
    const moved = redated.find(
      ({ receiptId, lineId }) => receiptId === line.receiptId && lineId === line.lineId,
    )
    const day = moved?.day ?? dayOf.get(line.receiptId)!
    again.push({ day, lineId: line.lineId, accepted: line.accepted, rejected: line.rejected })
  }
  for (const receiptId of receiptIds)
    await undoReceipt(context, { orderId, receiptId, key: `import/${randomUUID()}`, by: null })
  return again
}

function summed(lines: readonly ReceivedLine[]): Omit<ReceivedLine, 'day'>[] {
  return [...Map.groupBy(lines, ({ lineId }) => lineId)].map(([lineId, of]) => ({
    lineId,
    accepted: of.reduce((sum, { accepted }) => sum + accepted, 0),
    rejected: of.reduce((sum, { rejected }) => sum + rejected, 0),
  }))
}
