export { sendAllReconciles } from './send-due.ts'
export { reconcileShop, scheduleReconcile } from './task-definitions.ts'
export { createReconcileTasks } from './tasks.ts'
