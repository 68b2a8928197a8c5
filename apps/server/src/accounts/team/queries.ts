import type { MemberRole, OwnShop } from '@stockcast/contract'
import { type Kysely, sql } from 'kysely'
import type { MemberKey, Tx } from '../../kernel/database/app-database.ts'
import type { Tables } from '../../kernel/database/tables.ts'

type Db = Kysely<Tables>

/**
 * Returns the shop that a session has open, if the user still belongs to it, otherwise their own, otherwise the one they joined
 * first. A shop does not count if its owner has signed them out since.
 */
export async function findOpenShop(
  directory: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select own.id from (
      select d.merchant_id as id, null::timestamptz as joined_at, not d.is_member_only as is_own
      from merchant_directory d where d.user_id = ${userId} and not d.is_member_only
      union all
      select m.merchant_id, m.joined_at, false from memberships m
      where m.user_id = ${userId} and ${mayOpen(sessionId)}
    ) own left join auth_sessions s on s.id = ${sessionId} and s.user_id = ${userId} and s.shop_id = own.id
    order by s.id is null, not own.is_own, own.joined_at, own.id limit 1
  `.execute(directory)
  return rows[0]?.id
}

/** Tests whether a session began after the owner signed the member `m` out, if that ever happened. */
function mayOpen(sessionId: string) {
  return sql<boolean>`(m.signed_out_at is null or exists (
    select from auth_sessions began where began.id = ${sessionId} and began.created_at > m.signed_out_at))`
}

export async function setOpenShop(
  directory: Db,
  session: { sessionId: string; userId: string; merchantId: number },
): Promise<void> {
  await sql`
    update auth_sessions set shop_id = ${session.merchantId}
    where id = ${session.sessionId} and user_id = ${session.userId}
  `.execute(directory)
}

/** Returns the shops of a person, their own first, with the names in the directory. */
export async function listShops(
  directory: Db,
  userId: string,
): Promise<(OwnShop & { isMemberOnly: boolean })[]> {
  const { rows } = await sql<OwnShop & { isMemberOnly: boolean }>`
    select d.merchant_id as "merchantId", coalesce(d.shop_domain, d.email) as name,
      coalesce(m.role, 'owner') as role, m.role is null and d.is_member_only as "isMemberOnly"
    from merchant_directory d left join memberships m on m.merchant_id = d.merchant_id and m.user_id = ${userId}
    where d.user_id = ${userId} or m.user_id is not null
    order by m.role is not null, m.joined_at, d.merchant_id
  `.execute(directory)
  return rows
}

export interface ShopSession {
  userId: string
  userAgent: string | null
  signedInAt: Date
  lastSeenAt: Date
}

/** Returns the sessions that have the shop open, the one seen last first. */
export async function listShopSessions(tx: Tx, merchantId: number): Promise<ShopSession[]> {
  const { rows } = await sql<ShopSession>`
    select s.user_id as "userId", s.user_agent as "userAgent", s.created_at as "signedInAt",
      coalesce(s.last_seen_at, s.updated_at) as "lastSeenAt"
    from auth_sessions s
    where s.shop_id = ${merchantId} and s.expires_at > current_timestamp and s.user_id in (
      select user_id from merchant_directory where merchant_id = ${merchantId}
      union all select user_id from memberships where merchant_id = ${merchantId})
    order by "lastSeenAt" desc, s.id
  `.execute(tx)
  return rows
}

/** Ends a member's sessions that have the shop open; their other sessions cannot open it before the next sign-in. */
export async function signOutMember(tx: Tx, key: { merchantId: number; userId: string }): Promise<void> {
  const { merchantId, userId } = key
  await sql`
    update memberships set signed_out_at = current_timestamp where merchant_id = ${merchantId} and user_id = ${userId}
  `.execute(tx)
  await sql`
    delete from auth_sessions where user_id = ${userId} and (shop_id = ${merchantId} or shop_id is null)
  `.execute(tx)
}

export interface Member {
  userId: string
  email: string
  role: MemberRole
  recipientId: number
}

/** Locks and returns a member of the shop. */
export async function holdMember(tx: Tx, key: MemberKey): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select m.user_id as "userId", u.email, m.role, m.recipient_id as "recipientId"
    from memberships m join auth_users u on u.id = m.user_id
    where m.merchant_id = ${key.merchantId} and m.user_id::text = ${key.userId} for update of m
  `.execute(tx)
  return rows[0]
}

/** Returns false when the person belongs to the shop already. */
export async function insertMember(
  tx: Tx,
  member: MemberKey & { role: MemberRole; at: Date },
): Promise<boolean> {
  const { merchantId, userId, role, at } = member
  const { rows } = await sql`
    insert into memberships (merchant_id, user_id, role, joined_at) values (${merchantId}, ${userId}, ${role}, ${at})
    on conflict do nothing returning 1
  `.execute(tx)
  return rows.length > 0
}

export async function updateRole(tx: Tx, member: MemberKey & { role: MemberRole }): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ role: member.role })
    .where('merchant_id', '=', member.merchantId)
    .where('user_id', '=', member.userId)
    .execute()
}

/** Ends a membership and closes the shop in the person's sessions, which open another one with their next token. */
export async function deleteMember(tx: Tx, key: { merchantId: number; userId: string }): Promise<void> {
  await tx
    .deleteFrom('memberships')
    .where('merchant_id', '=', key.merchantId)
    .where('user_id', '=', key.userId)
    .execute()
  await sql`
    update auth_sessions set shop_id = null where user_id = ${key.userId} and shop_id = ${key.merchantId}
  `.execute(tx)
}

export async function listMemberships(directory: Db, userId: string): Promise<number[]> {
  const rows = await directory
    .selectFrom('memberships')
    .select('merchant_id')
    .where('user_id', '=', userId)
    .execute()
  return rows.map((row) => row.merchant_id)
}

/** Returns whether a session of a member may open the shop; undefined if the user is not a member. */
export async function findMembership(
  directory: Db,
  { userId, sessionId, merchantId }: { userId: string; sessionId: string; merchantId: number },
): Promise<{ mayOpen: boolean } | undefined> {
  const { rows } = await sql<{ mayOpen: boolean }>`
    select ${mayOpen(sessionId)} as "mayOpen" from memberships m
    where m.user_id = ${userId} and m.merchant_id = ${merchantId}
  `.execute(directory)
  return rows[0]
}

/** Locks the shop's row of the directory, so that changes of its team wait for each other. */
export async function holdShop(
  tx: Tx,
  merchantId: number,
): Promise<{ ownerId: string; email: string } | undefined> {
  const { rows } = await sql<{ ownerId: string; email: string }>`
    select user_id as "ownerId", email from merchant_directory where merchant_id = ${merchantId} for update
  `.execute(tx)
  return rows[0]
}

export async function findHome(
  tx: Db,
  userId: string,
): Promise<{ merchantId: number; isMemberOnly: boolean } | undefined> {
  const { rows } = await sql<{ merchantId: number; isMemberOnly: boolean }>`
    select merchant_id as "merchantId", is_member_only as "isMemberOnly" from merchant_directory where user_id = ${userId}
  `.execute(tx)
  return rows[0]
}

/** Gives the shop to another person, in the directory and in its own record. */
export async function updateOwner(tx: Tx, shop: MemberKey & { email: string }): Promise<void> {
  const { merchantId, userId, email } = shop
  await tx
    .updateTable('merchant_directory')
    .set({ user_id: userId, email })
    .where('merchant_id', '=', merchantId)
    .execute()
  await tx.updateTable('merchants').set({ email }).where('id', '=', merchantId).execute()
}

/** Records that an account has a shop of its own from now on; returns false if it already had one. */
export async function markShopOpened(tx: Tx, merchantId: number): Promise<boolean> {
  const { rows } = await sql`
    update merchant_directory set is_member_only = false, billing_due_at = null
    where merchant_id = ${merchantId} and is_member_only returning 1
  `.execute(tx)
  return rows.length > 0
}

export interface InvitationRow {
  id: number
  email: string
  role: MemberRole
  sentAt: Date
  expiresAt: Date
}

/** Stores an invitation, in place of an earlier one to the same address. */
export async function saveInvitation(
  tx: Tx,
  invitation: Omit<InvitationRow, 'id'> & { merchantId: number; tokenHash: string },
): Promise<void> {
  const { merchantId, email, role, tokenHash, sentAt, expiresAt } = invitation
  const values = { role, token_hash: tokenHash, sent_at: sentAt, expires_at: expiresAt }
  await tx
    .insertInto('invitations')
    .values({ merchant_id: merchantId, email, ...values })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'email']).doUpdateSet(values))
    .execute()
}

function getInvitations(tx: Tx, merchantId: number) {
  return tx
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'sent_at as sentAt', 'expires_at as expiresAt'])
    .where('merchant_id', '=', merchantId)
}

export async function listInvitations(tx: Tx, merchantId: number): Promise<InvitationRow[]> {
  return getInvitations(tx, merchantId).orderBy('sent_at', 'desc').orderBy('id').execute()
}

export async function findInvitation(
  tx: Tx,
  key: { merchantId: number } & ({ id: number } | { tokenHash: string }),
): Promise<InvitationRow | undefined> {
  const found = getInvitations(tx, key.merchantId)
  return 'id' in key
    ? found.where('id', '=', key.id).executeTakeFirst()
    : found.where('token_hash', '=', key.tokenHash).executeTakeFirst()
}

/** Uses up or withdraws an invitation; returns false if somebody else already did. */
export async function deleteInvitation(
  tx: Tx,
  key: { merchantId: number; id: number; tokenHash?: string },
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('invitations')
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.id)
    .$if(key.tokenHash !== undefined, (query) => query.where('token_hash', '=', key.tokenHash!))
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function countTeam(tx: Tx, merchantId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select 1 + (select count(*) from memberships where merchant_id = ${merchantId})
      + (select count(*) from invitations where merchant_id = ${merchantId}) as count
  `.execute(tx)
  return rows[0]!.count
}

/** Creates an account for an address that is confirmed, because the link was received there. */
export async function insertUser(tx: Tx, email: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into auth_users (name, email, email_verified, created_at, updated_at)
    values (${email.split('@')[0]}, ${email}, true, current_timestamp, current_timestamp) returning id
  `.execute(tx)
  return rows[0]!.id
}

export async function updateTrial(
  tx: Tx,
  trial: { merchantId: number; trialEndsAt: Date; trialExtended: boolean },
): Promise<void> {
  await tx
    .updateTable('merchants')
    .set({ trial_ends_at: trial.trialEndsAt, trial_extended: trial.trialExtended })
    .where('id', '=', trial.merchantId)
    .execute()
}

/** Removes the address of somebody from what they recorded in a shop, once their account is gone. */
export async function forgetAddress(
  tx: Tx,
  { merchantId, email }: { merchantId: number; email: string },
): Promise<void> {
  await tx
    .updateTable('receipts')
    .set({ recorded_by: null })
    .where('merchant_id', '=', merchantId)
    .where('recorded_by', '=', email)
    .execute()
  await sql`
    update purchase_orders set booking = booking || '{"by": null}' where merchant_id = ${merchantId} and booking ->> 'by' = ${email}
  `.execute(tx)
}
