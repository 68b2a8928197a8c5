import type { PaymentOutcome, ProviderSession } from '../../../integrations/stripe/index.ts'
import type { BillingAccount } from '../account.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { reconcileBilling } from '../reconcile-billing.ts'

/**
 * Charges the card of a session for the open invoice, once for each session. Returns null when no invoice is
 * open, or when another card is in use by now, such as when the page of an older session is reloaded.
 */
export async function payOpenInvoice(
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
