import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { JOB_CHANNEL, JOB_SCHEMA } from '../database/migrate-job-tables.ts'
import { AppError } from '../errors.ts'
import { type ListenTimes, listen } from '../live/listen.ts'
import type { Log } from '../log.ts'
import { takeWorkerLocks, type WorkerLocks } from './worker-lock.ts'

const LOOK_MS = 500
/** Every fourth look also looks for jobs of killed workers. */
const LOOKS_FOR_KILLED = 4

/**
 * After this many refusals in a row another process holds the lock, and not a session that this process has lost.
 */
const MAX_REFUSALS = 10

export interface WakingArgs {
  directUrl: string
  log: Log
  /** If left out, no lock of workers is taken. */
  locks?: WorkerLocks | undefined
  times?: ListenTimes
  /** Called when another process has taken a lock of this worker while this one was not connected. */
  onRefused?: (error: Error) => void
}

export interface Waking {
  /** Wakes this worker from now on when the queue has a job that is due. */
  add(queue: string, workerId: string): void
  /** Returns for how long no look for jobs has succeeded. */
  silentMs(): number
  /** Stops waking workers, awaits `finishJobs`, and then releases the locks of this worker. */
  stop(finishJobs: () => Promise<void>): Promise<void>
}

/**
 * Wakes workers, which otherwise ask for jobs rarely: when a message names a new job, and when regular looks at
 * all queues find jobs that were delayed, are to be tried again, or whose worker was killed.
 */
export async function startWaking(boss: PgBoss, args: WakingArgs): Promise<Waking> {
  const workers = new Map<string, string[]>()
  const wake = (queue: string) => {
    for (const id of workers.get(queue) ?? []) boss.notifyWorker(id)
  }
  const { directUrl, log, times } = args
  const listening = await listen({
    directUrl,
    name: 'jobs',
    channels: [JOB_CHANNEL],
    log,
    onMessage: (_channel, queue) => wake(queue),
    onReconnect: () => {
      for (const queue of workers.keys()) wake(queue)
    },
    onSession: lockTaker(args),
    ...(times === undefined ? {} : { times }),
  })
  const stopping = new AbortController()
  let lookedAt = performance.now()
  const onLooked = () => {
    lookedAt = performance.now()
  }
  void keepLooking({ boss, log, queues: () => [...workers.keys()], wake, onLooked }, stopping.signal)
  return {
    add: (queue, workerId) => {
      workers.set(queue, [...(workers.get(queue) ?? []), workerId])
    },
    silentMs: () => performance.now() - lookedAt,
    stop: async (finishJobs) => {
      stopping.abort()
      await finishJobs()
      await listening.stop()
    },
  }
}

/** Returns a function that takes the locks of this worker in each new session. */
function lockTaker({ locks, onRefused }: WakingArgs): (session: pg.Client) => Promise<void> {
  let refusals = 0
  return async (session) => {
    if (!locks) return
    try {
      await takeWorkerLocks(session, locks)
      refusals = 0
    } catch (error) {
      if (error instanceof AppError && ++refusals === MAX_REFUSALS) onRefused?.(error)
      throw error
    }
  }
}

interface Looking {
  boss: PgBoss
  log: Log
  queues: () => string[]
  wake: (queue: string) => void
  onLooked: () => void
}

async function keepLooking(looking: Looking, signal: AbortSignal): Promise<void> {
  const { boss, log, queues, wake, onLooked } = looking
  for (let looks = 1; !signal.aborted; looks++) {
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    try {
      if (queues().length > 0) for (const queue of await dueQueues(boss, queues())) wake(queue)
      onLooked()
      if (looks % LOOKS_FOR_KILLED !== 0) continue
      for (const queue of await queuesOfKilled(boss)) await boss.supervise(queue)
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'looking for due jobs failed')
    }
  }
}

/** Returns the queues with a job whose time has come. */
async function dueQueues(boss: PgBoss, queues: readonly string[]): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `select q.name from unnest($1::text[]) q (name) where exists (
      select from ${JOB_SCHEMA}.job j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`,
    [queues],
  )
  return rows.map(({ name }: { name: string }) => name)
}

/** Returns the queues with a job whose worker no longer reports, or that has taken too long. */
async function queuesOfKilled(boss: PgBoss): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `select distinct name from ${JOB_SCHEMA}.job where state = 'active' and (
      heartbeat_on + heartbeat_seconds * interval '1 second' < now()
      or started_on + expire_seconds * interval '1 second' < now())`,
    [],
  )
  return rows.map(({ name }: { name: string }) => name)
}
