import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { serveInBackground } from '../thread-priority.ts'
import { isPlanOutdated, planName } from './kept-plans.ts'
import { type DatabaseLimits, limitedConnection } from './limits.ts'
import { noteFailure } from './unavailable.ts'

/** Opens connections as needed, at most `size` at a time. Broken ones are replaced. */
export function openPool(
  databaseUrl: string,
  options: {
    size: number
    limits: DatabaseLimits
    onError: (error: Error) => void
    /** True if PostgreSQL should serve other connections first. */
    isBackground?: boolean
    idleTimeoutMillis?: number
  },
): pg.Pool {
  const { size, limits, onError, isBackground, ...rest } = options
  const pool = new pg.Pool({
    ...limitedConnection(databaseUrl, limits),
    ...rest,
    application_name: 'stockcast',
    max: size,
    // Sends a statement without waiting for the answer to the one before it.
    pipeline: true,
  })
  pool.on('error', onError)
  // Without a handler, a connection that breaks between two statements of a transaction would end the
  // process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    // The driver has `processID`, which its types leave out.
    if (isBackground) serveInBackground((client as unknown as { processID: number }).processID)
  })
  return pool
}

/**
 * Returns the pool as the query builder uses it: failures are recorded, and a silent connection is not used
 * again. Behind a pooler, which may refuse it, no connection keeps plans.
 */
export function watchedPool(pool: pg.Pool, { hasPooler }: { hasPooler: boolean }): PostgresPool {
  const kept = new WeakMap<pg.PoolClient, Map<string, string>>()
  return {
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        noteFailure(error)
        throw error
      })
      const plans = hasPooler ? null : (kept.get(client) ?? new Map<string, string>())
      if (plans) kept.set(client, plans)
      return watchedClient(client, plans)
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

function watchedClient(client: pg.PoolClient, plans: Map<string, string> | null): PostgresPoolClient {
  const query = async (sql: string, parameters: readonly unknown[]) => {
    try {
      const name = plans ? planName(plans, sql, parameters) : undefined
      const values = [...parameters]
      return await (name ? client.query({ name, text: sql, values }) : client.query(sql, values))
    } catch (error) {
      noteFailure(error)
      // The types of a pool's client leave `end` out.
      if (isSilence(error) || isPlanOutdated(error))
        void (client as unknown as pg.Client).end().catch(() => undefined)
      throw error
    }
  }
  const release = (isUnusable?: boolean) => client.release(isUnusable)
  // Cursors, which nothing here uses, are not supported.
  return { query, release } as unknown as PostgresPoolClient
}

function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}
