import { HOUR_SECONDS } from '@stockcast/contract'
import { z } from 'zod'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { refreshStatistics } from '../../../kernel/database/refresh-statistics.ts'
import { AppError } from '../../../kernel/errors.ts'
import { defineTask } from '../../../kernel/jobs/task.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { requestForecast } from '../../changes/request-forecast.ts'
import { writeImportedSales } from '../../ledger/write-imported-sales.ts'
import { beginAttempt, failImport } from '../attempts.ts'
import type { Item } from '../check/item-rows.ts'
import { assertCheckedFor, assertFits, cellContext, prepareShop } from '../prepare-shop.ts'
import { findImport, type ImportKey, type ImportRow, updateImport } from '../queries.ts'
import { countStagedRows, deleteStaged, findItemChunk, stagedSales } from '../staged-queries.ts'
import { writeItems } from './write-items.ts'

/** Writes a checked file, completely or not at all. */
export const applyImportTask = defineTask({
  name: 'apply-import',
  data: z.object({ merchantId: z.number().int().positive(), importId: z.number().int().positive() }),
  retryLimit: 20,
  retryDelaySeconds: 1,
  retryBackoff: false,
  expireInSeconds: HOUR_SECONDS,
  isPaced: () => true,
})

/**
 * Upper limits of the bytes that a staged row takes once written, with indexes, daily sums and PostgreSQL's
 * log. Sales were measured at 480 bytes, see disk-full.db.test.ts; a row of products is written to five
 * tables.
 */
const WRITTEN_BYTES = { sales: 700, products: 2000 }

/** Writes a checked file in one transaction, which also ends the import and queues the forecasts. */
export async function applyImport(kernel: Kernel, key: ImportKey): Promise<void> {
  const begun = await beginAttempt(kernel, key, { from: ['applying'], to: 'applying' })
  if (!begun) return
  try {
    const staged = await kernel.db.withTenant(key.merchantId, (tx) => countStagedRows(tx, key))
    await kernel.disk.assertRoom(staged * WRITTEN_BYTES[begun.kind])
    await kernel.db.withTenant(key.merchantId, async (tx) => {
      const row = await findImport(tx, key, 'for update')
      if (row?.status !== 'applying') return
      await writeStaged(kernel, tx, row)
      await deleteStaged(tx, key)
      await updateImport(tx, key, 'applying', { status: 'applied', finishedAt: kernel.clock.now() })
      const { merchantId } = key
      await requestForecast(kernel, tx, merchantId)
      await kernel.live.publish(tx, merchantId, { type: 'import' })
      await kernel.live.publish(tx, merchantId, { type: 'stock' })
    })
    await refreshStatistics(kernel.db)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal') throw error
    await failImport(kernel, key, { from: 'applying', message: error.message })
  }
}

async function writeStaged(kernel: Kernel, tx: Tx, row: ImportRow): Promise<void> {
  const { merchant_id: merchantId, id: importId, kind } = row
  const key = { merchantId, importId }
  const details = { timeZone: row.time_zone, currency: row.currency }
  const shop = await prepareShop(tx, { merchantId, kind, details })
  assertCheckedFor(shop, row)
  if (kind === 'sales') {
    await writeImportedSales(tx, { merchantId, cells: stagedSales(key) })
    return assertFits({ ...kernel, merchantId, tx })
  }
  const { today, timeZone } = cellContext(kernel, shop, details)
  const at = kernel.clock.now()
  const { shopDomain } = shop
  await writeItems(tx, { merchantId, shopDomain, timeZone, today, at, chunks: stagedItems(tx, key) })
  await assertFits({ ...kernel, merchantId, tx })
}

async function* stagedItems(tx: Tx, key: ImportKey): AsyncGenerator<readonly Item[]> {
  for (let chunk = 0; ; chunk++) {
    const items = await findItemChunk(tx, { ...key, chunk })
    if (!items) return
    yield items
  }
}
