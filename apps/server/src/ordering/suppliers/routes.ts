import { type SupplierImportKind, suppliersApi } from '@stockcast/contract'
import type { Context } from 'hono'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'
import { createVerbApi, createVerbRunner } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { sentFile } from '../../providers/files/receive-file.ts'
import { exportFileName, exportItems, exportSuppliers } from './export/export-suppliers.ts'
import { applyLater } from './import/apply-supplier-file.task.ts'
import { importFile, ShopIsCalculated } from './import/import-file.ts'
import { receiveTable } from './import/read-table.ts'
import { listItems } from './list-items.ts'
import { getSupplier, listSuppliers } from './list-suppliers.ts'
import { saveItems } from './save-items.ts'
import { archiveSupplier, createSupplier, restoreSupplier, saveSupplier } from './save-supplier.ts'
import { adoptVendors, listVendors } from './vendors/vendors.ts'

export function createSupplierRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const takeFile = (
    c: Context<AppEnv>,
    { kind, fileName, isApplied }: { kind: SupplierImportKind; fileName: string; isApplied: boolean },
  ) =>
    receiveTable(kernel, { ...sentFile(c), kind, signal: c.req.raw.signal }, async (table, file) => {
      const runImport = (now: boolean) =>
        run(c, (context) => importFile(context, { kind, table, isApplied: now }))
      try {
        return await runImport(isApplied)
      } catch (error) {
        if (!(error instanceof ShopIsCalculated)) throw error
        await applyLater(kernel, { merchantId: signedIn(c).merchantId, kind, fileName }, file)
        return { ...(await runImport(false)), isWaiting: true }
      }
    })
  return createVerbApi(kernel)
    .run(suppliersApi.exportCsv, async (context) => ({
      fileName: await exportFileName(context, { file: 'suppliers' }),
      content: exportSuppliers(kernel, context.merchantId),
    }))
    .run(suppliersApi.exportItems, async (context) => ({
      fileName: await exportFileName(context, { file: 'supplier-products' }),
      content: exportItems(kernel, context.merchantId),
    }))
    .serve(suppliersApi.previewImport, ({ c, query }) => takeFile(c, { ...query, isApplied: false }))
    .serve(suppliersApi.applyImport, ({ c, query }) => takeFile(c, { ...query, isApplied: true }))
    .read(suppliersApi.list, listSuppliers)
    .read(suppliersApi.listVendors, listVendors)
    .run(suppliersApi.adoptVendors, adoptVendors)
    .run(suppliersApi.get, (context, { id: supplierId }) => getSupplier(context, { supplierId }))
    .run(suppliersApi.create, createSupplier)
    .run(suppliersApi.save, (context, { id: supplierId, ...wanted }) =>
      saveSupplier(context, { supplierId, wanted }),
    )
    .run(suppliersApi.archive, (context, { id: supplierId }) => archiveSupplier(context, { supplierId }))
    .run(suppliersApi.restore, (context, { id: supplierId }) => restoreSupplier(context, { supplierId }))
    .read(suppliersApi.listItems, listItems)
    .run(suppliersApi.saveItems, saveItems)
}
