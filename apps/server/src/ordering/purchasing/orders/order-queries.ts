import { MAX_ORDER_LINES } from '@stockcast/contract'
import { type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { bulkInsert } from '../../../kernel/database/bulk-upsert.ts'
import { actingUser } from '../../../kernel/database/request-scope.ts'
import type { Tables } from '../../../kernel/database/tables.ts'

export type OrderRow = Selectable<Tables['purchase_orders']>
export type OrderChange = Omit<Updateable<Tables['purchase_orders']>, 'merchant_id' | 'id' | 'version'>

export interface OrderKey {
  merchantId: number
  orderId: number
}

/** Returns an order and locks it until the transaction ends. */
export async function lockOrder(tx: Tx, { merchantId, orderId }: OrderKey): Promise<OrderRow | undefined> {
  return tx
    .selectFrom('purchase_orders')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Locks the merchant's order numbers until the transaction ends, so that of two requests for drafts the second sees those of
 * the first.
 */
export async function lockNumbers(tx: Tx, merchantId: number): Promise<void> {
  await takeNumbers(tx, { merchantId, count: 0 })
}

/** Takes numbers for new orders and returns the first, and what is written before each. */
export async function takeNumbers(
  tx: Tx,
  { merchantId, count }: { merchantId: number; count: number },
): Promise<{ first: number; prefix: string }> {
  const { rows } = await sql<{ last: number; prefix: string }>`
    insert into purchase_order_numbers (merchant_id, last_number) values (${merchantId}, ${count})
    on conflict (merchant_id) do update set last_number = purchase_order_numbers.last_number + excluded.last_number
    returning last_number as last, prefix
  `.execute(tx)
  const { last, prefix } = rows[0]!
  return { first: last - count + 1, prefix }
}

/** Returns the newest draft of a supplier that has room for another line, with the position of that line. */
export async function findDraftOf(
  tx: Tx,
  { merchantId, supplierId, currency }: { merchantId: number; supplierId: number; currency: string },
): Promise<{ id: number; number: string; nextPosition: number } | undefined> {
  const { rows } = await sql<{ id: number; number: string; nextPosition: number }>`
    select o.id, o.written_number as number, coalesce(max(l.position) + 1, 0) as "nextPosition"
    from purchase_orders o
    left join purchase_order_lines l on l.merchant_id = ${merchantId} and l.order_id = o.id
    where o.merchant_id = ${merchantId} and o.supplier_id = ${supplierId} and o.currency = ${currency}
      and o.status = 'draft'
    group by o.id, o.written_number
    having count(l.id) < ${MAX_ORDER_LINES}
    order by o.id desc limit 1
  `.execute(tx)
  return rows[0]
}

export interface NewOrder {
  number: number
  /** Is written before the number. */
  prefix: string
  supplierId: number | null
  currency: string
  locationId?: number | null | undefined
  locationName?: string | null | undefined
  expectedOn?: string | null | undefined
  freightMinor?: number | undefined
  dutyMinor?: number | undefined
  otherMinor?: number | undefined
  costSharing?: OrderRow['cost_sharing'] | undefined
  note?: string | null | undefined
  /** A noted order is ordered from the start. */
  noted?: { orderedOn: string }
  at: Date
}

/** Stores an order and returns its id. */
export async function insertOrder(tx: Tx, merchantId: number, order: NewOrder): Promise<number> {
  const { id } = await tx
    .insertInto('purchase_orders')
    .values({
      created_by: actingUser(),
      merchant_id: merchantId,
      number: order.number,
      number_prefix: order.prefix,
      supplier_id: order.supplierId,
      currency: order.currency,
      location_id: order.locationId ?? null,
      location_name: order.locationName ?? null,
      expected_on: order.expectedOn ?? null,
      freight_minor: order.freightMinor ?? 0,
      duty_minor: order.dutyMinor ?? 0,
      other_minor: order.otherMinor ?? 0,
      cost_sharing: order.costSharing ?? 'value',
      note: order.note ?? null,
      created_at: order.at,
      updated_at: order.at,
      ...(order.noted && {
        is_noted: true,
        status: 'ordered' as const,
        ordered_on: order.noted.orderedOn,
        ordered_at: order.at,
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type NewDraft = Pick<NewOrder, 'number' | 'prefix' | 'currency'> & {
  supplierId: number
  locationId: number | null
  locationName: string | null
}

/** Stores drafts and returns their ids and written numbers by number. */
export async function insertDrafts(
  tx: Tx,
  merchantId: number,
  { drafts, at }: { drafts: readonly NewDraft[]; at: Date },
): Promise<Map<number, { id: number; written: string }>> {
  if (drafts.length === 0) return new Map()
  await bulkInsert(tx, {
    table: 'purchase_orders',
    merchantId,
    generatedKey: ['id'],
    rows: drafts.map(({ number, prefix, supplierId, currency, locationId, locationName }) => ({
      number,
      number_prefix: prefix,
      supplier_id: supplierId,
      currency,
      created_by: actingUser(),
      location_id: locationId,
      location_name: locationName,
      created_at: at,
      updated_at: at,
    })),
  })
  const rows = await tx
    .selectFrom('purchase_orders')
    .select(['id', 'number', 'written_number as written'])
    .where('merchant_id', '=', merchantId)
    .where(sql<SqlBool>`number = any(${drafts.map(({ number }) => number)}::integer[])`)
    .execute()
  return new Map(rows.map(({ number, ...row }) => [number, row]))
}

/** Changes an order, whose version rises. */
export async function updateOrder(
  tx: Tx,
  { merchantId, orderId }: OrderKey,
  change: OrderChange,
): Promise<void> {
  await tx
    .updateTable('purchase_orders')
    .set((e) => ({ ...change, version: e('version', '+', 1) }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', orderId)
    .execute()
}

/**
 * Deletes a held draft with its lines. If it is the newest order and was never changed or mailed, its number is free again.
 * Any other number may stand on a paper, and is not given twice.
 */
export async function deleteDraft(
  tx: Tx,
  { merchant_id: merchantId, id: orderId, number, version }: OrderRow,
): Promise<void> {
  if (version === 1) {
    await sql`
      update purchase_order_numbers set last_number = last_number - 1
      where merchant_id = ${merchantId} and last_number = ${number}
        and not exists (select from purchase_order_mails where merchant_id = ${merchantId} and order_id = ${orderId})
    `.execute(tx)
  }
  await tx
    .deleteFrom('purchase_orders')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', orderId)
    .execute()
}
