import {
  MAX_RECEIVED_UNITS,
  type PurchaseOrder,
  type ReceivedOrder,
  type receiveOrderSchema,
} from '@stockcast/contract'
import type { z } from 'zod'
import { recordTeamwork } from '../../../kernel/audit/record-audit.ts'
import { today as todayOf } from '../../../kernel/calendar.ts'
import { AppError } from '../../../kernel/errors.ts'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import { refusalTexts } from '../../../kernel/texts/refusal-texts.ts'
import { queueRefresh } from '../../../store/index.ts'
import { listVariantsOfSuppliers } from '../../suppliers/queries.ts'
import { obstacleToReceive, type ReceivedUnits, remainingUnits, withReceipt } from '../order-rules.ts'
import { arrival } from './arrival.ts'
import { getOrder } from './get-order.ts'
import {
  type HeldLine,
  type HeldOrder,
  holdOrder,
  type OrderContext,
  refuse,
  saveState,
} from './hold-order.ts'
import { noteStock } from './line-queries.ts'
import {
  findReceiptByKey,
  insertReceipt,
  listReceiptLines,
  listReceipts,
  type ReceiptLine,
} from './receipt-queries.ts'
import { findSuppliers } from './supplier-queries.ts'

type Wanted = z.output<typeof receiveOrderSchema>

/** Stores a receipt. The same key again changes nothing and answers as before. */
export async function receiveOrder(
  context: OrderContext,
  { orderId, wanted, by }: { orderId: number; wanted: Wanted; by: string | null },
): Promise<ReceivedOrder> {
  const { merchantId, tx } = context
  const held = await holdOrder(context, { orderId })
  const known = await findReceiptByKey(tx, { merchantId, key: wanted.key })
  if (known) {
    if (known.order_id !== orderId || known.reverses !== null) throw usedKey()
    return { order: await getOrder(context, { orderId }), receiptId: known.id, surplus: [] }
  }
  refuse(obstacleToReceive(held.units))
  const receivedOn = await assertReceivedOn(context, held, wanted.receivedOn)
  const lines = await receiptLines(context, held, wanted.lines)
  const receiptId = await insertReceipt(
    tx,
    { merchantId, orderId },
    {
      key: wanted.key,
      receivedOn,
      at: context.clock.now(),
      by,
      reverses: null,
      note: wanted.note ?? null,
      lines,
    },
  )
  const byId = new Map(held.units.lines.map((line) => [line.row.id, line]))
  const surplus = lines.flatMap(({ lineId, accepted, rejected, replaced }) => {
    const line = byId.get(lineId)!
    const units = accepted + rejected - replaced - remainingUnits(line)
    return units > 0 ? [{ lineId, units }] : []
  })
  await saveReceipt(context, held, lines)
  await recordTeamwork(context, { event: 'order_received', detail: held.row.written_number })
  return { order: await getOrder(context, { orderId }), receiptId, surplus }
}

function usedKey(): AppError {
  return new AppError('conflict', 'This key was used for another receipt.')
}

async function assertReceivedOn(
  { clock, merchantId, tx }: OrderContext,
  { row }: HeldOrder,
  wanted: string | undefined,
): Promise<string> {
  const { timeZone } = await requireShopFacts(tx, merchantId)
  const today = todayOf(clock, timeZone)
  const day = wanted ?? today
  const field = 'receivedOn'
  if (day > today) throw new AppError('invalid_input', 'This day has not come yet.', { field })
  if (row.ordered_on !== null && day < row.ordered_on)
    throw new AppError('invalid_input', refusalTexts.dayBeforeOrder, { field })
  return day
}

async function receiptLines(
  { merchantId, tx }: OrderContext,
  { row, units }: HeldOrder,
  wanted: Wanted['lines'],
): Promise<ReceiptLine[]> {
  const supplierIds = row.supplier_id === null ? [] : [row.supplier_id]
  const suppliers = await findSuppliers(tx, { merchantId, supplierIds })
  const isReplaced = suppliers.get(row.supplier_id ?? 0)?.replacesRejected ?? false
  const byId = new Map(units.lines.map((line) => [line.row.id, line]))
  const seen = new Set<number>()
  const lines = wanted.map((line, index) => {
    const field = `lines.${index}.lineId`
    const known = byId.get(line.lineId)
    if (!known) throw new AppError('invalid_input', refusalTexts.unknownLine, { field })
    if (seen.has(line.lineId)) throw new AppError('invalid_input', 'This line is given twice.', { field })
    seen.add(line.lineId)
    const { lineId, accepted, rejected } = line
    assertFits(known.received + accepted, `lines.${index}.accepted`)
    assertFits(known.rejected + rejected, `lines.${index}.rejected`)
    return { lineId, accepted, rejected, replaced: (line.isReplaced ?? isReplaced) ? rejected : 0 }
  })
  const some = lines.filter(({ accepted, rejected }) => accepted > 0 || rejected > 0)
  if (some.length === 0)
    throw new AppError('invalid_input', 'Enter the units of at least one line.', { field: 'lines' })
  return some
}

function assertFits(units: number, field: string): void {
  if (units <= MAX_RECEIVED_UNITS) return
  const message = `All receipts of a line may have ${MAX_RECEIVED_UNITS.toLocaleString('en-US')} units at most.`
  throw new AppError('invalid_input', message, { field })
}

/** Undoes a receipt by adding its opposite. A receipt is undone once, whatever the key. */
export async function undoReceipt(
  context: OrderContext,
  { orderId, receiptId, key, by }: { orderId: number; receiptId: number; key: string; by: string | null },
): Promise<PurchaseOrder> {
  const { merchantId, tx } = context
  const held = await holdOrder(context, { orderId })
  const receipts = await listReceipts(tx, { merchantId, orderId })
  const receipt = receipts.find(({ id }) => id === receiptId)
  if (!receipt) throw new AppError('not_found', 'This receipt does not exist.')
  if (receipt.reverses !== null)
    throw new AppError('precondition_failed', 'This receipt undoes another one and cannot be undone itself.')
  if (receipts.some(({ reverses }) => reverses === receiptId)) return getOrder(context, { orderId })
  if (await findReceiptByKey(tx, { merchantId, key })) throw usedKey()
  const lines = (await listReceiptLines(tx, { merchantId, receiptIds: [receiptId] })).map((line) => ({
    lineId: line.lineId,
    accepted: -line.accepted,
    rejected: -line.rejected,
    replaced: -line.replaced,
  }))
  await insertReceipt(
    tx,
    { merchantId, orderId },
    {
      key,
      receivedOn: receipt.received_on,
      at: context.clock.now(),
      by,
      reverses: receiptId,
      note: null,
      lines,
    },
  )
  await saveReceipt(context, held, lines)
  return getOrder(context, { orderId })
}

/** Stores the state of an order after a receipt. */
export async function saveReceipt(
  context: OrderContext,
  held: HeldOrder,
  lines: readonly ReceiptLine[],
): Promise<void> {
  const byLine = new Map(lines.map((line) => [line.lineId, line]))
  const after = withReceipt(held.units, ({ row }) => byLine.get(row.id))
  const state = {
    ...after,
    lines: after.lines.map((line) => withArrival(line, byLine.get(line.row.id))),
  }
  const isEnded = state.status === 'received' || state.status === 'closed'
  const end = isEnded
    ? { closed_at: held.row.closed_at ?? context.clock.now(), closed_because: endOf(held, state.status) }
    : { closed_at: null, closed_because: null }
  await noteFinishedLines(context, held, byLine)
  await saveState(context, held, { state, ...end })
  if (held.row.supplier_id !== null) await refreshSold(context, held.row.supplier_id)
}

/** Records the current stock for lines of a receipt that are no longer compared with the store: they were complete before. */
async function noteFinishedLines(
  { merchantId, tx }: OrderContext,
  { row, units }: HeldOrder,
  byLine: ReadonlyMap<number, ReceiptLine>,
): Promise<void> {
  const isFinished = (line: HeldLine) => line.row.remaining_units === 0 && line.row.awaited_units === 0
  const finished = units.lines.filter((line) => byLine.has(line.row.id) && isFinished(line))
  for (const { row: line } of finished)
    await noteStock(tx, { merchantId, orderIds: [row.id], lines: { id: line.id } })
}

/** Queues the refresh of all that a supplier sells, because a receipt changes the supplier's learned lead time. */
async function refreshSold(context: OrderContext, supplierId: number): Promise<void> {
  const { jobs, merchantId, tx } = context
  const sold = await listVariantsOfSuppliers(tx, { merchantId, supplierIds: [supplierId] })
  await queueRefresh({ jobs }, tx, { merchantId, variantIds: sold })
}

function endOf({ row }: HeldOrder, status: string) {
  return status === 'closed' ? (row.closed_because ?? 'closed') : ('arrived' as const)
}

function withArrival(line: HeldLine, units: ReceivedUnits | undefined): HeldLine {
  if (units === undefined) return line
  const seen = arrival(line.row, { accepted: units.accepted, remaining: remainingUnits(line) })
  return { ...line, row: { ...line.row, ...seen } }
}
