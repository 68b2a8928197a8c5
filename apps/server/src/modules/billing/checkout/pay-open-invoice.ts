import type { PaymentOutcome, ProviderSession } from '../../../integrations/stripe/index.ts'
import type { BillingAccount } from '../account.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { settleBilling } from '../settle-billing.ts'

/**
 * Charges the card of a visit for what is open, once for each visit. Null: nothing is open, or another card has taken
 * the place of this one, as when the page of an older visit is looked at again.
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
  await settleBilling(billing, merchantId)
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
