import { DAY_MS } from '@stockcast/contract'
import { handleTask, type Task } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { forgetAudit } from '../audit/index.ts'
import { removeOldUploads } from '../imports/index.ts'
import { deleteOldRows } from './delete-old-rows.ts'
import { forgetComplianceRequests, listMerchantIds } from './queries.ts'
import { deleteOldRowsTask, scheduleRetention } from './task-definitions.ts'

const PAGE = 500
const YEAR_MS = 365 * DAY_MS

export function createRetentionTasks(kernel: Kernel): Task[] {
  return [
    handleTask(scheduleRetention, async () => {
      await sendAll(kernel)
      await forgetComplianceRequests(kernel.db.directory, aYearAgo(kernel))
      await removeOldUploads(kernel.config)
    }),
    handleTask(deleteOldRowsTask, async ({ merchantId }, signal) => {
      const rows = await deleteOldRows(kernel, merchantId, { signal })
      await kernel.db.withTenant(merchantId, (tx) => forgetAudit(tx, aYearAgo(kernel)))
      if (rows > 0) kernel.log.info({ merchantId, rows }, 'old rows deleted')
    }),
  ]
}

function aYearAgo({ clock }: Pick<Kernel, 'clock'>): Date {
  return new Date(clock.now().getTime() - YEAR_MS)
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
