import type { Client } from 'pg'

export interface Table {
  /** Schema and name, quoted where SQL needs it. */
  name: string
  /** The stored columns, in order; the database computes the others. */
  columns: string[]
  /** Whether row-level security hides rows from the connected role. */
  isHidden: boolean
}

/** The schemas of the program: its own tables, and those of the queue. */
const SCHEMAS = `n.nspname in ('public', 'jobs')`

/**
 * Tables in which the queue would keep its own statistics: one for each day since the database was installed, and empty,
 * because this program does not collect them. They differ between two databases of the same version.
 */
const HISTORY_OF_DAY = String.raw`^jobs\.queue_stats_\d{8}$`

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, row_security_active(c.oid) as "isHidden",
    array(select quote_ident(a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and ${SCHEMAS} and format('%I.%I', n.nspname, c.relname) !~ '${HISTORY_OF_DAY}' order by 1`

/** Lists every table that holds rows of the program or jobs; a partitioned table by its partitions. */
export async function listTables(client: Client): Promise<Table[]> {
  return (await client.query<Table>(TABLES)).rows
}

/** Lists the sequences of the program, including those of identity columns. */
export async function listSequences(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${SCHEMAS} order by 1`)
  return rows.map(({ name }) => name)
}

/**
 * Returns statements that remove what slows down or refuses a load, which are foreign keys, triggers and forced
 * row-level security, and statements that restore them.
 */
export async function listGuards(client: Client): Promise<{ remove: string[]; restore: string[] }> {
  const { rows } = await client.query<{ remove: string; restore: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as restore
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where contype = 'f' and conparentid = 0 and ${SCHEMAS}
    union all
    select format('alter table %I.%I disable trigger user', n.nspname, c.relname),
      format('alter table %I.%I enable trigger user', n.nspname, c.relname)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${SCHEMAS} and exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)
    union all
    select format('alter table %I.%I no force row level security', n.nspname, c.relname),
      format('alter table %I.%I force row level security', n.nspname, c.relname)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${SCHEMAS} and c.relforcerowsecurity`)
  return { remove: rows.map(({ remove }) => remove), restore: rows.map(({ restore }) => restore) }
}

export async function readQueueVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>('select version::int from jobs.version')
  return rows[0]?.version ?? 0
}

export async function readMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return rows.map(({ name }) => name)
}
