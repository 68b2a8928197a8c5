import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { bulkInsert } from '../../../kernel/database/bulk-upsert.ts'
import { noteStock } from '../../purchasing/orders/line-queries.ts'
import { takeNumbers } from '../../purchasing/orders/order-queries.ts'
import type { PlannedOrder } from './plan-order.ts'
import type { ImportedLine, ImportedOrder } from './plan-update.ts'

/** Ends this transaction where a lock is not free within seconds: the file then waits without its sender. */
export async function waitBriefly(tx: Tx): Promise<void> {
  await sql`select set_config('lock_timeout', '3000', true)`.execute(tx)
}

/**
 * Returns the orders of these numbers, with their lines and the receipts that count: those that were imported under them, or with
 * `isOwn`, those that we gave them to.
 */
export async function listImportedOrders(
  tx: Tx,
  { merchantId, externalIds, isOwn }: { merchantId: number; externalIds: readonly string[]; isOwn: boolean },
): Promise<Map<string, ImportedOrder>> {
  const number = isOwn ? sql`o.written_number` : sql`o.external_id`
  const { rows } = await sql<Omit<ImportedOrder, 'lines'> & { externalId: string } & ImportedLine>`
    select ${number} as "externalId", o.id as "orderId", o.status, o.ordered_on as "orderedOn",
      o.expected_on as "expectedOn", o.is_confirmed as "isConfirmed", o.currency, l.id as "lineId", l.variant_id as "variantId",
      l.ordered_units as units, l.confirmed_units as confirmed, l.received_units as received, l.rejected_units as rejected,
      l.cancelled_units as cancelled, l.unit_cost_minor as "unitCostMinor",
      coalesce((
        select json_agg(json_build_object('receiptId', r.id, 'day', r.received_on, 'accepted', rl.accepted_units,
          'rejected', rl.rejected_units) order by r.id)
        from receipts r
        join receipt_lines rl on rl.merchant_id = ${merchantId} and rl.receipt_id = r.id and rl.line_id = l.id
        where r.merchant_id = ${merchantId} and r.order_id = o.id and r.reverses is null
          and not exists (select from receipts u where u.merchant_id = ${merchantId} and u.order_id = o.id
            and u.reverses = r.id)
      ), '[]') as receipts
    from purchase_orders o
    join purchase_order_lines l on l.merchant_id = ${merchantId} and l.order_id = o.id
    where o.merchant_id = ${merchantId} and (o.source = 'import' or ${isOwn}) and ${number} = any(${externalIds}::text[])
    order by o.id, l.position
  `.execute(tx)
  const orders = new Map<string, ImportedOrder>()
  for (const { externalId, orderId, status, orderedOn, expectedOn, isConfirmed, currency, ...line } of rows) {
    const known = orders.get(externalId)
    if (known) known.lines.push(line)
    else
      orders.set(externalId, { orderId, status, orderedOn, expectedOn, isConfirmed, currency, lines: [line] })
  }
  return orders
}

type OrderToWrite = Omit<PlannedOrder, 'rows'> & {
  supplierSnapshot: string | null
}

/** Stores imported orders with their lines and receipts, under new numbers of their own. */
export async function insertImportedOrders(
  tx: Tx,
  args: {
    merchantId: number
    orders: readonly OrderToWrite[]
    products: ReadonlyMap<number, { title: string; sku: string | null }>
    at: Date
  },
): Promise<void> {
  const { merchantId, orders, at } = args
  if (orders.length === 0) return
  const { first, prefix } = await takeNumbers(tx, { merchantId, count: orders.length })
  await bulkInsert(tx, {
    table: 'purchase_orders',
    merchantId,
    generatedKey: ['id'],
    rows: orders.map((order, i) => ({
      number: first + i,
      number_prefix: prefix,
      supplier_id: order.supplierId,
      supplier_snapshot: order.supplierSnapshot,
      status: order.status,
      currency: order.currency,
      ordered_on: order.orderedOn,
      expected_on: order.expectedOn,
      source: 'import',
      external_id: order.externalId,
      created_at: at,
      updated_at: at,
      ordered_at: order.status === 'draft' ? null : at,
      closed_at: getCause(order.status) === null ? null : at,
      closed_because: getCause(order.status),
    })),
  })
  const ids = await listOrderIds(tx, { merchantId, externalIds: orders.map(({ externalId }) => externalId) })
  await insertLines(tx, { ...args, ids })
  await insertReceipts(tx, { ...args, ids })
  await noteStock(tx, { merchantId, orderIds: [...ids.values()], lines: 'remaining' })
}

function getCause(status: PlannedOrder['status']): string | null {
  if (status === 'received') return 'arrived'
  return status === 'closed' || status === 'cancelled' ? status : null
}

async function listOrderIds(
  tx: Tx,
  { merchantId, externalIds }: { merchantId: number; externalIds: readonly string[] },
): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('purchase_orders')
    .select(['id', 'external_id'])
    .where('merchant_id', '=', merchantId)
    .where('source', '=', 'import')
    .where(sql<SqlBool>`external_id = any(${externalIds}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.external_id!, row.id]))
}

type Written = Parameters<typeof insertImportedOrders>[1] & { ids: ReadonlyMap<string, number> }

async function insertLines(tx: Tx, { merchantId, orders, products, ids }: Written): Promise<void> {
  await bulkInsert(tx, {
    table: 'purchase_order_lines',
    merchantId,
    generatedKey: ['order_id', 'id'],
    rows: orders.flatMap((order) =>
      order.lines.map((line, i) => ({
        order_id: ids.get(order.externalId)!,
        position: i + 1,
        variant_id: line.variantId,
        title: products.get(line.variantId)?.title ?? '',
        sku: products.get(line.variantId)?.sku ?? null,
        unit_cost_minor: line.unitCostMinor,
        ordered_units: line.units,
        received_units: line.received,
        rejected_units: line.rejected,
        cancelled_units: line.cancelled,
        expected_on: line.expectedOn,
      })),
    ),
  })
}

/** Stores one receipt for each order and day. */
async function insertReceipts(tx: Tx, { merchantId, orders, ids, at }: Written): Promise<void> {
  const received = orders.flatMap((order) =>
    order.lines
      .filter((line) => line.received > 0 || line.rejected > 0)
      .map((line) => ({ ...line, orderId: ids.get(order.externalId)! })),
  )
  const toKey = (line: (typeof received)[number]) => `import/${line.orderId}/${line.receivedOn}`
  const byKey = Map.groupBy(received, toKey)
  await bulkInsert(tx, {
    table: 'receipts',
    merchantId,
    generatedKey: ['id'],
    rows: [...byKey].map(([key, [line]]) => ({
      order_id: line!.orderId,
      received_on: line!.receivedOn,
      recorded_at: at,
      idempotency_key: key,
    })),
  })
  await sql`
    insert into receipt_lines (merchant_id, receipt_id, line_id, accepted_units, rejected_units)
    select l.merchant_id, r.id, l.id, new.accepted, new.rejected
    from unnest(${received.map(toKey)}::text[], ${received.map((line) => line.orderId)}::bigint[],
      ${received.map((line) => line.variantId)}::bigint[], ${received.map((line) => line.received)}::integer[],
      ${received.map((line) => line.rejected)}::integer[]) as new (key, order_id, variant_id, accepted, rejected)
    join receipts r on r.merchant_id = ${merchantId} and r.idempotency_key = new.key
    join purchase_order_lines l
      on l.merchant_id = ${merchantId} and l.order_id = new.order_id and l.variant_id = new.variant_id
  `.execute(tx)
}
