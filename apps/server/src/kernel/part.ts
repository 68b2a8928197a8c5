import type { Api } from './http/api.ts'
import type { Mounts } from './http/mounts.ts'
import type { Task, WorkKind } from './jobs/task.ts'

export type Routes = Mounts['open'][number]['routes']

/** What a part of a domain adds to the server: routes, tasks by the workers that run them, and steps of its life. */
export type Part = {
  direct?: readonly Routes[]
  open?: readonly Routes[]
  guarded?: readonly Api[]
  /** Queues what became due when the clock was moved. */
  catchUp?(): Promise<unknown>
  close?(): unknown
} & Partial<Record<WorkKind, readonly Task[]>>
