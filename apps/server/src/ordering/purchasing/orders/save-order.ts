import { isIncoming, type PurchaseOrder, type savePurchaseOrderSchema } from '@stockcast/contract'
import type { z } from 'zod'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { AppError } from '../../../kernel/errors.ts'
import { refusalTexts } from '../../../kernel/texts/refusal-texts.ts'
import { stateOfUnits } from '../order-rules.ts'
import { requireSupplier, shareCosts } from './create-order.ts'
import { getOrder } from './get-order.ts'
import {
  announceOrders,
  announceRate,
  type HeldOrder,
  heldLine,
  holdOrder,
  type OrderContext,
  refuse,
} from './hold-order.ts'
import { listLines } from './line-queries.ts'
import { deleteDraft, type OrderChange, updateOrder } from './order-queries.ts'
import { getLocationName } from './supplier-queries.ts'
import { writeLines } from './write-lines.ts'

type Wanted = z.output<typeof savePurchaseOrderSchema>

/** Changes a draft or an order that is on its way, with what the supplier confirmed. */
export async function saveOrder(
  context: OrderContext,
  { orderId, wanted }: { orderId: number; wanted: Wanted },
): Promise<PurchaseOrder> {
  const { merchantId, tx } = context
  const held = await holdOrder(context, { orderId, version: wanted.version })
  const isDraft = held.row.status === 'draft'
  if (!isDraft && !isIncoming(held.row.status)) refuse('wrong_state')
  const supplier = await changedSupplier(context, held, wanted)
  const supplierId = supplier?.id ?? held.row.supplier_id
  assertDays(held, wanted)
  if (wanted.lines !== undefined) {
    if (!isDraft && wanted.lines.length === 0) refuse('no_lines')
    await writeLines(
      tx,
      { merchantId, orderId, supplierId, isOrdered: !isDraft },
      { before: held.units.lines, wanted: wanted.lines },
    )
  }
  const lines = (await listLines(tx, { merchantId, orderId })).map(heldLine)
  const status = isDraft ? 'draft' : stateOfUnits(lines)
  const at = context.clock.now()
  await updateOrder(
    tx,
    { merchantId, orderId },
    {
      ...(await getFields(tx, merchantId, wanted)),
      ...(supplier && { supplier_id: supplier.id, currency: supplier.currency }),
      status,
      updated_at: at,
      ...(status === 'received' && { closed_at: at, closed_because: 'arrived' as const }),
    },
  )
  await shareCosts(tx, { merchantId, orderId })
  const changed = [...held.units.lines, ...lines].map(({ row }) => row.variant_id)
  await announceOrders(context, isDraft ? [] : changed)
  if (!isDraft && wanted.fxRate !== undefined) await announceRate(context, held.row.currency)
  return getOrder(context, { orderId })
}

async function changedSupplier(context: OrderContext, { row, units }: HeldOrder, wanted: Wanted) {
  const { supplierId } = wanted
  if (supplierId === undefined || supplierId === row.supplier_id) return undefined
  if (row.status !== 'draft') refuse('wrong_state')
  const supplier = await requireSupplier(context, { supplierId })
  const hasPrices =
    wanted.lines === undefined && units.lines.some((line) => line.row.unit_cost_minor !== null)
  if (supplier.currency !== row.currency && hasPrices) {
    const message = `This supplier is paid in ${supplier.currency}. Enter the prices of the lines again.`
    throw new AppError('invalid_input', message, { field: 'supplierId' })
  }
  return supplier
}

function assertDays({ row }: HeldOrder, { expectedOn, lines = [] }: Wanted): void {
  const orderedOn = row.ordered_on
  if (orderedOn === null) return
  const isEarly = (day: string | null | undefined) => day != null && day < orderedOn
  if (isEarly(expectedOn)) throw tooEarly('expectedOn')
  const early = lines.findIndex((line) => isEarly(line.expectedOn))
  if (early >= 0) throw tooEarly(`lines.${early}.expectedOn`)
}

export function tooEarly(field: string): AppError {
  return new AppError('invalid_input', refusalTexts.dayBeforeOrder, { field })
}

async function getFields(tx: Tx, merchantId: number, wanted: Wanted): Promise<OrderChange> {
  const { locationId } = wanted
  return {
    ...(locationId !== undefined && {
      location_id: locationId,
      location_name: await getLocationName(tx, { merchantId, locationId }),
    }),
    ...(wanted.expectedOn !== undefined && { expected_on: wanted.expectedOn }),
    ...(wanted.isConfirmed !== undefined && { is_confirmed: wanted.isConfirmed }),
    ...(wanted.fxRate !== undefined && { fx_rate: wanted.fxRate }),
    ...(wanted.freightMinor !== undefined && { freight_minor: wanted.freightMinor }),
    ...(wanted.dutyMinor !== undefined && { duty_minor: wanted.dutyMinor }),
    ...(wanted.otherMinor !== undefined && { other_minor: wanted.otherMinor }),
    ...(wanted.costSharing !== undefined && { cost_sharing: wanted.costSharing }),
    ...(wanted.note !== undefined && { note: wanted.note }),
  }
}

/** Deletes a draft. */
export async function removeDraft(
  context: OrderContext,
  { orderId, version }: { orderId: number; version?: number | undefined },
): Promise<void> {
  const { row } = await holdOrder(context, { orderId, version })
  if (row.status !== 'draft') refuse('wrong_state')
  await deleteDraft(context.tx, row)
  await announceOrders(context, [])
}
