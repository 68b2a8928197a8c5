import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { AppError } from '../errors.ts'
import type { WorkKind } from './task.ts'

const LOCK = "hashtextextended('stockcast workers ' || $1, 0)"
const RETRY_MS = 250

/** How long to wait for PostgreSQL to end the session of a process that has just been killed. */
const LOCK_PATIENCE_MS = 10_000

export interface WorkerLocks {
  work: readonly WorkKind[]
  isOnlyWorker: boolean
  patienceMs?: number | undefined
}

/**
 * Takes the lock of each kind of work for as long as the session lasts: alone, or together with other workers. PostgreSQL
 * ends the session of a machine that was switched off after about twenty seconds.
 */
export async function takeWorkerLocks(
  session: pg.Client,
  { work, isOnlyWorker, patienceMs = LOCK_PATIENCE_MS }: WorkerLocks,
): Promise<void> {
  await session.query(
    'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2',
  )
  const take = isOnlyWorker ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const last = performance.now() + patienceMs
  for (const kind of work) {
    while (!(await isTaken(session, take, kind))) {
      if (performance.now() >= last) throw refusal(isOnlyWorker)
      await sleep(RETRY_MS)
    }
  }
}

async function isTaken(session: pg.Client, take: string, kind: WorkKind): Promise<boolean> {
  const { rows } = await session.query<{ is_taken: boolean }>(`select ${take}(${LOCK}) as is_taken`, [kind])
  return rows[0]?.is_taken ?? false
}

function refusal(isOnlyWorker: boolean): AppError {
  return new AppError(
    'precondition_failed',
    isOnlyWorker
      ? 'Another worker does this work on this database. Stop it, or start this one without ONLY_WORKER=1.'
      : 'A worker with ONLY_WORKER=1 does this work on this database. Start that one without ONLY_WORKER=1 before you add another.',
  )
}
