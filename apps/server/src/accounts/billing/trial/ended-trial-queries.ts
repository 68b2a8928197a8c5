import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Tables } from '../../../kernel/database/tables.ts'

export interface Trial {
  trialEndsAt: Date
  trialExtended: boolean
}

/**
 * Returns the trial that is remembered under a hash; undefined if there was none, or it is no longer
 * remembered.
 */
export async function findRememberedTrial(
  tx: Tx,
  key: { subjectHash: string; now: Date },
): Promise<Trial | undefined> {
  return tx
    .selectFrom('ended_trials')
    .select(['trial_ends_at as trialEndsAt', 'trial_extended as trialExtended'])
    .where('subject_hash', '=', key.subjectHash)
    .where((e) => e.or([e('forget_at', 'is', null), e('forget_at', '>', key.now)]))
    .executeTakeFirst()
}

/** Returns what is remembered of a merchant; the shop domain is null if no store is connected. */
export async function findTrialFacts(
  tx: Tx,
  merchantId: number,
): Promise<(Trial & { email: string; shopDomain: string | null }) | undefined> {
  return tx
    .selectFrom('merchants as m')
    .leftJoin('shop_connections as c', (join) =>
      join.onRef('c.merchant_id', '=', 'm.id').on('c.merchant_id', '=', merchantId),
    )
    .select(['m.email', 'c.shop_domain as shopDomain'])
    .select(['m.trial_ends_at as trialEndsAt', 'm.trial_extended as trialExtended'])
    .where('m.id', '=', merchantId)
    .executeTakeFirst()
}

/** Returns whether an account belongs to teams alone, and has begun no trial. */
export async function isMemberOnly(tx: Tx, merchantId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('merchant_directory')
    .select('is_member_only')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return row?.is_member_only ?? false
}

/**
 * Remembers the trial of a merchant under these hashes, as long as the account exists. Where a hash has an
 * earlier trial, the earlier end is kept, and so is an extension that was taken.
 */
export async function upsertTrialSubjects(
  tx: Tx,
  trial: Trial & { merchantId: number; subjectHashes: readonly string[]; now: Date },
): Promise<void> {
  const { merchantId, trialEndsAt, trialExtended, now } = trial
  // Sorted, so that two accounts that share hashes never wait for each other.
  const hashes = trial.subjectHashes.toSorted()
  await sql`
    insert into trial_subjects (merchant_id, subject_hash)
    select ${merchantId}::bigint, unnest(${hashes}::text[])
    on conflict do nothing
  `.execute(tx)
  const isForgotten = sql`known.forget_at <= ${now}`
  await sql`
    insert into ended_trials as known (subject_hash, trial_ends_at, trial_extended)
    select unnest(${hashes}::text[]), ${trialEndsAt}::timestamptz, ${trialExtended}::boolean
    on conflict (subject_hash) do update set
      trial_ends_at = case
        when ${isForgotten} or (excluded.trial_extended and not known.trial_extended) then excluded.trial_ends_at
        else least(known.trial_ends_at, excluded.trial_ends_at) end,
      trial_extended = excluded.trial_extended or (known.trial_extended and not coalesce(${isForgotten}, false)),
      forget_at = null
    where known.forget_at is not null or known.trial_ends_at > excluded.trial_ends_at
      or (excluded.trial_extended and not known.trial_extended)
  `.execute(tx)
}

/** Sets when the trial of an account that ends is forgotten. */
export async function setForgetAt(tx: Tx, key: { merchantId: number; forgetAt: Date }): Promise<void> {
  await sql`
    update ended_trials set forget_at = ${key.forgetAt} where subject_hash in (${getSubjects(key.merchantId)})
  `.execute(tx)
}

/**
 * Returns whether an account that shares a hash with this one took the extension. Locks the remembered rows.
 */
export async function lockExtension(tx: Tx, merchantId: number): Promise<boolean> {
  const rows = await sql<{ trial_extended: boolean }>`
    select trial_extended from ended_trials where subject_hash in (${getSubjects(merchantId)})
    order by subject_hash for update
  `.execute(tx)
  return rows.rows.some((row) => row.trial_extended)
}

export async function updateRememberedTrial(tx: Tx, trial: Trial & { merchantId: number }): Promise<void> {
  await sql`
    update ended_trials set trial_ends_at = ${trial.trialEndsAt}, trial_extended = ${trial.trialExtended}
    where subject_hash in (${getSubjects(trial.merchantId)})
  `.execute(tx)
}

function getSubjects(merchantId: number) {
  return sql`select subject_hash from trial_subjects where merchant_id = ${merchantId}`
}

/** Marks the trial as extended, because the store's trial was extended before. */
export async function markExtended(tx: Tx, merchantId: number): Promise<void> {
  await tx
    .updateTable('merchants')
    .set({ trial_extended: true })
    .where('id', '=', merchantId)
    .where('trial_extended', '=', false)
    .execute()
}

/**
 * Moves the end of a trial to an earlier time and makes billing due; false if a card was given already.
 */
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

/** Selects the checkout sessions in which a card was given. */
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
