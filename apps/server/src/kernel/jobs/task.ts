import { z } from 'zod'
import type { MerchantKey } from '../database/app-database.ts'
import { keepingPlans } from '../database/kept-plans.ts'

/**
 * Which work a worker process can be limited to: keeping in step with stores, what takes long and nobody waits for by the
 * second (forecasts, files, passes over a whole catalogue), or messages and payments.
 */
export const workKinds = ['sync', 'batch', 'deliver'] as const
export type WorkKind = (typeof workKinds)[number]

/**
 * A background task. Senders and the worker that runs it share the definition.
 *
 * Every job has an owner, who is the merchant of its data unless the definition says otherwise. The jobs of a queue
 * are taken in turns between owners, and one owner's jobs run one after the other (see turns.ts).
 *
 * `one` limits how many jobs of one owner, or of one `lane` of an owner, wait at a time: `queued` for work that must
 * run once more when it is sent while it runs; `queued-or-running` for work that need not. Without `one`, any
 * number of them waits.
 */
export type TaskDefinition<Data extends object> = TaskOptions<Data> & Owned<Data>

interface TaskOptions<Data extends object> extends QueueDefinition {
  data: z.ZodType<Data>
  /** What sets the jobs of one owner apart that may wait beside each other, such as those of alerts and of mails. */
  lane?: (data: Data) => string
  /** Returns what a waiting job is to do besides its own work, when another of its lane is sent. */
  merge?: (waiting: Data, sent: Data) => Data
  /**
   * Whether the owner's next job of the queue waits as long as this one took. For heavy work that can be asked for again
   * and again: whoever repeats it without end leaves half of a core to others.
   */
  isPaced?: (data: Data) => boolean
  /** Whether the plans of a job's statements are kept, because it touches few rows and runs often. */
  keepsPlans?: (data: Data) => boolean
}

/** Whose turn a job takes. Jobs of a schedule are queued by the queue itself, one at a time. */
type Owned<Data extends object> = Data extends { merchantId: number }
  ? { owner?: never }
  : { owner: (data: Data) => string } | { owner?: never; cron: string }

export interface QueueDefinition {
  /** The file's name in front of `.task.ts`. Jobs are stored under it, so it does not change. */
  name: string
  /** Queues a job without payload at these times, a cron line in UTC, whichever process runs. */
  cron?: string
  one?: 'queued' | 'queued-or-running'
  /** Tries after the first one failed; waits grow from `retryDelaySeconds`. */
  retryLimit?: number
  retryDelaySeconds?: number
  /** False: every wait is `retryDelaySeconds`, for tasks that must continue soon after their worker died. */
  retryBackoff?: boolean
  expireInSeconds?: number
  /** Jobs of this task that one worker process runs at a time, each of another owner; 2 unless given, 1 of a schedule. */
  concurrency?: number
}

/** A definition whose payload is of any type. */
export type AnyTaskDefinition = QueueDefinition & { data: z.ZodType<object> }

export interface Task {
  definition: AnyTaskDefinition
  isPaced(data: unknown): boolean
  run(data: unknown, signal: AbortSignal): Promise<void>
}

export function defineTask<Data extends object>(definition: TaskDefinition<Data>): TaskDefinition<Data> {
  return definition
}

const merchantKey = z.object({ merchantId: z.number().int().positive() })

/** Defines a task whose payload is a merchant's number alone. */
export function defineMerchantTask(
  definition: Omit<TaskDefinition<MerchantKey>, 'data'>,
): TaskDefinition<MerchantKey> {
  return { ...definition, data: merchantKey }
}

/** Defines a task that the queue itself starts. A time that comes while it waits or runs is left out. */
export function defineSchedule(definition: QueueDefinition & { cron: string }): TaskDefinition<object> {
  return { one: 'queued-or-running', ...definition, data: z.object({}) }
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
    isPaced: (data) => definition.isPaced?.(definition.data.parse(data)) ?? false,
    run: async (data, signal) => {
      const parsed = definition.data.parse(data)
      const keepsPlans = definition.keepsPlans?.(parsed) ?? false
      await (keepsPlans ? keepingPlans(() => run(parsed, signal)) : run(parsed, signal))
    },
  }
}

/** Returns `handleTask` for handlers that take a context first. */
export function handlingWith<Context>(context: Context) {
  return <Data extends object>(
    definition: TaskDefinition<Data>,
    run: (context: Context, data: Data, signal: AbortSignal) => Promise<unknown>,
  ): Task => handleTask(definition, (data, signal) => run(context, data, signal))
}
