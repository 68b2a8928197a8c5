import type { SavedView, ViewList } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { merchantLock } from '../../kernel/database/merchant-lock.ts'

interface ViewRow {
  id: number
  list: ViewList
  name: string
  content: Pick<SavedView, 'search' | 'hidden'>
}

const toView = ({ id, list, name, content }: ViewRow): SavedView => ({ id, list, name, ...content })

/** Allows one change of a merchant's views at a time, until the transaction ends. */
export const lockViews = merchantLock('saved_views')

/** Returns the views of all lists, or this one, by name. */
export async function listViews(tx: Tx, merchantId: number, viewId?: number): Promise<SavedView[]> {
  const isThisView = viewId === undefined ? sql`true` : sql`id = ${viewId}`
  const { rows } = await sql<ViewRow>`
    select id, list, name, content from saved_views
    where merchant_id = ${merchantId} and ${isThisView} order by lower(name), id
  `.execute(tx)
  return rows.map(toView)
}

/** Returns whether another view of this list has the name, whatever its case. */
export async function isNameTaken(
  tx: Tx,
  key: { merchantId: number; list: ViewList; name: string; viewId?: number },
): Promise<boolean> {
  const { merchantId, list, name, viewId = 0 } = key
  const { rows } = await sql`
    select from saved_views
    where merchant_id = ${merchantId} and list = ${list} and lower(name) = lower(${name}) and id <> ${viewId}
  `.execute(tx)
  return rows.length > 0
}

export async function insertView(
  tx: Tx,
  merchantId: number,
  { at, list, name, search, hidden }: Omit<SavedView, 'id'> & { at: Date },
): Promise<number> {
  const content = JSON.stringify({ search, hidden })
  const row = await tx
    .insertInto('saved_views')
    .values({ merchant_id: merchantId, list, name, content, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateName(
  tx: Tx,
  { merchantId, viewId, name }: { merchantId: number; viewId: number; name: string },
): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set({ name })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', viewId)
    .execute()
}

export async function deleteView(
  tx: Tx,
  { merchantId, viewId }: { merchantId: number; viewId: number },
): Promise<void> {
  await tx.deleteFrom('saved_views').where('merchant_id', '=', merchantId).where('id', '=', viewId).execute()
}
