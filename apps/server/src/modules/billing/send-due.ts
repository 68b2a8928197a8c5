import { MINUTE_MS } from '@stockcast/contract'
import type { Kernel } from '../../kernel.ts'
import { takeDue } from './due-queries.ts'
import { reconcileBillingTask } from './task-definitions.ts'

const PAGE = 500
/** When billing that failed is due again. */
const RETRY_MS = 15 * MINUTE_MS

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
    const jobs = merchantIds.map((merchantId) => ({ data: { merchantId }, key: String(merchantId) }))
    if (taken > 0) await kernel.jobs.sendAll(reconcileBillingTask, jobs)
  }
}
