import { sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { StoreMatch } from './match-store.ts'

/** Returns the matches of these orders with the store, including those that the merchant undid. */
export async function listMatches(
  tx: Tx,
  { merchantId, orderIds }: { merchantId: number; orderIds: readonly number[] },
): Promise<(StoreMatch & { isUndone: boolean })[]> {
  if (orderIds.length === 0) return []
  const rows = await tx
    .selectFrom('store_order_matches')
    .select(['order_id', 'line_id', 'source', 'matched_by', 'undone_at'])
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`order_id = any(${orderIds}::bigint[])`)
    .execute()
  return rows.map(({ undone_at, ...match }) => ({ ...match, isUndone: undone_at !== null }))
}

export async function insertMatches(
  tx: Tx,
  { merchantId, matches, at }: { merchantId: number; matches: readonly StoreMatch[]; at: Date },
): Promise<void> {
  if (matches.length === 0) return
  await tx
    .insertInto('store_order_matches')
    .values(matches.map((match) => ({ merchant_id: merchantId, ...match, matched_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Undoes the matches of a line, for good. */
export async function undoMatches(
  tx: Tx,
  { merchantId, orderId, lineId, at }: { merchantId: number; orderId: number; lineId: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('store_order_matches')
    .set({ undone_at: at })
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .where('line_id', '=', lineId)
    .where('undone_at', 'is', null)
    .execute()
}
