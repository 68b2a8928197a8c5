import { MINUTE_SECONDS, supplierImportKinds } from '@stockcast/contract'
import { z } from 'zod'
import { AppError } from '../../../kernel/errors.ts'
import { defineTask } from '../../../kernel/jobs/task.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { limitsOf } from '../../../kernel/limits/rules.ts'
import { accountKind } from '../../../kernel/quotas/account-kind.ts'
import { quotaOf } from '../../../kernel/quotas/quotas.ts'
import { assertRowsFit } from '../../../kernel/quotas/row-quotas.ts'
import { inTransaction } from '../../../kernel/verb-context.ts'
import type { OpenFile } from '../../../providers/files/read-rows.ts'
import { openUpload, removeUpload, storeUpload } from '../../../store/index.ts'
import { importFile } from './import-file.ts'
import { readTable, type SentTable } from './read-table.ts'

/** Applies a file that waits until a calculation of the shop has ended. A file that is gone was applied. */
export const applySupplierFileTask = defineTask({
  name: 'apply-supplier-file',
  data: z.object({
    merchantId: z.number().int().positive(),
    kind: z.enum(supplierImportKinds),
    uploadId: z.string(),
    bytes: z.number().int(),
  }),
  retryLimit: 60,
  retryDelaySeconds: 10,
  retryBackoff: false,
  expireInSeconds: 10 * MINUTE_SECONDS,
})

/** Stores a file, which is applied as soon as the tables that it changes are free. */
export async function applyLater(
  kernel: Kernel,
  { merchantId, kind }: Pick<SentTable, 'merchantId' | 'kind'>,
  file: OpenFile,
): Promise<void> {
  await kernel.disk.assertRoom()
  const stored = await storeUpload(kernel, { merchantId, pieces: file() })
  await kernel.db.withTenant(merchantId, (tx) =>
    kernel.jobs.send(applySupplierFileTask, { merchantId, kind, ...stored }, { tx }),
  )
}

export async function applySupplierFile(
  kernel: Kernel,
  { merchantId, kind, uploadId, bytes }: z.output<typeof applySupplierFileTask.data>,
  signal: AbortSignal,
): Promise<void> {
  const upload = { merchantId, uploadId }
  const file = openUpload(kernel, { ...upload, bytes })
  try {
    const limits = await kernel.db.withTenant(
      merchantId,
      async (tx) => quotaOf(await accountKind(kernel, tx, merchantId)).supplierFile,
    )
    const table = await readTable(kernel, file, { merchantId, kind, limits, signal })
    await inTransaction(kernel, merchantId, async (context) => {
      await importFile(context, { kind, table, isApplied: true })
      await assertRowsFit(context, limitsOf('upload').grows ?? [])
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal' || error.code === 'unavailable') throw error
  }
  await removeUpload(kernel, upload)
}
