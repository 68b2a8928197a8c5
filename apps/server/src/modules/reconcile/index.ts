export { reconcileShop, reconcileShopTask } from './reconcile-shop.task.ts'
export { scheduleReconcile, scheduleReconcileTask, sendAllReconciles } from './schedule-reconcile.task.ts'
