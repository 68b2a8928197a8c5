import { handleTask, type Task } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { runApply } from './apply/run-apply.ts'
import { runCheck } from './check/run-check.ts'
import { applyImport, checkImport } from './task-definitions.ts'

export function createImportTasks(kernel: Kernel): Task[] {
  return [
    handleTask(checkImport, (key, signal) => runCheck(kernel, key, signal)),
    handleTask(applyImport, (key) => runApply(kernel, key)),
  ]
}
