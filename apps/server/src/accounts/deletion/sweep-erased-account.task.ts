import { HOUR_SECONDS, MINUTE_MS } from '@stockcast/contract'
import { z } from 'zod'
import { deleteTenantBatch, listTenantTables, type TenantTable } from '../../kernel/database/tenant-tables.ts'
import { defineTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { findMerchantOfUser } from '../queries.ts'
import { cutOff, deleteErasure, deletePlainRows, insertErasure, isUser, listErasures } from './queries.ts'

/** Removes the rows of a deleted account: at once, and again later for what was still being written. */
export const sweepErasedAccountTask = defineTask({
  name: 'sweep-erased-account',
  data: z.object({ merchantId: z.number().int().positive(), userId: z.uuid() }),
  retryLimit: 20,
  expireInSeconds: 4 * HOUR_SECONDS,
})

/** After this time no worker is still in a task that it began before the account was deleted. */
export const LAST_SWEEP_AFTER_MS = 30 * MINUTE_MS
const ROWS_PER_STEP = 5000
const MAX_AT_ONCE = 1000

type SweepingKernel = Pick<Kernel, 'clock' | 'db' | 'jobs'>

interface Sweep {
  merchantId: number
  userId: string
}

/**
 * Removes the rows of a deleted account, some thousand in each transaction. This includes rows that others
 * were still writing, and a merchant that an open page created again for the user who is gone. A killed run
 * is started again.
 */
export async function sweepErasedAccount(
  kernel: SweepingKernel,
  erased: Sweep,
  signal: AbortSignal,
  rowsPerStep = ROWS_PER_STEP,
): Promise<void> {
  const { directory } = kernel.db
  if (await isUser(directory, erased.userId)) return
  const now = kernel.clock.now()
  const tables = await listTenantTables(directory)
  const again = await findMerchantOfUser(directory, erased.userId)
  if (again !== undefined) {
    const erasure = { merchantId: again, userId: erased.userId, at: now }
    await kernel.db.withTenant(again, (tx) => insertErasure(tx, erasure))
  }
  for (const merchantId of new Set([erased.merchantId, again ?? erased.merchantId])) {
    await kernel.db.withTenant(merchantId, (tx) => cutOff(tx, merchantId))
    for (const table of tables) await eraseTable(kernel, { table, merchantId, signal, rowsPerStep })
    await finish(kernel, merchantId, new Date(now.getTime() - LAST_SWEEP_AFTER_MS))
  }
}

/** Removes the record of the deletion once no worker may still write. */
async function finish({ db, jobs }: SweepingKernel, merchantId: number, askedBefore: Date): Promise<void> {
  await db.withTenant(merchantId, async (tx) => {
    await deletePlainRows(tx, merchantId)
    const isLast = await deleteErasure(tx, { merchantId, askedBefore })
    if (isLast) await jobs.forget(tx, merchantId)
  })
}

async function eraseTable(
  { db }: SweepingKernel,
  args: { table: TenantTable; merchantId: number; signal: AbortSignal; rowsPerStep: number },
): Promise<void> {
  const { table, merchantId, signal, rowsPerStep: limit } = args
  for (let after: readonly string[] | null = null, isMore = true; isMore; ) {
    signal.throwIfAborted()
    const batch = await db.withTenant(merchantId, (tx) =>
      deleteTenantBatch(tx, { table, merchantId, after, limit }),
    )
    after = batch.last
    isMore = batch.last !== null
  }
}

/** Queues a sweep for each deletion that no run has finished, such as after many kills. */
export async function sendOpenSweeps(kernel: SweepingKernel): Promise<void> {
  const now = kernel.clock.now().getTime()
  const open = await listErasures(kernel.db.directory, MAX_AT_ONCE)
  for (const { merchantId, userId, askedAt } of open) {
    if (now - askedAt.getTime() < LAST_SWEEP_AFTER_MS) continue
    await kernel.jobs.send(sweepErasedAccountTask, { merchantId, userId })
  }
}
