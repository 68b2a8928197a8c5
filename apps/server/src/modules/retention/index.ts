export { deleteOldRowsTask, scheduleRetention } from './task-definitions.ts'
export { createRetentionTasks } from './tasks.ts'
