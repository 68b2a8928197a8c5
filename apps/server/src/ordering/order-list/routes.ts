import { orderListApi } from '@stockcast/contract'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createDrafts } from '../purchasing/orders/create-drafts.ts'
import { exportOrderList } from './list/export-order-list.ts'
import { getOrderList } from './list/get-order-list.ts'

export function createOrderListRoutes(kernel: Kernel) {
  return createVerbApi(kernel)
    .read(orderListApi.get, getOrderList)
    .read(orderListApi.exportCsv, exportOrderList)
    .run(orderListApi.createDrafts, createDrafts)
}
