import type { PgBoss } from 'pg-boss'
import { JOB_SCHEMA } from '../database/migrate-job-tables.ts'
import { DEMO_USER_DOMAIN } from '../demo-user-email.ts'
import type { QueueDefinition } from './task.ts'
import { JOB_CHANNEL } from './wake-workers.ts'

/** Owner of the jobs of all demo users: together they have the turns of one merchant. */
const DEMOS = 'demos'

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
  const { rows } = await db.executeSql(
    `with asked as (
      select a.n, a.key, case when d.merchant_id is null then a.owner else '${DEMOS}' end as owner
      from unnest($2::text[], $3::text[], $4::bigint[]) with ordinality a (key, owner, merchant_id, n)
      left join merchant_directory d on d.merchant_id = a.merchant_id and d.email like '%@${DEMO_USER_DOMAIN}'
    ), waiting as (
      select j.id, j.singleton_key as key, j.data, j.start_after from ${JOB_SCHEMA}.job j
      where j.name = $1 and coalesce(j.singleton_key, '') = any($2::text[]) and j.state = 'created'
        and j.policy = '${one === 'queued' ? 'short' : 'exclusive'}'
      for ${merges ? 'update' : 'share'}
    ), failed as (
      select j.id, j.singleton_key as key, j.data from ${JOB_SCHEMA}.job j
      where j.name = $1 and j.state < 'active' and j.state = 'retry' and j.policy = 'short'
        and j.group_id in (select owner from asked) and j.singleton_key = any($2::text[])
    ), woken as (
      -- For a worker that has passed over a locked job.
      select pg_notify('${JOB_CHANNEL}', $1) where exists (select from waiting where start_after <= now())
    )
    select a.owner, w.id as "waitingId", w.data as "waitingData",
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'data', f.data)) from failed f where f.key = a.key), '[]') as failed,
      (row_number() over (partition by a.owner order by a.n) - 1 + greatest(
        coalesce(
          (select -j.priority from ${JOB_SCHEMA}.job j
            where j.name = $1 and j.state < 'active' and not j.blocked and j.start_after <= now()
            order by j.priority desc limit 1),
          (select max(-j.priority) from ${JOB_SCHEMA}.job j where j.name = $1 and j.state = 'active'),
          0),
        (select 1 - j.priority from ${JOB_SCHEMA}.job j
          where j.name = $1 and j.group_id = a.owner and j.state < 'active' order by j.priority limit 1),
        (select 1 - min(j.priority) from ${JOB_SCHEMA}.job j
          where j.name = $1 and j.group_id = a.owner and j.state = 'active')
      ))::int as turn, (select count(*) from woken) as woken
    from asked a left join waiting w on w.key = a.key
    order by a.n`,
    [
      name,
      places.map(({ key }) => key),
      places.map(({ owner }) => owner),
      places.map(({ merchantId }) => merchantId),
    ],
  )
  return rows as Turn[]
}

/**
 * Returns whether an earlier job of the same owner runs. Only one of two that were taken at the same moment may run,
 * although neither saw the other.
 */
export async function isOvertaken(
  db: JobDb,
  { name, id, groupId }: { name: string; id: string; groupId?: string | null },
): Promise<boolean> {
  if (groupId == null) return false
  const { rows } = await db.executeSql(
    `select from ${JOB_SCHEMA}.job own join ${JOB_SCHEMA}.job other
      on other.name = own.name and other.group_id = own.group_id and other.state = 'active'
        and (other.started_on, other.id) < (own.started_on, own.id)
    where own.name = $1 and own.id = $2 limit 1`,
    [name, id],
  )
  return rows.length > 0
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
