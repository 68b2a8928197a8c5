import { today } from '../../kernel/calendar.ts'
import type { MerchantKey, Tx } from '../../kernel/database/app-database.ts'
import { isFaultOfData } from '../../kernel/database/write-faults.ts'
import { setDueAtLatest } from '../../kernel/due/queries.ts'
import { defineMerchantTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { linkOrigins } from '../../kernel/telemetry/operation.ts'
import { queueRefresh } from '../changes/queue-refresh.ts'
import { findOwnVariants } from '../inventory/catalogue-queries.ts'
import { lockStock, updateStockAsOf, upsertReportedLevels } from '../inventory/queries.ts'
import { upsertStockOfDay } from '../inventory/stock-days-queries.ts'
import { applyOrders } from '../ledger/write-orders.ts'
import { findTimeZone, isReadingHistory } from '../sync/queries.ts'
import { confirmDepartureTask } from './confirm-departure.task.ts'
import { getVariants, groupInbox, type InboxGroups } from './group-inbox.ts'
import { findOldestWaiting, type InboxKey, listInbox, markInbox } from './queries.ts'
import { readChangesTask } from './read-changes.task.ts'
import { readLevelsTask } from './read-levels.task.ts'
import { setAside } from './set-aside.ts'
import { CHANGE_KINDS, DEPARTURE_KINDS } from './webhook-state.ts'

/**
 * Applies what waits in a merchant's inbox.
 */
export const applyWebhooksTask = defineMerchantTask({
  name: 'apply-webhooks',
  one: 'queued',
  keepsPlans: () => true,
  retryLimit: 100,
  retryDelaySeconds: 1,
  retryBackoff: false,
  concurrency: 4,
})

const ROWS_PER_STEP = 500
/** Then the rest waits for the merchant's next turn. */
const ROWS_PER_TURN = 2000
/** Several changes of one level within this time are read once. */
const LEVELS_DELAY_SECONDS = 5
const HISTORY_DELAY_SECONDS = 3
/** Right after an uninstall some of a store's servers may still accept the token. */
const DEPARTURE_DELAY_SECONDS = 2

/**
 * Applies a merchant's inbox in batches until nothing waits, or the rest is queued for another turn. Each batch is a transaction that writes the
 * newest state of each resource, marks the rows and queues what follows. A worker that is killed anywhere
 * therefore leaves nothing half done.
 */
export async function applyWebhooks(
  kernel: Kernel,
  { merchantId }: MerchantKey,
  signal: AbortSignal,
  rowsPerStep = ROWS_PER_STEP,
): Promise<void> {
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => kernel.db.withTenant(merchantId, work)
  for (let isMore = true, limit = rowsPerStep, taken = 0; isMore; ) {
    signal.throwIfAborted()
    if (taken >= ROWS_PER_TURN) return kernel.jobs.send(applyWebhooksTask, { merchantId })
    const only = limit === 1 ? await inTenant((tx) => findOldestWaiting(tx, merchantId)) : undefined
    try {
      const rows = await inTenant((tx) => applyBatch(kernel, tx, { merchantId, rowsPerStep: limit, only }))
      isMore = rows === limit
      taken += rows
      limit = rowsPerStep
    } catch (error) {
      if (!isFaultOfData(error)) throw error
      // Halve the batch until the row that cannot be applied is alone.
      if (only) await setAside(kernel, { merchantId, status: 'waiting', rows: [only], error })
      limit = Math.max(1, Math.floor(limit / 2))
    }
  }
}

/** Returns how many rows it took from the inbox. */
async function applyBatch(
  kernel: Kernel,
  tx: Tx,
  { merchantId, rowsPerStep, only }: { merchantId: number; rowsPerStep: number; only: InboxKey | undefined },
): Promise<number> {
  // A worker that locked rows and then waited for the stock could cause a deadlock.
  await lockStock(tx, merchantId)
  const rows = await listInbox(tx, { merchantId, status: 'waiting', only, limit: rowsPerStep })
  const timeZone = await findTimeZone(tx, merchantId)
  if (rows.length === 0 || timeZone === undefined) return 0
  // The import of a whole history begins by emptying the ledger, and would remove orders applied before that.
  if (await isReadingHistory(tx, merchantId)) {
    const options = { tx, delaySeconds: HISTORY_DELAY_SECONDS }
    await kernel.jobs.send(applyWebhooksTask, { merchantId }, options)
    return 0
  }
  linkOrigins(rows.map(({ trace }) => trace))
  kernel.log.debug({ eventIds: rows.map(({ eventId }) => eventId) }, 'webhooks applied')
  const groups = groupInbox(rows, await findOwnVariants(tx, merchantId, getVariants(rows)))
  await markInbox(tx, { merchantId, status: 'applied' }, groups.settled)
  await markInbox(tx, { merchantId, status: 'unread' }, groups.unread)
  const touched = await applyStates(kernel, tx, { merchantId, timeZone, groups })
  await queueFollowUps(kernel, tx, { merchantId, groups, touched })
  return rows.length
}

/** Returns the variants that changed. */
async function applyStates(
  kernel: Kernel,
  tx: Tx,
  { merchantId, timeZone, groups }: { merchantId: number; timeZone: string; groups: InboxGroups },
): Promise<number[]> {
  const { levels, orders } = groups
  const restocked = levels.length === 0 ? [] : await upsertReportedLevels(tx, merchantId, levels)
  if (restocked.length > 0) {
    await upsertStockOfDay(tx, { merchantId, day: today(kernel.clock, timeZone), variantIds: restocked })
  }
  const sold = orders.orders.length === 0 ? [] : await applyOrders(tx, { merchantId, timeZone }, orders)
  await updateStockAsOf(tx, merchantId, kernel.clock.now())
  return [...new Set([...restocked, ...sold.map((each) => each.variant_id)])]
}

async function queueFollowUps(
  kernel: Kernel,
  tx: Tx,
  args: { merchantId: number; groups: InboxGroups; touched: number[] },
): Promise<void> {
  const { merchantId, groups, touched } = args
  await queueRefresh(kernel, tx, { merchantId, variantIds: touched })
  const isUnread = (kinds: readonly string[]) => groups.unread.some((row) => kinds.includes(row.state.kind))
  if (isUnread(CHANGE_KINDS)) await kernel.jobs.send(readChangesTask, { merchantId }, { tx })
  if (isUnread(DEPARTURE_KINDS)) {
    // If the store does not answer this time, the next comparison asks again.
    await setDueAtLatest(tx, { kind: 'comparison', merchantId, dueAt: kernel.clock.now() })
    await kernel.jobs.send(
      confirmDepartureTask,
      { merchantId },
      { tx, delaySeconds: DEPARTURE_DELAY_SECONDS },
    )
  }
  if (isUnread(['level'])) {
    await kernel.jobs.send(readLevelsTask, { merchantId }, { tx, delaySeconds: LEVELS_DELAY_SECONDS })
  }
}
