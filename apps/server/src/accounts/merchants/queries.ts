import { DEFAULT_LEAD_TIME_DAYS, DEFAULT_SAFETY_STOCK } from '@stockcast/contract'
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Tables } from '../../kernel/database/tables.ts'

export async function nextMerchantId(directory: Kysely<Tables>): Promise<number> {
  const next = await sql<{ id: number }>`select nextval('merchant_directory_merchant_id_seq') as id`.execute(
    directory,
  )
  return next.rows[0]!.id
}

/** Returns false when the user or the address has a merchant already. */
export async function insertDirectoryRow(
  tx: Tx,
  row: { merchantId: number; userId: string; email: string; at: Date; isMemberOnly: boolean },
): Promise<boolean> {
  const inserted = await sql<{ merchant_id: number }>`
    insert into merchant_directory (merchant_id, user_id, email, created_at, is_member_only) overriding system value
    values (${row.merchantId}, ${row.userId}, ${row.email}, ${row.at}, ${row.isMemberOnly})
    on conflict do nothing
    returning merchant_id
  `.execute(tx)
  return inserted.rows.length === 1
}

export async function insertMerchant(
  tx: Tx,
  row: { merchantId: number; email: string; trialEndsAt: Date; trialExtended: boolean; at: Date },
): Promise<void> {
  await tx
    .insertInto('merchants')
    .values({
      id: row.merchantId,
      email: row.email,
      shop_domain: `pending-${row.merchantId}`,
      trial_ends_at: row.trialEndsAt,
      trial_extended: row.trialExtended,
      created_at: row.at,
    })
    .execute()
  await tx
    .insertInto('settings')
    .values({
      merchant_id: row.merchantId,
      default_safety_stock: DEFAULT_SAFETY_STOCK,
      default_lead_time_days: DEFAULT_LEAD_TIME_DAYS,
    })
    .execute()
}

/** Returns what a session shows of a merchant besides the facts of the shop. */
export async function findMerchant(tx: Tx, merchantId: number) {
  return tx
    .selectFrom('merchants as m')
    .leftJoin('billing_accounts as b', (join) =>
      join.onRef('b.merchant_id', '=', 'm.id').on('b.merchant_id', '=', merchantId),
    )
    .select([
      'm.id',
      'm.subscription_status',
      'm.plan_name',
      'm.trial_ends_at',
      'm.created_at',
      'm.current_period_end',
      'b.subscription_id',
      'b.access_until',
    ])
    .select((eb) =>
      eb
        .selectFrom('alerts')
        .select((count) => count.fn.countAll<number>().as('active'))
        .where('merchant_id', '=', merchantId)
        .where('resolved', '=', false)
        .as('active_alerts'),
    )
    .select((eb) =>
      eb
        .selectFrom('webhook_faults')
        .select((count) => count.fn.countAll<number>().as('faults'))
        .where('merchant_id', '=', merchantId)
        .as('unapplied_changes'),
    )
    .where('m.id', '=', merchantId)
    .executeTakeFirstOrThrow()
}

/** Returns the last comparison with the store. */
export async function findLastCheck(tx: Tx, merchantId: number) {
  return tx
    .selectFrom('reconcile_runs')
    .select(['finished_at', 'differences'])
    .where('merchant_id', '=', merchantId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns whether part of the catalogue is the sample data of the example store. */
export async function hasExampleVariants(tx: Tx, merchantId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('variants')
    .select('variant_id')
    .where('merchant_id', '=', merchantId)
    .where('shop_domain', 'like', '%example%')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
