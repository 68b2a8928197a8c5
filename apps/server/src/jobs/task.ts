import type { z } from 'zod'

/**
 * Which work a worker process can be limited to: reading stores and files with what follows from them,
 * computing forecasts, or messages and payments.
 */
export const workKinds = ['sync', 'forecast', 'deliver'] as const
export type WorkKind = (typeof workKinds)[number]

/**
 * A background task. Senders and the worker that runs it share the definition. `one` limits how many
 * jobs of one key exist at a time: `queued` for work that may overlap and must start at once;
 * `queued-or-running` for work that must not overlap and need not run again when it is sent while it runs;
 * `queued-and-running` for work that must not overlap and must run once more when it is sent while it runs.
 */
export interface TaskDefinition<Data extends object> extends QueueDefinition {
  data: z.ZodType<Data>
}

export interface QueueDefinition {
  /** The file's name in front of `.task.ts`. Jobs are stored under it, so a changed name needs a `formerName`. */
  name: string
  /** The name in earlier versions; jobs that they queued, or still queue, run as this task. */
  formerName?: string
  /** Queues a job without payload at these times, a cron line in UTC, whichever process runs. */
  cron?: string
  one?: 'queued' | 'queued-or-running' | 'queued-and-running'
  /** Tries after the first one failed; waits grow from `retryDelaySeconds`. */
  retryLimit?: number
  retryDelaySeconds?: number
  /** False: every wait is `retryDelaySeconds`, for tasks that must continue soon after their worker died. */
  retryBackoff?: boolean
  expireInSeconds?: number
  /** Jobs of this task that one worker process runs at a time. */
  concurrency?: number
}

export interface Task {
  definition: TaskDefinition<object>
  run(data: unknown, signal: AbortSignal): Promise<void>
}

export function defineTask<Data extends object>(definition: TaskDefinition<Data>): TaskDefinition<Data> {
  return definition
}

/**
 * Combines a definition with its handler; the payload is parsed before the handler gets it. A handler may run
 * twice.
 */
export function handleTask<Data extends object>(
  definition: TaskDefinition<Data>,
  run: (data: Data, signal: AbortSignal) => Promise<unknown>,
): Task {
  return {
    definition,
    run: async (data, signal) => {
      await run(definition.data.parse(data), signal)
    },
  }
}
