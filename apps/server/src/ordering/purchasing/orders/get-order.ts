import {
  isIncoming,
  minorAmount,
  type PurchaseOrder,
  type PurchaseOrderRow,
  type SupplierMinimum,
} from '@stockcast/contract'
import { epochDay, today as todayOf } from '../../../kernel/calendar.ts'
import { AppError } from '../../../kernel/errors.ts'
import { readWho, type Who } from '../../../kernel/people/queries.ts'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { countedShare, listLocationNames, listNotInStore } from '../../../planning/index.ts'
import { listMails } from '../mail-queries.ts'
import {
  getTotal,
  type LineCost,
  landedUnitCostMinor,
  lineCostMinor,
  obstacleToCancel,
  obstacleToClose,
  obstacleToOrder,
  obstacleToReceive,
  obstacleToReopen,
  withExtras,
} from '../order-rules.ts'
import { type HeldLine, heldLine, UNKNOWN_ORDER } from './hold-order.ts'
import { listLines, listOrderedVariants, type OrderedVariant } from './line-queries.ts'
import { findOrderRow, type ListedOrder } from './list-queries.ts'
import { listReceiptLines, listReceipts } from './receipt-queries.ts'
import { findSuppliers, type OrderSupplier } from './supplier-queries.ts'

/** Returns an order with its lines, receipts and mails. */
export async function getOrder(
  { clock, merchantId, tx }: Context<'clock'>,
  { orderId }: { orderId: number },
): Promise<PurchaseOrder> {
  const { timeZone, currency } = await requireShopFacts(tx, merchantId)
  const today = todayOf(clock, timeZone)
  const key = { merchantId, orderId }
  const row = await findOrderRow(tx, { ...key, today })
  if (!row) throw new AppError('not_found', UNKNOWN_ORDER)
  const lines = (await listLines(tx, key)).map(heldLine)
  const variantIds = lines.map((line) => line.row.variant_id)
  const variants = await listOrderedVariants(tx, { merchantId, variantIds })
  const mails = await listMails(tx, key)
  const suppliers = await findSuppliers(tx, {
    merchantId,
    supplierIds: row.supplier_id === null ? [] : [row.supplier_id],
  })
  const supplier = suppliers.get(row.supplier_id ?? 0)
  const units = { status: row.status, lines }
  const isPlaced = isIncoming(row.status)
  const locations = await listLocationNames(tx, merchantId)
  const notInStore = await listNotInStore(tx, { ...key, today: epochDay(today) })
  return {
    ...rowOnWire(row, await readWho(tx, merchantId, [row.created_by])),
    ...getTotals(row, lines),
    countedShare: await countedShare(tx, { ...key, variantIds, today: epochDay(today) }),
    mailStatus: mails[0]?.status ?? null,
    lines: linesOnWire(lines, { variants, currency, hasPrices: row.currency === currency }),
    notInStore: notInStore.reduce((sum, { counted, lapsed }) => sum + counted + lapsed, 0),
    supplierEmail: supplier?.email ?? row.supplier_snapshot?.email ?? null,
    supplierContactName: supplier?.contactName ?? row.supplier_snapshot?.contactName ?? '',
    supplierAddress: supplier?.address ?? row.supplier_snapshot?.address ?? '',
    supplierLanguage: supplier?.language ?? row.supplier_snapshot?.language ?? 'en',
    supplierMinimum: minimumOf(supplier, row.currency),
    locationId: row.location_id,
    locationName: row.location_name,
    locations: locations.length > 1 ? locations : [],
    fxRate: row.fx_rate,
    freightMinor: row.freight_minor,
    dutyMinor: row.duty_minor,
    otherMinor: row.other_minor,
    costSharing: row.cost_sharing,
    note: row.note,
    receipts: await receiptsOnWire(tx, key),
    mails,
    can: {
      edit: row.status === 'draft' || isPlaced,
      delete: row.status === 'draft',
      order: obstacleToOrder(units) === null,
      send: (row.status === 'draft' || isPlaced) && lines.length > 0 && row.supplier_id !== null,
      receive: obstacleToReceive(units) === null,
      close: obstacleToClose(units) === null,
      cancel: obstacleToCancel(units) === null,
      reopen: obstacleToReopen(units) === null && !row.is_noted,
    },
    today,
  }
}

/** Returns a row of the list. */
export function rowOnWire(row: ListedOrder, who: Who): PurchaseOrderRow {
  return {
    id: row.id,
    number: row.written_number,
    status: row.status,
    supplierId: row.supplier_id,
    supplierName: row.supplier_name,
    isNoted: row.is_noted,
    source: row.source,
    externalId: row.external_id,
    currency: row.currency,
    orderedOn: row.ordered_on,
    expectedOn: row.expected_on,
    isConfirmed: row.is_confirmed,
    isLate: row.is_late,
    lines: row.line_count,
    units: row.unit_count,
    remaining: row.remaining,
    seenInStore: row.seen,
    totalMinor: withExtras(row.goods_minor, row),
    linesWithoutCost: row.lines_without_cost,
    mailStatus: row.mail_status,
    createdAt: row.created_at.toISOString(),
    createdBy: who(row.created_by),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}

/** Returns the minimum that an order can be compared with: a value in another currency than the order's is none. */
function minimumOf(supplier: OrderSupplier | undefined, currency: string): SupplierMinimum {
  const isKnown = supplier && (supplier.minimum.kind === 'units' || supplier.currency === currency)
  return isKnown ? supplier.minimum : { kind: 'none' }
}

function getTotals(row: ListedOrder, lines: readonly HeldLine[]) {
  const { totalMinor, linesWithoutCost } = getTotal(lines.map(getLineCost))
  return {
    units: lines.reduce((sum, line) => sum + line.ordered, 0),
    remaining: lines.reduce((sum, line) => sum + line.row.remaining_units, 0),
    seenInStore: lines.reduce((sum, { row }) => sum + Math.min(row.seen_units, row.remaining_units), 0),
    totalMinor: withExtras(totalMinor, row),
    linesWithoutCost,
  }
}

function getLineCost({ ordered, confirmed, row }: HeldLine): LineCost {
  return { units: confirmed ?? ordered, unitCostMinor: row.unit_cost_minor }
}

function linesOnWire(
  lines: readonly HeldLine[],
  args: { variants: ReadonlyMap<number, OrderedVariant>; currency: string; hasPrices: boolean },
): PurchaseOrder['lines'] {
  const { variants, currency, hasPrices } = args
  return lines.map((line) => {
    const { row } = line
    const variant = variants.get(row.variant_id)
    return {
      id: row.id,
      variantId: row.variant_id,
      isKnown: variant !== undefined,
      title: row.title,
      sku: row.sku,
      barcode: variant?.barcode ?? null,
      supplierSku: row.supplier_sku,
      packSize: row.pack_size,
      unitCostMinor: row.unit_cost_minor,
      priceMinor: hasPrices && variant?.price != null ? minorAmount(variant.price, currency) : null,
      ordered: line.ordered,
      confirmed: line.confirmed,
      received: line.received,
      rejected: line.rejected,
      replaced: line.replaced,
      cancelled: line.cancelled,
      remaining: row.remaining_units,
      seenInStore: row.seen_units,
      cameIn: Math.max(0, row.seen_units - (row.incoming_seen ?? 0)),
      expectedOn: row.expected_on,
      costMinor: lineCostMinor(getLineCost(line)),
      sharedCostMinor: row.shared_cost_minor,
      landedUnitCostMinor: landedUnitCostMinor(getLineCost(line), row.shared_cost_minor),
    }
  })
}

async function receiptsOnWire(
  tx: Context['tx'],
  key: { merchantId: number; orderId: number },
): Promise<PurchaseOrder['receipts']> {
  const receipts = await listReceipts(tx, key)
  const { merchantId } = key
  const lines = await listReceiptLines(tx, { merchantId, receiptIds: receipts.map(({ id }) => id) })
  const byReceipt = Map.groupBy(lines, (line) => line.receiptId)
  const reversed = new Set(receipts.map(({ reverses }) => reverses))
  return receipts.map((receipt) => ({
    id: receipt.id,
    receivedOn: receipt.received_on,
    recordedAt: receipt.recorded_at.toISOString(),
    recordedBy: receipt.recorded_by,
    note: receipt.note,
    reverses: receipt.reverses,
    isReversed: reversed.has(receipt.id),
    lines: (byReceipt.get(receipt.id) ?? []).map(({ receiptId: _, ...line }) => line),
  }))
}
