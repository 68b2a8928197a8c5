import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { migrate, withBaseline } from '../../../apps/server/src/kernel/database/migrate.ts'
import { Problem } from '../../problem.ts'
import type { TarEntry } from '../container/tar.ts'
import { readMigrations } from './catalogue.ts'
import { withClient } from './connect.ts'
import { loadRows } from './load-rows.ts'
import type { End } from './manifest.ts'
import type { OpenedBackup } from './read-entries.ts'

const MIGRATIONS = fileURLToPath(
  new URL('../../../apps/server/src/kernel/database/migrations/', import.meta.url),
)

/** Removes everything of the program from a database, but nothing of extensions. */
const CLEAR = `
  do $$
  declare statement text; statements text[];
  begin
    drop schema if exists jobs cascade;
    -- All names are read before the first object goes.
    select array_agg(line) into statements from (
      select format('drop %s if exists public.%I cascade',
        case c.relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, c.relname) as line
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('e', 'i'))
      union all
      select format('drop routine if exists %s cascade', p.oid::regprocedure)
      from pg_proc p where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    ) as lines;
    foreach statement in array coalesce(statements, '{}') loop
      execute statement;
    end loop;
  end $$`

/** Returns whether a database has an account or a merchant. */
export function hasAccounts(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const tables = await client.query<{ isThere: boolean }>(
      `select to_regclass('public.merchant_directory') is not null
        and to_regclass('public.auth_users') is not null as "isThere"`,
    )
    if (!tables.rows[0]?.isThere) return false
    const { rows } = await client.query<{ isFull: boolean }>(
      'select exists (select from merchant_directory) or exists (select from auth_users) as "isFull"',
    )
    return rows[0]?.isFull === true
  })
}

/**
 * Gives the database the tables of the backup, loads the rows, and then applies the migrations that came after
 * the backup.
 */
export async function restoreRows(
  ownerUrl: string,
  backup: OpenedBackup,
  keepFile: (entry: TarEntry) => Promise<void>,
): Promise<End> {
  const wanted = withBaseline(backup.manifest.migrations, 'backup')
  requireKnown(wanted)
  const present = await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query(`select from pg_tables where tablename = 'schema_migrations'`)
    return rows.length === 0 ? null : readMigrations(client)
  })
  if (present?.join() !== wanted.join()) {
    // Tables of another program stay: migrating refuses them.
    if (present !== null) await withClient(ownerUrl, (client) => client.query(CLEAR))
    await migrateTo(ownerUrl, wanted)
  }
  const end = await withClient(ownerUrl, (client) => loadRows(client, backup, keepFile))
  await migrate(ownerUrl)
  return end
}

function requireKnown(wanted: readonly string[]): void {
  const known = new Set(readdirSync(MIGRATIONS))
  const unknown = wanted.filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new Problem(
    `The backup was made by a newer version of Stockcast (${unknown.at(-1)}): install that version, then restore.`,
  )
}

/** Applies only these migrations. */
async function migrateTo(ownerUrl: string, names: readonly string[]): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stockcast-migrations-'))
  try {
    for (const name of names) copyFileSync(path.join(MIGRATIONS, name), path.join(folder, name))
    await migrate(ownerUrl, { folder: pathToFileURL(`${folder}/`) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
