import type { Import, ImportKind } from '@stockcast/contract'
import { AppError } from '../../errors.ts'
import type { Kernel } from '../../kernel.ts'
import { type AccountKind, accountKind } from '../../quotas/account-kind.ts'
import { createOpenCount } from '../../quotas/open-count.ts'
import { keptImports, quotaOf, sharedQuota } from '../../quotas/quotas.ts'
import { refusalTexts } from '../../texts/refusal-texts.ts'
import { checkImportTask } from './check/check-import.task.ts'
import { deleteOldImports, deleteOpenImports, findImport, insertImport } from './queries.ts'
import { requireImportShop, type ShopDetails } from './shop/prepare-shop.ts'
import { importView } from './show-import.ts'
import { removeUpload, storeUpload, tooLarge } from './uploads.ts'

/** Stores an uploaded file and queues its check. Earlier files that were never imported are removed. */
export async function receiveImport(
  kernel: Kernel,
  args: {
    merchantId: number
    kind: ImportKind
    fileName: string
    details: ShopDetails
    body: ReadableStream<Uint8Array> | null
    announcedBytes: number
  },
): Promise<Import> {
  const { merchantId, kind, fileName, details, body } = args
  const account = await kernel.db.withTenant(merchantId, async (tx) => {
    await requireImportShop(tx, merchantId, kind)
    return accountKind(kernel, tx, merchantId)
  })
  const mostBytes = quotaOf(account).import.fileBytes
  if (args.announcedBytes > mostBytes) throw tooLarge(mostBytes)
  await kernel.disk.assertRoom(args.announcedBytes)
  if (body === null) throw new AppError('invalid_input', refusalTexts.emptyFile)
  const upload = () => storeUpload(kernel, { merchantId, body, mostBytes })
  const { uploadId, bytes } = await fewAtATime({ merchantId, kind: account }, upload)
  try {
    const row = await kernel.db.withTenant(merchantId, async (tx) => {
      await deleteOpenImports(tx, merchantId)
      await deleteOldImports(tx, merchantId, keptImports.onRecord)
      const at = kernel.clock.now()
      const stored = { storedAs: uploadId, bytes, at }
      const importId = await insertImport(tx, { merchantId, kind, fileName, ...stored, ...details })
      await kernel.jobs.send(checkImportTask, { merchantId, importId }, { tx })
      await kernel.live.publish(tx, merchantId, { type: 'import' })
      return (await findImport(tx, { merchantId, importId }))!
    })
    return importView(row)
  } catch (error) {
    await removeUpload(kernel, { merchantId, uploadId }).catch(() => undefined)
    throw error
  }
}

const openUploads = createOpenCount(sharedQuota.uploadsAtOnce)

/** Runs an upload, or refuses it while this process has as many uploads as it may. */
async function fewAtATime<T>(
  caller: { merchantId: number; kind: AccountKind },
  upload: () => Promise<T>,
): Promise<T> {
  const taken = openUploads.take(caller, quotaOf(caller.kind).uploadsAtOnce)
  if ('full' in taken) throw new AppError('limit_exceeded', uploadRefusals[taken.full])
  try {
    return await upload()
  } finally {
    taken.end()
  }
}

const uploadRefusals = {
  own: 'Your last file is still being uploaded. Wait until it has finished, or cancel it.',
  all: 'Many files are being uploaded right now. Please try again in a minute.',
}
