import { PRO_PLAN_NAME } from '@stockcast/contract'
import { AppError } from '../../../errors.ts'
import type { ProviderSession } from '../../../integrations/stripe/index.ts'
import type { BillingAccount } from '../account.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { reconcileBilling } from '../reconcile-billing.ts'
import { findOwnSession } from './complete-setup.ts'
import { markSession } from './queries.ts'

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
