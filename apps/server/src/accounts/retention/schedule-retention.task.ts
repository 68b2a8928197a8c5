import { DAY_MS } from '@stockcast/contract'
import { jobOf, sendDue } from '../../kernel/due/send-due.ts'
import { defineSchedule } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { deleteOldCounts } from '../../kernel/limits/queries.ts'
import { aYearAgo, deleteOldRowsTask } from './delete-old-rows.task.ts'
import { forgetComplianceRequests } from './queries.ts'

/**
 * Sends `delete-old-rows` for each merchant once a day, spread over the day, and deletes old rows that belong
 * to no merchant.
 */
export const scheduleRetentionTask = defineSchedule({
  name: 'schedule-retention',
  cron: '*/10 * * * *',
  retryLimit: 3,
})

export async function scheduleRetention(kernel: Kernel): Promise<void> {
  await sendDue(kernel, {
    kind: 'retention',
    leaseMs: DAY_MS,
    send: (tx, taken) => kernel.jobs.sendAll(deleteOldRowsTask, taken.map(jobOf), { tx }),
  })
  await forgetComplianceRequests(kernel.db.directory, aYearAgo(kernel))
  await deleteOldCounts(kernel.db.directory, kernel.clock.now())
}
