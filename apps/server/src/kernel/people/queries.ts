import { sql } from 'kysely'
import type { Tx } from '../database/app-database.ts'

const GONE = 'a former member'

/** Returns the address of a person by id, or that their account is gone; null for nobody. */
export type Who = (userId: string | null) => string | null

/**
 * Reads who these people are. In a shop that has only its owner, nobody is named: there it is always the owner.
 */
export async function readWho(tx: Tx, merchantId: number, userIds: readonly (string | null)[]): Promise<Who> {
  const ids = [...new Set(userIds.filter((id) => id !== null))]
  if (ids.length === 0) return () => null
  const { rows } = await sql<{ id: string; email: string | null }>`
    select did.id, u.email from unnest(${ids}::uuid[]) did (id) left join auth_users u on u.id = did.id
    where exists (select from memberships m where m.merchant_id = ${merchantId})
      or exists (select from unnest(${ids}::uuid[]) other (id) where not exists (
        select from merchant_directory d where d.merchant_id = ${merchantId} and d.user_id = other.id))
  `.execute(tx)
  const names = new Map(rows.map(({ id, email }) => [id, email ?? GONE]))
  return (userId) => (userId === null ? null : (names.get(userId) ?? null))
}

/** Returns whether anybody but the owner belongs to the shop. */
export async function hasTeam(tx: Tx, merchantId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from memberships where merchant_id = ${merchantId} limit 1`.execute(tx)
  return rows.length > 0
}
