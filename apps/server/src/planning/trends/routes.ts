import { trendsApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { createSnapshotRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { exportProductTrends } from './export-trend-products.ts'
import { getTrends } from './get-trends.ts'
import { listProductTrends } from './list-trend-products.ts'

export function createTrendRoutes(kernel: Kernel) {
  const run = createSnapshotRunner(kernel)
  return createApi()
    .serve(trendsApi.get, ({ c, query }) => run(c, (context) => getTrends(context, query)))
    .serve(trendsApi.listProducts, ({ c, query }) => run(c, (context) => listProductTrends(context, query)))
    .serve(trendsApi.exportProducts, ({ c, query }) =>
      run(c, (context) => exportProductTrends(context, query)),
    )
}
