import { PRO_PLAN_NAME } from '@stockcast/contract'
import { AppError } from '../../../errors.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { settleBilling } from '../settle-billing.ts'
import { findOwnSession } from './find-own-session.ts'
import { markSession } from './queries.ts'
import { secondPaymentMessage } from './second-payment-message.ts'

/** Takes a paid visit into account. For the return page and the webhook alike, together, twice or alone. */
export async function completeSubscription(
  billing: BillingKernel,
  merchantId: number,
  input: { sessionId: string },
): Promise<{ success: boolean; message: string }> {
  const { sessionId } = input
  const session = await findOwnSession(billing, { merchantId, sessionId, mode: 'subscription' })
  if (!session.isPaid) throw new AppError('precondition_failed', 'The payment has not been received yet.')
  const account = await settleBilling(billing, merchantId)
  await billing.db.withTenant(merchantId, (tx) =>
    markSession(tx, { merchantId, sessionId, status: 'complete' }),
  )
  if (account.subscriptionId !== session.subscriptionId) {
    return { success: true, message: await secondPaymentMessage(billing, account, session) }
  }
  return { success: true, message: `Welcome to the ${PRO_PLAN_NAME}. Your subscription is active.` }
}
