import { DEFAULT_LEAD_TIME_DAYS, type MarkOrdered, type PurchaseOrder } from '@stockcast/contract'
import { recordTeamwork } from '../../../kernel/audit/record-audit.ts'
import { dayFromEpoch, epochDay, today as todayOf } from '../../../kernel/calendar.ts'
import { AppError } from '../../../kernel/errors.ts'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import {
  expectedDay,
  findSettings,
  findSuppliers as findSupplierTerms,
  listTypedLeadTimes,
} from '../../../planning/index.ts'
import { obstacleToOrder } from '../order-rules.ts'
import { requireSupplier } from './create-order.ts'
import { getOrder } from './get-order.ts'
import {
  announceRate,
  type HeldOrder,
  holdOrder,
  type OrderContext,
  refuse,
  saveState,
} from './hold-order.ts'
import { noteStock } from './line-queries.ts'
import { tooEarly } from './save-order.ts'
import { getSnapshot } from './supplier-queries.ts'

/** Days back that an order may be entered late. */
const MAX_DAYS_BACK = 730

/** Marks a draft as ordered: its units count as incoming from now on. */
export async function markOrdered(
  context: OrderContext,
  { orderId, wanted }: { orderId: number; wanted: MarkOrdered },
): Promise<PurchaseOrder> {
  const held = await holdOrder(context, { orderId, version: wanted.version })
  await placeOrder(context, held, wanted)
  return getOrder(context, { orderId })
}

/** Marks a held draft as ordered. */
export async function placeOrder(
  context: OrderContext,
  held: HeldOrder,
  wanted: Omit<MarkOrdered, 'version'>,
): Promise<void> {
  refuse(obstacleToOrder(held.units))
  const { merchantId, tx } = context
  const { row } = held
  const supplier = await requireSupplier(context, { supplierId: row.supplier_id ?? 0 })
  const { timeZone, currency } = await requireShopFacts(tx, merchantId)
  const today = todayOf(context.clock, timeZone)
  const orderedOn = wanted.orderedOn ?? today
  assertOrderedOn(orderedOn, today)
  const fxRate = row.currency === currency ? 1 : (wanted.fxRate ?? row.fx_rate)
  const variantIds = held.units.lines.map((line) => line.row.variant_id)
  const toDay = await expectedDays(context, { variantIds, supplierId: supplier.id, orderedOn })
  const typed = wanted.expectedOn ?? row.expected_on
  const expectedOn = typed ?? toDay(null)
  if (expectedOn < orderedOn) throw tooEarly('expectedOn')
  const lines = typed === null ? datedLines(held, toDay) : held.units.lines
  await saveState(context, held, {
    state: { status: 'ordered', lines },
    supplier_snapshot: getSnapshot(supplier),
    ordered_on: orderedOn,
    expected_on: expectedOn,
    ordered_at: context.clock.now(),
    fx_rate: fxRate,
  })
  await recordTeamwork(context, { event: 'order_marked_ordered', detail: row.written_number })
  await noteStock(tx, { merchantId, orderIds: [row.id] })
  if (fxRate !== null && row.currency !== currency) await announceRate(context, row.currency)
}

function assertOrderedOn(orderedOn: string, today: string): void {
  const daysBack = epochDay(today) - epochDay(orderedOn)
  if (daysBack >= 0 && daysBack <= MAX_DAYS_BACK) return
  const message =
    daysBack < 0 ? 'The day of the order has not come yet.' : 'The day of the order is too long ago.'
  throw new AppError('invalid_input', message, { field: 'orderedOn' })
}

type DayOf = (variantId: number | null) => string

/** Returns how to get the day on which a product is expected; null is one for which the supplier has no own lead time. */
async function expectedDays(
  { merchantId, tx }: Context,
  args: { variantIds: readonly number[]; supplierId: number; orderedOn: string },
): Promise<DayOf> {
  const { variantIds, supplierId, orderedOn } = args
  const shopDays = (await findSettings(tx, merchantId))?.defaultLeadTimeDays ?? DEFAULT_LEAD_TIME_DAYS
  const from = epochDay(orderedOn)
  const typed = await listTypedLeadTimes(tx, { merchantId, supplierId, variantIds })
  const terms = await findSupplierTerms(tx, { merchantId, supplierIds: [supplierId], today: from, shopDays })
  const none = { itemDays: null, variantDays: null }
  return (variantId) => {
    const own = (variantId !== null && typed.get(variantId)) || none
    return dayFromEpoch(expectedDay(terms.get(supplierId)!, own, { orderedOn: from, shopDays }))
  }
}

/**
 * Returns a draft with the days on which it is expected if it is placed today, as its mail and files name them; any other order as it
 * is.
 */
export async function asPlaced(context: Context, order: PurchaseOrder): Promise<PurchaseOrder> {
  const { status, supplierId, expectedOn, today, lines } = order
  if (status !== 'draft' || supplierId === null || expectedOn !== null) return order
  const variantIds = lines.map(({ variantId }) => variantId)
  const toDay = await expectedDays(context, { variantIds, supplierId, orderedOn: today })
  return {
    ...order,
    expectedOn: toDay(null),
    lines: lines.map((line) => ({ ...line, expectedOn: line.expectedOn ?? toDay(line.variantId) })),
  }
}

/** Returns the lines; a line has an expected day of its own if the supplier's lead time for its product differs. */
function datedLines({ units }: HeldOrder, toDay: DayOf) {
  return units.lines.map((line) => {
    const day = toDay(line.row.variant_id)
    if (line.row.expected_on !== null || day === toDay(null)) return line
    return { ...line, row: { ...line.row, expected_on: day } }
  })
}
