import { handleTask, type Task } from '../../jobs/task.ts'
import type { BillingKernel } from './billing-kernel.ts'
import { endAtProvider, sendDueClosings } from './closing/close-account.ts'
import { applyEvents } from './provider/apply-events.ts'
import { tellEmail } from './provider/ensure-customer.ts'
import { sendDueBilling } from './send-due.ts'
import { closeBilling, followEmail, reconcileBillingTask, scheduleBilling } from './task-definitions.ts'
import { deleteForgottenTrials } from './trial/ended-trial-queries.ts'

export function createBillingTasks(billing: BillingKernel): Task[] {
  return [
    handleTask(reconcileBillingTask, ({ merchantId }, signal) => applyEvents(billing, merchantId, signal)),
    handleTask(scheduleBilling, async () => {
      await sendDueBilling(billing)
      await sendDueClosings(billing)
      await deleteForgottenTrials(billing.db.directory, billing.clock.now())
    }),
    handleTask(followEmail, ({ merchantId }) => tellEmail(billing, merchantId)),
    handleTask(closeBilling, ({ customerId }) => endAtProvider(billing, customerId)),
  ]
}
