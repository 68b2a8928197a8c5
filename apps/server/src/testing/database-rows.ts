import { copyFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { migrate } from '../kernel/database/migrate.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type DatabaseRow = Record<string, unknown>

const MIGRATIONS = new URL('../kernel/database/migrations/', import.meta.url)
const DUMP = new URL('./rows-of-9c1bc6b.sql.gz', import.meta.url)

/** Returns the migrations and the rows (as SQL) of a database with two merchants that commit 9c1bc6b made. */
export async function readOldRows(): Promise<{ migrations: string[]; statements: string }> {
  const statements = gunzipSync(await readFile(DUMP)).toString()
  const migrations = /^-- Migrations: (.*)$/m.exec(statements)?.[1]?.split(' ')
  if (!migrations) throw new Error('The dump names no migrations.')
  return { migrations, statements }
}

/** Applies only these migrations, as an earlier version of the program did. */
export async function migrateWith(ownerUrl: string, names: readonly string[]): Promise<void> {
  const folder = await temporaryFolder()
  for (const name of names) await copyFile(new URL(name, MIGRATIONS), path.join(folder.path, name))
  await migrate(ownerUrl, { folder: pathToFileURL(`${folder.path}/`) })
  await folder.remove()
}

/** Loads the rows as a superuser, since the tables hide rows even from their owner. */
export async function loadRows(superuserUrl: string, statements: string): Promise<void> {
  await asSuperuser(superuserUrl, (client) => client.query(statements))
}

/** Returns the rows of every table of both schemas, by the table's name. */
export async function readAllRows(superuserUrl: string): Promise<Map<string, DatabaseRow[]>> {
  return asSuperuser(superuserUrl, async (client) => {
    await client.query(`set timezone = 'UTC'`)
    const { rows: tables } = await client.query<{ name: string; source: string }>(`
      select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name,
        c.oid::regclass::text as source
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' or n.nspname = 'jobs' and c.relname in ('job', 'queue', 'schedule')
      order by 1`)
    const all = new Map<string, DatabaseRow[]>()
    for (const { name, source } of tables) {
      const found = await client.query<{ row: DatabaseRow }>(`select to_jsonb(t) as row from ${source} t`)
      all.set(
        name,
        found.rows.map(({ row }) => row),
      )
    }
    return all
  })
}

async function asSuperuser<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
