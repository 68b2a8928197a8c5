import { MINUTE_SECONDS, supplierImportKinds } from '@stockcast/contract'
import { z } from 'zod'
import { queueMail } from '../../../alerts/index.ts'
import { AppError } from '../../../kernel/errors.ts'
import { defineTask } from '../../../kernel/jobs/task.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { getLimits } from '../../../kernel/limits/use-rules.ts'
import { accountKind } from '../../../kernel/quotas/account-kind.ts'
import { assertRowsFit, getQuota } from '../../../kernel/quotas/quotas.ts'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import { getLine, quoted, withoutLinks } from '../../../kernel/texts/foreign-text.ts'
import { inTransaction } from '../../../kernel/verb-context.ts'
import type { OpenFile } from '../../../providers/files/read-rows.ts'
import { type MailContent, mailContent } from '../../../providers/mail/mail-content.ts'
import { deleteUploads, openUpload, storeUpload } from '../../../store/index.ts'
import { importFile } from './import-file.ts'
import { readTable, type SentTable } from './read-table.ts'

/** Applies a file that waits until a calculation of the shop has ended. A file that is gone was applied, or its refusal was mailed. */
export const applySupplierFileTask = defineTask({
  name: 'apply-supplier-file',
  data: z.object({
    merchantId: z.number().int().positive(),
    kind: z.enum(supplierImportKinds),
    uploadId: z.string(),
    /** Of a job that the release before has queued, none. */
    fileName: z.string().default(''),
    bytes: z.number().int(),
  }),
  retryLimit: 2000,
  retryDelaySeconds: 10,
  retryBackoff: false,
  expireInSeconds: 10 * MINUTE_SECONDS,
})

/** Stores a file, which is applied as soon as the tables that it changes are free. */
export async function applyLater(
  kernel: Kernel,
  { merchantId, kind, fileName }: Pick<SentTable, 'merchantId' | 'kind'> & { fileName: string },
  file: OpenFile,
): Promise<void> {
  await kernel.disk.assertRoom()
  const stored = await storeUpload(kernel, { merchantId, pieces: file() })
  await kernel.db.withTenant(merchantId, (tx) =>
    kernel.jobs.send(applySupplierFileTask, { merchantId, kind, fileName, ...stored }, { tx }),
  )
}

/** Applies a waiting file. Of one that is refused nothing is applied, and the merchant gets a mail with the reason. */
export async function applySupplierFile(
  kernel: Kernel,
  { merchantId, kind, fileName, uploadId, bytes }: z.output<typeof applySupplierFileTask.data>,
  signal: AbortSignal,
): Promise<void> {
  const uploads = { merchantId, uploadIds: [uploadId] }
  const file = openUpload(kernel, { merchantId, uploadId, bytes })
  try {
    const limits = await kernel.db.withTenant(
      merchantId,
      async (tx) => getQuota(await accountKind(kernel, tx, merchantId)).supplierFile,
    )
    const table = await readTable(kernel, file, { merchantId, kind, limits, signal })
    await inTransaction(kernel, merchantId, async (context) => {
      await importFile(context, { kind, table, isApplied: true })
      await assertRowsFit(context, getLimits('upload').grows ?? [])
      await deleteUploads(context.tx, uploads)
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal' || error.code === 'unavailable') throw error
    await kernel.db.withTenant(merchantId, async (tx) => {
      if (!(await deleteUploads(tx, uploads))) return
      const content = refusalMail({
        publicUrl: kernel.config.publicUrl,
        shop: (await requireShopFacts(tx, merchantId)).shopName,
        fileName,
        reason: error.message,
      })
      await queueMail(kernel, tx, { merchantId, kind: 'account', content })
    })
  }
}

const MAX_NAME_CHARACTERS = 100

function refusalMail(args: {
  publicUrl: string
  shop: string | null
  fileName: string
  reason: string
}): MailContent {
  const name = getLine(withoutLinks(args.fileName), MAX_NAME_CHARACTERS)
  const file = name === '' ? 'Your file' : `Your file ${quoted(name)}`
  return mailContent({
    subject: 'A file was not imported',
    shop: args.shop,
    paragraphs: [
      `${file} waited for a calculation, and was then not imported:`,
      args.reason,
      'Nothing of it was changed in Stockcast. Once the reason is gone, import the file again.',
    ],
    link: { label: 'Import the file again', url: `${args.publicUrl}/order/suppliers/import` },
  })
}
