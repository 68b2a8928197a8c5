import { PRO_PRICE_CENTS } from '@stockcast/contract'
import type { ProviderSession } from '../../../integrations/stripe/index.ts'
import type { BillingAccount } from '../account.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { dateOf, money } from '../mails/mails.ts'
import { settleBilling } from '../settle-billing.ts'
import { findOwnSession } from './find-own-session.ts'
import { payOpenInvoice } from './pay-open-invoice.ts'
import { findSessionRow, hasLaterSetup, insertSession, markSession } from './queries.ts'

interface SetupOutcome {
  success: boolean
  message: string
  startedFrom: 'onboarding' | 'billing'
}

/**
 * Takes the card of a completed visit into use: makes it the one that is charged, starts the trial's subscription where
 * there is none yet, and pays what is open. For the return page and the webhook alike, together, twice or alone.
 */
export async function completeSetup(
  billing: BillingKernel,
  merchantId: number,
  input: { sessionId: string },
): Promise<SetupOutcome> {
  const { sessionId } = input
  const session = await findOwnSession(billing, { merchantId, sessionId, mode: 'setup' })
  const purpose = await takeCard(billing, merchantId, session)
  const account = await settleBilling(billing, merchantId)
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

/** Once for each visit, and never a card older than the one in use. */
async function takeCard(
  { db, stripe }: BillingKernel,
  merchantId: number,
  session: ProviderSession,
): Promise<string> {
  const { id: sessionId, createdAt, paymentMethodId, customerId } = session
  const { row, isOutdated } = await db.withTenant(merchantId, async (tx) => {
    // Made by a process that died before it could note it.
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
    // A card of its own is charged before the customer's.
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
