import { Client } from 'pg'
import * as catalogue from './catalogue.ts'

interface View {
  oid: number
  line: string
}

interface Table {
  oid: number
  name: string
  isGuarded: boolean
  isForced: boolean
}

const HEADING = `-- The schema that the migrations make, for reading. Written by "npm run schema:dump"; a test compares it.
-- The queue's own tables (schema "jobs") belong to pg-boss and are left out.
`

/** Returns the schema "public" of a database as SQL text, the same for equal schemas. */
export async function dumpSchema(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const tables = (await client.query<Table>(catalogue.tables)).rows
    const parts = [HEADING]
    for (const statement of [
      catalogue.extensions,
      catalogue.types,
      catalogue.sequences,
      catalogue.functions,
    ]) {
      parts.push(...(await lines(client, statement)).map((line) => `${line}\n`))
    }
    for (const table of tables) parts.push(await dumpTable(client, table))
    for (const view of (await client.query<View>(catalogue.views)).rows) {
      parts.push([view.line, ...(await lines(client, catalogue.tableGrants, view.oid)), ''].join('\n'))
    }
    for (const statement of [catalogue.schemaGrants, catalogue.sequenceGrants, catalogue.functionGrants]) {
      parts.push(...(await lines(client, statement)))
    }
    return `${parts.join('\n').trimEnd()}\n`
  } finally {
    await client.end()
  }
}

async function dumpTable(client: Client, table: Table): Promise<string> {
  const { oid, name, isGuarded, isForced } = table
  const { rows } = await client.query<{ name: string; definition: string }>(catalogue.columns, [oid])
  const columns = rows.map((column) => `${column.name} ${column.definition}`)
  const constraints = await lines(client, catalogue.constraints, oid)
  const body = [...columns, ...constraints].map((line) => `  ${line}`).join(',\n')
  const parts = [`create table ${name} (\n${body}\n);`]
  parts.push(...(await lines(client, catalogue.indexes, oid)))
  if (isGuarded) parts.push(`alter table ${name} enable row level security;`)
  if (isForced) parts.push(`alter table ${name} force row level security;`)
  for (const statement of [
    catalogue.policies,
    catalogue.triggers,
    catalogue.tableGrants,
    catalogue.columnGrants,
    catalogue.comments,
  ]) {
    parts.push(...(await lines(client, statement, oid)))
  }
  return `${parts.join('\n')}\n`.replace(protection(name), `select protect_tenant_table('${name}');`)
}

/** What `protect_tenant_table` makes of a table; one that differs in anything is written out. */
function protection(name: string): string {
  const isOwn = `((merchant_id = (NULLIF(current_setting('app.merchant_id'::text, true), ''::text))::bigint))`
  return `alter table ${name} enable row level security;
alter table ${name} force row level security;
create policy own_rows on ${name}
  for all
  using ${isOwn}
  with check ${isOwn};
grant delete, insert, select, update on ${name} to stockcast_app;`
}

async function lines(client: Client, statement: string, oid?: number): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(statement, oid === undefined ? [] : [oid])
  return rows.map((row) => row.line)
}
