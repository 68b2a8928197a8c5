import { DAY_MS, HOUR_MS, TRIAL_REMINDER_DAYS } from '@stockcast/contract'
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Tables } from '../../kernel/database/tables.ts'
import type { BillingState } from './account.ts'

const RECONCILE_DAYS = 1
const IDLE_DAYS = 30
/** A merchant may pay and never come back to our page, and the event about it may be lost. */
export const OPEN_SESSION_MS = HOUR_MS

/**
 * Returns when to reconcile next: at a reminder, at an end, or a day later for a customer of the provider.
 */
export function dueAt(state: BillingState, now: Date, hasOpenSession = false): Date {
  const trialEnd = state.trialEndsAt.getTime()
  const moments = [
    ...(state.status === 'trial' ? [trialEnd, ...TRIAL_REMINDER_DAYS.map((d) => trialEnd - d * DAY_MS)] : []),
    ...(state.accessUntil ? [state.accessUntil.getTime()] : []),
  ]
  const idleMs = (state.customerId === null ? IDLE_DAYS : RECONCILE_DAYS) * DAY_MS
  const latest = now.getTime() + (hasOpenSession ? OPEN_SESSION_MS : idleMs)
  return new Date(Math.min(latest, ...moments.filter((moment) => moment > now.getTime())))
}

export async function updateDue(tx: Tx, merchantId: number, dueAt: Date): Promise<void> {
  await tx
    .updateTable('merchant_directory')
    .set({ billing_due_at: dueAt })
    .where('merchant_id', '=', merchantId)
    .execute()
}

/** Takes merchants whose billing is due, and makes them due again at `retryAt` in case this run fails. */
export async function takeDue(
  directory: Kysely<Tables>,
  args: { now: Date; retryAt: Date; limit: number },
): Promise<number[]> {
  const taken = await sql<{ merchant_id: number }>`
    update merchant_directory set billing_due_at = ${args.retryAt}
    where merchant_id in (
      select merchant_id from merchant_directory
      where (billing_due_at is null or billing_due_at <= ${args.now}) and not is_member_only
      order by billing_due_at nulls first limit ${args.limit} for update skip locked
    )
    returning merchant_id
  `.execute(directory)
  return taken.rows.map((row) => row.merchant_id)
}

export interface MailKey {
  kind: string
  /** What the mail is about, such as an invoice. */
  reference: string
}

/** Returns the mails that were not claimed before. */
export async function claimMails<Mail extends MailKey>(
  tx: Tx,
  { merchantId, mails, at }: { merchantId: number; mails: readonly Mail[]; at: Date },
): Promise<Mail[]> {
  if (mails.length === 0) return []
  const rows = mails.map(({ kind, reference }) => ({
    merchant_id: merchantId,
    kind,
    reference,
    queued_at: at,
  }))
  const claimed = await tx
    .insertInto('billing_mails')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['kind', 'reference'])
    .execute()
  return mails.filter((mail) =>
    claimed.some((row) => row.kind === mail.kind && row.reference === mail.reference),
  )
}
