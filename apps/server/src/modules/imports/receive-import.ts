import { IMPORT_MAX_BYTES, type Import, type ImportKind } from '@stockcast/contract'
import { AppError } from '../../errors.ts'
import type { Kernel } from '../../kernel.ts'
import { fewAtATime } from './few-at-a-time.ts'
import { requireImportShop, type ShopDetails } from './prepare-shop.ts'
import { deleteOpenImports, findImport, insertImport } from './queries.ts'
import { importView } from './show-import.ts'
import { checkImport } from './task-definitions.ts'
import { removeLeftovers, removeUploads, storeUpload, tooLarge } from './upload-folder.ts'

/** Keeps an uploaded file and queues its check. Files uploaded before and not imported are forgotten. */
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
  const { config } = kernel
  const { merchantId, kind, fileName, details, body } = args
  await kernel.db.withTenant(merchantId, (tx) => requireImportShop(tx, merchantId, kind))
  if (args.announcedBytes > IMPORT_MAX_BYTES) throw tooLarge()
  if (body === null) throw new AppError('invalid_input', 'The file is empty.')
  const { storedAs, bytes } = await fewAtATime(merchantId, () => storeUpload(config, body))
  await removeLeftovers(config, storedAs)
  try {
    const { forgotten, row } = await kernel.db.withTenant(merchantId, async (tx) => {
      const forgotten = await deleteOpenImports(tx, merchantId)
      const at = kernel.clock.now()
      const importId = await insertImport(tx, { merchantId, kind, fileName, storedAs, bytes, at, ...details })
      await kernel.jobs.send(checkImport, { merchantId, importId }, { tx })
      await kernel.live.publish(tx, merchantId, { type: 'import' })
      return { forgotten, row: (await findImport(tx, { merchantId, importId }))! }
    })
    await removeUploads(config, forgotten)
    return importView(row)
  } catch (error) {
    await removeUploads(config, [storedAs])
    throw error
  }
}
