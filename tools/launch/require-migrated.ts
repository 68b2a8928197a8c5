import { readdirSync } from 'node:fs'
import { Client } from 'pg'
import { Problem } from '../problem.ts'

const MIGRATIONS = new URL('../../apps/server/src/database/migrations/', import.meta.url)

/** Refuses a database that lacks migrations which nobody here has the right to apply. */
export async function requireMigrated(appUrl: string): Promise<void> {
  const applied = await appliedMigrations(appUrl)
  const pending = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql') && !applied.has(name))
  if (pending.length === 0) return
  throw new Problem(
    `The database lacks ${pending.length} migrations (first ${pending.sort()[0]}): ` +
      'set DATABASE_OWNER_URL to a role that owns its tables.',
  )
}

async function appliedMigrations(appUrl: string): Promise<Set<string>> {
  const client = new Client({ connectionString: appUrl, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const found = await client.query<{ name: string }>('select name from schema_migrations')
    return new Set(found.rows.map((row) => row.name))
  } catch (error) {
    const undefinedTable = '42P01'
    if ((error as { code?: string }).code === undefinedTable) return new Set()
    throw new Problem(`The database at DATABASE_URL does not answer: ${(error as Error).message}.`, {
      cause: error,
    })
  } finally {
    await client.end().catch(() => undefined)
  }
}
