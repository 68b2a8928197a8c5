import { HOUR_SECONDS, type Import } from '@stockcast/contract'
import { z } from 'zod'
import type { Tx } from '../../kernel/database/app-database.ts'
import { AppError } from '../../kernel/errors.ts'
import { defineTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { accountKind } from '../../kernel/quotas/account-kind.ts'
import { getQuota } from '../../kernel/quotas/quotas.ts'
import { inItsEncoding, type OpenFile } from '../../providers/files/read-rows.ts'
import type { Encoding } from '../../providers/files/text-of.ts'
import { planChunk } from './apply/write-items.ts'
import { beginAttempt, failImport } from './attempts.ts'
import type { CheckedFile, Progress } from './check/check-file.ts'
import { salesRules } from './check/check-sales.ts'
import { runCheck } from './check/run-check.ts'
import { listColumnChoices } from './columns/queries.ts'
import { listVariantSkus } from './item-queries.ts'
import { assertNewProductsFit, cellContext, requireImportShop } from './prepare-shop.ts'
import { type ImportKey, type ImportRow, updateImport } from './queries.ts'
import { deleteStaged, insertItemChunk, insertSalesChunk, stagesTooMuch } from './staged-queries.ts'
import { deleteUploadOf } from './upload-queries.ts'
import { openUpload } from './uploads.ts'

/** Checks an uploaded file. After a kill it starts again at the first line. */
export const checkImportTask = defineTask({
  name: 'check-import',
  data: z.object({ merchantId: z.number().int().positive(), importId: z.number().int().positive() }),
  retryLimit: 20,
  retryDelaySeconds: 1,
  retryBackoff: false,
  expireInSeconds: HOUR_SECONDS,
  concurrency: 2,
  isPaced: () => true,
})

const INTEGER_MAX = 2_147_483_647

/** Thrown when the import was removed, or another run has taken it over. */
class Superseded extends Error {}

/** Checks the whole file once, stages its rows, stores the result and removes the file. */
export async function checkImport(kernel: Kernel, key: ImportKey, signal: AbortSignal): Promise<void> {
  const row = await beginAttempt(kernel, key, { from: ['uploaded', 'checking'], to: 'checking' })
  if (!row) return
  const { merchantId } = key
  const file = openUpload(kernel, { merchantId, uploadId: row.stored_as, bytes: row.bytes })
  try {
    const run = { row, file, signal }
    const checked = await inItsEncoding(file, async (encoding) => ({
      ...(await check(kernel, run, encoding)),
      encoding,
    }))
    await finish(kernel, row, checked)
  } catch (error) {
    if (error instanceof Superseded) return
    if (!(error instanceof AppError) || error.code === 'internal') throw error
    await failImport(kernel, key, { from: 'checking', message: error.message })
  }
}

type Run = { row: ImportRow; file: OpenFile; signal: AbortSignal }

async function check(kernel: Kernel, { row, file, signal }: Run, encoding: Encoding): Promise<CheckedFile> {
  const key = { merchantId: row.merchant_id, importId: row.id }
  const { merchantId } = key
  const details = { timeZone: row.time_zone, currency: row.currency }
  const { context, choices, rules, catalogue, quota } = await kernel.db.withTenant(merchantId, async (tx) => {
    await deleteStaged(tx, key)
    const shop = await requireImportShop(tx, merchantId, row.kind)
    await updateImport(tx, key, 'checking', { isForStore: shop.hasStore })
    return {
      context: cellContext(kernel, shop, details),
      choices: await listColumnChoices(tx, { merchantId, kind: row.kind }),
      quota: getQuota(await accountKind(kernel, tx, merchantId)).import,
      rules: row.kind === 'sales' ? await salesRules(tx, merchantId, shop) : null,
      catalogue: row.kind === 'sales' || shop.isDemo ? [] : await listVariantSkus(tx, merchantId),
    }
  })
  const step = async (bytesRead: number, stage: (tx: Tx) => Promise<void>) => {
    signal.throwIfAborted()
    await kernel.disk.assertRoom()
    await kernel.db.withTenant(merchantId, async (tx) => {
      const isOurs = await updateImport(tx, key, 'checking', { bytesRead })
      if (!isOurs) throw new Superseded()
      await stage(tx)
      await kernel.live.publish(tx, merchantId, { type: 'import' })
    })
  }
  const target = { today: '', at: kernel.clock.now() }
  const changes = { newIds: new Set<number>(), changedIds: new Set<number>() }
  const progress: Progress = {
    read: (bytes) => step(bytes, async () => undefined),
    sales: (bytes, chunk, content) => step(bytes, (tx) => insertSalesChunk(tx, { ...key, chunk }, content)),
    items: (bytes, chunk, content) =>
      step(bytes, async (tx) => {
        await insertItemChunk(tx, { ...key, chunk }, content)
        const plan = await planChunk(tx, { merchantId, items: content, target })
        for (const id of plan.newIds) changes.newIds.add(id)
        for (const id of plan.changedIds) changes.changedIds.add(id)
      }),
  }
  const checked = await runCheck(file, {
    kind: row.kind,
    encoding,
    context,
    choices,
    quota,
    rules,
    catalogue,
    progress,
    signal,
  })
  const totals = {
    ...checked.totals,
    newSkus: changes.newIds.size,
    changedSkus: [...changes.changedIds].filter((id) => !changes.newIds.has(id)).length,
  }
  return { ...checked, totals }
}

async function finish(
  kernel: Kernel,
  row: ImportRow,
  checked: CheckedFile & { encoding: Encoding },
): Promise<void> {
  const { encoding, layout, preview, columns, totals, faults, faultsTotal, leftOut, isUsable } = checked
  const key = { merchantId: row.merchant_id, importId: row.id }
  const status: Import['status'] = isUsable || faultsTotal === 0 ? 'ready' : 'faulty'
  await kernel.db.withTenant(key.merchantId, async (tx) => {
    const shop = await requireImportShop(tx, key.merchantId, row.kind)
    if (status === 'faulty') await deleteStaged(tx, key)
    else if (row.kind === 'products') {
      await assertNewProductsFit(
        { ...kernel, merchantId: key.merchantId, tx },
        { shop, newSkus: totals.newSkus },
      )
    }
    if (status === 'ready' && totals.units > INTEGER_MAX && (await stagesTooMuch(tx, key))) {
      throw new AppError('invalid_input', 'The rows of one SKU and day add up to more than 2147483647 units.')
    }
    const report = { preview, ...columns, totals, faults: [...faults], leftOut }
    await updateImport(tx, key, 'checking', { status, encoding, layout, report, faultsTotal, message: null })
    await deleteUploadOf(tx, key)
    await kernel.live.publish(tx, key.merchantId, { type: 'import' })
  })
}
