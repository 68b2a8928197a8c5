import {
  type CreatedDrafts,
  type createDraftsSchema,
  MAX_ORDER_LINES,
  type OpenDraft,
} from '@stockcast/contract'
import type { z } from 'zod'
import { recordTeamwork } from '../../../kernel/audit/record-audit.ts'
import { listOpenDrafts } from '../../../kernel/database/ordering.ts'
import { getTotal } from '../order-rules.ts'
import { announceOrders, type OrderContext } from './hold-order.ts'
import { insertLines, listOrderedVariants, type NewLine } from './line-queries.ts'
import { insertDrafts, lockNumbers, takeNumbers } from './order-queries.ts'
import {
  findSuppliers,
  getLocationName,
  listPrices,
  type OrderSupplier,
  priceKey,
} from './supplier-queries.ts'
import { newLine } from './write-lines.ts'

type Wanted = z.output<typeof createDraftsSchema>
type LeftOut = CreatedDrafts['leftOut'][number]

/**
 * Creates one draft for each supplier, and more where one would have too many lines. Products that are in an open draft to
 * the same location or to none, or given twice, are left out, so that the same request again creates nothing, even at the
 * same moment.
 */
export async function createDrafts(context: OrderContext, wanted: Wanted): Promise<CreatedDrafts> {
  const { merchantId, tx } = context
  await lockNumbers(tx, merchantId)
  const variantIds = wanted.lines.map(({ variantId }) => variantId)
  const supplierIds = [...new Set(wanted.lines.map(({ supplierId }) => supplierId))]
  const suppliers = await findSuppliers(tx, { merchantId, supplierIds })
  const variants = await listOrderedVariants(tx, { merchantId, variantIds })
  const drafted = await listOpenDrafts(tx, { merchantId, variantIds, location: wanted.locationId })
  const prices = await listPrices(tx, { merchantId, supplierIds, variantIds })
  const locationName = await getLocationName(tx, { merchantId, locationId: wanted.locationId })

  const taken = new Map<number, OpenDraft | null>(drafted)
  const leftOut: LeftOut[] = []
  const accepted = wanted.lines.filter((line) => {
    const reason = reasonToLeaveOut(line, { suppliers, variants, taken })
    if (reason !== null) leftOut.push({ ...reason, variantId: line.variantId })
    else taken.set(line.variantId, null)
    return reason === null
  })

  const groups = [...Map.groupBy(accepted, ({ supplierId }) => supplierId)].flatMap(([supplierId, lines]) =>
    getParts(lines, MAX_ORDER_LINES).map((part) => [supplierId, part] as const),
  )
  const { first, prefix } = await takeNumbers(tx, { merchantId, count: groups.length })
  const { locationId } = wanted
  const drafts = groups.map(([supplierId], index) => {
    const { currency } = suppliers.get(supplierId)!
    return { number: first + index, prefix, supplierId, currency, locationId, locationName }
  })
  const stored = await insertDrafts(tx, merchantId, { drafts, at: context.clock.now() })
  const orders: CreatedDrafts['orders'] = []
  const rows: NewLine[] = []
  for (const [index, { number, supplierId, currency }] of drafts.entries()) {
    const { id: orderId, written } = stored.get(number)!
    const own = groups[index]![1].map((line, position) => {
      const price = prices.get(priceKey(supplierId, line.variantId))
      return newLine(line, { orderId, position, variant: variants.get(line.variantId)!, price })
    })
    rows.push(...own)
    orders.push({
      id: orderId,
      number: written,
      supplierName: suppliers.get(supplierId)!.name,
      currency,
      ...getSums(own),
    })
  }
  await insertLines(tx, merchantId, rows)
  await announceOrders(context, [])
  if (orders.length > 0)
    await recordTeamwork(context, {
      event: 'order_created',
      detail: orders.map(({ number }) => number).join(', '),
    })
  return { orders, leftOut }
}

function reasonToLeaveOut(
  { supplierId, variantId }: Wanted['lines'][number],
  known: {
    suppliers: ReadonlyMap<number, OrderSupplier>
    variants: ReadonlyMap<number, unknown>
    /** The draft; null if it is among those being created. */
    taken: ReadonlyMap<number, OpenDraft | null>
  },
): Omit<LeftOut, 'variantId'> | null {
  const supplier = known.suppliers.get(supplierId)
  if (!supplier) return { reason: 'unknown_supplier', number: null }
  if (supplier.isArchived) return { reason: 'supplier_archived', number: null }
  if (!known.variants.has(variantId)) return { reason: 'unknown_product', number: null }
  const draft = known.taken.get(variantId)
  return draft === undefined ? null : { reason: 'in_draft', number: draft?.number ?? null }
}

function getParts<Item>(items: readonly Item[], most: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, part) =>
    items.slice(part * most, (part + 1) * most),
  )
}

function getSums(lines: readonly NewLine[]) {
  const costs = lines.map((line) => ({ units: line.ordered_units, unitCostMinor: line.unit_cost_minor }))
  return {
    lines: lines.length,
    units: lines.reduce((sum, line) => sum + line.ordered_units, 0),
    totalMinor: getTotal(costs).totalMinor,
  }
}
