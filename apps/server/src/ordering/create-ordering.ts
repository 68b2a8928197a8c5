import { handlingWith } from '../kernel/jobs/task.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Part } from '../kernel/part.ts'
import { createActionRoutes } from './actions/action-routes.ts'
import { createPurchasingRoutes } from './purchasing/routes.ts'
import { createReportLinkRoutes } from './reports/link-routes.ts'
import {
  makeReport,
  makeReportTask,
  scheduleReports,
  scheduleReportsTask,
} from './reports/make-report.task.ts'
import { createReportRoutes } from './reports/routes.ts'
import { createOrderingRoutes } from './routes.ts'
import { applySupplierFile, applySupplierFileTask } from './suppliers/import/apply-supplier-file.task.ts'
import { createSupplierRoutes } from './suppliers/routes.ts'
import { finishTransfer, finishTransferTask } from './transfers/create-in-store.ts'

/** Creates the domain. */
export function createOrdering(kernel: Kernel): Part {
  const task = handlingWith(kernel)
  return {
    open: [createReportLinkRoutes(kernel), createActionRoutes(kernel)],
    guarded: [
      createOrderingRoutes(kernel),
      createReportRoutes(kernel),
      createPurchasingRoutes(kernel),
      createSupplierRoutes(kernel),
    ],
    batch: [
      task(makeReportTask, makeReport),
      task(scheduleReportsTask, scheduleReports),
      task(applySupplierFileTask, applySupplierFile),
    ],
    sync: [task(finishTransferTask, finishTransfer)],
    catchUp: () => scheduleReports(kernel),
  }
}
