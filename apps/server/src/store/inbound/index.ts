export {
  logUnknown,
  readScheduledReceipts,
  readScheduledReceiptsTask,
} from './read-scheduled-receipts.task.ts'
export { listStoreReceipts } from './store-receipts.ts'
export { writeTransfer } from './write-receipts.ts'
