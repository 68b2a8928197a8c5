import { PRO_PRICE_CENTS } from '@stockcast/contract'
import type { ProviderSession } from '../../../integrations/stripe/index.ts'
import type { BillingAccount } from '../account.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { dateOf, money } from '../mails/mails.ts'
import { reconcileBilling } from '../reconcile-billing.ts'
import { findOwnSession } from './find-own-session.ts'
import { payOpenInvoice } from './pay-open-invoice.ts'
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
  const price = money(PRO_PRICE_CENTS, 'USD')
  const on = dateOf(account.trialEndsAt, account.timeZone)
  return `Your payment method is saved. Nothing is charged now; the first ${price} are due on ${on}.`
}
