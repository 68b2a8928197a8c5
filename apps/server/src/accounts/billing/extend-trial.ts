import { type Billing, DAY_MS, TRIAL_EXTENSION_DAYS } from '@stockcast/contract'
import { AppError } from '../../kernel/errors.ts'
import { isStripeFault } from '../../providers/stripe/index.ts'
import type { BillingAccount } from './account.ts'
import type { BillingKernel } from './billing-kernel.ts'
import { getAccount } from './get-account.ts'
import { billingView } from './get-billing.ts'
import { applyEventsTask } from './provider/apply-events.task.ts'
import { reconcileBilling } from './reconcile-billing.ts'
import { lockExtension, updateRememberedTrial } from './trial/ended-trial-queries.ts'
import { claimExtension } from './trial/queries.ts'

/**
 * Sets the end of the trial to 14 days from now, once for each mailbox and store. The new end is stored
 * before the provider is called. The queue repeats the call until the provider has it, so that a lost answer
 * changes nothing.
 */
export async function extendTrial(billing: BillingKernel, merchantId: number): Promise<Billing> {
  const now = billing.clock.now()
  const trialEndsAt = wholeSeconds(now.getTime() + TRIAL_EXTENSION_DAYS * DAY_MS)
  const isFirst = await billing.db.withTenant(merchantId, async (tx) => {
    if (!(await claimExtension(tx, { merchantId, trialEndsAt, now }))) return false
    if (await lockExtension(tx, merchantId)) throw alreadyExtended()
    await updateRememberedTrial(tx, { merchantId, trialEndsAt, trialExtended: true })
    await billing.jobs.send(applyEventsTask, { merchantId }, { tx })
    await billing.live.publish(tx, merchantId, { type: 'billing' })
    return true
  })
  if (!isFirst) throw refusal(await getAccount(billing, merchantId))
  return billingView(await tellProvider(billing, merchantId), now)
}

/** Rounds down to whole seconds, the provider's unit. */
function wholeSeconds(ms: number): Date {
  return new Date(Math.floor(ms / 1000) * 1000)
}

async function tellProvider(billing: BillingKernel, merchantId: number): Promise<BillingAccount> {
  try {
    return await reconcileBilling(billing, merchantId)
  } catch (error) {
    if (!isStripeFault(error, 'unavailable')) throw error
    billing.log.warn({ err: error, merchantId }, 'the extension is sent to the provider later')
    return getAccount(billing, merchantId)
  }
}

function refusal({ trialExtended }: BillingAccount): AppError {
  if (trialExtended) return alreadyExtended()
  return new AppError('precondition_failed', 'Only a running trial can be extended.')
}

function alreadyExtended(): AppError {
  return new AppError('conflict', "You've already used your free trial extension.")
}
