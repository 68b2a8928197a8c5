import { handleTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { refreshCatalogueTask, refreshProjectionsTask } from '../../store/index.ts'
import type { ProjectionPorts } from './ports.ts'
import { refreshCatalogue } from './refresh-catalogue.task.ts'
import { type RefreshRequest, refreshNamed, refreshProjections } from './refresh-projections.task.ts'

/** Derives the stock projection of some variants, or of all, and calls the subscribers. */
export type RefreshProjection = (request: RefreshRequest) => Promise<void>

export type Projection = ReturnType<typeof createProjection>

export function createProjection(kernel: Kernel, ports: ProjectionPorts) {
  const refresh: RefreshProjection = (request) => refreshProjections(kernel, ports, request)
  return {
    refresh,
    sync: [handleTask(refreshProjectionsTask, (data) => refreshNamed(kernel, ports, data))],
    batch: [handleTask(refreshCatalogueTask, (data) => refreshCatalogue(kernel, ports, data))],
  }
}
