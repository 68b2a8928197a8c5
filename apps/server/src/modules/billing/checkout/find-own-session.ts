import { AppError } from '../../../errors.ts'
import type { ProviderSession } from '../../../integrations/stripe/index.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { getAccount } from '../get-account.ts'

/** A finished visit of this merchant. Another merchant's visit and one that never was give the same answer. */
export async function findOwnSession(
  billing: BillingKernel,
  { merchantId, sessionId, mode }: { merchantId: number; sessionId: string; mode: 'setup' | 'subscription' },
): Promise<ProviderSession> {
  const session = await billing.stripe.findSession(sessionId)
  const { customerId } = await getAccount(billing, merchantId)
  // Installations that share an account at the provider may number their merchants alike.
  const isOwn =
    session?.merchantId === String(merchantId) && session.customerId === customerId && session.mode === mode
  if (!session || !isOwn) throw new AppError('not_found', 'This payment session is not known.')
  if (session.status === 'complete') return session
  const message =
    session.status === 'expired'
      ? 'This payment session has expired. Please start again.'
      : 'The payment page was not completed. Please start again.'
  throw new AppError('precondition_failed', message)
}
