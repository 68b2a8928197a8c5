import { AppError } from '../../../errors.ts'
import type { ProviderSession } from '../../../integrations/stripe/index.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { getAccount } from '../get-account.ts'

/**
 * Returns a completed session of this merchant. Another merchant's session and an unknown one give the same
 * answer.
 */
export async function findOwnSession(
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
