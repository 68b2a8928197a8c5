import type { createPurchaseOrderSchema } from '@stockcast/contract'
import type { z } from 'zod'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { AppError } from '../../../kernel/errors.ts'
import { refusalTexts } from '../../../kernel/texts/refusal-texts.ts'
import { fewestUnits, unitCostFor } from '../order-rules.ts'
import { type HeldLine, lineChange } from './hold-order.ts'
import {
  deleteLines,
  insertLines,
  listOrderedVariants,
  type NewLine,
  noteStock,
  type OrderedVariant,
  updateLines,
} from './line-queries.ts'
import { listPrices, priceKey, type SupplierPrice } from './supplier-queries.ts'

type LineRequest = z.output<typeof createPurchaseOrderSchema>['lines'][number]

interface Place {
  merchantId: number
  orderId: number
  supplierId: number | null
  /** False in a draft. */
  isOrdered: boolean
}

/** Replaces the lines of an order by the wanted ones; lines that stay are recognized by their id. */
export async function writeLines(
  tx: Tx,
  place: Place,
  { before, wanted }: { before: readonly HeldLine[]; wanted: readonly LineRequest[] },
): Promise<void> {
  const byId = new Map(before.map((line) => [line.row.id, line]))
  refuseRepeated(wanted)
  const prices = await listPrices(tx, {
    merchantId: place.merchantId,
    supplierIds: place.supplierId === null ? [] : [place.supplierId],
    variantIds: wanted.map(({ variantId }) => variantId),
  })
  const getPrice = (variantId: number) => prices.get(priceKey(place.supplierId ?? 0, variantId))
  const kept = wanted.flatMap((line, index) => {
    if (line.id === undefined) return []
    const former = byId.get(line.id)
    if (!former || former.row.variant_id !== line.variantId)
      throw invalid(index, 'id', refusalTexts.unknownLine)
    return [changedLine(former, line, { index, price: getPrice(line.variantId), isOrdered: place.isOrdered })]
  })
  const keptIds = new Set(kept.map(({ row }) => row.id))
  const removed = before.filter(({ row }) => !keptIds.has(row.id))
  if (removed.some((line) => line.received > 0 || line.rejected > 0)) {
    throw new AppError('precondition_failed', 'A line with received units cannot be removed.')
  }
  const removedIds = removed.map(({ row }) => row.id)
  await deleteLines(tx, place, removedIds)
  await updateLines(tx, place, kept.map(lineChange))
  await addLines(tx, place, { wanted, getPrice })
}

async function addLines(
  tx: Tx,
  place: Place,
  { wanted, getPrice }: { wanted: readonly LineRequest[]; getPrice(id: number): SupplierPrice | undefined },
): Promise<void> {
  const added = wanted.map((line, index) => ({ ...line, index })).filter(({ id }) => id === undefined)
  if (added.length === 0) return
  const variantIds = added.map(({ variantId }) => variantId)
  const variants = await listOrderedVariants(tx, { merchantId: place.merchantId, variantIds })
  const rows = added.map((line) => {
    const variant = variants.get(line.variantId)
    if (!variant) throw invalid(line.index, 'variantId', refusalTexts.unknownProduct)
    return newLine(line, {
      orderId: place.orderId,
      position: line.index,
      variant,
      price: getPrice(line.variantId),
    })
  })
  await insertLines(tx, place.merchantId, rows)
  if (place.isOrdered)
    await noteStock(tx, { merchantId: place.merchantId, orderIds: [place.orderId], lines: 'new' })
}

/** Returns the row of a new line, at the supplier's price unless another one is given. */
export function newLine(
  line: Pick<LineRequest, 'units' | 'unitCostMinor' | 'confirmedUnits' | 'expectedOn'>,
  at: { orderId: number; position: number; variant: OrderedVariant; price: SupplierPrice | undefined },
): NewLine {
  const { variant, price } = at
  return {
    order_id: at.orderId,
    position: at.position,
    variant_id: variant.variantId,
    title: variant.title,
    sku: variant.sku,
    supplier_sku: price?.supplierSku ?? null,
    pack_size: price?.packSize ?? 1,
    unit_cost_minor:
      line.unitCostMinor === undefined && price
        ? unitCostFor(line.units, price)
        : (line.unitCostMinor ?? null),
    ordered_units: line.units,
    confirmed_units: line.confirmedUnits ?? null,
    expected_on: line.expectedOn ?? null,
    available_seen: null,
    incoming_seen: null,
  }
}

function changedLine(
  former: HeldLine,
  line: LineRequest,
  { index, price, isOrdered }: { index: number; price: SupplierPrice | undefined; isOrdered: boolean },
): HeldLine {
  const confirmed = line.confirmedUnits === undefined ? former.confirmed : line.confirmedUnits
  const changed = { ...former, ordered: line.units, confirmed }
  const fewest = fewestUnits(former)
  if (isOrdered && (confirmed ?? line.units) < fewest) {
    const field = line.confirmedUnits == null ? 'units' : 'confirmedUnits'
    throw invalid(index, field, `${fewest} units of this line have already arrived.`)
  }
  const isSameUnits = line.units === former.ordered
  const unitCost = () => {
    if (line.unitCostMinor !== undefined) return line.unitCostMinor
    return isSameUnits || !price ? former.row.unit_cost_minor : unitCostFor(line.units, price)
  }
  const row = {
    ...former.row,
    position: index,
    unit_cost_minor: unitCost(),
    expected_on: line.expectedOn === undefined ? former.row.expected_on : line.expectedOn,
    seen_units: Math.min(former.row.seen_units, Math.max(0, (confirmed ?? line.units) - fewest)),
  }
  return { ...changed, row }
}

function refuseRepeated(lines: readonly LineRequest[]): void {
  const seen = new Set<number>()
  for (const [index, { variantId }] of lines.entries()) {
    if (seen.has(variantId)) throw invalid(index, 'variantId', 'This product is in the order twice.')
    seen.add(variantId)
  }
}

function invalid(index: number, field: string, message: string): AppError {
  return new AppError('invalid_input', message, { field: `lines.${index}.${field}` })
}
