import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { JOB_SCHEMA } from '../database/migrate-job-tables.ts'
import type { Log } from '../log.ts'

export interface StopTimes {
  /** Time in which running jobs may end by themselves. */
  finishMs: number
  /** Time in which jobs whose signal was aborted may end at a step of their work. */
  abortMs: number
}

/** Ending requests and connections comes on top; all of it takes less than ten seconds. */
const stopTimes: StopTimes = { finishMs: 5000, abortMs: 1500 }

/** A job as the queue gave it to this process. */
export interface ClaimedJob {
  id: string
  name: string
  retryCount: number
}

/** The jobs that run in this process. */
export interface RunningJobs {
  /**
   * Runs one job. Its signal is also aborted when this process stops; then the job is handed back, whether
   * `work` fails or returns, because tasks return early when they are aborted.
   */
  run(job: ClaimedJob & { signal: AbortSignal }, work: (signal: AbortSignal) => Promise<void>): Promise<void>
  /** Waits, unless this process stops. */
  pause(ms: number): Promise<void>
  /** Takes no more jobs from these queues, and returns when none runs that was not handed back. */
  finish(queues: readonly string[]): Promise<void>
}

export function runningJobs(boss: PgBoss, log: Log, times = stopTimes): RunningJobs {
  const running = new Set<ClaimedJob>()
  const finishing = new AbortController()
  const stopping = new AbortController()
  const giveBack = async (jobs: readonly ClaimedJob[]) => {
    await handBack(boss, jobs)
    for (const job of jobs) {
      running.delete(job)
      log.info({ task: job.name, jobId: job.id }, 'job handed back')
    }
  }
  const run: RunningJobs['run'] = async (job, work) => {
    running.add(job)
    try {
      await work(AbortSignal.any([job.signal, stopping.signal]))
    } catch (error) {
      if (!stopping.signal.aborted) throw error
    } finally {
      if (stopping.signal.aborted && running.has(job)) await giveBack([job])
      running.delete(job)
    }
  }
  const pause = (ms: number) => sleep(ms, undefined, { signal: finishing.signal }).catch(() => undefined)
  const finish = async (queues: readonly string[]) => {
    finishing.abort()
    const done = Promise.all(queues.map((queue) => boss.offWork(queue, { wait: true })))
    if (await endsWithin(done, times.finishMs)) return
    stopping.abort(new Error('this process stops'))
    if (await endsWithin(done, times.abortMs)) return
    await giveBack([...running])
  }
  return { run, pause, finish }
}

async function endsWithin(done: Promise<unknown>, ms: number): Promise<boolean> {
  const waiting = new AbortController()
  const late = sleep(ms, false, { signal: waiting.signal }).catch(() => true)
  try {
    return await Promise.race([done.then(() => true), late])
  } finally {
    waiting.abort()
  }
}

/**
 * Makes jobs due at once for other workers. This costs them no try: the count and the limit of tries grow
 * together. The new count also keeps this process from ending a job that another worker has taken meanwhile.
 */
async function handBack(boss: PgBoss, jobs: readonly ClaimedJob[]): Promise<void> {
  if (jobs.length === 0) return
  await boss.getDb().executeSql(
    `update ${JOB_SCHEMA}.job j set state = 'retry', start_after = now(), started_on = null, heartbeat_on = null,
      retry_count = j.retry_count + 1, retry_limit = j.retry_limit + 1
    from unnest($1::text[], $2::uuid[], $3::int[]) claimed (name, id, retry_count)
    where j.name = claimed.name and j.id = claimed.id and j.retry_count = claimed.retry_count and j.state = 'active'`,
    [jobs.map(({ name }) => name), jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount)],
  )
}
