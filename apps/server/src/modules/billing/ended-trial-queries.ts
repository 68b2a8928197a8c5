import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'
import type { Tables } from '../../database/tables.ts'

export interface Trial {
  trialEndsAt: Date
  trialExtended: boolean
}

export async function findEndedTrial(
  tx: Tx,
  key: { subjectHash: string; now: Date },
): Promise<Trial | undefined> {
  const row = await tx
    .selectFrom('ended_trials')
    .select(['trial_ends_at', 'trial_extended'])
    .where('subject_hash', '=', key.subjectHash)
    .where('forget_at', '>', key.now)
    .executeTakeFirst()
  return row && { trialEndsAt: row.trial_ends_at, trialExtended: row.trial_extended }
}

/** What is remembered of a merchant; the store is null where none is connected. */
export async function findTrialFacts(
  tx: Tx,
  merchantId: number,
): Promise<(Trial & { email: string; shopDomain: string | null }) | undefined> {
  const row = await tx
    .selectFrom('merchants as m')
    .leftJoin('shop_connections as c', (join) =>
      join.onRef('c.merchant_id', '=', 'm.id').on('c.merchant_id', '=', merchantId),
    )
    .select(['m.email', 'm.trial_ends_at', 'm.trial_extended', 'c.shop_domain'])
    .where('m.id', '=', merchantId)
    .executeTakeFirst()
  return (
    row && {
      email: row.email,
      shopDomain: row.shop_domain,
      trialEndsAt: row.trial_ends_at,
      trialExtended: row.trial_extended,
    }
  )
}

/** Remembers a trial under several names; what was remembered under one of them before went into this trial. */
export async function saveEndedTrials(
  tx: Tx,
  ended: Trial & { subjectHashes: readonly string[]; forgetAt: Date },
): Promise<void> {
  for (const subject_hash of ended.subjectHashes.toSorted()) {
    const values = {
      trial_ends_at: ended.trialEndsAt,
      trial_extended: ended.trialExtended,
      forget_at: ended.forgetAt,
    }
    await tx
      .insertInto('ended_trials')
      .values({ subject_hash, ...values })
      .onConflict((conflict) => conflict.column('subject_hash').doUpdateSet(values))
      .execute()
  }
}

/** Ends a trial earlier, and has billing look at it soon; false where a card was given already. */
export async function shortenTrial(tx: Tx, trial: Trial & { merchantId: number }): Promise<boolean> {
  const { merchantId, trialEndsAt, trialExtended } = trial
  const shortened = await tx
    .updateTable('merchants')
    .set({ trial_ends_at: trialEndsAt, trial_extended: sql`trial_extended or ${trialExtended}` })
    .where('id', '=', merchantId)
    .where('subscription_status', '=', 'trial')
    .where((e) => e.not(e.exists(finishedVisits(tx, merchantId))))
    .returning('id')
    .execute()
  if (shortened.length === 0) return false
  await sql`
    insert into billing_accounts as b (merchant_id, version) values (${merchantId}, 1)
    on conflict (merchant_id) do update set version = b.version + 1, extended_trial_end = null
      where b.merchant_id = ${merchantId}
  `.execute(tx)
  await tx
    .updateTable('merchant_directory')
    .set({ billing_due_at: null })
    .where('merchant_id', '=', merchantId)
    .execute()
  return true
}

/** Visits to the payment provider on which a card was given. */
function finishedVisits(tx: Tx, merchantId: number) {
  return tx
    .selectFrom('checkout_sessions')
    .select('session_id')
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'complete')
}

export async function deleteForgottenTrials(directory: Kysely<Tables>, now: Date): Promise<void> {
  await directory.deleteFrom('ended_trials').where('forget_at', '<=', now).execute()
}
