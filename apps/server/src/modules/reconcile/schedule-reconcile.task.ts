import { HOUR_MS, MINUTE_MS } from '@stockcast/contract'
import { z } from 'zod'
import { hourOf } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import { defineTask } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { isConnected, listShopMerchants } from '../shops/index.ts'
import { findTimeZone } from '../sync/index.ts'
import { resumeDepartures } from '../webhooks/index.ts'
import { findLastStart } from './queries.ts'
import { reconcileShopTask } from './reconcile-shop.task.ts'

/** Queues `reconcile-shop` for the merchants whose minute it is. */
export const scheduleReconcileTask = defineTask({
  name: 'schedule-reconcile',
  cron: '* * * * *',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 1,
})

const EVERY_MINUTES = 15
/** Hours of the shop's night, in its own time zone: from the first until before the second. */
const NIGHT = [2, 5] as const
const LEAST_HOURS_BETWEEN_FULL = 20

/** Queues the comparison of each merchant every 15 minutes, spread by merchant id; called once a minute. */
export async function scheduleReconcile(kernel: Kernel): Promise<void> {
  const slot = Math.floor(kernel.clock.now().getTime() / MINUTE_MS) % EVERY_MINUTES
  const merchantIds = await listShopMerchants(kernel.db.directory)
  for (const merchantId of merchantIds) {
    if (merchantId % EVERY_MINUTES === slot) await sendReconcile(kernel, merchantId)
  }
}

/** Queues a comparison for every merchant, after the clock was moved. */
export async function sendAllReconciles(kernel: Kernel): Promise<void> {
  for (const merchantId of await listShopMerchants(kernel.db.directory))
    await sendReconcile(kernel, merchantId)
}

async function sendReconcile(kernel: Kernel, merchantId: number): Promise<void> {
  await kernel.db.withTenant(merchantId, async (tx) => {
    if (!(await isConnected(tx, merchantId))) return resumeDepartures(kernel, tx, merchantId)
    const kind = (await isFullDue(kernel, tx, merchantId)) ? 'full' : 'recent'
    await kernel.jobs.send(reconcileShopTask, { merchantId, kind }, { tx, key: String(merchantId) })
  })
}

async function isFullDue(kernel: Kernel, tx: Tx, merchantId: number): Promise<boolean> {
  const now = kernel.clock.now()
  const hour = hourOf(now, (await findTimeZone(tx, merchantId)) ?? 'UTC')
  if (hour < NIGHT[0] || hour >= NIGHT[1]) return false
  const last = await findLastStart(tx, { merchantId, kind: 'full' })
  return last === undefined || now.getTime() - last.getTime() > LEAST_HOURS_BETWEEN_FULL * HOUR_MS
}
