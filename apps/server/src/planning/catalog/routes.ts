import { productsApi } from '@stockcast/contract'
import { signedIn } from '../../kernel/http/context.ts'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { inTransaction } from '../../kernel/verb-context.ts'
import { exportExcess } from './excess/export-excess.ts'
import { listExcess } from './excess/list-excess.ts'
import { exportCsv, exportFileName, exportWorkbook } from './export-products.ts'
import { getProduct } from './get-product.ts'
import { listGroups, listProducts } from './list-products.ts'

export function createCatalogRoutes(kernel: Kernel) {
  return createVerbApi(kernel)
    .read(productsApi.list, listProducts)
    .run(productsApi.exportCsv, async (context, query) => ({
      fileName: await exportFileName(context, { report: 'inventory', ending: 'csv' }),
      content: exportCsv(kernel, { merchantId: context.merchantId, ...query }),
    }))
    .serve(productsApi.exportXlsx, async ({ c, query }) => {
      const { merchantId } = signedIn(c)
      const fileName = await inTransaction(kernel, merchantId, (context) =>
        exportFileName(context, { report: 'inventory', ending: 'xlsx' }),
      )
      // A workbook begins to read at once, so no transaction may be open.
      return { fileName, content: exportWorkbook(kernel, { merchantId, ...query }) }
    })
    .read(productsApi.listExcess, listExcess)
    .run(productsApi.exportExcess, async (context, { page: _page, pageSize: _pageSize, ...filter }) => ({
      fileName: await exportFileName(context, { report: 'excess-stock', ending: 'csv' }),
      content: exportExcess(kernel, { merchantId: context.merchantId, ...filter }),
    }))
    .read(productsApi.listGroups, listGroups)
    .read(productsApi.get, getProduct)
}
