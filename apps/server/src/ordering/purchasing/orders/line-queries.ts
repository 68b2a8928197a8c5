import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { bulkInsert } from '../../../kernel/database/bulk-upsert.ts'
import type { Tables } from '../../../kernel/database/tables.ts'
import type { OrderKey } from './order-queries.ts'

export type LineRow = Selectable<Tables['purchase_order_lines']>

export async function listLines(tx: Tx, { merchantId, orderId }: OrderKey): Promise<LineRow[]> {
  return tx
    .selectFrom('purchase_order_lines')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export type NewLine = Pick<
  LineRow,
  | 'order_id'
  | 'position'
  | 'variant_id'
  | 'title'
  | 'sku'
  | 'supplier_sku'
  | 'pack_size'
  | 'unit_cost_minor'
  | 'ordered_units'
  | 'confirmed_units'
  | 'expected_on'
  | 'available_seen'
  | 'incoming_seen'
>

export async function insertLines(tx: Tx, merchantId: number, rows: readonly NewLine[]): Promise<void> {
  if (rows.length === 0) return
  const generatedKey = ['order_id', 'id']
  await bulkInsert(tx, { table: 'purchase_order_lines', merchantId, generatedKey, rows })
}

/** The columns of a line that change. */
export type LineChange = Pick<
  LineRow,
  | 'id'
  | 'position'
  | 'supplier_sku'
  | 'pack_size'
  | 'unit_cost_minor'
  | 'ordered_units'
  | 'confirmed_units'
  | 'received_units'
  | 'rejected_units'
  | 'replaced_units'
  | 'cancelled_units'
  | 'seen_units'
  | 'awaited_units'
  | 'booked_units'
  | 'counted_again_on'
  | 'expected_on'
>

const valuesOf = <Key extends keyof LineChange>(rows: readonly LineChange[], key: Key) =>
  rows.map((row) => row[key])

export async function updateLines(
  tx: Tx,
  { merchantId, orderId }: OrderKey,
  rows: readonly LineChange[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update purchase_order_lines l set position = new.position, supplier_sku = new.supplier_sku, pack_size = new.pack_size,
      unit_cost_minor = new.unit_cost_minor, ordered_units = new.ordered, confirmed_units = new.confirmed,
      received_units = new.received, rejected_units = new.rejected, replaced_units = new.replaced,
      cancelled_units = new.cancelled, seen_units = new.seen, awaited_units = new.awaited, expected_on = new.expected_on,
      booked_units = new.booked, counted_again_on = new.counted_again_on
    from unnest(${valuesOf(rows, 'id')}::bigint[], ${valuesOf(rows, 'position')}::integer[],
      ${valuesOf(rows, 'supplier_sku')}::text[], ${valuesOf(rows, 'pack_size')}::integer[],
      ${valuesOf(rows, 'unit_cost_minor')}::bigint[], ${valuesOf(rows, 'ordered_units')}::integer[],
      ${valuesOf(rows, 'confirmed_units')}::integer[], ${valuesOf(rows, 'received_units')}::integer[],
      ${valuesOf(rows, 'rejected_units')}::integer[], ${valuesOf(rows, 'replaced_units')}::integer[],
      ${valuesOf(rows, 'cancelled_units')}::integer[], ${valuesOf(rows, 'seen_units')}::integer[],
      ${valuesOf(rows, 'awaited_units')}::integer[], ${valuesOf(rows, 'expected_on')}::date[],
      ${valuesOf(rows, 'booked_units')}::integer[], ${valuesOf(rows, 'counted_again_on')}::date[]
    ) as new (id, position, supplier_sku, pack_size, unit_cost_minor, ordered, confirmed, received, rejected, replaced,
      cancelled, seen, awaited, expected_on, booked, counted_again_on)
    where l.merchant_id = ${merchantId} and l.order_id = ${orderId} and l.id = new.id
  `.execute(tx)
}

export async function deleteLines(
  tx: Tx,
  { merchantId, orderId }: OrderKey,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('purchase_order_lines')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .where((e) => e('id', '=', e.fn.any(e.val([...ids]))))
    .execute()
}

/** Stores the lines' shares of freight, duty and other costs. */
export async function updateSharedCosts(
  tx: Tx,
  { merchantId, orderId }: OrderKey,
  shares: readonly { id: number; sharedCostMinor: number }[],
): Promise<void> {
  if (shares.length === 0) return
  await sql`
    update purchase_order_lines l set shared_cost_minor = new.shared
    from unnest(${shares.map(({ id }) => id)}::bigint[], ${shares.map((share) => share.sharedCostMinor)}::bigint[])
      as new (id, shared)
    where l.merchant_id = ${merchantId} and l.order_id = ${orderId} and l.id = new.id
  `.execute(tx)
}

/**
 * Stores the present stock beside the lines of orders, so that later arrivals show as a rise. Each line looks up its own
 * product: a join of lines that were written just now is planned as one of a single row, and takes seconds for a thousand.
 */
export async function noteStock(
  tx: Tx,
  args: {
    merchantId: number
    orderIds: readonly number[]
    lines?: 'all' | 'new' | 'remaining' | { id: number }
  },
): Promise<void> {
  const { merchantId, orderIds, lines = 'all' } = args
  const chosen = {
    all: sql`true`,
    new: sql`l.available_seen is null`,
    remaining: sql`l.remaining_units > 0`,
  }
  const isChosen = typeof lines === 'string' ? chosen[lines] : sql`l.id = ${lines.id}`
  await sql`
    update purchase_order_lines l set seen_units = 0, stock_seen_at = null, (available_seen, incoming_seen) = (
      select to_units(coalesce(sum(i.available), 0)), to_units(coalesce(sum(i.incoming), 0))
      from stock_at_active_locations i
      where i.merchant_id = ${merchantId} and i.variant_id = l.variant_id
    )
    where l.merchant_id = ${merchantId} and l.order_id = any(${orderIds}::bigint[]) and ${isChosen}
  `.execute(tx)
}

export interface OrderedVariant {
  variantId: number
  title: string
  sku: string | null
  barcode: string | null
  /** In the shop's currency. */
  price: number | null
}

export async function listOrderedVariants(
  tx: Tx,
  { merchantId, variantIds }: { merchantId: number; variantIds: readonly number[] },
): Promise<Map<number, OrderedVariant>> {
  if (variantIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('variants')
    .select(['variant_id as variantId', 'title', 'sku', 'barcode', 'price'])
    .where('merchant_id', '=', merchantId)
    .where((e) => e('variant_id', '=', e.fn.any(e.val([...variantIds]))))
    .execute()
  return new Map(rows.map((row) => [row.variantId, row]))
}
