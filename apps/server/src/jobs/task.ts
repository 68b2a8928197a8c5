import type { z } from 'zod'

/**
 * A kind of background work. The definition is shared by those who send it and the worker that runs it.
 * `one` limits how many jobs of one key exist at a time: `queued` for work that bears to overlap and must start at once;
 * `queued-or-running` for work that must not overlap and need not run again when asked for while it runs;
 * `queued-and-running` for work that must not overlap and must run once more when asked for while it runs.
 */
export interface TaskDefinition<Data extends object> {
  name: string
  data: z.ZodType<Data>
  one?: 'queued' | 'queued-or-running' | 'queued-and-running'
  /** Tries after the first one failed; waits grow from `retryDelaySeconds`. */
  retryLimit?: number
  retryDelaySeconds?: number
  /** False: every wait is `retryDelaySeconds`, for tasks that must go on soon after their worker died. */
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

/** Joins a definition with its handler; the payload is parsed before the handler sees it. A handler may run twice. */
export function handleTask<Data extends object>(
  definition: TaskDefinition<Data>,
  run: (data: Data, signal: AbortSignal) => Promise<void>,
): Task {
  return { definition, run: (data, signal) => run(definition.data.parse(data), signal) }
}
