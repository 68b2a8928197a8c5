import { orderListApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createDrafts } from '../purchasing/orders/create-drafts.ts'
import { exportOrderList } from './list/export-order-list.ts'
import { getOrderList } from './list/get-order-list.ts'

export function createOrderListRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  return createApi()
    .serve(orderListApi.get, ({ c, query }) => read(c, (context) => getOrderList(context, query)))
    .serve(orderListApi.exportCsv, ({ c, query }) => read(c, (context) => exportOrderList(context, query)))
    .serve(orderListApi.createDrafts, ({ c, body }) => run(c, (context) => createDrafts(context, body)))
}
