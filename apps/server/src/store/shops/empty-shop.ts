import type { Tx } from '../../kernel/database/app-database.ts'
import type { Batch } from '../../kernel/database/delete-batch.ts'
import { markCatalogue, markDays, summedTables } from '../../kernel/database/stale-marks.ts'
import { deleteTenantBatch, listTenantTables, type TenantTable } from '../../kernel/database/tenant-tables.ts'
import { clearDueOf } from '../../kernel/due/queries.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import {
  deleteShopData,
  failRunningSync,
  findConnection,
  forgetShop,
  recordRedaction,
  updateConnection,
} from './queries.ts'
import { shopTables } from './shop-tables.ts'

interface Redaction {
  merchantId: number
  requestedAt: Date
}

/** Deletes most rows of the shop in small steps, before `redactShop` deletes the rest. */
export async function prepareRedaction(
  kernel: Pick<Kernel, 'db'>,
  { merchantId, requestedAt }: Redaction,
  steps: { signal?: AbortSignal | undefined; rowsPerStep?: number } = {},
): Promise<void> {
  const isStillWanted = async (tx: Tx) => {
    const connection = await findConnection(tx, merchantId, 'for share')
    return connection !== undefined && connection.connectedAt <= requestedAt
  }
  await emptyShop(kernel, { merchantId, isStillWanted, also: ['imports', 'upload_chunks'], ...steps })
}

/** Deletes everything of the shop. A shop that was connected again after the request keeps its data. */
export async function redactShop(
  kernel: Pick<Kernel, 'clock' | 'live'>,
  tx: Tx,
  { merchantId, requestedAt }: Redaction,
): Promise<boolean> {
  const connection = await findConnection(tx, merchantId, 'for update')
  if (!connection || connection.connectedAt > requestedAt) return false
  await deleteShopData(tx, merchantId)
  await forgetShop(tx, merchantId)
  await clearDueOf(tx, merchantId, ['comparison', 'delivery', 'forecast', 'simulation'])
  await recordRedaction(tx, connection.shopDomain, kernel.clock.now())
  await kernel.live.publish(tx, merchantId, { type: 'stock' })
  return true
}

const REPLACED = 'You replaced this store with another one. Connect a store to go on.'

/**
 * Deletes most data of a former shop, in small steps, before the new one is connected. The former shop is
 * disconnected first, so that nothing more of it is written and a kill between two steps leaves only its
 * remaining data. Whichever store is connected next, even the same one, starts empty. Awaits `onStep` before
 * each step.
 */
export async function removeFormerShop(
  kernel: Pick<Kernel, 'clock' | 'db'>,
  merchantId: number,
  next: { shopGid: string; onStep: () => Promise<void> },
): Promise<void> {
  const isOther = await kernel.db.withTenant(merchantId, async (tx) => {
    const former = await findConnection(tx, merchantId, 'for update')
    if (former?.shopGid === next.shopGid) return false
    if (!former) return true
    const noTokens = { accessToken: null, accessExpiresAt: null, refreshToken: null, refreshExpiresAt: null }
    const disconnected = { shopGid: '', status: 'disconnected', message: REPLACED, renewal: null } as const
    await updateConnection(tx, merchantId, { ...former, ...noTokens, ...disconnected })
    await failRunningSync(tx, { merchantId, at: kernel.clock.now(), message: REPLACED })
    return true
  })
  if (!isOther) return
  const isStillWanted = async (tx: Tx) => {
    await next.onStep()
    return ((await findConnection(tx, merchantId, 'for share'))?.shopGid ?? '') === ''
  }
  await emptyShop(kernel, { merchantId, isStillWanted })
}

const ROWS_PER_STEP = 5000
/** Its rows say what is still to be done, so they are deleted in the transaction that ends the deletion. */
const LEFT_FOR_LAST = 'webhook_inbox'

/**
 * Deletes what came from a shop, a few thousand rows in each transaction, so that no statement reaches the
 * time limit however large the shop is. The transaction that calls `deleteShopData` afterwards finds little
 * left. After a kill it can be run again and ends the same: past sync runs go first, so a shop that comes
 * back is read as a whole. Calls `isStillWanted` before each step, and stops when that returns false.
 * Returns whether it finished.
 */
export async function emptyShop(
  kernel: Pick<Kernel, 'db'>,
  args: {
    merchantId: number
    isStillWanted: (tx: Tx) => Promise<boolean>
    /** Further tables to empty, with all rows that refer to theirs. */
    also?: readonly string[]
    signal?: AbortSignal | undefined
    rowsPerStep?: number
  },
): Promise<boolean> {
  const { merchantId, isStillWanted, also = [], signal, rowsPerStep: limit = ROWS_PER_STEP } = args
  for (const table of getTables(await listTenantTables(kernel.db.directory), [...shopTables, ...also])) {
    for (let after: readonly string[] | null = null, isMore = true; isMore; ) {
      signal?.throwIfAborted()
      const step: { last: readonly string[] | null } | null = await kernel.db.withTenant(
        merchantId,
        async (tx) =>
          (await isStillWanted(tx)) ? deleteAndMark(tx, { table, merchantId, after, limit }) : null,
      )
      if (step === null) return false
      after = step.last
      isMore = step.last !== null
    }
  }
  return true
}

async function deleteAndMark(tx: Tx, args: Parameters<typeof deleteTenantBatch>[1]): Promise<Batch> {
  const { merchantId, table } = args
  const isSales = table.name === 'sales_daily'
  const batch = await deleteTenantBatch(tx, isSales ? { ...args, column: 'day' } : args)
  if (isSales) await markDays(tx, merchantId, batch.values)
  if (batch.count > 0 && summedTables.includes(table.name)) await markCatalogue(tx, merchantId)
  return batch
}

/**
 * Returns these tables and all tables that refer to them: past sync runs first, then children before parents.
 */
function getTables(all: readonly TenantTable[], roots: readonly string[]): TenantTable[] {
  const byName = new Map(all.map((table) => [table.name, table]))
  const isOf = (table: TenantTable): boolean =>
    roots.includes(table.name) ||
    table.parents.some((name) => {
      const parent = byName.get(name)
      return parent !== undefined && isOf(parent)
    })
  const emptied = all.filter((table) => isOf(table) && table.name !== LEFT_FOR_LAST)
  const isRuns = ({ name }: TenantTable) => name === 'sync_runs'
  return [...emptied.filter(isRuns), ...emptied.filter((table) => !isRuns(table))]
}
