import type { Api } from './http/api.ts'
import type { Mounts } from './http/mounts.ts'
import type { Task, WorkKind } from './jobs/task.ts'

export type Routes = Mounts['open'][number]['routes']

/** What a part of a domain adds to the server: routes, and tasks by the workers that run them. */
export type Part = {
  direct?: readonly Routes[]
  open?: readonly Routes[]
  guarded?: readonly Api[]
} & Partial<Record<WorkKind, readonly Task[]>>
