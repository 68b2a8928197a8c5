import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import * as catalogue from './catalogue.ts'

interface Column {
  table: string
  column: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  isComputed: boolean
}

/**
 * TypeScript type that node-postgres returns for each SQL type, with the parsers set in `app-database.ts`.
 */
const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  numeric: 'number',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  uuid: 'string',
}

const HEADING = `// The schema as Kysely sees it. Written by "npm run schema:dump" from the migrated database; a test compares it.
// Shapes that SQL cannot state, such as those of JSON, are in column-types.ts.

import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
`

/** Returns the TypeScript source of `Tables`: one entry for each table and view of the schema "public". */
export async function tableTypes(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: columns } = await client.query<Column>(catalogue.typedColumns)
    const { rows: checks } = await client.query<{ table: string; definition: string }>(catalogue.checks)
    const words = new Map(checks.flatMap(allowedWords))
    const shaped = shapedColumns()
    const tables = [...Map.groupBy(columns, ({ table }) => table)].map(
      ([name, own]) => `  ${name}: {\n${own.map((each) => line(each, words, shaped)).join('\n')}\n  }`,
    )
    return `${HEADING}\nexport interface Tables {\n${tables.join('\n')}\n}\n`
  } finally {
    await client.end()
  }
}

/**
 * Returns the values that a check such as `status = any (array['open', 'closed'])` allows, by table and
 * column.
 */
function allowedWords(check: { table: string; definition: string }): [string, string][] {
  const found = /^CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]+)\]\)\)\)$/.exec(check.definition)
  if (!found) return []
  const [, column, list = ''] = found
  const words = [...list.matchAll(/'(\w+)'::text/g)].map(([, word]) => `'${word}'`)
  return words.length === 0 ? [] : [[`${check.table}.${column}`, words.join(' | ')]]
}

/** A longer union has a line for each word, as the formatter writes it. */
const LINE_WIDTH = 110

function shapedColumns(): ReadonlySet<string> {
  const source = readFileSync(columnTypesFile, 'utf8')
  return new Set([...source.matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(([, key]) => key ?? ''))
}

function line(column: Column, words: ReadonlyMap<string, string>, shaped: ReadonlySet<string>): string {
  const key = `${column.table}.${column.column}`
  const own = shaped.has(key) ? `ColumnTypes['${key}']` : words.get(key)
  const type = typeOf(column, own)
  const whole = `    ${column.column}: ${type}`
  if (whole.length <= LINE_WIDTH || !type.startsWith("'")) return whole
  return [`    ${column.column}:`, ...type.split(' | ').map((word) => `      | ${word}`)].join('\n')
}

function typeOf({ type, isNullable, hasDefault, isComputed }: Column, own: string | undefined): string {
  const orNull = isNullable ? ' | null' : ''
  if (type === 'jsonb') {
    const shape = own ?? 'Record<string, unknown>'
    if (hasDefault) return `ColumnType<${shape}${orNull}, string | undefined${orNull}, string${orNull}>`
    return `JSONColumnType<${shape}>${orNull}`
  }
  const plain = `${own ?? plainType(type)}${orNull}`
  if (isComputed) return `GeneratedAlways<${plain}>`
  return hasDefault ? `Generated<${plain}>` : plain
}

function plainType(type: string): string {
  const element = type.endsWith('[]') ? type.slice(0, -2) : type
  const known = TYPES[element]
  if (known === undefined) throw new RangeError(`There is no TypeScript type for "${type}": add it to TYPES.`)
  return element === type ? known : `${known}[]`
}

const folder = path.resolve(import.meta.dirname, '../../apps/server/src/kernel/database')

export const schemaFile = path.join(folder, 'schema.sql')
export const tablesFile = path.join(folder, 'tables.ts')
const columnTypesFile = path.join(folder, 'column-types.ts')
