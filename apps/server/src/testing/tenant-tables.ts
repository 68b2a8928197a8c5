import { type Kysely, sql } from 'kysely'
import type { Tx } from '../database/app-database.ts'
import type { Tables } from '../database/tables.ts'

interface Column {
  name: string
  type: string
  /** Must be given: not null, without default, not made by the database. */
  isRequired: boolean
  check: string | null
}

interface ForeignKey {
  columns: string[]
  parent: string
  parentColumns: string[]
}

export interface TenantTable {
  name: string
  /** The column that says whose row it is. */
  tenantColumn: string
  columns: Column[]
  foreignKeys: ForeignKey[]
}

export type Row = Record<string, unknown>

/** Every table behind the wall, as the database's own catalogue lists them, parents before children. */
export async function readTenantTables(db: Kysely<Tables>): Promise<TenantTable[]> {
  const tables = await sql<TenantTable>`
    select c.relname as name,
      case when exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id' and not a.attisdropped
      ) then 'merchant_id' else 'id' end as "tenantColumn",
      (
        select jsonb_agg(jsonb_build_object(
          'name', a.attname,
          'type', format_type(a.atttypid, null),
          'isRequired', a.attnotnull and not a.atthasdef and a.attidentity = '',
          'check', (
            select pg_get_constraintdef(k.oid) from pg_constraint k
            where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1
          )
        ) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) as columns,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'parent', k.confrelid::regclass::text,
          'columns', (select jsonb_agg(attname order by n) from unnest(k.conkey) with ordinality u (num, n)
            join pg_attribute on attrelid = k.conrelid and attnum = num),
          'parentColumns', (select jsonb_agg(attname order by n) from unnest(k.confkey) with ordinality u (num, n)
            join pg_attribute on attrelid = k.confrelid and attnum = num)
        ))
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
      ), '[]') as "foreignKeys"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
    order by c.relname
  `.execute(db)
  return parentsFirst(tables.rows)
}

function parentsFirst(tables: readonly TenantTable[]): TenantTable[] {
  const sorted: TenantTable[] = []
  const visit = (table: TenantTable) => {
    if (sorted.includes(table)) return
    const parents = tables.filter((other) => other !== table && isChild(table, other))
    for (const parent of parents) visit(parent)
    sorted.push(table)
  }
  for (const table of tables) visit(table)
  return sorted
}

function isChild(table: TenantTable, parent: TenantTable): boolean {
  return table.foreignKeys.some((key) => key.parent === parent.name)
}

/** Values for the required columns: foreign keys from `rows`, the first word that a check allows, else by type. */
export function makeRow(
  table: TenantTable,
  given: { merchantId: number; rows: ReadonlyMap<string, Row>; marker: string; nextId: () => number },
): Row {
  const row: Row = {}
  for (const column of table.columns.filter((each) => each.isRequired))
    row[column.name] = valueFor(column, given)
  row[table.tenantColumn] = given.merchantId
  for (const { parent, columns, parentColumns } of table.foreignKeys) {
    const parentRow = given.rows.get(parent)
    for (const [i, name] of columns.entries()) if (parentRow) row[name] = parentRow[parentColumns[i]!]
  }
  return row
}

function valueFor(column: Column, given: { marker: string; nextId: () => number }): unknown {
  if (column.type === 'text') return /'([^']+)'::text/.exec(column.check ?? '')?.[1] ?? given.marker
  if (column.type === 'bigint') return given.nextId()
  const value = simpleValues[column.type]
  if (value === undefined) throw new Error(`no value known for ${column.name} ${column.type}`)
  return value
}

const simpleValues: Record<string, unknown> = {
  integer: 1,
  real: 1,
  numeric: 1,
  boolean: true,
  bytea: Buffer.from([1]),
  date: '2026-11-01',
  'timestamp with time zone': '2026-11-01T00:00:00Z',
  uuid: '00000000-0000-4000-8000-000000000001',
  jsonb: '{}',
  'text[]': '{}',
  'real[]': '{}',
  'bigint[]': '{}',
  'integer[]': '{}',
}

export async function insertRow(tx: Tx, table: TenantTable, row: Row): Promise<Row> {
  const names = Object.keys(row)
  const inserted = await sql<Row>`
    insert into ${sql.table(table.name)} (${sql.join(names.map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))}) returning *
  `.execute(tx)
  return inserted.rows[0]!
}

/** One row of this merchant in every table; where there is one already, it is taken. Answers them by table. */
export async function fillTables(
  tx: Tx,
  tables: readonly TenantTable[],
  given: { merchantId: number; marker: string; firstId: number },
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>()
  let id = given.firstId
  const nextId = () => id++
  for (const table of tables) {
    const existing = await sql<Row>`select * from ${sql.table(table.name)} limit 1`.execute(tx)
    rows.set(
      table.name,
      existing.rows[0] ?? (await insertRow(tx, table, makeRow(table, { ...given, rows, nextId }))),
    )
  }
  return rows
}

/** All that this tenant has, as one text: equal texts are equal rows. */
export async function contentOf(tx: Tx, tables: readonly TenantTable[]): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for (const { name } of tables) {
    const all = await sql<{ rows: string }>`
      select coalesce(string_agg(t::text, E'\n' order by t::text), '') as rows from ${sql.table(name)} t
    `.execute(tx)
    content[name] = all.rows[0]!.rows
  }
  return content
}
