import type { PgBoss } from 'pg-boss'
import { JOB_SCHEMA } from '../database/migrate-job-tables.ts'
import type { QueueDefinition } from './task.ts'

/** Whose turn a job takes, and the lane in which at most one job waits; null: each job waits for itself. */
export interface Place {
  owner: string
  merchantId: number | null
  key: string | null
}

export interface Turn {
  owner: string
  /** Jobs of one turn run in the order in which they were sent, those of a later turn after them. */
  turn: number
  /** The job that waits in this lane. It is taken by no worker before this transaction has ended. */
  waitingId: string | null
  waitingData: object | null
  /** Jobs of the lane that failed and wait for another try. */
  failed: { id: string; data: object }[]
}

export type JobDb = Pick<ReturnType<PgBoss['getDb']>, 'executeSql'>

/**
 * Gives each job its turn: the present one of the queue, or the one after the last of its owner. However many jobs an
 * owner has sent, another owner's first job runs before the second of those. This is start-time fair queueing (Goyal,
 * Vin and Cheng, 1996) with jobs of equal weight.
 *
 * Jobs that wait in the lanes stay locked until the transaction ends, so that a worker that takes one sees what the
 * transaction wrote. Several senders may hold one, unless the task merges data.
 */
export async function takeTurns(
  db: JobDb,
  { name, one, merges }: { name: string; one: QueueDefinition['one'] | undefined; merges: boolean },
  places: readonly Place[],
): Promise<Turn[]> {
  const { rows } = await db.executeSql(`select * from ${JOB_SCHEMA}.take_turns($1, $2, $3, $4, $5, $6)`, [
    name,
    one === 'queued' ? 'short' : 'exclusive',
    merges,
    places.map(({ key }) => key),
    places.map(({ owner }) => owner),
    places.map(({ merchantId }) => merchantId),
  ])
  return rows as Turn[]
}

/**
 * Hands the job back, at no cost of a try, if another one of its owner runs; returns whether it did. Two may be taken at the same
 * moment, because neither is seen before it was taken.
 */
export async function givesWay(
  db: JobDb,
  { name, id, groupId }: { name: string; id: string; groupId?: string | null },
): Promise<boolean> {
  if (groupId == null) return false
  const { rows } = await db.executeSql(`select ${JOB_SCHEMA}.gives_way($1, $2, $3) as "givesWay"`, [
    name,
    id,
    groupId,
  ])
  return (rows as { givesWay: boolean }[])[0]!.givesWay
}

/** Removes jobs that failed, once others do their work; one that is taken or held meanwhile is left alone. */
export async function removeFailed(db: JobDb, name: string, ids: readonly string[]): Promise<void> {
  await db.executeSql(
    `delete from ${JOB_SCHEMA}.job where name = $1 and id = any(array(
      select id from ${JOB_SCHEMA}.job where name = $1 and id = any($2::uuid[]) and state = 'retry' for update skip locked
    ))`,
    [name, ids],
  )
}

/** Replaces what a waiting job is to do. Returns false if it changed or was taken, as it may outside of a transaction. */
export async function replaceData(
  db: JobDb,
  { name, id, from, to }: { name: string; id: string; from: object; to: object },
): Promise<boolean> {
  const { rows } = await db.executeSql(
    `update ${JOB_SCHEMA}.job set data = $4::jsonb
    where name = $1 and id = $2 and data = $3::jsonb and state = 'created' returning id`,
    [name, id, JSON.stringify(from), JSON.stringify(to)],
  )
  return rows.length > 0
}
