import { handleTask, type Task } from '../../jobs/task.ts'
import { applyEvents } from './apply-events.ts'
import type { BillingKernel } from './billing-kernel.ts'
import { endAtProvider, sendDueClosings } from './close-account.ts'
import { deleteForgottenTrials } from './ended-trial-queries.ts'
import { sendDueBilling } from './send-due.ts'
import { closeBilling, followEmail, scheduleBilling, settleBillingTask } from './task-definitions.ts'
import { tellEmail } from './tell-email.ts'

export function createBillingTasks(billing: BillingKernel): Task[] {
  return [
    handleTask(settleBillingTask, ({ merchantId }, signal) => applyEvents(billing, merchantId, signal)),
    handleTask(scheduleBilling, async () => {
      await sendDueBilling(billing)
      await sendDueClosings(billing)
      await deleteForgottenTrials(billing.db.directory, billing.clock.now())
    }),
    handleTask(followEmail, ({ merchantId }) => tellEmail(billing, merchantId)),
    handleTask(closeBilling, ({ customerId }) => endAtProvider(billing, customerId)),
  ]
}
