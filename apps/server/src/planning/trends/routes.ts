import { trendsApi } from '@stockcast/contract'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { exportProductTrends } from './export-trend-products.ts'
import { getTrends } from './get-trends.ts'
import { listProductTrends } from './list-trend-products.ts'

export function createTrendRoutes(kernel: Kernel) {
  return createVerbApi(kernel)
    .read(trendsApi.get, getTrends)
    .read(trendsApi.listProducts, listProductTrends)
    .read(trendsApi.exportProducts, exportProductTrends)
}
