import { DAYS_WITHOUT_ALL_ORDERS, MINUTE_MS } from '@stockcast/contract'
import { dayFromEpoch, epochDay, today } from '../../kernel/calendar.ts'
import type { ShopDetails } from '../../kernel/connector/rows.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { setAllDue } from '../../kernel/due/queries.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { findShopFacts } from '../../kernel/shop-facts/queries.ts'
import { type SyncMessage, shortHistory } from '../../kernel/texts/sync-texts.ts'
import { queueRefresh } from '../changes/queue-refresh.ts'
import { replaceLocations } from '../inventory/queries.ts'
import { clearSeen } from '../inventory/removal-queries.ts'
import { moveTimeZoneTask } from './move-time-zone.task.ts'
import { findLastCursor, updateShopDetails } from './queries.ts'
import { commitStep, type SyncCursor, type SyncRun, syncCursorSchema } from './sync-run.ts'

/** Three years and a day, so that the newest year can be compared with two earlier ones. */
const HISTORY_DAYS = 1096
/** A store's search index may lag behind its writes. */
const OVERLAP_MS = 10 * MINUTE_MS

/** Reads the shop's details and locations, and decides which orders the run reads. */
export async function readShop(run: SyncRun): Promise<void> {
  const info = await run.shop.details()
  const locations = await run.shop.locations()
  await commitStep(run, async (tx) => {
    await saveShopDetails(run.kernel, tx, { merchantId: run.merchantId, shop: info })
    await replaceLocations(tx, run.merchantId, locations)
    await clearSeen(tx, run.merchantId)
    const cursor = await firstCursor(run, tx, info.timeZone)
    return { phase: 'products', cursor, message: standingMessage(run, cursor) }
  })
}

/** Returns what the merchant should know about a run without failures. */
export function standingMessage(
  { store, canReadAllOrders }: Pick<SyncRun, 'store' | 'canReadAllOrders'>,
  cursor: SyncCursor | null,
): SyncMessage | null {
  return cursor?.ordersWanted === 'history' && !canReadAllOrders ? shortHistory(store.name) : null
}

/**
 * Returns the cursor to begin with: the whole history on the first run, later the changes since the last run,
 * because older orders may no longer be shared.
 */
async function firstCursor(run: SyncRun, tx: Tx, timeZone: string): Promise<SyncCursor> {
  const last = syncCursorSchema.safeParse(await findLastCursor(tx, run.merchantId))
  const streams = { timeZone, catalogue: run.shop.start, orders: run.shop.start }
  if (last.success && last.data.watermark !== null) {
    const { watermark } = last.data
    const ordersSince = new Date(Date.parse(watermark) - OVERLAP_MS).toISOString()
    return { ...streams, ordersWanted: 'changes', ordersSince, watermark }
  }
  const days = run.canReadAllOrders ? HISTORY_DAYS : DAYS_WITHOUT_ALL_ORDERS
  const firstDay = dayFromEpoch(epochDay(today(run.kernel.clock, timeZone)) - days)
  return { ...streams, ordersWanted: 'history', ordersSince: `${firstDay}T00:00:00.000Z`, watermark: null }
}

/**
 * Stores the shop's name, currency, time zone and country. A new time zone moves its orders to other days,
 * and a new country changes the formats in open alerts; both happen in the background.
 */
export async function saveShopDetails(
  kernel: Pick<Kernel, 'jobs'>,
  tx: Tx,
  { merchantId, shop }: { merchantId: number; shop: ShopDetails },
): Promise<void> {
  const before = await findShopFacts(tx, merchantId)
  await updateShopDetails(tx, merchantId, shop)
  if (before?.countryCode !== shop.countryCode)
    await queueRefresh(kernel, tx, { merchantId, variantIds: null })
  if (before?.timeZone === shop.timeZone) return
  await setAllDue(tx, { kind: 'report', merchantId })
  await kernel.jobs.send(moveTimeZoneTask, { merchantId }, { tx })
}
