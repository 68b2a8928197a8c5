import { AppError } from '../../../kernel/errors.ts'
import { refusalTexts } from '../../../kernel/texts/refusal-texts.ts'
import { isStripeFault } from '../../../providers/stripe/index.ts'
import type { BillingAccount } from '../account.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { isEnding } from '../map-subscription.ts'
import { claimVersion } from '../queries.ts'
import { reconcileBilling } from '../reconcile-billing.ts'
import { updateTrialCancelled } from '../trial/queries.ts'
import { startSubscription } from './start-subscription.ts'

const ATTEMPTS = 5

/** Continues a cancelled plan: without a payment while it still runs, otherwise with a page to pay on. */
export async function reactivate(
  billing: BillingKernel,
  merchantId: number,
): Promise<{ url: string | null }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const account = await reconcileBilling(billing, merchantId)
    if (account.status === 'trial' || account.status === 'active') return { url: null }
    if (!account.isEnding) return startSubscription(billing, merchantId)
    if (!(await takeBack(billing, account))) continue
    await reconcileBilling(billing, merchantId)
    return { url: null }
  }
  throw new AppError('conflict', refusalTexts.subscriptionChanging)
}

/** Withdraws the cancellation; false when the subscription changed or ended meanwhile. */
async function takeBack(billing: BillingKernel, account: BillingAccount): Promise<boolean> {
  const { merchantId, subscriptionId, customerId } = account
  if (subscriptionId === null || customerId === null) {
    return billing.db.withTenant(merchantId, async (tx) => {
      const isCurrent = await claimVersion(tx, account)
      if (isCurrent) await updateTrialCancelled(tx, merchantId, null)
      return isCurrent
    })
  }
  const subscriptions = await billing.stripe.listSubscriptions(customerId)
  const subscription = subscriptions.find(({ id }) => id === subscriptionId)
  if (!subscription || !isEnding(subscription)) return false
  try {
    await billing.stripe.keepRunning(subscription)
    return true
  } catch (error) {
    if (isStripeFault(error, 'missing', 'refused')) return false
    throw error
  }
}
