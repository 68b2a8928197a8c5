import type { Mounts } from './http/app.ts'
import type { Authenticate } from './http/context.ts'
import type { Task, TaskDefinition } from './jobs/task.ts'
import type { Kernel } from './kernel.ts'

export interface Modules {
  authenticate: Authenticate
  mounts: Mounts
  /** What a worker runs. */
  tasks: readonly Task[]
  /** Sets the repeating work; calling it again changes nothing. */
  schedule(): Promise<void>
  /** Sends the work that became due when the sandbox clock was moved. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** Every kind of background work; the queue is started with these before the modules exist. */
export const taskDefinitions: readonly TaskDefinition<object>[] = []

/** The one list of the server's modules. */
export async function createModules(_kernel: Kernel): Promise<Modules> {
  return {
    authenticate: async () => null,
    mounts: { open: [], guarded: [] },
    tasks: [],
    schedule: async () => undefined,
    catchUp: async () => undefined,
    close: async () => undefined,
  }
}
