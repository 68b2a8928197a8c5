import { AppError } from '../../../kernel/errors.ts'
import { assertRowsFit } from '../../../kernel/quotas/quotas.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { OPEN_SESSION_MS, updateDue } from '../due-queries.ts'
import { ensureCustomer, getAccount } from '../get-account.ts'
import { insertSession } from './queries.ts'

const SETUP_RETURN = '/stripe/setup-complete?session_id={CHECKOUT_SESSION_ID}'
const cancelPaths = { trial: '/add-payment?cancelled=1', update_payment: '/settings?tab=billing' }

/** Returns the address of the provider's page that takes a card; nothing is charged there. */
export async function startSetup(
  billing: BillingKernel,
  merchantId: number,
  purpose: 'trial' | 'update_payment',
): Promise<{ url: string }> {
  const customerId = await ensureCustomer(billing, merchantId)
  const { publicUrl } = billing.config
  const session = await billing.stripe.createSetupSession({
    customerId,
    merchantId,
    purpose,
    successUrl: `${publicUrl}${SETUP_RETURN}`,
    cancelUrl: `${publicUrl}${cancelPaths[purpose]}`,
  })
  const { id: sessionId, createdAt } = session
  await billing.db.withTenant(merchantId, async (tx) => {
    await insertSession(tx, { merchantId, sessionId, purpose, attempt: null, createdAt })
    await assertRowsFit({ ...billing, merchantId, tx }, ['checkout_sessions'])
    await updateDue(tx, merchantId, new Date(billing.clock.now().getTime() + OPEN_SESSION_MS))
  })
  return { url: toUrl(session) }
}

function toUrl({ id, url }: { id: string; url: string | null }): string {
  if (url === null) throw new Error(`checkout session ${id} has no address`)
  return url
}

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
  const returnUrl = `${billing.config.publicUrl}/settings?tab=billing`
  return { url: await billing.stripe.createPortal(customerId, returnUrl) }
}
