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
    onAccountDeleted: closeAccount.bind(null, billing),
    /** Runs in the transaction that connects a store. */
    onShopConnected: recallTrialOfShop.bind(null, billing),
  }
}
