import { productsApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { signedIn } from '../../kernel/http/context.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { exportExcess } from './excess/export-excess.ts'
import { listExcess } from './excess/list-excess.ts'
import { exportCsv, exportFileName, exportWorkbook } from './export-products.ts'
import { getProduct } from './get-product.ts'
import { listGroups } from './list-groups.ts'
import { listProducts } from './list-products.ts'

export function createCatalogRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  return createApi()
    .serve(productsApi.list, ({ c, query }) => read(c, (context) => listProducts(context, query)))
    .serve(productsApi.exportCsv, async ({ c, query }) => ({
      fileName: await run(c, (context) => exportFileName(context, { report: 'inventory', ending: 'csv' })),
      content: exportCsv(kernel, { merchantId: signedIn(c).merchantId, ...query }),
    }))
    .serve(productsApi.exportXlsx, async ({ c, query }) => ({
      fileName: await run(c, (context) => exportFileName(context, { report: 'inventory', ending: 'xlsx' })),
      content: exportWorkbook(kernel, { merchantId: signedIn(c).merchantId, ...query }),
    }))
    .serve(productsApi.listExcess, ({ c, query }) => read(c, (context) => listExcess(context, query)))
    .serve(
      productsApi.exportExcess,
      async ({ c, query: { page: _page, pageSize: _pageSize, ...filter } }) => ({
        fileName: await run(c, (context) =>
          exportFileName(context, { report: 'excess-stock', ending: 'csv' }),
        ),
        content: exportExcess(kernel, { merchantId: signedIn(c).merchantId, ...filter }),
      }),
    )
    .serve(productsApi.listGroups, ({ c, query }) => read(c, (context) => listGroups(context, query)))
    .serve(productsApi.get, ({ c, params }) => read(c, (context) => getProduct(context, params)))
}
