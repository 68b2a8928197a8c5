import { AppError } from '../../../errors.ts'
import { takeUse } from '../../../limits/take-use.ts'
import { inTransaction } from '../../../verb-context.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { getAccount } from '../get-account.ts'

/**
 * Returns the address of the provider's page for invoices, cards and cancellation. It works for a short time
 * only.
 */
export async function openPortal(billing: BillingKernel, merchantId: number): Promise<{ url: string }> {
  const { customerId } = await getAccount(billing, merchantId)
  if (customerId === null) {
    throw new AppError(
      'precondition_failed',
      'Add a payment method first. Until then there is nothing to manage.',
    )
  }
  await inTransaction(billing, merchantId, (context) => takeUse(context, 'checkout'))
  const returnUrl = `${billing.config.publicUrl}/settings?tab=billing`
  return { url: await billing.stripe.createPortal(customerId, returnUrl) }
}
