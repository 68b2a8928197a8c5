import { createHash } from 'node:crypto'
import pg from 'pg'
import { limitedConnection, WEB_LIMITS, WORKER_LIMITS } from '../database/limits.ts'

/** Connections for the queue's own statements. */
const CONNECTIONS = 2

/**
 * Returns how pg-boss connects. Unless there is a pooler, which may refuse it:
 *
 * - Each statement is planned once for a connection: planning one takes three times as long as running it. Sequential scans are
 *   off, because such a plan is kept when the table of jobs grows.
 * - A worker takes and ends jobs without waiting until that is on disk. A database server that loses the last of it gives
 *   the job out again, as after a kill. What a job sends reaches the disk before the end of that job.
 */
export function queueConnections(args: { databaseUrl: string; directUrl?: string; supervise: boolean }) {
  const { databaseUrl, directUrl = databaseUrl, supervise } = args
  const limits = {
    ...limitedConnection(databaseUrl, supervise ? WORKER_LIMITS : WEB_LIMITS),
    max: CONNECTIONS,
  }
  if (directUrl !== databaseUrl) return limits
  const options = ['enable_seqscan=off', ...(supervise ? ['synchronous_commit=off'] : [])]
  return { ...limits, options: options.map((option) => `-c ${option}`).join(' '), Client: PreparingClient }
}

type Done = (error: Error, result: pg.QueryResult) => void

class PreparingClient extends pg.Client {
  // Called by pg-boss through a pool, with a text, its values and a callback. A text without values may have several statements.
  override query(...args: unknown[]): never {
    const [text, values, done] = args
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
      return super.query(...(args as [string])) as never
    const name = createHash('sha1').update(text).digest('hex')
    return super.query({ name, text, values }, done as Done) as never
  }
}
