import type { MiddlewareHandler } from 'hono'
import { isReadOnly } from '../../kernel/access/access.ts'
import { AppError } from '../../kernel/errors.ts'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'
import { handleTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createStripe } from '../../providers/stripe/index.ts'
import type { BillingKernel } from './billing-kernel.ts'
import { closeAccount, closeBilling, closeBillingTask } from './closing/close-billing.task.ts'
import { applyEvents, applyEventsTask } from './provider/apply-events.task.ts'
import { followEmail, followEmailTask } from './provider/follow-email.task.ts'
import { createStripeWebhookRoutes } from './provider/webhook-routes.ts'
import { createBillingRoutes } from './routes.ts'
import { scheduleBilling, scheduleBillingTask, sendDueBilling } from './schedule-billing.task.ts'
import { recallTrialOfShop } from './trial/trial-memory.ts'

export function createBilling(kernel: Kernel, onReopened: BillingKernel['onReopened']) {
  const billing: BillingKernel = { ...kernel, stripe: createStripe(kernel.config.stripe), onReopened }
  return {
    direct: [createStripeWebhookRoutes(billing)],
    guarded: [createBillingRoutes(billing)],
    deliver: [
      handleTask(applyEventsTask, applyEvents.bind(null, billing)),
      handleTask(scheduleBillingTask, scheduleBilling.bind(null, billing)),
      handleTask(followEmailTask, followEmail.bind(null, billing)),
      handleTask(closeBillingTask, closeBilling.bind(null, billing)),
    ],
    catchUp: () => sendDueBilling(kernel),
    writeGuard: createWriteGuard(kernel),
    onAccountDeleted: closeAccount.bind(null, billing),
    /** Runs in the transaction that connects a store. */
    onShopConnected: recallTrialOfShop.bind(null, billing),
  }
}

/**
 * Refuses changes by a merchant whose trial or plan has ended, unless the endpoint stays open without one. So do reading and
 * exporting.
 */
function createWriteGuard(kernel: Pick<Kernel, 'db' | 'clock'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const endpoint = c.get('endpoint')
    const isClosed = endpoint && endpoint.method !== 'GET' && !endpoint.withoutPlan
    if (isClosed) await assertMayChange(kernel, signedIn(c).merchantId)
    await next()
  }
}

async function assertMayChange(kernel: Pick<Kernel, 'db' | 'clock'>, merchantId: number): Promise<void> {
  const now = kernel.clock.now()
  if (!(await kernel.db.withTenant(merchantId, (tx) => isReadOnly(tx, merchantId, now)))) return
  throw new AppError(
    'subscription_ended',
    'Your subscription has ended, so nothing can be changed. Reactivate it in Settings, Billing; your data is kept.',
  )
}
