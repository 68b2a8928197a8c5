import { trendsApi } from '@stockcast/contract'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { exportProductTrends } from './export-trend-products.ts'
import { getTrends, listProductTrends } from './get-trends.ts'

export function createTrendRoutes(kernel: Kernel) {
  return createVerbApi(kernel)
    .read(trendsApi.get, getTrends)
    .read(trendsApi.listProducts, listProductTrends)
    .read(trendsApi.exportProducts, exportProductTrends)
}
