import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '../errors.ts'
import { migrateJobTables } from './migrate-job-tables.ts'

const migrationsFolder = new URL('./migrations/', import.meta.url)
/** The advisory lock that a process holds while it migrates. */
export const MIGRATION_LOCK = 727_001

/** How a migration waits for tables that the running program uses. */
export interface MigrationWaits {
  /** A longer wait for a table would block every query that comes after it. */
  lockMs: number
  /** Pauses before each further try. */
  pausesMs: readonly number[]
}

const usualWaits: MigrationWaits = {
  lockMs: 2000,
  pausesMs: [500, 1000, 2000, 4000, 8000, 8000, 8000, 8000, 8000, 8000],
}
/** How long to wait for another process that migrates. */
const OTHERS_MS = 600_000
const CONNECT_MS = 10_000
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Applies the plain SQL files of `migrations/` in order, each in its own transaction, one process at a time.
 * `ownerUrl` connects as the role that owns the tables. Returns the files applied now.
 */
export async function migrate(
  ownerUrl: string,
  { folder = migrationsFolder, waits = usualWaits }: { folder?: URL; waits?: MigrationWaits } = {},
): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: CONNECT_MS })
  // A broken connection fails the statement that runs; an unhandled event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`set lock_timeout = ${OTHERS_MS}`)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const pending = await pendingMigrations(client, folder)
    for (const name of pending) await applyPatiently(client, { name, folder, waits })
    await migrateJobTables(ownerUrl)
    return { applied: pending }
  } finally {
    await client.end()
  }
}

/** Returns what is to be applied. Refuses a database with tables of others, or with a migration that breaks this program. */
export async function pendingMigrations(client: pg.Client, folder = migrationsFolder): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const done = await appliedMigrations(client)
  const known = new Set(done.map(({ name }) => name))
  const breaking = done.filter(({ needs }) => needs !== null && !files.includes(needs))
  if (breaking.length > 0) {
    throw new AppError(
      'precondition_failed',
      `The database is newer than this program: it has ${breaking.map(({ name }) => name).join(', ')}. Start the newer program, or use another database.`,
    )
  }
  return files.filter((name) => !known.has(name))
}

interface Applied {
  name: string
  needs: string | null
}

const TABLES = `
  select to_regclass('public.schema_migrations') is not null as "isMigrated", exists (
    select from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  ) as "hasTables"`

/** Returns what was applied, after it has adopted a database of the former migrations. */
async function appliedMigrations(client: pg.Client): Promise<Applied[]> {
  const { rows: tables } = await client.query<{ isMigrated: boolean; hasTables: boolean }>(TABLES)
  if (!tables[0]?.isMigrated) {
    if (!tables[0]?.hasTables) return []
    throw new AppError(
      'precondition_failed',
      'The database has tables that Stockcast did not make. Use an empty database.',
    )
  }
  const { rows: names } = await client.query<{ name: string }>('select name from schema_migrations')
  const found = names.map(({ name }) => name)
  if (withBaseline(found, 'database').some((name) => !found.includes(name))) await adoptFormer(client)
  const { rows } = await client.query<Applied>('select name, needs from schema_migrations order by name')
  return rows
}

interface Migration {
  name: string
  folder: URL
  waits: MigrationWaits
}

/** Gives up the lock while a table is in use by the running program, and tries again. */
async function applyPatiently(client: pg.Client, migration: Migration): Promise<void> {
  for (const pauseMs of migration.waits.pausesMs) {
    try {
      return await applyMigration(client, migration)
    } catch (error) {
      if (((error as Error).cause as { code?: string } | undefined)?.code !== LOCK_NOT_AVAILABLE) throw error
      await sleep(pauseMs)
    }
  }
  await applyMigration(client, migration)
}

const NARROWS = /^-- Narrows (\d{4}_\w+\.sql)\./m
const RUNS_ALONE = /^-- Runs alone\./m

/**
 * Returns the migration that a program must know to run after this one: the earlier one that it completes, or
 * itself if it changes what earlier programs use. Null if it only adds.
 */
function neededBy(name: string, text: string): string | null {
  return NARROWS.exec(text)?.[1] ?? (RUNS_ALONE.test(text) ? name : null)
}

async function applyMigration(client: pg.Client, { name, folder, waits }: Migration): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8')
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${waits.lockMs}`)
    // A cluster refuses to change a table that is distributed when it is sent several statements at once.
    for (const statement of splitStatements(text)) await client.query(statement)
    const needs = neededBy(name, text)
    await client.query('insert into schema_migrations (name, needs) values ($1, $2)', [name, needs])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    throw new AppError('internal', `Migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}

/** Comments, texts, names in quotes and bodies of functions, in which a semicolon ends nothing. */
const WHOLE = [/--[^\n]*/, /\/\*.*?\*\//, /'(?:[^']|'')*'/, /"[^"]*"/, /(?<tag>\$\w*\$).*?\k<tag>/]
const PIECE = new RegExp(`${WHOLE.map(({ source }) => source).join('|')}|;|.`, 'gs')
const COMMENT = /^(?:--|\/\*)/

/**
 * Splits SQL into its statements, without those that are empty. Texts must escape a quote by doubling it, and bodies of
 * functions must stand between dollar signs.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let statement = ''
  let isEmpty = true
  const end = () => {
    if (!isEmpty) statements.push(statement.trim())
    statement = ''
    isEmpty = true
  }
  for (const [piece] of sql.matchAll(PIECE)) {
    if (piece === ';') end()
    else {
      statement += piece
      if (!COMMENT.test(piece) && piece.trim() !== '') isEmpty = false
    }
  }
  end()
  return statements
}

const BASELINE = '0001_baseline.sql'
/** The last of the migrations before version 0.1.0, which together made the same tables as the baseline. */
const LAST_FORMER = '0095_count_what_was_received.sql'

/**
 * Returns the migrations of a database or a backup in order, with the baseline in the place of those before version
 * 0.1.0. Refuses these without their last.
 */
export function withBaseline(names: readonly string[], of: 'database' | 'backup'): string[] {
  if (names.includes(BASELINE)) return names.toSorted()
  if (!names.includes(LAST_FORMER)) {
    throw new AppError(
      'precondition_failed',
      `The ${of} is from before version 0.1.0 and lacks ${LAST_FORMER}. Upgrade it with the last program that has this migration, then try again.`,
    )
  }
  return [BASELINE, ...names.filter((name) => name > LAST_FORMER).toSorted()]
}

/** Records the baseline in the place of the former migrations. Programs that know these are no longer ready. */
async function adoptFormer(client: pg.Client): Promise<void> {
  await client.query(
    `with former as (delete from schema_migrations where name <= $1)
    insert into schema_migrations (name, needs) values ($2, $2)`,
    [LAST_FORMER, BASELINE],
  )
}
