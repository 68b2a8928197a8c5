export { deleteOldRows, deleteOldRowsTask } from './delete-old-rows.task.ts'
export { scheduleRetention, scheduleRetentionTask } from './schedule-retention.task.ts'
