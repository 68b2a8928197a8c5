import { readdirSync } from 'node:fs'
import { Client } from 'pg'
import { Problem } from '../problem.ts'

const MIGRATIONS = new URL('../../apps/server/src/kernel/database/migrations/', import.meta.url)
const UNDEFINED_TABLE = '42P01'
const DEADLINE_MS = 10_000

/** Refuses an address at which no database answers. `variable` is the name of its environment variable. */
export async function requireAnswer(url: string, variable: string): Promise<void> {
  await withClient(url, variable, async () => undefined)
}

/** Refuses a database with pending migrations if the launcher may not apply them. */
export async function requireMigrated(appUrl: string): Promise<void> {
  const applied = await withClient(appUrl, 'DATABASE_URL', appliedMigrations)
  const names = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))
  const pending = names.filter((name) => !applied.has(name)).sort()
  if (pending.length === 0) return
  throw new Problem(
    `The database lacks the migrations from ${pending[0]} on: ` +
      'set DATABASE_OWNER_URL to the role that owns its tables.',
  )
}

async function appliedMigrations(client: Client): Promise<Set<string>> {
  try {
    const found = await client.query<{ name: string }>('select name from schema_migrations')
    return new Set(found.rows.map((row) => row.name))
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return new Set()
    throw error
  }
}

async function withClient<T>(
  url: string,
  variable: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: DEADLINE_MS })
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    const reason = (error as Error).message || (error as { code?: string }).code
    throw new Problem(`The database at ${variable} does not answer: ${reason}.`, { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}
