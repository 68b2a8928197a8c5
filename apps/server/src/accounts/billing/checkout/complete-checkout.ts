import { PRO_PLAN_NAME, PRO_PRICE_CENTS, PRO_PRICE_CURRENCY } from '@stockcast/contract'
import { AppError } from '../../../kernel/errors.ts'
import type { PaymentOutcome, ProviderSession } from '../../../providers/stripe/index.ts'
import type { BillingAccount } from '../account.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { money, toDate } from '../billing-words.ts'
import { getAccount } from '../get-account.ts'
import { reconcileBilling } from '../reconcile-billing.ts'
import { findSessionRow, hasLaterSetup, insertSession, markSession } from './queries.ts'

interface SetupOutcome {
  success: boolean
  message: string
  startedFrom: 'onboarding' | 'billing'
}

/**
 * Puts the card of a completed checkout session into use: makes it the default card, starts the trial's
 * subscription where there is none yet, and pays an open invoice. The return page and the webhook both call
 * it; calling it twice or at the same time changes nothing more.
 */
export async function completeSetup(
  billing: BillingKernel,
  merchantId: number,
  input: { sessionId: string },
): Promise<SetupOutcome> {
  const { sessionId } = input
  const session = await findOwnSession(billing, { merchantId, sessionId, mode: 'setup' })
  const purpose = await takeCard(billing, merchantId, session)
  const account = await reconcileBilling(billing, merchantId)
  const payment = await payOpenInvoice(billing, { account, session })
  const startedFrom = purpose === 'trial' ? 'onboarding' : 'billing'
  if (payment?.kind === 'declined') {
    return {
      success: false,
      message: `Your card is saved, but the payment was refused: ${payment.message}`,
      startedFrom,
    }
  }
  return { success: true, message: sentenceFor(account, payment !== null), startedFrom }
}

/** Makes the card the default once for each session, unless a newer card is in use. */
async function takeCard(
  { db, stripe }: BillingKernel,
  merchantId: number,
  session: ProviderSession,
): Promise<string> {
  const { id: sessionId, createdAt, paymentMethodId, customerId } = session
  const { row, isOutdated } = await db.withTenant(merchantId, async (tx) => {
    // The process that created the session died before it could store it.
    await insertSession(tx, { merchantId, sessionId, purpose: 'trial', attempt: null, createdAt })
    return {
      row: await findSessionRow(tx, { merchantId, sessionId }),
      isOutdated: await hasLaterSetup(tx, { merchantId, createdAt }),
    }
  })
  const purpose = row?.purpose ?? 'trial'
  if (row?.status === 'complete') return purpose
  if (!isOutdated && paymentMethodId !== null && customerId !== null) {
    await stripe.setDefaultPaymentMethod(customerId, paymentMethodId)
    const subscriptions = await stripe.listSubscriptions(customerId)
    // A subscription charges its own card before the customer's default.
    const own = subscriptions.filter(
      (each) => each.endedAt === null && each.paymentMethodId !== null && each.status !== 'canceled',
    )
    for (const { id } of own) await stripe.setPaymentMethod(id, paymentMethodId)
  }
  await db.withTenant(merchantId, (tx) => markSession(tx, { merchantId, sessionId, status: 'complete' }))
  return purpose
}

function sentenceFor(account: BillingAccount, isPaid: boolean): string {
  if (isPaid) return 'Your payment method is saved, and the open invoice is paid.'
  if (account.status !== 'trial' || account.subscriptionId === null) return 'Your payment method is saved.'
  const price = money(PRO_PRICE_CENTS, PRO_PRICE_CURRENCY)
  const on = toDate(account.trialEndsAt, account.timeZone)
  return `Your payment method is saved. Nothing is charged now; the first ${price} are due on ${on}.`
}

/**
 * Charges the card of a session for the open invoice, once for each session. Returns null when no invoice is
 * open, or when another card is in use by now, such as when the page of an older session is reloaded.
 */
async function payOpenInvoice(
  billing: BillingKernel,
  { account, session }: { account: BillingAccount; session: ProviderSession },
): Promise<PaymentOutcome | null> {
  const { openInvoice, merchantId, status } = account
  const { paymentMethodId } = session
  if (status !== 'past_due' || openInvoice === null || paymentMethodId === null) return null
  if (!(await isCardInUse(billing, account, paymentMethodId))) return null
  const outcome = await billing.stripe.payInvoice({
    invoiceId: openInvoice.id,
    paymentMethodId,
    key: `pay:${openInvoice.id}:${session.id}`,
  })
  await reconcileBilling(billing, merchantId)
  return outcome
}

async function isCardInUse(
  { stripe }: BillingKernel,
  { customerId }: BillingAccount,
  paymentMethodId: string,
): Promise<boolean> {
  if (customerId === null) return false
  const customer = await stripe.findCustomer(customerId)
  return customer.paymentMethodId === paymentMethodId
}

/**
 * Returns a completed session of this merchant. Another merchant's session and an unknown one give the same
 * answer.
 */
async function findOwnSession(
  billing: BillingKernel,
  { merchantId, sessionId, mode }: { merchantId: number; sessionId: string; mode: 'setup' | 'subscription' },
): Promise<ProviderSession> {
  const session = await billing.stripe.findSession(sessionId)
  const { customerId } = await getAccount(billing, merchantId)
  // Installations that share one provider account may give their merchants the same numbers.
  const isOwn =
    session?.merchantId === String(merchantId) && session.customerId === customerId && session.mode === mode
  if (!session || !isOwn) throw new AppError('not_found', 'This payment session does not exist.')
  if (session.status === 'complete') return session
  const message =
    session.status === 'expired'
      ? 'This payment session has expired. Please start again.'
      : 'The payment page was not completed. Please start again.'
  throw new AppError('precondition_failed', message)
}

/**
 * Records a paid checkout session. The return page and the webhook both call it; calling it twice changes
 * nothing more.
 */
export async function completeSubscription(
  billing: BillingKernel,
  merchantId: number,
  input: { sessionId: string },
): Promise<{ success: boolean; message: string }> {
  const { sessionId } = input
  const session = await findOwnSession(billing, { merchantId, sessionId, mode: 'subscription' })
  if (!session.isPaid) throw new AppError('precondition_failed', 'The payment has not been received yet.')
  const account = await reconcileBilling(billing, merchantId)
  await billing.db.withTenant(merchantId, (tx) =>
    markSession(tx, { merchantId, sessionId, status: 'complete' }),
  )
  if (account.subscriptionId !== session.subscriptionId) {
    return { success: true, message: await secondPaymentMessage(billing, account, session) }
  }
  return { success: true, message: `Welcome to the ${PRO_PLAN_NAME}. Your subscription is active.` }
}

/** Returns the message for a paid session whose subscription is not the merchant's current one. */
async function secondPaymentMessage(
  { stripe }: Pick<BillingKernel, 'stripe'>,
  { customerId, subscriptionId }: Pick<BillingAccount, 'customerId' | 'subscriptionId'>,
  session: Pick<ProviderSession, 'subscriptionId'>,
): Promise<string> {
  const had = `You already had the ${PRO_PLAN_NAME}.`
  if (customerId === null) return had
  const subscriptions = await stripe.listSubscriptions(customerId)
  const createdAt = (id: string | null) => subscriptions.find((each) => each.id === id)?.createdAt
  const [paid, counting] = [createdAt(session.subscriptionId), createdAt(subscriptionId)]
  // This page belongs to an earlier subscription, whose payment was used. It was only reloaded.
  if (paid && counting && paid < counting)
    return `You have the ${PRO_PLAN_NAME}. Your subscription is active.`
  const invoices = await stripe.listInvoices(customerId)
  const first = invoices.find((each) => each.subscriptionId === session.subscriptionId && each.isFirst)
  if (!first || first.amountPaidCents === 0 || first.paymentIntentId === null) {
    return `${had} Nothing was charged a second time.`
  }
  if (await stripe.isRefunded(first.paymentIntentId)) return `${had} The second payment is refunded.`
  return `${had} The second payment could not be refunded automatically; the people who run Stockcast have been notified.`
}
