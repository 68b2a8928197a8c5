import type { Billing } from '@stockcast/contract'
import { getAccess } from '../../../kernel/access/access.ts'
import { AppError } from '../../../kernel/errors.ts'
import { assertRowsFit } from '../../../kernel/quotas/quotas.ts'
import { refusalTexts } from '../../../kernel/texts/refusal-texts.ts'
import { isStripeFault } from '../../../providers/stripe/index.ts'
import type { BillingAccount } from '../account.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { billingView } from '../get-billing.ts'
import { claimVersion } from '../queries.ts'
import { reconcileBilling } from '../reconcile-billing.ts'
import { deleteCancellation, insertCancellation, updateTrialCancelled } from '../trial/queries.ts'

const ATTEMPTS = 5

/**
 * Cancels the subscription at the end of what is paid or free already; one whose payment failed ends now.
 * Cancelling a cancelled subscription changes nothing.
 */
export async function cancelSubscription(
  billing: BillingKernel,
  merchantId: number,
  { feedback = '' }: { feedback?: string | undefined },
): Promise<Billing> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const account = await reconcileBilling(billing, merchantId)
    const now = billing.clock.now()
    if (account.status === 'cancelled') return billingView(account, now)
    if (getAccess(account, now).status === 'expired') {
      throw new AppError('precondition_failed', 'There is no subscription to cancel.')
    }
    if (!(await cancel(billing, account, feedback))) continue
    billing.log.info({ merchantId, status: account.status, feedback }, 'subscription cancelled')
    return billingView(await reconcileBilling(billing, merchantId), billing.clock.now())
  }
  throw new AppError('conflict', refusalTexts.subscriptionChanging)
}

/** Cancels the subscription if it still has the given state; returns false when it has changed meanwhile. */
async function cancel(billing: BillingKernel, account: BillingAccount, feedback: string): Promise<boolean> {
  const { merchantId, subscriptionId, status } = account
  const note = { merchantId, subscriptionId, feedback, at: billing.clock.now() }
  if (subscriptionId === null) {
    return billing.db.withTenant(merchantId, async (tx) => {
      const isCurrent = await claimVersion(tx, account)
      if (!isCurrent) return false
      await updateTrialCancelled(tx, merchantId, note.at)
      await insertCancellation(tx, note)
      await assertRowsFit({ ...billing, merchantId, tx }, ['cancellations'])
      return true
    })
  }
  const { stripe } = billing
  // Stored before the provider is called, so that the feedback survives a crash in between.
  const noted = await billing.db.withTenant(merchantId, async (tx) => {
    const id = await insertCancellation(tx, note)
    await assertRowsFit({ ...billing, merchantId, tx }, ['cancellations'])
    return id
  })
  try {
    if (status === 'past_due') await stripe.cancelNow(subscriptionId, feedback)
    else await stripe.cancelAtPeriodEnd(subscriptionId, feedback)
    return true
  } catch (error) {
    if (noted !== undefined)
      await billing.db.withTenant(merchantId, (tx) => deleteCancellation(tx, { merchantId, id: noted }))
    // It ended a moment ago.
    if (isStripeFault(error, 'missing', 'refused')) return false
    throw error
  }
}
