import type { AuditEvent } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../database/app-database.ts'

export interface NewEntry {
  merchantId: number
  at: Date
  event: AuditEvent
  address: string | null
  userAgent: string | null
  detail: string | null
  userId: string | null
}

export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      merchant_id: entry.merchantId,
      at: entry.at,
      event: entry.event,
      address: entry.address,
      user_agent: entry.userAgent,
      user_id: entry.userId,
      detail: JSON.stringify(entry.detail === null ? {} : { text: entry.detail }),
    })
    .execute()
}

export async function listEntries(tx: Tx, page: { merchantId: number; limit: number; offset: number }) {
  return tx
    .selectFrom('audit_log')
    .select(['id', 'at', 'event', 'address', 'user_agent', 'user_id'])
    .select(sql<string | null>`detail ->> 'text'`.as('detail'))
    .where('merchant_id', '=', page.merchantId)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countEntries(tx: Tx, merchantId: number): Promise<number> {
  const counted = await tx
    .selectFrom('audit_log')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return counted.total
}

/** Removes rows older than `before` from the log of the current tenant, but never those of the last year. */
export async function forgetAudit(tx: Tx, before: Date): Promise<number> {
  const done = await sql<{ removed: number }>`select forget_audit(${before}) as removed`.execute(tx)
  return done.rows[0]?.removed ?? 0
}
