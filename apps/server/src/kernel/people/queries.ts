import type { Role } from '@stockcast/contract'
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

/** Somebody of a shop. */
export interface TeamPerson {
  userId: string
  email: string
  role: Role
  /** By which messages know them; the owner's is 0. */
  recipientId: number
  joinedAt: Date | null
  hasOwnShop: boolean
  isConfirmed: boolean
}

/** Returns the owner, then the members in the order in which they joined. */
export async function listTeam(tx: Tx, merchantId: number): Promise<TeamPerson[]> {
  const { rows } = await sql<TeamPerson>`
    select p.user_id as "userId", coalesce(u.email, p.email) as email, p.role, p.recipient_id as "recipientId",
      p.joined_at as "joinedAt", coalesce(u.email_verified, false) as "isConfirmed",
      exists (select from merchant_directory d where d.user_id = p.user_id and not d.is_member_only) as "hasOwnShop"
    from (
      select user_id, email, 'owner' as role, 0 as recipient_id, null::timestamptz as joined_at
      from merchant_directory where merchant_id = ${merchantId}
      union all
      select user_id, null, role, recipient_id, joined_at from memberships where merchant_id = ${merchantId}
    ) p left join auth_users u on u.id = p.user_id
    order by p.joined_at nulls first, p.user_id
  `.execute(tx)
  return rows
}

/** Has changes of a shop's team wait until the transaction ends, so that what it sends to people is known to whoever removes one. */
export async function holdTeam(tx: Tx, merchantId: number): Promise<void> {
  await sql`select 1 from merchant_directory where merchant_id = ${merchantId} for share`.execute(tx)
}
