import { handleTask, type Task } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { moveOrdersToTimeZone } from './move-orders-to-time-zone.ts'
import { runSync } from './run-sync.ts'
import { moveTimeZone, syncShop } from './task-definitions.ts'

export function createSyncTasks(kernel: Kernel): Task[] {
  return [
    handleTask(syncShop, (data, signal) => runSync(kernel, data, signal)),
    handleTask(moveTimeZone, ({ merchantId }, signal) => moveOrdersToTimeZone(kernel, merchantId, signal)),
  ]
}
