import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { BillingAccount, BillingState, OpenInvoice } from './account.ts'

export async function findAccount(tx: Tx, merchantId: number): Promise<BillingAccount | undefined> {
  const row = await tx
    .selectFrom('merchants as m')
    .leftJoin('billing_accounts as b', (join) =>
      join.onRef('b.merchant_id', '=', 'm.id').on('b.merchant_id', '=', merchantId),
    )
    .selectAll('b')
    .select([
      'm.id',
      'm.email',
      'm.time_zone',
      'm.created_at',
      'm.subscription_status',
      'm.stripe_status',
      'm.stripe_customer_id',
      'm.plan_name',
      'm.shop_name',
      'm.trial_ends_at',
      'm.trial_extended',
      'm.current_period_end',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('checkout_sessions')
            .select('session_id')
            .where('merchant_id', '=', merchantId)
            .where('status', '=', 'complete')
            .where('purpose', '<>', 'subscription'),
        )
        .as('has_finished_setup'),
    )
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('checkout_sessions')
            .select('session_id')
            .where('merchant_id', '=', merchantId)
            .where('status', '=', 'open'),
        )
        .as('has_open_session'),
    )
    .where('m.id', '=', merchantId)
    .executeTakeFirst()
  return (
    row && {
      merchantId: row.id,
      email: row.email,
      timeZone: row.time_zone,
      shopName: row.shop_name,
      createdAt: row.created_at,
      status: row.subscription_status,
      stripeStatus: row.stripe_status,
      planName: row.plan_name,
      trialEndsAt: row.trial_ends_at,
      trialExtended: row.trial_extended,
      currentPeriodEnd: row.current_period_end,
      customerId: row.stripe_customer_id,
      subscriptionId: row.subscription_id,
      accessUntil: row.access_until,
      isEnding: row.is_ending ?? false,
      trialCancelledAt: row.trial_cancelled_at,
      extendedTrialEnd: row.extended_trial_end,
      hasPaymentMethod: row.has_payment_method ?? false,
      card: row.card,
      openInvoice: row.open_invoice && readInvoice(row.open_invoice),
      version: row.version ?? 0,
      customersMade: row.customers_made ?? 0,
      checkoutsMade: row.checkouts_made ?? 0,
      hasFinishedSetup: Boolean(row.has_finished_setup),
      hasOpenSession: Boolean(row.has_open_session),
    }
  )
}

function readInvoice(
  stored: Omit<OpenInvoice, 'nextAttemptAt'> & { nextAttemptAt: string | null },
): OpenInvoice {
  const { nextAttemptAt } = stored
  return { ...stored, nextAttemptAt: nextAttemptAt === null ? null : new Date(nextAttemptAt) }
}

/**
 * Claims the next version of the stored state and locks it until the commit; false when the version has
 * changed.
 */
export async function claimVersion(
  tx: Tx,
  { merchantId, version }: Pick<BillingAccount, 'merchantId' | 'version'>,
): Promise<boolean> {
  const claimed = await sql<{ version: number }>`
    insert into billing_accounts as b (merchant_id, version) values (${merchantId}, 1)
    on conflict (merchant_id) do update set version = b.version + 1
      where b.merchant_id = ${merchantId} and b.version = ${version}
    returning version
  `.execute(tx)
  return claimed.rows[0]?.version === version + 1
}

/** Writes a state whose version was claimed before. */
export async function updateState(tx: Tx, merchantId: number, state: BillingState): Promise<void> {
  await tx
    .updateTable('merchants')
    .set({
      subscription_status: state.status,
      stripe_status: state.stripeStatus,
      stripe_customer_id: state.customerId,
      plan_name: state.planName,
      trial_ends_at: state.trialEndsAt,
      current_period_end: state.currentPeriodEnd,
    })
    .where('id', '=', merchantId)
    .execute()
  await tx
    .updateTable('billing_accounts')
    .set({
      subscription_id: state.subscriptionId,
      access_until: state.accessUntil,
      is_ending: state.isEnding,
      trial_cancelled_at: state.trialCancelledAt,
      extended_trial_end: state.extendedTrialEnd,
      has_payment_method: state.hasPaymentMethod,
      card: state.card && JSON.stringify(state.card),
      open_invoice: state.openInvoice && JSON.stringify(state.openInvoice),
    })
    .where('merchant_id', '=', merchantId)
    .execute()
}

/** Writes the customer's id to the merchant's rows and to the directory of all merchants. */
export async function updateCustomer(tx: Tx, merchantId: number, customerId: string | null): Promise<void> {
  await tx
    .updateTable('merchants')
    .set({ stripe_customer_id: customerId })
    .where('id', '=', merchantId)
    .execute()
  await tx
    .updateTable('merchant_directory')
    .set({ stripe_customer_id: customerId })
    .where('merchant_id', '=', merchantId)
    .execute()
}

export async function countCustomer(tx: Tx, merchantId: number): Promise<void> {
  await tx
    .updateTable('billing_accounts')
    .set({ customers_made: sql`customers_made + 1` })
    .where('merchant_id', '=', merchantId)
    .execute()
}
