import { handleTask, type Task } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { reconcile } from './reconcile.ts'
import { sendDueReconciles } from './send-due.ts'
import { reconcileShop, scheduleReconcile } from './task-definitions.ts'

export function createReconcileTasks(kernel: Kernel): Task[] {
  return [
    handleTask(reconcileShop, (data, signal) => reconcile(kernel, data, signal)),
    handleTask(scheduleReconcile, () => sendDueReconciles(kernel)),
  ]
}
