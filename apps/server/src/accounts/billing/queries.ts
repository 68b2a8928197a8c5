import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { BillingAccount, BillingState, OpenInvoice } from './account.ts'

export async function findAccount(tx: Tx, merchantId: number): Promise<BillingAccount | undefined> {
  const { rows } = await sql<Omit<BillingAccount, 'openInvoice'> & { openInvoice: StoredInvoice | null }>`
    select m.id as "merchantId", m.email, m.time_zone as "timeZone", m.shop_name as "shopName", m.created_at as "createdAt",
      m.subscription_status as status, m.stripe_status as "stripeStatus", m.plan_name as "planName",
      m.trial_ends_at as "trialEndsAt", m.trial_extended as "trialExtended", m.current_period_end as "currentPeriodEnd",
      m.stripe_customer_id as "customerId", b.subscription_id as "subscriptionId", b.access_until as "accessUntil",
      coalesce(b.is_ending, false) as "isEnding", b.trial_cancelled_at as "trialCancelledAt",
      b.extended_trial_end as "extendedTrialEnd", coalesce(b.has_payment_method, false) as "hasPaymentMethod", b.card,
      b.open_invoice as "openInvoice", coalesce(b.version, 0) as version,
      coalesce(b.customers_made, 0) as "customersMade", coalesce(b.checkouts_made, 0) as "checkoutsMade",
      exists (select from checkout_sessions c where c.merchant_id = ${merchantId} and c.status = 'complete'
        and c.purpose <> 'subscription') as "hasFinishedSetup",
      exists (select from checkout_sessions c where c.merchant_id = ${merchantId} and c.status = 'open') as "hasOpenSession"
    from merchants m
    left join billing_accounts b on b.merchant_id = ${merchantId} and b.merchant_id = m.id
    where m.id = ${merchantId}
  `.execute(tx)
  const [row] = rows
  return row && { ...row, openInvoice: row.openInvoice && readInvoice(row.openInvoice) }
}

type StoredInvoice = Omit<OpenInvoice, 'nextAttemptAt'> & { nextAttemptAt: string | null }

function readInvoice(stored: StoredInvoice): OpenInvoice {
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
