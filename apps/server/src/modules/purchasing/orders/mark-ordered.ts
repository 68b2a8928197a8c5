import { DEFAULT_LEAD_TIME_DAYS, type MarkOrdered, type PurchaseOrder } from '@stockcast/contract'
import { dayFromEpoch, epochDay, today as todayOf } from '../../../calendar.ts'
import { AppError } from '../../../errors.ts'
import { requireShopFacts } from '../../../shop-facts/queries.ts'
import { findSettings } from '../../settings/index.ts'
import { obstacleToOrder } from '../state/order-state.ts'
import { requireSupplier } from './create-order.ts'
import { getOrder } from './get-order.ts'
import { type HeldOrder, holdOrder, type OrderContext, refuse, saveState } from './hold-order.ts'
import { noteStock } from './line-queries.ts'
import { tooEarly } from './save-order.ts'
import { listPrices, type OrderSupplier, priceKey, snapshotOf } from './supplier-queries.ts'

/** Days back that an order may be entered late. */
const MOST_DAYS_BACK = 730

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
  const leadTimeDays = supplier.statedLeadTimeDays ?? (await defaultLeadTime(context))
  const expectedOn = wanted.expectedOn ?? row.expected_on ?? daysAfter(orderedOn, leadTimeDays)
  if (expectedOn < orderedOn) throw tooEarly('expectedOn')
  const lines = await datedLines(context, held, { supplier, orderedOn })
  await saveState(context, held, {
    state: { status: 'ordered', lines },
    supplier_snapshot: snapshotOf(supplier),
    ordered_on: orderedOn,
    expected_on: expectedOn,
    ordered_at: context.clock.now(),
    fx_rate: row.currency === currency ? 1 : (wanted.fxRate ?? row.fx_rate),
  })
  await noteStock(tx, { merchantId, orderIds: [row.id] })
}

function assertOrderedOn(orderedOn: string, today: string): void {
  const daysBack = epochDay(today) - epochDay(orderedOn)
  if (daysBack >= 0 && daysBack <= MOST_DAYS_BACK) return
  const message =
    daysBack < 0 ? 'The day of the order has not come yet.' : 'The day of the order is too long ago.'
  throw new AppError('invalid_input', message, { field: 'orderedOn' })
}

async function defaultLeadTime({ merchantId, tx }: OrderContext): Promise<number> {
  return (await findSettings(tx, merchantId))?.defaultLeadTimeDays ?? DEFAULT_LEAD_TIME_DAYS
}

/** Returns the lines, with a day of their own where the supplier takes longer or shorter for the product. */
async function datedLines(
  { merchantId, tx }: OrderContext,
  { units }: HeldOrder,
  { supplier, orderedOn }: { supplier: OrderSupplier; orderedOn: string },
) {
  const variantIds = units.lines.map(({ row }) => row.variant_id)
  const prices = await listPrices(tx, { merchantId, supplierIds: [supplier.id], variantIds })
  return units.lines.map((line) => {
    const own = prices.get(priceKey(supplier.id, line.row.variant_id))?.leadTimeDays ?? null
    if (own === null || line.row.expected_on !== null) return line
    return { ...line, row: { ...line.row, expected_on: daysAfter(orderedOn, own) } }
  })
}

function daysAfter(day: string, days: number): string {
  return dayFromEpoch(epochDay(day) + days)
}
