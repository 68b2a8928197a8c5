import type { SyncPhase } from '@stockcast/contract'
import { type Selectable, sql } from 'kysely'
import type { ShopDetails } from '../../kernel/connector/rows.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Tables } from '../../kernel/database/tables.ts'
import { findShopFacts, requireShopFacts } from '../../kernel/shop-facts/queries.ts'
import type { SyncMessage } from '../../kernel/texts/sync-texts.ts'

export type SyncRunRow = Selectable<Tables['sync_runs']>

export interface RunKey {
  merchantId: number
  runId: number
}

export interface RunChanges {
  phase: SyncPhase
  method: 'bulk' | 'paged'
  cursor: object
  products: number
  variants: number
  orders: number
  orderLines: number
  expectedOrders: number | null
  message: SyncMessage | null
}

/** Returns undefined when another run of the merchant is running. */
export async function insertRun(
  tx: Tx,
  run: { merchantId: number; kind: 'first' | 'full'; startedAt: Date },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('sync_runs')
    .values({
      merchant_id: run.merchantId,
      kind: run.kind,
      status: 'running',
      phase: 'queued',
      method: 'bulk',
      started_at: run.startedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function findRunningRun(tx: Tx, merchantId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('sync_runs')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return row?.id
}

/** Returns whether a run is reading, or may yet read, the whole history into an empty ledger. */
export async function isReadingHistory(tx: Tx, merchantId: number): Promise<boolean> {
  const found = await sql`
    select from sync_runs
    where merchant_id = ${merchantId} and status = 'running' and cursor ->> 'ordersWanted' is distinct from 'changes'
  `.execute(tx)
  return found.rows.length > 0
}

/** Returns when the last successful run began: earlier changes are known. */
export async function findLastSyncStart(tx: Tx, merchantId: number): Promise<Date | undefined> {
  return (await latestRun(tx, merchantId).where('status', '=', 'succeeded').executeTakeFirst())?.started_at
}

export async function findTimeZone(tx: Tx, merchantId: number): Promise<string | undefined> {
  return (await findShopFacts(tx, merchantId))?.timeZone
}

export async function findLatestRun(tx: Tx, merchantId: number): Promise<SyncRunRow | undefined> {
  return latestRun(tx, merchantId).executeTakeFirst()
}

function latestRun(tx: Tx, merchantId: number) {
  return tx
    .selectFrom('sync_runs')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('id', 'desc')
    .limit(1)
}

/** Returns the cursor with which the last successful run ended. */
export async function findLastCursor(tx: Tx, merchantId: number): Promise<unknown> {
  return (await latestRun(tx, merchantId).where('status', '=', 'succeeded').executeTakeFirst())?.cursor
}

function update(tx: Tx, { merchantId, runId }: RunKey) {
  return tx.updateTable('sync_runs').where('merchant_id', '=', merchantId).where('id', '=', runId)
}

/** Makes this worker the only owner of the run; a former owner can no longer write to it. */
export async function takeRun(tx: Tx, key: RunKey, owner: string): Promise<SyncRunRow | undefined> {
  return update(tx, key)
    .set((row) => ({ owner, attempts: row('attempts', '+', 1) }))
    .where('status', '=', 'running')
    .returningAll()
    .executeTakeFirst()
}

/** Returns false when another worker owns the run. Holds the answer until the transaction ends. */
export async function lockOwnRun(tx: Tx, key: RunKey, owner: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sync_runs')
    .select('id')
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.runId)
    .where('owner', '=', owner)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

function messageColumns(message: SyncMessage | null) {
  return { message: message?.text ?? null, message_code: message?.code ?? null }
}

export function toMessage({
  message,
  message_code: code,
}: Pick<SyncRunRow, 'message' | 'message_code'>): SyncMessage | null {
  return message === null || code === null ? null : { code, text: message }
}

/** Stores progress and resets the count of attempts. */
export async function updateRun(tx: Tx, key: RunKey, changes: RunChanges): Promise<void> {
  await update(tx, key)
    .set({
      phase: changes.phase,
      method: changes.method,
      cursor: JSON.stringify(changes.cursor),
      products: changes.products,
      variants: changes.variants,
      orders: changes.orders,
      order_lines: changes.orderLines,
      expected_orders: changes.expectedOrders,
      ...messageColumns(changes.message),
      attempts: 0,
    })
    .execute()
}

/** Limits the counted attempts to this many. */
export async function limitAttempts(tx: Tx, key: RunKey, most: number): Promise<void> {
  await update(tx, key).set({ attempts: most }).where('attempts', '>', most).execute()
}

export async function updateRunMessage(tx: Tx, key: RunKey, message: SyncMessage): Promise<void> {
  await update(tx, key).set(messageColumns(message)).execute()
}

export async function finishRun(
  tx: Tx,
  key: RunKey,
  end: { status: 'succeeded' | 'failed'; at: Date; message: SyncMessage | null },
): Promise<void> {
  await update(tx, key)
    .set({ status: end.status, finished_at: end.at, ...messageColumns(end.message), owner: null })
    .execute()
}

/** Returns how far the forecasts that follow a run have come. */
export async function countForecasts(
  tx: Tx,
  merchantId: number,
  since: Date,
): Promise<{ done: number; total: number; isFinished: boolean }> {
  const forecasts = await tx
    .selectFrom('forecasts')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchantId)
    .where('computed_at', '>=', since)
    .executeTakeFirstOrThrow()
  const variants = await tx
    .selectFrom('variants')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow()
  const { forecastAsOf } = await requireShopFacts(tx, merchantId)
  const isFinished = forecastAsOf !== null && forecastAsOf >= since
  return { done: forecasts.count, total: variants.count, isFinished }
}

export async function updateShopDetails(tx: Tx, merchantId: number, shop: ShopDetails): Promise<void> {
  await tx
    .updateTable('merchants')
    .set({
      shop_name: shop.name,
      time_zone: shop.timeZone,
      country_code: shop.countryCode,
      currency: shop.currency,
    })
    .where('id', '=', merchantId)
    .execute()
}
