import { DAY_SECONDS, HOUR_SECONDS } from '@stockcast/contract'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Tx } from '../database/app-database.ts'
import { JOB_SCHEMA } from '../database/migrate-job-tables.ts'
import { noteFailure } from '../database/unavailable.ts'
import type { Log } from '../log.ts'
import { currentOrigin } from '../telemetry/operation.ts'
import type { Tracer } from '../telemetry/tracer.ts'
import { runningJobs, type StopTimes } from './finish-jobs.ts'
import { queueConnections } from './queue-connections.ts'
import { startWorking } from './run-jobs.ts'
import { getPlace, type JobToSend, sendJobs } from './send-jobs.ts'
import type { QueueDefinition, Task, TaskDefinition } from './task.ts'
import type { JobDb } from './turns.ts'
import { startWaking, type WakingArgs } from './wake-workers.ts'
import type { WorkerLocks } from './worker-lock.ts'

export interface SendOptions {
  /** Sends inside this transaction, and is rolled back with it. */
  tx?: Tx
  delaySeconds?: number
}

export interface JobQueue {
  /** Sends a job, which counts as caused by the current operation. */
  send<Data extends object>(task: TaskDefinition<Data>, data: Data, options?: SendOptions): Promise<void>
  /** Sends jobs together. Each is an operation of its own unless it names its origin. */
  sendAll<Data extends object>(
    task: TaskDefinition<Data>,
    jobs: readonly Omit<JobToSend<Data>, 'delaySeconds'>[],
    options?: Pick<SendOptions, 'tx'>,
  ): Promise<void>
  /** Like `sendAll`; jobs that wait in the same lanes with a delay become due now. */
  sendAllNow<Data extends object>(
    task: TaskDefinition<Data>,
    jobs: readonly Omit<JobToSend<Data>, 'delaySeconds'>[],
    options?: Pick<SendOptions, 'tx'>,
  ): Promise<void>
  /**
   * Removes all jobs of a merchant, including failed and finished ones. A job that is running ends without a
   * trace in the queue.
   */
  forget(tx: Tx, merchantId: number): Promise<void>
  /** Creates the queues of these tasks, or gives them this version's options. Must be called before the others. */
  prepare(definitions: readonly QueueDefinition[]): Promise<void>
  /** Starts running these tasks in this process. */
  work(tasks: readonly Task[]): Promise<void>
  /** Schedules the tasks with a cron line; repeating the call changes the lines. */
  schedule(definitions: readonly QueueDefinition[]): Promise<void>
  /** Returns for how long this worker has not looked for jobs; null in a process that only sends. */
  silentMs(): number | null
  /** Takes no more jobs, and finishes running ones or hands them back. Jobs can still be sent. */
  finishJobs(): Promise<void>
  /** Finishes jobs, then releases the connections. */
  stop(): Promise<void>
}

const HEARTBEAT_SECONDS = 10
/** How long the queue's own schedules may take to end. */
const CLOSE_MS = 1000
/** How often its worker may be killed before a kill costs a job one of its tries. */
const MAX_KILLS = 20

/**
 * Starts the queue on PostgreSQL. The job of a killed worker is taken over when its heartbeat has been
 * missing for 10 seconds.
 */
export async function startJobQueue(args: {
  databaseUrl: string
  /** For the session that listens, without a pooler; otherwise `databaseUrl`. */
  directUrl?: string
  log: Log
  /** Off in processes that only send. */
  supervise: boolean
  /**
   * What this worker does, and whether no other one does: jobs of its queues that are marked as running then belonged to a process
   * that was killed, and a second worker is refused. If left out, nothing is checked.
   */
  locks?: WorkerLocks
  tracer?: Tracer | null
  waking?: Pick<WakingArgs, 'onRefused' | 'times'>
  stopTimes?: StopTimes
}): Promise<JobQueue> {
  const boss = createBoss(args)
  boss.on('error', (error) => args.log.error({ err: error }, 'the job queue failed'))
  await boss.start()
  const { directUrl = args.databaseUrl, log, locks, tracer = null } = args
  const waking = args.supervise
    ? await startWaking(boss, { ...args.waking, directUrl, log, locks }).catch(async (error: unknown) => {
        await boss.stop({ graceful: false })
        throw error
      })
    : null
  const running = runningJobs(boss, log, args.stopTimes)
  const queues = new Set<string>()
  let finishing: Promise<void> | null = null
  const finishJobs = () => {
    finishing ??= running.finish([...queues])
    return finishing
  }
  const getDb = (tx: Tx | undefined) => (tx === undefined ? boss.getDb() : fromKysely(tx))
  const sendAll: JobQueue['sendAll'] = (task, all, { tx } = {}) =>
    sendJobs({ boss, db: getDb(tx) }, task, all)
  return {
    send: async (task, data, { tx, delaySeconds } = {}) => {
      const sending = sendJobs({ boss, db: getDb(tx) }, task, [
        { data, origin: currentOrigin(), delaySeconds },
      ])
      await sending.catch((error: unknown) => {
        noteFailure(error)
        throw error
      })
    },
    sendAll,
    sendAllNow: async (task, all, options = {}) => {
      await endDelays(getDb(options.tx), task, all)
      await sendAll(task, all, options)
    },
    forget: async (tx, merchantId) => {
      const query = `delete from ${JOB_SCHEMA}.job where data ->> 'merchantId' = $1`
      await fromKysely(tx).executeSql(query, [String(merchantId)])
    },
    prepare: async (definitions) => {
      for (const definition of definitions) await ensureQueue(boss, definition)
    },
    work: async (tasks) => {
      if (waking === null) throw new Error('this process only sends jobs')
      if (locks?.isOnlyWorker)
        await releaseRunning(
          boss,
          tasks.map(({ definition }) => definition.name),
        )
      for (const task of tasks) {
        const { name } = task.definition
        queues.add(name)
        await startWorking({ boss, waking, running, log, tracer }, { ...task, name })
      }
    },
    schedule: async (definitions) => {
      for (const definition of definitions) await schedule(boss, definition)
    },
    silentMs: () => waking?.silentMs() ?? null,
    finishJobs,
    stop: async () => {
      const close = async () => {
        await finishJobs()
        await boss.stop({ graceful: true, timeout: CLOSE_MS })
      }
      await (waking === null ? close() : waking.stop(close))
    },
  }
}

function createBoss(args: { databaseUrl: string; directUrl?: string; supervise: boolean }): PgBoss {
  return new PgBoss({
    ...queueConnections(args),
    schema: JOB_SCHEMA,
    migrate: false,
    createSchema: false,
    application_name: 'stockcast-jobs',
    supervise: args.supervise,
    schedule: args.supervise,
    // `startWaking` looks for jobs of killed workers more often, and has their queues supervised at once.
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 2,
    queueCacheIntervalSeconds: 60,
    // For jobs that wait for other jobs; there are none here.
    flowIntervalSeconds: HOUR_SECONDS,
    reindex: false,
  })
}

/**
 * Makes jobs of these queues due at once that are marked as running. A kill of the worker is not a failure of the job, so it
 * costs neither a try nor a wait. After `MAX_KILLS` the job itself may be what ends the process: it is left to
 * the supervisor, which counts a failure.
 */
async function releaseRunning(boss: PgBoss, queues: readonly string[]): Promise<void> {
  await boss.getDb().executeSql(
    `with killed as (
      select name, id, coalesce((output ->> 'kills')::int, 0) + 1 as kills
      from ${JOB_SCHEMA}.job where name = any($2) and state = 'active' and heartbeat_on is not null
    ), given_up as (
      update ${JOB_SCHEMA}.job j set heartbeat_on = j.heartbeat_on - interval '1 hour'
      from killed k where j.name = k.name and j.id = k.id and k.kills > $1
    )
    update ${JOB_SCHEMA}.job j set state = 'retry', start_after = now(), started_on = null, heartbeat_on = null,
      output = jsonb_build_object('kills', k.kills)
    from killed k where j.name = k.name and j.id = k.id and k.kills <= $1`,
    [MAX_KILLS, queues],
  )
}

async function endDelays<Data extends object>(
  db: JobDb,
  task: TaskDefinition<Data>,
  jobs: readonly { data: Data }[],
): Promise<void> {
  await db.executeSql(
    `update ${JOB_SCHEMA}.job set start_after = now()
    where name = $1 and singleton_key = any($2::text[]) and state = 'created' and start_after > now()`,
    [task.name, jobs.map(({ data }) => getPlace(task, data).key)],
  )
}

async function schedule(boss: PgBoss, { name, cron }: QueueDefinition): Promise<void> {
  if (cron !== undefined) await boss.schedule(name, cron, {}, { tz: 'UTC' })
}

type OneOf = Pick<QueueDefinition, 'one'>

function getPolicy({ one }: OneOf): 'standard' | 'short' | 'exclusive' {
  if (one === undefined) return 'standard'
  return one === 'queued-or-running' ? 'exclusive' : 'short'
}

async function ensureQueue(boss: PgBoss, definition: QueueDefinition): Promise<void> {
  const deadLetter = `${definition.name}-dead`
  const options = {
    retryLimit: definition.retryLimit ?? 5,
    retryDelay: definition.retryDelaySeconds ?? 2,
    ...(definition.retryBackoff === false
      ? { retryBackoff: false }
      : { retryBackoff: true, retryDelayMax: 300 }),
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: definition.expireInSeconds ?? 900,
    deleteAfterSeconds: 3 * DAY_SECONDS,
    notify: true,
    deadLetter,
  }
  await boss.createQueue(deadLetter, { retentionSeconds: 30 * DAY_SECONDS })
  await boss.createQueue(definition.name, { ...options, policy: getPolicy(definition) })
  await boss.updateQueue(definition.name, options)
  await changePolicy(boss, definition)
}

/**
 * Changes a queue of an earlier version to its current policy, for which pg-boss has no call. Its open jobs
 * continue without a policy, so that none is refused.
 */
async function changePolicy(boss: PgBoss, definition: QueueDefinition): Promise<void> {
  await boss.getDb().executeSql(
    `with changed as (
      update ${JOB_SCHEMA}.queue set policy = $2 where name = $1 and policy <> $2 returning name
    )
    update ${JOB_SCHEMA}.job j set policy = null
    from changed where j.name = changed.name and j.state in ('created', 'retry', 'active')`,
    [definition.name, getPolicy(definition)],
  )
}
