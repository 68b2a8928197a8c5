import { createStripe, type StripeGateway } from '../../integrations/stripe/index.ts'
import type { Kernel } from '../../kernel.ts'
import type { BillingKernel } from './billing-kernel.ts'
import { closeAccount } from './closing/close-account.ts'
import { createStripeWebhookRoutes } from './provider/webhook-routes.ts'
import { createBillingRoutes } from './routes.ts'
import { sendDueBilling } from './send-due.ts'
import { closeBilling, followEmail, reconcileBillingTask, scheduleBilling } from './task-definitions.ts'
import { createBillingTasks } from './tasks.ts'
import { recallTrialOfShop } from './trial/trial-memory.ts'
import { createWriteGuard } from './write-guard.ts'

export const billingTaskDefinitions = [reconcileBillingTask, scheduleBilling, closeBilling, followEmail]

export function createBilling(
  kernel: Kernel,
  onReopened: BillingKernel['onReopened'],
  stripe: StripeGateway = createStripe(kernel.config.stripe),
) {
  const billing: BillingKernel = { ...kernel, stripe, onReopened }
  return {
    routes: createBillingRoutes(billing),
    webhookRoutes: createStripeWebhookRoutes(billing),
    writeGuard: createWriteGuard(kernel),
    tasks: createBillingTasks(billing),
    /** Queues the work that our own clock has made due. */
    catchUp: () => sendDueBilling(kernel),
    schedule: () => kernel.jobs.schedule(scheduleBilling, '* * * * *', {}),
    onAccountDeleted: closeAccount.bind(null, billing),
    /** Runs in the transaction that connects a store. */
    onShopConnected: recallTrialOfShop.bind(null, billing),
  }
}
