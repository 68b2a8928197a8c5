import type { Kernel } from '../../kernel.ts'
import { takeDue } from './due-queries.ts'
import { settleBillingTask } from './task-definitions.ts'

const PAGE = 500
/** One that fails is asked for again. */
const RETRY_MS = 15 * 60_000

/** Called once a minute, and when the sandbox clock was moved: sends the merchants whose billing is due. */
export async function sendDueBilling(kernel: Pick<Kernel, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const now = kernel.clock.now()
  const retryAt = new Date(now.getTime() + RETRY_MS)
  for (let taken = PAGE; taken === PAGE; ) {
    const merchantIds = await takeDue(kernel.db.directory, { now, retryAt, limit: PAGE })
    taken = merchantIds.length
    const jobs = merchantIds.map((merchantId) => ({ data: { merchantId }, key: String(merchantId) }))
    if (taken > 0) await kernel.jobs.sendAll(settleBillingTask, jobs)
  }
}
