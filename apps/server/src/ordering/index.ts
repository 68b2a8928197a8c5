export { createActionRoutes } from './actions/action-routes.ts'
export { followActions } from './actions/follow-actions.ts'
export { linkActions } from './actions/link-actions.ts'
export { createPlanRoutes } from './actions/routes.ts'
export { createBundleRoutes } from './bundles/routes.ts'
export { planOrders } from './order-list/plans/plan-orders.ts'
export { createOrderListRoutes } from './order-list/routes.ts'
export { followLateOrders } from './purchasing/incoming/late-orders.ts'
export { markMail } from './purchasing/mail-queries.ts'
export { createOrder } from './purchasing/orders/create-order.ts'
export { markOrdered } from './purchasing/orders/mark-ordered.ts'
export { receiveOrder } from './purchasing/orders/receive-order.ts'
export { answerNotInStore } from './purchasing/received/get-not-in-store.ts'
export { createPurchasingRoutes } from './purchasing/routes.ts'
export { createReportLinkRoutes } from './reports/link-routes.ts'
export {
  makeReport,
  makeReportTask,
  scheduleReports,
  scheduleReportsTask,
} from './reports/make-report.task.ts'
export { endReports } from './reports/report-settings.ts'
export { createReportRoutes } from './reports/routes.ts'
export { applySupplierFile, applySupplierFileTask } from './suppliers/import/apply-supplier-file.task.ts'
export { createSupplierRoutes } from './suppliers/routes.ts'
export { saveItems } from './suppliers/save-items.ts'
export { createSupplier } from './suppliers/save-supplier.ts'
export { finishTransfer, finishTransferTask } from './transfers/create-in-store.ts'
export { createTransferRoutes } from './transfers/routes.ts'
