import { MINUTE_MS } from '@stockcast/contract'
import { defineSchedule } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { BillingKernel } from './billing-kernel.ts'
import { sendDueClosings } from './closing/close-billing.task.ts'
import { takeDue } from './due-queries.ts'
import { applyEventsTask } from './provider/apply-events.task.ts'
import { deleteForgottenTrials } from './trial/ended-trial-queries.ts'

/** Queues `apply-events` for the merchants whose billing is due. */
export const scheduleBillingTask = defineSchedule({
  name: 'schedule-billing',
  cron: '* * * * *',
  retryLimit: 1,
})

const PAGE = 500
/** When billing that failed is due again. */
const RETRY_MS = 15 * MINUTE_MS

export async function scheduleBilling(billing: Pick<BillingKernel, 'db' | 'clock' | 'jobs'>): Promise<void> {
  await sendDueBilling(billing)
  await sendDueClosings(billing)
  await deleteForgottenTrials(billing.db.directory, billing.clock.now())
}

/**
 * Queues reconciliation for the merchants whose billing is due. Runs every minute, and when the sandbox clock
 * was moved.
 */
export async function sendDueBilling(kernel: Pick<Kernel, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const now = kernel.clock.now()
  const retryAt = new Date(now.getTime() + RETRY_MS)
  for (let taken = PAGE; taken === PAGE; ) {
    const merchantIds = await takeDue(kernel.db.directory, { now, retryAt, limit: PAGE })
    taken = merchantIds.length
    const jobs = merchantIds.map((merchantId) => ({ data: { merchantId } }))
    if (taken > 0) await kernel.jobs.sendAll(applyEventsTask, jobs)
  }
}
