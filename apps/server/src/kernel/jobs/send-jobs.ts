import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { PgBoss } from 'pg-boss'
import { withOrigin } from '../telemetry/origin.ts'
import type { TaskDefinition } from './task.ts'
import { type JobDb, type Place, removeFailed, replaceData, takeTurns } from './turns.ts'

/** A job to send; `origin` identifies the operation that caused it. */
export interface JobToSend<Data extends object> {
  data: Data
  origin?: string | undefined
  delaySeconds?: number | undefined
}

/** Other senders and workers may change what waits in a lane at the same moment. */
const MAX_TRIES = 10

/**
 * Queues each job at its owner's next turn, unless one waits in its lane that will run after this transaction: then
 * that one does its work too.
 */
export async function sendJobs<Data extends object>(
  { boss, db }: { boss: PgBoss; db: JobDb },
  task: TaskDefinition<Data>,
  jobs: readonly JobToSend<Data>[],
): Promise<void> {
  let left = oneOfEachLane(task, jobs)
  for (let tries = 0; left.length > 0; tries++) {
    if (tries === MAX_TRIES) throw new Error(`jobs of ${task.name} could not be queued beside others`)
    left = await trySending({ boss, db }, task, left)
  }
}

/** Returns the jobs that are still to be sent, because a sender or worker changed their lane meanwhile. */
async function trySending<Data extends object>(
  { boss, db }: { boss: PgBoss; db: JobDb },
  task: TaskDefinition<Data>,
  jobs: readonly JobToSend<Data>[],
): Promise<JobToSend<Data>[]> {
  const { name, one, merge } = task
  const places = jobs.map(({ data }) => getPlace(task, data))
  const turns = await takeTurns(db, { name, one, merges: merge !== undefined }, places)
  const left: JobToSend<Data>[] = []
  const added: {
    job: JobToSend<Data>
    row: NonNullable<Parameters<PgBoss['insert']>[1]>[number] & { id: string }
  }[] = []
  for (const [i, sent] of jobs.entries()) {
    const { owner, turn, failed, waitingId, waitingData } = turns[i]!
    const earlier = merge ? failed.map(({ data }) => ({ data: data as Data })) : []
    const job = earlier.reduce<JobToSend<Data>>((all, one) => joined(task, all, one), sent)
    if (waitingId !== null && waitingData !== null) {
      const { data } = joined(task, { data: waitingData as Data }, job)
      const isReplaced =
        isDeepStrictEqual(data, waitingData) ||
        (await replaceData(db, { name, id: waitingId, from: waitingData, to: data }))
      if (!isReplaced) left.push(job)
      continue
    }
    const { key } = places[i]!
    const row = {
      id: randomUUID(),
      data: withOrigin(job.data, job.origin),
      priority: -turn,
      group: { id: owner },
      ...(job.delaySeconds === undefined ? {} : { startAfter: job.delaySeconds }),
      ...(key === null ? {} : { singletonKey: key }),
    }
    added.push({ job, row })
  }
  const rows = added.map(({ row }) => row)
  const ids = new Set(rows.length === 0 ? [] : await boss.insert(name, rows, { db, returnId: true }))
  // With `queued-or-running` one of the lane runs, which is enough.
  if (one === 'queued') left.push(...added.filter(({ row }) => !ids.has(row.id)).map(({ job }) => job))
  // Only now, so that a kill in between leaves a job too many and never one too few.
  const failedIds = turns.flatMap(({ failed }) => failed.map(({ id }) => id))
  if (left.length === 0 && failedIds.length > 0) await removeFailed(db, name, failedIds)
  return left
}

function oneOfEachLane<Data extends object>(
  task: TaskDefinition<Data>,
  jobs: readonly JobToSend<Data>[],
): JobToSend<Data>[] {
  if (task.one === undefined) return [...jobs]
  const lanes = Map.groupBy(jobs, ({ data }) => getPlace(task, data).key)
  return [...lanes.values()].map((all) => all.reduce((first, next) => joined(task, first, next)))
}

/** Returns the first job, which does the work of both; fields of its data that the task does not know stay. */
function joined<Data extends object>(
  { data: schema, merge }: TaskDefinition<Data>,
  first: JobToSend<Data>,
  next: JobToSend<Data>,
): JobToSend<Data> {
  if (!merge) return first
  const both = { ...first.data, ...merge(schema.parse(first.data), schema.parse(next.data)) }
  return { ...next, ...first, data: JSON.parse(JSON.stringify(both)) as Data }
}

/** Returns whose turn the job takes and its lane. */
export function getPlace<Data extends object>(task: TaskDefinition<Data>, data: Data): Place {
  const { merchantId = null } = data as { merchantId?: number }
  const owner = task.owner?.(data) ?? String(merchantId)
  const lane = task.lane?.(data)
  const key = lane === undefined ? owner : `${owner}:${lane}`
  return { owner, merchantId, key: task.one === undefined ? null : key }
}
