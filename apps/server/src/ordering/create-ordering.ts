import { handlingWith } from '../kernel/jobs/task.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Part } from '../kernel/part.ts'
import { createActionRoutes } from './actions/action-routes.ts'
import { createPlanRoutes } from './actions/routes.ts'
import { createBundleRoutes } from './bundles/routes.ts'
import { createOrderListRoutes } from './order-list/routes.ts'
import { createPurchasingRoutes } from './purchasing/routes.ts'
import { createReportLinkRoutes } from './reports/link-routes.ts'
import {
  makeReport,
  makeReportTask,
  scheduleReports,
  scheduleReportsTask,
} from './reports/make-report.task.ts'
import { createReportRoutes } from './reports/routes.ts'
import { applySupplierFile, applySupplierFileTask } from './suppliers/import/apply-supplier-file.task.ts'
import { createSupplierRoutes } from './suppliers/routes.ts'
import { finishTransfer, finishTransferTask } from './transfers/create-in-store.ts'
import { createTransferRoutes } from './transfers/routes.ts'

/** Creates the domain. */
export function createOrdering(kernel: Kernel): Part {
  const task = handlingWith(kernel)
  return {
    open: [createReportLinkRoutes(kernel), createActionRoutes(kernel)],
    guarded: [
      createBundleRoutes(kernel),
      createOrderListRoutes(kernel),
      createReportRoutes(kernel),
      createPurchasingRoutes(kernel),
      createPlanRoutes(kernel),
      createSupplierRoutes(kernel),
      createTransferRoutes(kernel),
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
