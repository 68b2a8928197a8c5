import { importsApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { signedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { sentFile } from '../../providers/files/receive-file.ts'
import { saveInventory, saveSales } from './apply/save-calls.ts'
import { startApply } from './apply/start-apply.ts'
import { saveColumns } from './columns/save-columns.ts'
import { receiveImport } from './receive-import.ts'
import { getImport, getLatestImport } from './show-import.ts'

export function createImportRoutes(kernel: Kernel) {
  return createApi()
    .serve(importsApi.upload, ({ c, query: { kind, fileName, timeZone = null, currency = null } }) =>
      receiveImport(kernel, { ...sentFile(c), kind, fileName, details: { timeZone, currency } }),
    )
    .serve(importsApi.getLatest, ({ c }) => getLatestImport(kernel, signedIn(c).merchantId))
    .serve(importsApi.get, ({ c, params: { id: importId } }) =>
      getImport(kernel, { merchantId: signedIn(c).merchantId, importId }),
    )
    .serve(importsApi.apply, ({ c, params: { id: importId } }) =>
      startApply(kernel, { merchantId: signedIn(c).merchantId, importId }),
    )
    .serve(importsApi.saveColumns, async ({ c, body }) => {
      await saveColumns(kernel, signedIn(c).merchantId, body)
      return { saved: true } as const
    })
    .serve(importsApi.saveInventory, ({ c, body }) => saveInventory(kernel, signedIn(c).merchantId, body))
    .serve(importsApi.saveSales, ({ c, body }) => saveSales(kernel, signedIn(c).merchantId, body))
}
