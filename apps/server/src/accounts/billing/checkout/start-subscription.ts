import { PRO_PLAN_NAME } from '@stockcast/contract'
import { AppError } from '../../../kernel/errors.ts'
import { assertRowsFit } from '../../../kernel/quotas/quotas.ts'
import { isStripeFault } from '../../../providers/stripe/index.ts'
import { type BillingAccount, toKey } from '../account.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { OPEN_SESSION_MS, updateDue } from '../due-queries.ts'
import { ensureCustomer } from '../get-account.ts'
import { reconcileBilling } from '../reconcile-billing.ts'
import { countCheckout, findSessionOfAttempt, insertSession, markSession } from './queries.ts'

const SUBSCRIPTION_RETURN = '/stripe/subscription-complete?session_id={CHECKOUT_SESSION_ID}'
const ATTEMPTS = 4

/** Returns the address of the provider's page that sells the plan from now on. Two tabs get the same page. */
export async function startSubscription(
  billing: BillingKernel,
  merchantId: number,
): Promise<{ url: string }> {
  const customerId = await ensureCustomer(billing, merchantId)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const account = await reconcileBilling(billing, merchantId)
    assertMaySubscribe(account)
    const url = await openCheckout(billing, account, customerId)
    if (url !== null) return { url }
    await billing.db.withTenant(merchantId, (tx) => countCheckout(tx, account))
  }
  throw new AppError('upstream_failed', 'The payment page could not be opened. Please try again.')
}

function assertMaySubscribe({ status, isEnding }: BillingAccount): void {
  if (status === 'active') throw new AppError('conflict', `You already have the ${PRO_PLAN_NAME}.`)
  if (status === 'past_due') {
    throw new AppError('conflict', 'Your last payment failed. Please update your payment method instead.')
  }
  if (status === 'cancelled' && isEnding) {
    throw new AppError('conflict', 'Your subscription is still running. Please reactivate it instead.')
  }
}

/** Returns the address of this attempt's page; null when it was used or has expired. */
async function openCheckout(
  billing: BillingKernel,
  account: BillingAccount,
  customerId: string,
): Promise<string | null> {
  const { merchantId, checkoutsMade: attempt } = account
  const known = await billing.db.withTenant(merchantId, (tx) =>
    findSessionOfAttempt(tx, { merchantId, attempt }),
  )
  const session = known
    ? await billing.stripe.findSession(known)
    : await createCheckout(billing, account, customerId)
  if (session === null) return null
  const { id: sessionId, createdAt, status, url } = session
  await billing.db.withTenant(merchantId, async (tx) => {
    if (!known) {
      await insertSession(tx, { merchantId, sessionId, purpose: 'subscription', attempt, createdAt })
      await assertRowsFit({ ...billing, merchantId, tx }, ['checkout_sessions'])
      await updateDue(tx, merchantId, new Date(billing.clock.now().getTime() + OPEN_SESSION_MS))
    } else if (status !== 'open') {
      const end = status === 'complete' ? 'complete' : 'expired'
      await markSession(tx, { merchantId, sessionId, status: end })
    }
  })
  return status === 'open' ? url : null
}

async function createCheckout(billing: BillingKernel, account: BillingAccount, customerId: string) {
  const { publicUrl } = billing.config
  try {
    return await billing.stripe.createSubscriptionSession({
      customerId,
      merchantId: account.merchantId,
      successUrl: `${publicUrl}${SUBSCRIPTION_RETURN}`,
      cancelUrl: `${publicUrl}/settings?tab=billing`,
      key: `checkout:${toKey(account)}:${account.checkoutsMade}`,
    })
  } catch (error) {
    // The same key came with other parameters: the price has changed since.
    if (isStripeFault(error, 'refused')) return null
    throw error
  }
}
