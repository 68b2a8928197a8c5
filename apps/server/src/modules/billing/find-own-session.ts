import { AppError } from '../../errors.ts'
import { isStripeFault, type ProviderSession } from '../../integrations/stripe/index.ts'
import type { BillingKernel } from './billing-kernel.ts'

/** A finished visit of this merchant. Another merchant's visit and one that never was give the same answer. */
export async function findOwnSession(
  billing: BillingKernel,
  { merchantId, sessionId, mode }: { merchantId: number; sessionId: string; mode: 'setup' | 'subscription' },
): Promise<ProviderSession> {
  const session = await billing.stripe.findSession(sessionId).catch((error) => {
    if (isStripeFault(error, 'missing', 'refused')) return null
    throw error
  })
  const isOwn = session?.merchantId === String(merchantId) && session.mode === mode
  if (!session || !isOwn) throw new AppError('not_found', 'This payment session is not known.')
  if (session.status === 'complete') return session
  const message =
    session.status === 'expired'
      ? 'This payment session has expired. Please start again.'
      : 'The payment page was not completed. Please start again.'
  throw new AppError('precondition_failed', message)
}
