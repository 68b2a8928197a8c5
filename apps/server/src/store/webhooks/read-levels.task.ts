import type { StoreLevel } from '../../kernel/connector/rows.ts'
import type { MerchantKey, Tx } from '../../kernel/database/app-database.ts'
import { isFaultOfData } from '../../kernel/database/write-faults.ts'
import { defineMerchantTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { queueRefresh } from '../changes/queue-refresh.ts'
import { findVariantsOfItems } from '../inventory/catalogue-queries.ts'
import { writeCatalogue } from '../inventory/write-catalogue.ts'
import { isStillShop, mayRead, type OpenShop, openShop } from '../shops/open-shop.ts'
import { findTimeZone } from '../sync/queries.ts'
import { type InboxRow, listInbox, markInbox } from './queries.ts'
import { isFaultOfResource, setAside } from './set-aside.ts'

/**
 * Reads what an inventory webhook does not contain: units on hand, committed and incoming. Sent with a delay,
 * one at a time.
 */
export const readLevelsTask = defineMerchantTask({
  name: 'read-levels',
  one: 'queued',
  // Waits grow to five minutes, so these retries last a day, longer than an outage of a store.
  retryLimit: 300,
  // Most of the time is spent waiting for a store: a few slow stores must not block the others.
  concurrency: 4,
})

const ROWS_PER_STEP = 5000

/**
 * Reads all levels that webhooks reported as changed, of each location at once. Sets aside what can never be
 * read or stored, so that the rest continues. Ends when no row is left, when the rest is queued for the merchant's
 * next turn, or when the merchant has left this shop meanwhile.
 */
export async function readLevels(
  kernel: Kernel,
  { merchantId }: MerchantKey,
  { signal, rowsPerStep = ROWS_PER_STEP }: { signal?: AbortSignal; rowsPerStep?: number } = {},
): Promise<void> {
  if (!(await mayRead(kernel, merchantId))) return
  const opened = await openShop(kernel, merchantId)
  for (let isMore = true, taken = 0; isMore; taken += rowsPerStep) {
    signal?.throwIfAborted()
    if (taken >= ROWS_PER_STEP) return kernel.jobs.send(readLevelsTask, { merchantId })
    isMore = await readStep(kernel, opened, { merchantId, limit: rowsPerStep })
  }
}

/** Returns whether more rows may wait. */
async function readStep(
  kernel: Kernel,
  opened: OpenShop,
  { merchantId, limit }: { merchantId: number; limit: number },
): Promise<boolean> {
  const rows = await kernel.db.withTenant(merchantId, (tx) =>
    listInbox(tx, { merchantId, status: 'unread', kinds: ['level'], limit }),
  )
  const read: ReadLevels = { rows: [], levels: [] }
  for (const [locationId, reported] of byLocation(rows)) {
    try {
      const since = new Date(Math.min(...reported.map(({ state }) => state.updatedAt.getTime())))
      read.levels.push(...(await opened.shop.changedLevels(locationId, since)))
      read.rows.push(...reported)
    } catch (error) {
      if (!isFaultOfResource(error)) throw error
      await setAside(kernel, { merchantId, status: 'unread', rows: reported, error })
    }
  }
  const isStillOurs = read.rows.length === 0 || (await saveLevels(kernel, opened, { merchantId, read }))
  return isStillOurs && rows.length === limit
}

interface ReadLevels {
  rows: LevelInboxRow[]
  levels: StoreLevel[]
}

type LevelInboxRow = InboxRow & { state: Extract<InboxRow['state'], { kind: 'level' }> }

/**
 * Saves levels. Halves a batch that cannot be stored until the level at fault is alone. Returns false when the
 * merchant has left this shop meanwhile.
 */
async function saveLevels(
  kernel: Kernel,
  opened: OpenShop,
  { merchantId, read }: { merchantId: number; read: ReadLevels },
): Promise<boolean> {
  try {
    return await kernel.db.withTenant(merchantId, (tx) =>
      writeLevels(kernel, tx, { merchantId, opened, read }),
    )
  } catch (error) {
    if (!isFaultOfData(error)) throw error
    if (read.levels.length <= 1) {
      const rows = rowsOf(read.rows, read.levels)
      await setAside(kernel, { merchantId, status: 'unread', rows, error })
      const others = read.rows.filter((row) => !rows.includes(row))
      if (others.length === 0) return true
      return saveLevels(kernel, opened, { merchantId, read: { rows: others, levels: [] } })
    }
    const middle = Math.ceil(read.levels.length / 2)
    const last = read.levels.slice(middle)
    const lastRows = new Set(rowsOf(read.rows, last))
    const firstRows = read.rows.filter((row) => !lastRows.has(row))
    const halves = [
      { rows: firstRows, levels: read.levels.slice(0, middle) },
      { rows: [...lastRows], levels: last },
    ]
    for (const half of halves) {
      if (!(await saveLevels(kernel, opened, { merchantId, read: half }))) return false
    }
    return true
  }
}

async function writeLevels(
  kernel: Kernel,
  tx: Tx,
  { merchantId, opened, read }: { merchantId: number; opened: OpenShop; read: ReadLevels },
): Promise<boolean> {
  const { rows, levels } = read
  if (!(await isStillShop(tx, merchantId, opened.shopGid))) return false
  const timeZone = (await findTimeZone(tx, merchantId)) ?? 'UTC'
  const target = { merchantId, shopDomain: opened.shop.domain, timeZone }
  await writeCatalogue(tx, target, { products: [], variants: [], levels })
  await markInbox(tx, { merchantId, status: 'applied' }, rows)
  const itemIds = levels.map((level) => level.itemId)
  const variantIds = [...(await findVariantsOfItems(tx, merchantId, itemIds)).values()].flat()
  await queueRefresh(kernel, tx, { merchantId, variantIds })
  return true
}

/** Returns the rows that reported these levels. */
function rowsOf(rows: readonly LevelInboxRow[], levels: readonly StoreLevel[]): LevelInboxRow[] {
  const keys = new Set(levels.map(({ itemId, locationId }) => `${itemId}/${locationId}`))
  return rows.filter(({ state }) => keys.has(`${state.itemId}/${state.locationId}`))
}

function byLocation(rows: readonly InboxRow[]): Map<number, LevelInboxRow[]> {
  const isLevel = (row: InboxRow): row is LevelInboxRow => row.state.kind === 'level'
  return Map.groupBy(rows.filter(isLevel), ({ state }) => state.locationId)
}
