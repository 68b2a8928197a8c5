import pg from 'pg'

/** Returns the rows of every table of both schemas, by the table's name, as a superuser sees them. */
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
