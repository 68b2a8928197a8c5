import { sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'

/** Extends a running trial, once; false when there is nothing to extend. */
export async function claimExtension(
  tx: Tx,
  { merchantId, trialEndsAt, now }: { merchantId: number; trialEndsAt: Date; now: Date },
): Promise<boolean> {
  const claimed = await tx
    .updateTable('merchants')
    .set({ trial_extended: true, trial_ends_at: trialEndsAt })
    .where('id', '=', merchantId)
    .where('trial_extended', '=', false)
    .where('subscription_status', '=', 'trial')
    .where('trial_ends_at', '>', now)
    .returning('id')
    .execute()
  if (claimed.length === 0) return false
  await sql`
    insert into billing_accounts as b (merchant_id, version, extended_trial_end)
    values (${merchantId}, 1, ${trialEndsAt})
    on conflict (merchant_id) do update
      set version = b.version + 1, extended_trial_end = excluded.extended_trial_end
      where b.merchant_id = ${merchantId}
  `.execute(tx)
  return true
}

/** Takes an extension back that the provider refused, so that it can be taken again. */
export async function undoExtension(
  tx: Tx,
  { merchantId, trialEndsAt }: { merchantId: number; trialEndsAt: Date },
): Promise<void> {
  await tx
    .updateTable('merchants')
    .set({ trial_extended: false, trial_ends_at: trialEndsAt })
    .where('id', '=', merchantId)
    .execute()
  await tx
    .updateTable('billing_accounts')
    .set({ extended_trial_end: null, version: sql`version + 1` })
    .where('merchant_id', '=', merchantId)
    .execute()
}

/** Returns the trial end to ask the provider for: the first one that was stored, as long as it lies ahead. */
export async function claimAskedTrialEnd(
  tx: Tx,
  { merchantId, trialEndsAt, now }: { merchantId: number; trialEndsAt: Date; now: Date },
): Promise<Date> {
  const asked = await sql<{ asked_trial_end: Date }>`
    insert into billing_accounts as b (merchant_id, version, asked_trial_end)
    values (${merchantId}, 1, ${trialEndsAt})
    on conflict (merchant_id) do update
      set asked_trial_end = case when b.asked_trial_end > ${now} then b.asked_trial_end
        else excluded.asked_trial_end end
      where b.merchant_id = ${merchantId}
    returning asked_trial_end
  `.execute(tx)
  return asked.rows[0]!.asked_trial_end
}

/** Cancels or resumes a trial that the provider does not know. The caller has claimed the version. */
export async function updateTrialCancelled(
  tx: Tx,
  merchantId: number,
  cancelledAt: Date | null,
): Promise<void> {
  await tx
    .updateTable('billing_accounts')
    .set({ trial_cancelled_at: cancelledAt })
    .where('merchant_id', '=', merchantId)
    .execute()
}

/**
 * Returns the new row's id; undefined if the same feedback was stored in the last hour, such as by an
 * interrupted try.
 */
export async function insertCancellation(
  tx: Tx,
  row: { merchantId: number; subscriptionId: string | null; feedback: string; at: Date },
): Promise<number | undefined> {
  const { merchantId, subscriptionId, feedback, at } = row
  const before = await sql`
    select from cancellations
    where merchant_id = ${merchantId} and subscription_id = ${subscriptionId}::text and feedback = ${feedback}::text
      and requested_at > ${at}::timestamptz - interval '1 hour'
  `.execute(tx)
  if (before.rows.length > 0) return undefined
  // Not in one statement: a cluster would write its row by COPY, which row-level security forbids.
  const { id } = await tx
    .insertInto('cancellations')
    .values({ merchant_id: merchantId, subscription_id: subscriptionId, feedback, requested_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes what was stored for a cancellation that the provider refused. */
export async function deleteCancellation(tx: Tx, key: { merchantId: number; id: number }): Promise<void> {
  await tx
    .deleteFrom('cancellations')
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.id)
    .execute()
}
