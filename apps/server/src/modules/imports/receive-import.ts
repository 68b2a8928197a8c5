import type { Import, ImportKind } from '@stockcast/contract'
import { isDemoUser } from '../../demo-user-email.ts'
import { AppError } from '../../errors.ts'
import type { Kernel } from '../../kernel.ts'
import { takeUse } from '../../limits/take-use.ts'
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
  const shop = await kernel.db.withTenant(merchantId, async (tx) => {
    const shop = await requireImportShop(tx, merchantId, kind)
    await takeUse({ ...kernel, merchantId, tx }, 'upload')
    return shop
  })
  const mostBytes = quotaOf(shop).import.fileBytes
  if (args.announcedBytes > mostBytes) throw tooLarge(mostBytes)
  await kernel.disk.assertRoom(args.announcedBytes)
  if (body === null) throw new AppError('invalid_input', refusalTexts.emptyFile)
  const upload = () => storeUpload(kernel, { merchantId, body, mostBytes })
  const { uploadId, bytes } = await fewAtATime({ merchantId, email: shop.email }, upload)
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
  { merchantId, email }: { merchantId: number; email: string },
  upload: () => Promise<T>,
): Promise<T> {
  const taken = openUploads.take(
    { merchantId, isDemoUser: isDemoUser(email) },
    quotaOf({ email }).uploadsAtOnce,
  )
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
