import type { SuggestionList, Transfer, TransferStep } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { bulkInsert } from '../../kernel/database/bulk-upsert.ts'

/** An attempt to create a transfer in the store. */
export interface StoreAttempt {
  /** The store takes each key once. */
  key: string
  /** `sending`: its answer is not known. */
  status: 'sending' | 'created' | 'refused'
  /** When it was begun, ISO 8601. */
  at: string
  lines: { variantId: number; itemId: number; units: number }[]
  message: string | null
}

export interface TransferRow {
  id: number
  fromId: number
  toId: number
  fromName: string
  toName: string
  status: Transfer['status']
  storeName: string | null
  attempt: StoreAttempt | null
  createdAt: Date
  sentOn: string | null
  receivedOn: string | null
  steps: StoredStep[]
  lines: TransferLine[]
}

/** What the merchant entered about a transfer. */
export interface StoredStep {
  step: TransferStep
  /** In the shop's time zone. */
  on: string
  /** What was shipped or arrived; none if it is cancelled. */
  lines: { variantId: number; units: number }[]
  /** Whether the rest does not come. */
  isLast: boolean
}

export interface TransferLine {
  variantId: number
  title: string
  sku: string | null
  units: number
  shippedUnits: number
  receivedUnits: number
  /** Shipped units that the store's stock shows where they go. */
  shownUnits: number
  refusedBecause: string | null
}

const columns = sql`t.id, t.from_location_id as "fromId", t.to_location_id as "toId", t.from_name as "fromName",
  t.to_name as "toName", t.status, t.store_name as "storeName", t.attempt, t.created_at as "createdAt", t.sent_on as "sentOn",
  t.received_on as "receivedOn", t.steps, (
    select json_agg(json_build_object('variantId', l.variant_id, 'title', l.title, 'sku', l.sku, 'units', l.units,
      'shippedUnits', l.shipped_units, 'receivedUnits', l.received_units, 'shownUnits', l.shown_units, 'refusedBecause', l.refused_because) order by l.title, l.variant_id)
    from stock_transfer_lines l where l.merchant_id = t.merchant_id and l.transfer_id = t.id
  ) as lines`

/** Returns one page of the transfers, newest first. */
export async function listTransferRows(
  tx: Tx,
  { merchantId, limit, offset }: { merchantId: number; limit: number; offset: number },
): Promise<TransferRow[]> {
  const { rows } = await sql<TransferRow>`
    select ${columns} from stock_transfers t where t.merchant_id = ${merchantId}
    order by t.id desc limit ${limit} offset ${offset}
  `.execute(tx)
  return rows
}

export async function countTransfers(tx: Tx, merchantId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from stock_transfers where merchant_id = ${merchantId}
  `.execute(tx)
  return rows[0]!.count
}

/** Returns these transfers and keeps them until the transaction ends. */
export async function lockTransfers(
  tx: Tx,
  { merchantId, ids }: { merchantId: number; ids: readonly number[] },
): Promise<TransferRow[]> {
  const { rows } = await sql<TransferRow>`
    select ${columns} from stock_transfers t where t.merchant_id = ${merchantId} and t.id = any(${ids}::bigint[])
    order by t.id for update
  `.execute(tx)
  return rows
}

export async function insertTransfer(
  tx: Tx,
  row: {
    merchantId: number
    from: Place
    to: Place
    at: Date
    lines: readonly Pick<TransferLine, 'variantId' | 'title' | 'sku' | 'units'>[]
  },
): Promise<number> {
  const { merchantId, from, to, at, lines } = row
  const { id } = await tx
    .insertInto('stock_transfers')
    .values({
      merchant_id: merchantId,
      from_location_id: from.id,
      to_location_id: to.id,
      from_name: from.name,
      to_name: to.name,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await bulkInsert(tx, {
    table: 'stock_transfer_lines',
    merchantId,
    rows: lines.map(({ variantId, title, sku, units }) => ({
      transfer_id: id,
      variant_id: variantId,
      title,
      sku,
      units,
    })),
  })
  return id
}

export interface Place {
  id: number
  name: string
}

export async function updateTransfer(
  tx: Tx,
  row: {
    merchantId: number
    id: number
    at: Date
    status: TransferRow['status']
    attempt: StoreAttempt | null
    inStore?: { id: number; name: string } | null
  },
): Promise<void> {
  await tx
    .updateTable('stock_transfers')
    .set({
      status: row.status,
      attempt: row.attempt === null ? null : JSON.stringify(row.attempt),
      ...(row.inStore && { store_id: row.inStore.id, store_name: row.inStore.name }),
      updated_at: row.at,
    })
    .where('merchant_id', '=', row.merchantId)
    .where('id', '=', row.id)
    .execute()
  if (!row.inStore) return
  await tx
    .updateTable('stock_transfer_lines')
    .set((e) => ({ shipped_units: e.ref('units') }))
    .where('merchant_id', '=', row.merchantId)
    .where('transfer_id', '=', row.id)
    .where('refused_because', 'is', null)
    .execute()
}

/** Stores what follows from the steps of a transfer. What the store's stock shows of it is kept, as far as it is still shipped. */
export async function saveSteps(
  tx: Tx,
  row: Pick<TransferRow, 'id' | 'status' | 'sentOn' | 'receivedOn' | 'steps' | 'lines'> & {
    merchantId: number
    at: Date
  },
): Promise<void> {
  const { merchantId, id, at, lines } = row
  await tx
    .updateTable('stock_transfers')
    .set({
      status: row.status,
      sent_on: row.sentOn,
      received_on: row.receivedOn,
      steps: JSON.stringify(row.steps),
      updated_at: at,
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute()
  const of = (key: 'variantId' | 'shippedUnits' | 'receivedUnits') => lines.map((line) => line[key])
  await sql`
    update stock_transfer_lines l set shipped_units = given.shipped, received_units = given.received,
      gone_units = least(l.gone_units, given.shipped), shown_units = least(l.shown_units, given.shipped),
      -- Where they go, only a rise after they were shipped says that they came.
      to_seen = case when l.shipped_units = 0 then null else l.to_seen end
    from unnest(${of('variantId')}::bigint[], ${of('shippedUnits')}::integer[], ${of('receivedUnits')}::integer[])
      as given (variant_id, shipped, received)
    where l.merchant_id = ${merchantId} and l.transfer_id = ${id} and l.variant_id = given.variant_id
  `.execute(tx)
}

/** Records why the store left lines out. */
export async function refuseLines(
  tx: Tx,
  args: { merchantId: number; id: number; refused: readonly { variantId: number; because: string }[] },
): Promise<void> {
  const { merchantId, id, refused } = args
  await sql`
    update stock_transfer_lines l set refused_because = given.because
    from unnest(${refused.map(({ variantId }) => variantId)}::bigint[], ${refused.map(({ because }) => because)}::text[])
      as given (variant_id, because)
    where l.merchant_id = ${merchantId} and l.transfer_id = ${id} and l.variant_id = given.variant_id
  `.execute(tx)
}

/** Returns titles and stock items of variants. */
export async function listMoved(
  tx: Tx,
  { merchantId, variantIds }: { merchantId: number; variantIds: readonly number[] },
): Promise<Map<number, { title: string; sku: string | null; itemId: number | null }>> {
  const { rows } = await sql<{ variantId: number; title: string; sku: string | null; itemId: number | null }>`
    select variant_id as "variantId", title, sku, inventory_item_id as "itemId" from variants
    where merchant_id = ${merchantId} and variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  return new Map(rows.map(({ variantId, ...moved }) => [variantId, moved]))
}

/** A row of what to move, with the sums of all of them. */
export type SuggestionRow = SuggestionList['rows'][number] & { total: number; totalUnits: number }

/** Returns one page of what to move, the most valuable first, then what runs out first. */
export async function listSuggestionRows(
  tx: Tx,
  key: { merchantId: number; location: number | undefined; limit: number; offset: number },
): Promise<SuggestionRow[]> {
  const { merchantId, location, limit, offset } = key
  const isAtLocation =
    location === undefined ? sql`true` : sql`${location} in (s.from_location_id, s.to_location_id)`
  const at = (id: string, alias: string) => sql`
    left join location_projections ${sql.ref(alias)} on ${sql.ref(alias)}.merchant_id = ${merchantId}
      and ${sql.ref(alias)}.variant_id = s.variant_id and ${sql.ref(alias)}.location_id = ${sql.ref(id)}`
  const { rows } = await sql<SuggestionRow>`
    select s.variant_id as "variantId", v.title, v.sku,
      json_build_object('id', f.location_id, 'name', f.name, 'available', coalesce(giver.available, 0)) as "from",
      json_build_object('id', t.location_id, 'name', t.name, 'available', coalesce(taker.available, 0),
        'daysLeft', taker.days_until_stockout) as "to",
      s.units, s.transfer_days as days, s.value_minor as "valueMinor", s.stockout_before as "stockoutBefore",
      s.stockout_after as "stockoutAfter", count(*) over () as total, sum(s.units) over () as "totalUnits"
    from transfer_suggestions s
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = s.variant_id
    join locations f on f.merchant_id = ${merchantId} and f.location_id = s.from_location_id
    join locations t on t.merchant_id = ${merchantId} and t.location_id = s.to_location_id
    ${at('s.from_location_id', 'giver')} ${at('s.to_location_id', 'taker')}
    where s.merchant_id = ${merchantId} and ${isAtLocation}
    order by s.value_minor desc nulls last, taker.days_until_stockout, s.variant_id, s.from_location_id, s.to_location_id
    limit ${limit} offset ${offset}
  `.execute(tx)
  return rows
}
