import { type SupplierImportKind, suppliersApi } from '@stockcast/contract'
import type { Context } from 'hono'
import { createApi } from '../../kernel/http/api.ts'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { sentFile } from '../../providers/files/sent-file.ts'
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
  const read = createSnapshotRunner(kernel)
  const imported = (
    c: Context<AppEnv>,
    { kind, fileName, isApplied }: { kind: SupplierImportKind; fileName: string; isApplied: boolean },
  ) =>
    receiveTable(kernel, { ...sentFile(c), kind, signal: c.req.raw.signal }, async (table, file) => {
      const imported = (now: boolean) =>
        run(c, (context) => importFile(context, { kind, table, isApplied: now }))
      try {
        return await imported(isApplied)
      } catch (error) {
        if (!(error instanceof ShopIsCalculated)) throw error
        await applyLater(kernel, { merchantId: signedIn(c).merchantId, kind, fileName }, file)
        return { ...(await imported(false)), isWaiting: true }
      }
    })
  return createApi()
    .serve(suppliersApi.exportCsv, async ({ c }) => ({
      fileName: await run(c, (context) => exportFileName(context, { file: 'suppliers' })),
      content: exportSuppliers(kernel, signedIn(c).merchantId),
    }))
    .serve(suppliersApi.exportItems, async ({ c }) => ({
      fileName: await run(c, (context) => exportFileName(context, { file: 'supplier-products' })),
      content: exportItems(kernel, signedIn(c).merchantId),
    }))
    .serve(suppliersApi.previewImport, ({ c, query }) => imported(c, { ...query, isApplied: false }))
    .serve(suppliersApi.applyImport, ({ c, query }) => imported(c, { ...query, isApplied: true }))
    .serve(suppliersApi.list, ({ c, query }) => read(c, (context) => listSuppliers(context, query)))
    .serve(suppliersApi.listVendors, ({ c }) => read(c, listVendors))
    .serve(suppliersApi.adoptVendors, ({ c, body }) => run(c, (context) => adoptVendors(context, body)))
    .serve(suppliersApi.get, ({ c, params: { id: supplierId } }) =>
      run(c, (context) => getSupplier(context, { supplierId })),
    )
    .serve(suppliersApi.create, ({ c, body }) => run(c, (context) => createSupplier(context, body)))
    .serve(suppliersApi.save, ({ c, params: { id: supplierId }, body: wanted }) =>
      run(c, (context) => saveSupplier(context, { supplierId, wanted })),
    )
    .serve(suppliersApi.archive, ({ c, params: { id: supplierId } }) =>
      run(c, (context) => archiveSupplier(context, { supplierId })),
    )
    .serve(suppliersApi.restore, ({ c, params: { id: supplierId } }) =>
      run(c, (context) => restoreSupplier(context, { supplierId })),
    )
    .serve(suppliersApi.listItems, ({ c, query }) => read(c, (context) => listItems(context, query)))
    .serve(suppliersApi.saveItems, ({ c, body }) => run(c, (context) => saveItems(context, body)))
}
