import { sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Tables } from '../../../kernel/database/tables.ts'
import type { BillingAccount } from '../account.ts'

type CheckoutPurpose = Tables['checkout_sessions']['purpose']

/** Counts a finished attempt to subscribe, so that the next one gets a session of its own. */
export async function countCheckout(
  tx: Tx,
  { merchantId, checkoutsMade }: Pick<BillingAccount, 'merchantId' | 'checkoutsMade'>,
): Promise<void> {
  await sql`
    insert into billing_accounts as b (merchant_id, version, checkouts_made) values (${merchantId}, 1, 1)
    on conflict (merchant_id) do update set checkouts_made = b.checkouts_made + 1
      where b.merchant_id = ${merchantId} and b.checkouts_made = ${checkoutsMade}
  `.execute(tx)
}

export async function insertSession(
  tx: Tx,
  row: {
    merchantId: number
    sessionId: string
    purpose: CheckoutPurpose
    attempt: number | null
    createdAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('checkout_sessions')
    .values({
      merchant_id: row.merchantId,
      session_id: row.sessionId,
      purpose: row.purpose,
      attempt: row.attempt,
      created_at: row.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findSessionRow(tx: Tx, { merchantId, sessionId }: SessionKey) {
  return tx
    .selectFrom('checkout_sessions')
    .select(['purpose', 'status'])
    .where('merchant_id', '=', merchantId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
}

interface SessionKey {
  merchantId: number
  sessionId: string
}

/** Returns the session of this attempt to subscribe; undefined when none was created yet. */
export async function findSessionOfAttempt(
  tx: Tx,
  { merchantId, attempt }: { merchantId: number; attempt: number },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('checkout_sessions')
    .select('session_id')
    .where('merchant_id', '=', merchantId)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  return row?.session_id
}

export async function listOpenSessions(tx: Tx, merchantId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('checkout_sessions')
    .select('session_id')
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'open')
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.session_id)
}

/** Returns whether a card was given later than in this session. The older card must not replace it. */
export async function hasLaterSetup(
  tx: Tx,
  { merchantId, createdAt }: { merchantId: number; createdAt: Date },
): Promise<boolean> {
  const later = await tx
    .selectFrom('checkout_sessions')
    .select('session_id')
    .where('merchant_id', '=', merchantId)
    .where('purpose', '<>', 'subscription')
    .where('status', '=', 'complete')
    .where('created_at', '>', createdAt)
    .executeTakeFirst()
  return later !== undefined
}

export async function markSession(
  tx: Tx,
  { merchantId, sessionId, status }: SessionKey & { status: 'complete' | 'expired' },
): Promise<void> {
  await tx
    .updateTable('checkout_sessions')
    .set({ status })
    .where('merchant_id', '=', merchantId)
    .where('session_id', '=', sessionId)
    .where('status', '=', 'open')
    .execute()
}
