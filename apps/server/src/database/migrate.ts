import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { AppError } from '../errors.ts'
import { migrateJobTables } from '../jobs/migrate-job-tables.ts'

const folder = new URL('./migrations/', import.meta.url)
const lockKey = 727_001

/**
 * Applies the plain SQL files of `migrations/` in order, each in its own transaction, one process at a time.
 * `ownerUrl` connects as the role that owns the tables. Returns the files applied now.
 */
export async function migrate(ownerUrl: string): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const pending = await pendingMigrations(client)
    for (const name of pending) await applyMigration(client, name)
    await migrateJobTables(ownerUrl)
    return { applied: pending }
  } finally {
    await client.end()
  }
}

async function pendingMigrations(client: pg.Client): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const done = await client.query<{ name: string }>('select name from schema_migrations')
  const known = new Set(done.rows.map((row) => row.name))
  const unknown = [...known].filter((name) => !files.includes(name))
  if (unknown.length > 0) {
    throw new AppError(
      'precondition_failed',
      `The database is newer than this program: it has ${unknown.join(', ')}. Start the newer program, or use another database.`,
    )
  }
  return files.filter((name) => !known.has(name))
}

async function applyMigration(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8')
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into schema_migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new AppError('internal', `Migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}
