import pg from 'pg'

/** Returns the rows of every table of the product and of its job queue, by the table's name, as a superuser sees them. */
export async function readAllRows(superuserUrl: string): Promise<Map<string, Record<string, unknown>[]>> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await client.query(`set timezone = 'UTC'`)
    const { rows: tables } = await client.query<{ name: string; source: string }>(`
      select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name,
        c.oid::regclass::text as source
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' or n.nspname = 'jobs' and c.relname in ('job', 'queue', 'schedule')
      order by 1`)
    const all = new Map<string, Record<string, unknown>[]>()
    for (const { name, source } of tables) {
      const { rows } = await client.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from ${source} t`,
      )
      all.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return all
  } finally {
    await client.end()
  }
}

const tables = `
  select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%' order by 1, 2`

/**
 * Returns the tables of every schema with a row that contains one of the texts, each with that text, in whatever
 * column: as text, within JSON, or as bytes. `ownerUrl` connects as the owner, who bypasses row-level security in a
 * transaction that is rolled back.
 */
export async function tablesWith(ownerUrl: string, texts: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    const found: string[] = []
    const { rows } = await client.query<{ schema: string; name: string }>(tables)
    for (const { schema, name } of rows) {
      const table = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`
      if (schema === 'public') await client.query(`alter table ${table} no force row level security`)
      const held = await client.query<{ text: string }>(
        `select distinct w.text from ${table} t, unnest($1::text[]) w (text)
        where position(lower(w.text) in lower(t::text)) > 0
          or position(encode(convert_to(w.text, 'UTF8'), 'hex') in t::text) > 0`,
        [texts],
      )
      for (const { text } of held.rows) found.push(`${schema}.${name}: ${text}`)
    }
    return found
  } finally {
    await client.query('rollback')
    await client.end()
  }
}
