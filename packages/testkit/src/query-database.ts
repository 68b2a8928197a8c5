import { Client, type QueryResultRow } from 'pg'

/** Runs a statement on a connection of its own, and returns its rows. */
export async function queryDatabase<Row extends QueryResultRow = Record<string, unknown>>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}
