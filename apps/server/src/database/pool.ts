import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { type DatabaseLimits, limitedConnection } from './limits.ts'
import type { NameStatement } from './statement-names.ts'
import { noteFailure } from './unavailable.ts'

/** Opens connections as needed, at most `size` at a time. Broken ones are replaced. */
export function openPool(
  databaseUrl: string,
  options: {
    size: number
    limits: DatabaseLimits
    onError: (error: Error) => void
    idleTimeoutMillis?: number
  },
): pg.Pool {
  const { size, limits, onError, ...rest } = options
  const pool = new pg.Pool({
    ...limitedConnection(databaseUrl, limits),
    ...rest,
    application_name: 'stockcast',
    max: size,
  })
  pool.on('error', onError)
  // Without a handler, a connection that breaks between two statements of a transaction would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Returns the pool as the query builder uses it: failures are recorded, a silent connection is not used again, and
 * statements are kept by the names that `nameOf` gives them.
 */
export function watchedPool(pool: pg.Pool, nameOf: NameStatement): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        noteFailure(error)
        throw error
      })
      return watchedClient(client, nameOf)
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

function watchedClient(client: pg.PoolClient, nameOf: NameStatement): PostgresPoolClient {
  const query = async (text: string, parameters: readonly unknown[]) => {
    try {
      return await client.query({ text, values: [...parameters], name: nameOf(text, parameters) })
    } catch (error) {
      noteFailure(error)
      // The types of a pool's client leave `end` out.
      if (isSilence(error) || isOutdated(error))
        void (client as unknown as pg.Client).end().catch(() => undefined)
      throw error
    }
  }
  const release = (isUnusable?: boolean) => client.release(isUnusable)
  // Cursors, which nothing here uses, are not supported.
  return { query, release } as unknown as PostgresPoolClient
}

/** A kept statement whose answer a migration has changed; PostgreSQL refuses it until the session ends. */
function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'
}

function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}
