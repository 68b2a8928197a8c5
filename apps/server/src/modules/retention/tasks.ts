import { handleTask, type Task } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { removeOldUploads } from '../imports/index.ts'
import { deleteOldRows } from './delete-old-rows.ts'
import { forgetComplianceRequests, listMerchantIds } from './queries.ts'
import { deleteOldRowsTask, scheduleRetention } from './task-definitions.ts'

const PAGE = 500
const COMPLIANCE_KEPT_MS = 365 * 86_400_000

export function createRetentionTasks(kernel: Kernel): Task[] {
  return [
    handleTask(scheduleRetention, async () => {
      await sendAll(kernel)
      const before = new Date(kernel.clock.now().getTime() - COMPLIANCE_KEPT_MS)
      await forgetComplianceRequests(kernel.db.directory, before)
      await removeOldUploads(kernel.config)
    }),
    handleTask(deleteOldRowsTask, async ({ merchantId }, signal) => {
      const rows = await deleteOldRows(kernel, merchantId, { signal })
      if (rows > 0) kernel.log.info({ merchantId, rows }, 'old rows deleted')
    }),
  ]
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
