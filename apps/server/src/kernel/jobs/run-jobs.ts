import type { PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'
import { runOperation } from '../telemetry/operation.ts'
import { getOrigin } from '../telemetry/origin.ts'
import type { Tracer } from '../telemetry/tracer.ts'
import type { ClaimedJob, RunningJobs } from './finish-jobs.ts'
import type { Task } from './task.ts'
import { givesWay } from './turns.ts'
import type { Waking } from './wake-workers.ts'

interface Working {
  boss: PgBoss
  waking: Waking
  running: RunningJobs
  log: Log
  tracer: Tracer | null
}

/** How often a worker asks for a job without being woken, so that a lost message delays no job for long. */
const POLLING_SECONDS = 30

/** Jobs of a queue that run at a time: while a long one of one owner runs, those of others go on. */
const USUAL_CONCURRENCY = 2

const MAX_PAUSE_MS = 10_000

/** Runs the task for the jobs of one queue: its own, or the one of its former name. */
export async function startWorking(
  { boss, waking, ...place }: Working,
  task: Task & { name: string },
): Promise<void> {
  const { name } = task
  const { cron, concurrency = cron === undefined ? USUAL_CONCURRENCY : 1 } = task.definition
  const options = {
    batchSize: 1,
    groupConcurrency: 1,
    pollingIntervalSeconds: POLLING_SECONDS,
  }
  for (let started = 0; started < concurrency; started++) {
    let workerId = ''
    workerId = await boss.work<object>(name, options, async (jobs) => {
      // Asks for the next job as soon as these are done.
      boss.notifyWorker(workerId)
      for (const job of jobs) {
        if (!(await givesWay(boss.getDb(), job))) await runJob(place, task, job)
      }
    })
    waking.add(name, workerId)
  }
}

/** Runs one job as an operation: caused by what its data name, otherwise by itself. */
async function runJob(
  { running, log, tracer }: Pick<Working, 'running' | 'log' | 'tracer'>,
  { definition, isPaced, run }: Task,
  job: ClaimedJob & { data: object; signal: AbortSignal },
): Promise<void> {
  const { id, data } = job
  const operation = {
    tracer,
    name: definition.name,
    kind: 'consumer',
    origin: getOrigin(data),
    ownId: id.replaceAll('-', ''),
    attributes: { 'messaging.destination.name': definition.name, 'messaging.message.id': id },
    fields: { task: definition.name, jobId: id },
  } as const
  await runOperation(operation, async () => {
    const start = performance.now()
    try {
      await running.run(job, async (signal) => {
        await run(data, signal)
        const ms = Math.round(performance.now() - start)
        log.debug({ ms }, 'job done')
        if (isPaced(data)) await running.pause(Math.min(ms, MAX_PAUSE_MS))
      })
    } catch (error) {
      log.warn({ err: error }, 'job failed')
      throw error
    }
  })
}
