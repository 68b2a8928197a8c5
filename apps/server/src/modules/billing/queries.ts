import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'
import type { Tables } from '../../database/tables.ts'
import type { ProviderEvent } from '../../integrations/stripe/index.ts'
import type { AccessFacts } from './access.ts'
import type { BillingAccount, BillingState, OpenInvoice } from './account.ts'

type CheckoutPurpose = Tables['checkout_sessions']['purpose']

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

export async function findAccess(tx: Tx, merchantId: number): Promise<AccessFacts | undefined> {
  const row = await tx
    .selectFrom('merchants as m')
    .leftJoin('billing_accounts as b', (join) =>
      join.onRef('b.merchant_id', '=', 'm.id').on('b.merchant_id', '=', merchantId),
    )
    .select(['m.subscription_status', 'm.trial_ends_at', 'b.subscription_id', 'b.access_until'])
    .where('m.id', '=', merchantId)
    .executeTakeFirst()
  return (
    row && {
      status: row.subscription_status,
      trialEndsAt: row.trial_ends_at,
      subscriptionId: row.subscription_id,
      accessUntil: row.access_until,
    }
  )
}

/** Takes the next version of the stored state; false when it is no longer the expected one. Locks it until the commit. */
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

/** Makes the customer known to both sides of the wall. */
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

export async function updateDue(tx: Tx, merchantId: number, dueAt: Date): Promise<void> {
  await tx
    .updateTable('merchant_directory')
    .set({ billing_due_at: dueAt })
    .where('merchant_id', '=', merchantId)
    .execute()
}

/** Takes merchants whose billing is due, and lets the others have them again at `retryAt`. */
export async function takeDue(
  directory: Kysely<Tables>,
  args: { now: Date; retryAt: Date; limit: number },
): Promise<number[]> {
  const taken = await sql<{ merchant_id: number }>`
    update merchant_directory set billing_due_at = ${args.retryAt}
    where merchant_id in (
      select merchant_id from merchant_directory
      where billing_due_at is null or billing_due_at <= ${args.now}
      order by billing_due_at nulls first limit ${args.limit} for update skip locked
    )
    returning merchant_id
  `.execute(directory)
  return taken.rows.map((row) => row.merchant_id)
}

/** Once, and on a running trial only; false when there is nothing to extend. */
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

/** The provider refused: the offer may be taken again. */
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

/** The end of trial that the provider is asked for: the first one that was noted, as long as it lies ahead. */
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

/** Cancels or takes up again a trial that the provider knows nothing of; the caller has claimed the version. */
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

/** Says that this visit to the checkout is over, so that the next one gets a session of its own. */
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

/** The session of this attempt to subscribe, once one was made. */
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

/** Whether a card was given later than in this session: it must not be replaced by the older one. */
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

/** Outside the wall: whose customer this is. */
export async function findMerchantOfCustomer(
  directory: Kysely<Tables>,
  customerId: string,
): Promise<number | undefined> {
  const row = await directory
    .selectFrom('merchant_directory')
    .select('merchant_id')
    .where('stripe_customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.merchant_id
}

/** False when it came before. */
export async function insertEvent(
  tx: Tx,
  { merchantId, event, at }: { merchantId: number; event: ProviderEvent; at: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('billing_events')
    .values({
      merchant_id: merchantId,
      event_id: event.id,
      type: event.type,
      object_id: event.objectId,
      created_at: event.createdAt,
      received_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .execute()
  return inserted.length === 1
}

export async function listOpenEvents(tx: Tx, merchantId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('billing_events')
    .select('event_id')
    .where('merchant_id', '=', merchantId)
    .where('applied_at', 'is', null)
    .execute()
  return rows.map((row) => row.event_id)
}

export async function markEventsApplied(
  tx: Tx,
  { merchantId, eventIds, at }: { merchantId: number; eventIds: readonly string[]; at: Date },
): Promise<void> {
  if (eventIds.length === 0) return
  await tx
    .updateTable('billing_events')
    .set({ applied_at: at })
    .where('merchant_id', '=', merchantId)
    .where('event_id', 'in', eventIds)
    .execute()
}

export async function deleteOldEvents(tx: Tx, merchantId: number, before: Date): Promise<void> {
  await tx
    .deleteFrom('billing_events')
    .where('merchant_id', '=', merchantId)
    .where('applied_at', 'is not', null)
    .where('received_at', '<', before)
    .execute()
}

export interface MailKey {
  kind: string
  /** What it is about, such as an invoice. */
  reference: string
}

/** Answers those of the mails that were not taken on before. */
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

export async function insertCancellation(
  tx: Tx,
  row: { merchantId: number; subscriptionId: string | null; feedback: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('cancellations')
    .values({
      merchant_id: row.merchantId,
      subscription_id: row.subscriptionId,
      feedback: row.feedback,
      requested_at: row.at,
    })
    .execute()
}
