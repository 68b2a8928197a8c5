import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { deleteOldCounts } from '../../limits/queries.ts'
import { removeOldUploads } from '../imports/index.ts'
import { aYearAgo, deleteOldRowsTask } from './delete-old-rows.task.ts'
import { forgetComplianceRequests, listMerchantIds } from './queries.ts'

const PAGE = 500

/**
 * Runs every night: sends `delete-old-rows` for each merchant, and deletes old rows that belong to no
 * merchant.
 */
export const scheduleRetentionTask = defineTask({
  name: 'schedule-retention',
  cron: '7 4 * * *',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 3,
})

export async function scheduleRetention(kernel: Kernel): Promise<void> {
  await sendAll(kernel)
  await forgetComplianceRequests(kernel.db.directory, aYearAgo(kernel))
  await deleteOldCounts(kernel.db.directory, kernel.clock.now())
  await removeOldUploads(kernel.config)
}

async function sendAll({ db, jobs }: Pick<Kernel, 'db' | 'jobs'>): Promise<void> {
  for (let after = 0, isMore = true; isMore; ) {
    const merchantIds = await listMerchantIds(db.directory, { after, limit: PAGE })
    const sent = merchantIds.map((merchantId) => ({ data: { merchantId }, key: String(merchantId) }))
    if (sent.length > 0) await jobs.sendAll(deleteOldRowsTask, sent)
    after = merchantIds.at(-1) ?? after
    isMore = merchantIds.length === PAGE
  }
}
