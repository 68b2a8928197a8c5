import { today } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { refreshOutlooks } from '../forecasts/index.ts'
import {
  deleteProducts,
  lockStock,
  updateStockAsOf,
  upsertStockOfDay,
  upsertToldLevels,
} from '../inventory/index.ts'
import { applyOrders } from '../ledger/index.ts'
import { disconnectShop, redactShop } from '../shops/index.ts'
import { findTimeZone, isReadingHistory } from '../sync/index.ts'
import { groupInbox, type InboxGroups } from './group-inbox.ts'
import { type InboxRow, listInbox, markInbox } from './queries.ts'
import { applyWebhooks, readChanges, readLevels } from './task-definitions.ts'

const ROWS_PER_STEP = 500
const VARIANTS_PER_REFRESH = 5000
/** Several changes of one level are read once. */
const LEVELS_DELAY_SECONDS = 10
const HISTORY_DELAY_SECONDS = 3

/**
 * Applies a merchant's inbox until nothing waits, batch by batch: each a transaction that writes the newest state of
 * each resource, marks the rows and queues what follows. So a worker killed anywhere leaves nothing half done.
 */
export async function applyInbox(
  kernel: Kernel,
  merchantId: number,
  signal: AbortSignal,
  rowsPerStep = ROWS_PER_STEP,
): Promise<void> {
  for (let isMore = true; isMore; ) {
    signal.throwIfAborted()
    isMore = await kernel.db.withTenant(merchantId, (tx) =>
      applyBatch(kernel, tx, { merchantId, rowsPerStep }),
    )
  }
}

async function applyBatch(
  kernel: Kernel,
  tx: Tx,
  { merchantId, rowsPerStep }: { merchantId: number; rowsPerStep: number },
): Promise<boolean> {
  const rows = await listInbox(tx, { merchantId, status: 'waiting', limit: rowsPerStep })
  const timeZone = await findTimeZone(tx, merchantId)
  if (rows.length === 0 || timeZone === undefined) return false
  // A history is read into an empty ledger: what came before its orders would be lost with it.
  if (await isReadingHistory(tx, merchantId)) {
    const options = { tx, key: String(merchantId), delaySeconds: HISTORY_DELAY_SECONDS }
    await kernel.jobs.send(applyWebhooks, { merchantId }, options)
    return false
  }
  if (await applyRedaction(kernel, tx, { merchantId, rows })) return false

  const groups = groupInbox(rows)
  await markInbox(tx, { merchantId, status: 'applied' }, groups.settled)
  await markInbox(tx, { merchantId, status: 'unread' }, groups.unread)
  const touched = await applyStates(kernel, tx, { merchantId, timeZone, groups })
  await queueFollowUps(kernel, tx, { merchantId, groups, touched })
  const uninstalledAt = groups.uninstalledAt
  if (uninstalledAt) await disconnectShop(kernel, tx, { merchantId, uninstalledAt })
  return rows.length === rowsPerStep
}

async function applyRedaction(
  kernel: Kernel,
  tx: Tx,
  { merchantId, rows }: { merchantId: number; rows: readonly InboxRow[] },
): Promise<boolean> {
  const request = rows.findLast((row) => row.state.kind === 'redact')
  if (!request) return false
  const isRedacted = await redactShop(kernel, tx, { merchantId, requestedAt: request.triggeredAt })
  if (isRedacted) kernel.log.info({ merchantId }, 'data of a shop deleted at its request')
  return isRedacted
}

/** Answers the variants that changed; null when some are gone, which concerns the whole catalogue. */
async function applyStates(
  kernel: Kernel,
  tx: Tx,
  { merchantId, timeZone, groups }: { merchantId: number; timeZone: string; groups: InboxGroups },
): Promise<number[] | null> {
  const { levels, orders, deletedProducts } = groups
  await lockStock(tx, merchantId)
  const isSmaller = deletedProducts.length > 0 && (await deleteProducts(tx, merchantId, deletedProducts))
  const restocked = levels.length === 0 ? [] : await upsertToldLevels(tx, merchantId, levels)
  if (restocked.length > 0) {
    await upsertStockOfDay(tx, { merchantId, day: today(kernel.clock, timeZone), variantIds: restocked })
  }
  const sold = orders.orders.length === 0 ? [] : await applyOrders(tx, { merchantId, timeZone }, orders)
  await updateStockAsOf(tx, merchantId, kernel.clock.now())
  return isSmaller ? null : [...new Set([...restocked, ...sold.map((each) => each.variant_id)])]
}

async function queueFollowUps(
  kernel: Kernel,
  tx: Tx,
  args: { merchantId: number; groups: InboxGroups; touched: number[] | null },
): Promise<void> {
  const { merchantId, groups, touched } = args
  const key = String(merchantId)
  if (touched === null) await kernel.jobs.send(refreshOutlooks, { merchantId }, { tx })
  for (let at = 0; at < (touched?.length ?? 0); at += VARIANTS_PER_REFRESH) {
    const variantIds = touched?.slice(at, at + VARIANTS_PER_REFRESH) ?? []
    await kernel.jobs.send(refreshOutlooks, { merchantId, variantIds }, { tx })
  }
  if (groups.unread.some((row) => row.state.kind !== 'level')) {
    await kernel.jobs.send(readChanges, { merchantId }, { tx, key })
  }
  if (groups.unread.some((row) => row.state.kind === 'level')) {
    await kernel.jobs.send(readLevels, { merchantId }, { tx, key, delaySeconds: LEVELS_DELAY_SECONDS })
  }
}
