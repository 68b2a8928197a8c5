import type { Import, ImportKind } from '@stockcast/contract'
import type { Kernel } from '../../kernel/kernel.ts'
import { keptImports } from '../../kernel/quotas/quotas.ts'
import { receiveFile, type SentFile } from '../../providers/files/receive-file.ts'
import { checkImportTask } from './check-import.task.ts'
import { requireImportShop, type ShopDetails } from './prepare-shop.ts'
import { deleteOldImports, deleteOpenImports, findImport, insertImport } from './queries.ts'
import { importView } from './show-import.ts'
import { removeUpload, storeUpload } from './uploads.ts'

/** Stores an uploaded file and queues its check. Earlier files that were never imported are removed. */
export async function receiveImport(
  kernel: Kernel,
  args: SentFile & { kind: ImportKind; fileName: string; details: ShopDetails },
): Promise<Import> {
  const { merchantId, kind, fileName, details } = args
  await kernel.db.withTenant(merchantId, (tx) => requireImportShop(tx, merchantId, kind))
  const { uploadId, bytes } = await receiveFile(
    kernel,
    args,
    (quota) => quota.import,
    async ({ pieces }) => {
      await kernel.disk.assertRoom(args.announcedBytes)
      return storeUpload(kernel, { merchantId, pieces })
    },
  )
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
