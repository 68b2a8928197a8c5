import type { MerchantKey } from '../../../kernel/database/app-database.ts'
import { AppError } from '../../../kernel/errors.ts'
import { defineMerchantTask } from '../../../kernel/jobs/task.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { completeSetup } from '../checkout/complete-checkout.ts'
import { listOpenSessions, markSession } from '../checkout/queries.ts'
import { findAccount } from '../queries.ts'
import { reconcileBilling } from '../reconcile-billing.ts'
import { bindTrial } from '../trial/trial-memory.ts'
import { listOpenEvents, markEventsApplied } from './event-queries.ts'

/**
 * Reconciles a merchant's billing with the provider, taking the stored events into account. Runs may overlap.
 */
export const applyEventsTask = defineMerchantTask({
  name: 'apply-events',
  one: 'queued',
  retryLimit: 12,
  retryDelaySeconds: 3,
  concurrency: 4,
})

/**
 * Fetches the provider's state and applies it, whatever the events say and whether or not they arrived: first
 * the completed checkouts whose merchant never came back, then the subscriptions. An event counts as applied
 * once a fetch that began after its arrival has succeeded.
 */
export async function applyEvents(
  billing: BillingKernel,
  { merchantId }: MerchantKey,
  signal: AbortSignal,
): Promise<void> {
  const found = await billing.db.withTenant(merchantId, async (tx) => {
    // The event was sent before the account was deleted.
    if (!(await findAccount(tx, merchantId))) return null
    return {
      eventIds: await listOpenEvents(tx, merchantId),
      sessions: await listOpenSessions(tx, merchantId),
    }
  })
  if (!found) return
  for (const sessionId of found.sessions) {
    signal.throwIfAborted()
    await followSession(billing, { merchantId, sessionId })
  }
  await reconcileBilling(billing, merchantId)
  const at = billing.clock.now()
  await billing.db.withTenant(merchantId, async (tx) => {
    await markEventsApplied(tx, { merchantId, eventIds: found.eventIds, at })
    await bindTrial(billing, tx, merchantId)
  })
}

/** Takes over how a checkout ended while its merchant was away; leaves an open one alone. */
async function followSession(
  billing: BillingKernel,
  { merchantId, sessionId }: { merchantId: number; sessionId: string },
): Promise<void> {
  const session = await billing.stripe.findSession(sessionId)
  if (session?.status === 'open') return
  if (session?.status === 'complete' && session.mode === 'setup') {
    await completeSetup(billing, merchantId, { sessionId }).catch((error) => {
      if (!(error instanceof AppError) || error.retryable || error.code === 'internal') throw error
      billing.log.warn({ err: error, merchantId }, 'card of a completed checkout not stored')
    })
    return
  }
  const status = session?.status === 'complete' ? 'complete' : 'expired'
  await billing.db.withTenant(merchantId, (tx) => markSession(tx, { merchantId, sessionId, status }))
}
