import { MINUTE_MS } from '@stockcast/contract'
import { jobOf, sendDue } from '../../kernel/due/send-due.ts'
import { defineSchedule } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { EVERY_MINUTES } from './next-comparison.ts'
import { reconcileShopTask } from './reconcile-shop.task.ts'

/** Queues `reconcile-shop` for the merchants whose comparison is due. */
export const scheduleReconcileTask = defineSchedule({
  name: 'schedule-reconcile',
  cron: '* * * * *',
  retryLimit: 1,
})

/** Runs every minute, and when the sandbox clock was moved. */
export async function scheduleReconcile(kernel: Pick<Kernel, 'clock' | 'db' | 'jobs'>): Promise<void> {
  await sendDue(kernel, {
    kind: 'comparison',
    leaseMs: EVERY_MINUTES * MINUTE_MS,
    send: (tx, taken) => kernel.jobs.sendAll(reconcileShopTask, taken.map(jobOf), { tx }),
  })
}
