export { reconcileShop, reconcileShopTask } from './reconcile-shop.task.ts'
export { scheduleReconcile, scheduleReconcileTask } from './schedule-reconcile.task.ts'
