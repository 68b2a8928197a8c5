import { handleTask, type Task } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import type { ProjectionPorts } from './ports.ts'
import { type RefreshRequest, refreshStockProjections } from './refresh-projections.ts'
import { refreshProjections } from './task-definitions.ts'

/** Derives the stock projection of some variants, or of all, and calls the subscribers. */
export type RefreshProjection = (request: RefreshRequest) => Promise<void>

export interface Projection {
  refresh: RefreshProjection
  tasks: readonly Task[]
}

export function createProjection(kernel: Kernel, ports: ProjectionPorts): Projection {
  const refresh: RefreshProjection = (request) => refreshStockProjections(kernel, ports, request)
  return {
    refresh,
    tasks: [
      handleTask(refreshProjections, ({ variantIds = null, ...rest }) => refresh({ ...rest, variantIds })),
    ],
  }
}
