import type { StorePurchaseOrder, StoreTransfer } from '../../kernel/connector/rows.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { requireShopFacts } from '../../kernel/shop-facts/queries.ts'
import { queueRefresh } from '../changes/queue-refresh.ts'
import { findVariantsOfItems } from '../inventory/catalogue-queries.ts'
import { findLocationIds } from '../inventory/queries.ts'
import {
  deleteReceipts,
  findTransferOrder,
  listReceipts,
  lockReceipts,
  type ReceiptRow,
  upsertLeadTimes,
  upsertReceipts,
  upsertTransferOrders,
} from './queries.ts'
import {
  leadTimeRows,
  orderRows,
  type RowContext,
  transferOrder,
  transferRows,
  transferSource,
} from './receipt-rows.ts'

/** The units on the way that the store reports, read since `readAt`. */
export interface InboundState {
  /** Null if the merchant has not granted the permission. */
  transfers: readonly StoreTransfer[] | null
  orders: readonly StorePurchaseOrder[]
  readAt: Date
}

/** Replaces all receipts by what was read, except those that were read later. */
export async function writeAllReceipts(
  kernel: Pick<Kernel, 'jobs'>,
  tx: Tx,
  { merchantId, inbound }: { merchantId: number; inbound: InboundState },
): Promise<void> {
  await lockReceipts(tx, merchantId)
  const { readAt, orders } = inbound
  const transfers = inbound.transfers ?? []
  const itemIds = [...transfers.flatMap(({ lines }) => lines), ...orders.flatMap(({ lines }) => lines)]
  const context = await getContext(tx, {
    merchantId,
    readAt,
    itemIds: itemIds.map(({ itemId }) => itemId),
  })
  const byId = new Map(transfers.map((transfer) => [transfer.id, transfer]))
  const found = (order: StorePurchaseOrder) => order.transferIds.flatMap((id) => byId.get(id) ?? [])
  const links = orders.flatMap((order) =>
    found(order).map((transfer) => transferOrder(order, transfer, context.timeZone)),
  )
  const linkOf = new Map(links.map((link) => [link.transfer_id, link]))
  const rows = [
    ...transfers.flatMap((transfer) => transferRows(transfer, linkOf.get(transfer.id), context)),
    ...orders.flatMap((order) => orderRows(order, found(order), context)),
  ]
  await replaceReceipts(kernel, tx, { merchantId, sources: null, rows, readAt })
  await upsertTransferOrders(tx, merchantId, links)
  const leadTimes = transfers.flatMap((transfer) =>
    leadTimeRows(transfer, linkOf.get(transfer.id), context.timeZone),
  )
  await upsertLeadTimes(tx, merchantId, leadTimes)
}

/**
 * Replaces the receipts of one transfer; `found` null deletes them. Returns whether its purchase order is still to be found.
 */
export async function writeTransfer(
  kernel: Pick<Kernel, 'jobs'>,
  tx: Tx,
  args: { merchantId: number; transferId: number; found: StoreTransfer | null; readAt: Date },
): Promise<boolean> {
  const { merchantId, transferId, found, readAt } = args
  await lockReceipts(tx, merchantId)
  const itemIds = found?.lines.map(({ itemId }) => itemId) ?? []
  const context = await getContext(tx, { merchantId, readAt, itemIds })
  const order = await findTransferOrder(tx, merchantId, transferId)
  const rows = found === null ? [] : transferRows(found, order, context)
  await replaceReceipts(kernel, tx, { merchantId, sources: [transferSource(transferId)], rows, readAt })
  if (found === null) return false
  if (order) await upsertTransferOrders(tx, merchantId, [{ ...order, is_done: found.state === 'ended' }])
  await upsertLeadTimes(tx, merchantId, leadTimeRows(found, order, context.timeZone))
  return order === undefined && rows.some((row) => !row.is_internal)
}

async function getContext(
  tx: Tx,
  { merchantId, itemIds, readAt }: { merchantId: number; itemIds: readonly number[]; readAt: Date },
): Promise<RowContext> {
  const { timeZone } = await requireShopFacts(tx, merchantId)
  return {
    timeZone,
    readAt,
    locationIds: new Set(await findLocationIds(tx, merchantId)),
    variantsOf: await findVariantsOfItems(tx, merchantId, [...new Set(itemIds)]),
  }
}

async function replaceReceipts(
  kernel: Pick<Kernel, 'jobs'>,
  tx: Tx,
  args: { merchantId: number; sources: readonly string[] | null; rows: ReceiptRow[]; readAt: Date },
): Promise<void> {
  const { merchantId, rows, readAt } = args
  const before = await listReceipts(tx, args)
  const later = new Set(before.filter(({ read_at }) => read_at > readAt).map(({ source }) => source))
  const after = rows.filter(({ source }) => !later.has(source))
  const sources = [...new Set(before.map(({ source }) => source))].filter((source) => !later.has(source))
  await deleteReceipts(tx, { merchantId, sources, before: readAt })
  await upsertReceipts(tx, merchantId, after)
  const replaced = before.filter(({ source }) => !later.has(source))
  const variantIds = differing(replaced, after)
  if (variantIds.length === 0) return
  await queueRefresh(kernel, tx, { merchantId, variantIds })
}

/** Returns the variants whose receipts are not the same in both. */
function differing(before: readonly ReceiptRow[], after: readonly ReceiptRow[]): number[] {
  const text = ({ read_at: _, ...row }: ReceiptRow) => JSON.stringify(row, Object.keys(row).sort())
  const had = new Map(before.map((row) => [text(row), row.variant_id]))
  const has = new Map(after.map((row) => [text(row), row.variant_id]))
  const gone = [...had].filter(([key]) => !has.has(key))
  const added = [...has].filter(([key]) => !had.has(key))
  return [...new Set([...gone, ...added].map(([, variantId]) => variantId))]
}
