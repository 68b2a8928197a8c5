import { HOUR_SECONDS } from '@stockcast/contract'
import { z } from 'zod'
import type { ReadLimits } from '../../kernel/connector/connector.ts'
import { StoreError } from '../../kernel/connector/store-error.ts'
import { countWrites } from '../../kernel/database/count-writes.ts'
import { refreshStatistics } from '../../kernel/database/refresh-statistics.ts'
import { isStorageLow, STORAGE_LOW } from '../../kernel/disk/disk-watch.ts'
import { AppError } from '../../kernel/errors.ts'
import { defineTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { interrupted, syncTexts } from '../../kernel/texts/sync-texts.ts'
import { readStoreBundlesTask } from '../bundles/read-store-bundles.task.ts'
import { requestForecast } from '../changes/request-forecast.ts'
import { readStoreCollectionsTask } from '../collections/read-store-collections.task.ts'
import { readScheduledReceiptsTask } from '../inbound/read-scheduled-receipts.task.ts'
import {
  deriveAllSales,
  deriveSalesOfNewVariants,
  moveFirstSeenToFirstSale,
} from '../ledger/derived-sales-queries.ts'
import { openShop } from '../shops/open-shop.ts'
import { finishRun, limitAttempts, lockOwnRun, type RunKey, updateRunMessage } from './queries.ts'
import { readCatalogue } from './read-catalogue.ts'
import { readOrders } from './read-orders.ts'
import { readShop, standingMessage } from './read-shop.ts'
import { commitStep, getProgress, RunLost, type SyncRun, takeOver, toCursor } from './sync-run.ts'

/**
 * Continues a sync run from its cursor. The queue repeats it only when a worker died, soon and as often as
 * needed; for failures of the provider it is queued again after a wait, and the run itself counts its
 * attempts.
 */
export const syncShopTask = defineTask({
  name: 'sync-shop',
  data: z.object({ merchantId: z.number().int().positive(), runId: z.number().int().positive() }),
  retryLimit: 1000,
  retryDelaySeconds: 1,
  retryBackoff: false,
  expireInSeconds: 12 * HOUR_SECONDS,
  // Most of a run is spent waiting for the store: a few slow stores must not block the others.
  concurrency: 8,
})

/** Starts without progress after which a run fails. */
const MAX_ATTEMPTS = 20
const LONGEST_PAUSE_SECONDS = 300
/** Failures of the store and of our storage lengthen the pause but never end a run, however long they last. */
const ATTEMPTS_KEPT = 10
/** Does the rest of a run. Any number of workers may try: the one that took it over last owns it. */
export async function syncShop(
  kernel: Kernel,
  key: RunKey,
  signal: AbortSignal,
  limits: ReadLimits = {},
): Promise<void> {
  const taken = await takeOver(kernel, key)
  if (!taken) return
  const { row, owner } = taken
  const ownership = { ...key, owner, attempts: row.attempts }
  try {
    if (row.attempts > MAX_ATTEMPTS) throw givenUp()
    const onTrouble = tellTrouble(kernel, ownership)
    const opened = await openShop(kernel, key.merchantId, onTrouble)
    const stored = getProgress(row)
    // A message about an interruption is cleared once the run continues.
    const progress = { ...stored, message: standingMessage(opened, stored.cursor) }
    const step = { kind: row.kind, signal, progress, hintedAt: 0, limits }
    const run: SyncRun = { kernel, ...opened, ...step, ...ownership }
    await goThrough(run, ownership)
  } catch (error) {
    if (error instanceof RunLost) return
    if (signal.aborted) throw error
    await settleFailure(kernel, ownership, error)
  }
}

type Ownership = RunKey & { owner: string; attempts: number }

async function goThrough(run: SyncRun, ownership: Ownership): Promise<void> {
  try {
    if (run.progress.phase === 'queued' || run.progress.phase === 'shop') await readShop(run)
    if (run.progress.phase === 'products') await readCatalogue(run)
    if (run.progress.phase === 'orders') await readOrders(run)
    await deriveHistory(run)
  } finally {
    ownership.attempts = run.attempts
  }
}

/**
 * Retries after a temporary failure, with longer waits each time; any other failure ends the run with its
 * message.
 */
async function settleFailure(kernel: Kernel, run: Ownership, error: unknown): Promise<void> {
  const isAppError = error instanceof AppError
  const mayPass = !isAppError || error.retryable || error.code === 'internal'
  const sentence = isAppError ? error.message : syncTexts.ourFault
  kernel.log.warn({ err: error, merchantId: run.merchantId, syncRun: run.runId }, 'sync stopped')
  await kernel.db.withTenant(run.merchantId, async (tx) => {
    if (!(await lockOwnRun(tx, run, run.owner))) return
    if (mayPass) {
      if (error instanceof StoreError || isStorageLow(error)) await limitAttempts(tx, run, ATTEMPTS_KEPT)
      const delaySeconds = Math.min(2 ** run.attempts * 5, LONGEST_PAUSE_SECONDS)
      const fact = isStorageLow(error) ? STORAGE_LOW : getFact(error, sentence)
      await updateRunMessage(tx, run, interrupted(fact))
      await kernel.jobs.send(
        syncShopTask,
        { merchantId: run.merchantId, runId: run.runId },
        { tx, delaySeconds },
      )
    } else {
      const message = { code: 'ended', text: sentence } as const
      await finishRun(tx, run, { status: 'failed', at: kernel.clock.now(), message })
    }
    await kernel.live.publish(tx, run.merchantId, { type: 'sync' })
  })
}

function getFact(error: unknown, sentence: string): string {
  return error instanceof StoreError ? error.sentence : sentence
}

function givenUp(): AppError {
  return new AppError('precondition_failed', syncTexts.givenUp)
}

/**
 * Shows the merchant, once, that a run waits for the store. The next committed step clears the message. Without
 * it the merchant would learn nothing for minutes, until the requests are given up.
 */
function tellTrouble(kernel: Kernel, run: RunKey & { owner: string }): (storeName: string) => void {
  let isTold = false
  return (storeName) => {
    if (isTold) return
    isTold = true
    kernel.db
      .withTenant(run.merchantId, async (tx) => {
        if (!(await lockOwnRun(tx, run, run.owner))) return
        await updateRunMessage(tx, run, interrupted(syncTexts.storeSilent(storeName)))
        await kernel.live.publish(tx, run.merchantId, { type: 'sync' })
      })
      .catch((error) =>
        kernel.log.warn({ err: error, syncRun: run.runId }, 'cannot save that the sync waits for the store'),
      )
  }
}

/** Derives the daily sales from the ledger, ends the run and requests forecasts. */
async function deriveHistory(run: SyncRun): Promise<void> {
  const { kernel, merchantId } = run
  const isWhole = toCursor(run).ordersWanted === 'history'
  if (isWhole) {
    await refreshStatistics(kernel.db)
    await commitStep(run, async (tx) => {
      await deriveAllSales(tx, merchantId)
      await countWrites(tx)
      return {}
    })
    await refreshStatistics(kernel.db)
  }
  await commitStep(run, async (tx) => {
    if (!isWhole) await deriveSalesOfNewVariants(tx, merchantId)
    await moveFirstSeenToFirstSale(tx, merchantId)
    const { message } = run.progress
    await finishRun(tx, run, { status: 'succeeded', at: kernel.clock.now(), message })
    await requestForecast(kernel, tx, merchantId)
    await kernel.jobs.send(readScheduledReceiptsTask, { merchantId }, { tx })
    await kernel.jobs.send(readStoreBundlesTask, { merchantId }, { tx })
    await kernel.jobs.send(readStoreCollectionsTask, { merchantId }, { tx })
    return { phase: 'forecast' }
  })
}
