import { readFileSync } from 'node:fs'
import { createEmptyDatabase, queryDatabase } from '@stockcast/testkit'
import { describe, expect, it } from 'vitest'
import { migrate } from '../../apps/server/src/kernel/database/migrate.ts'
import { dumpSchema } from './dump-schema.ts'
import { schemaFile, tablesFile, tableTypes } from './table-types.ts'

async function readMigrated(read: (url: string) => Promise<string>): Promise<string> {
  const database = await createEmptyDatabase()
  await migrate(database.ownerUrl)
  const text = await read(database.ownerUrl)
  await database.drop()
  return text
}

async function readAfter(read: (url: string) => Promise<string>, ...statements: string[]): Promise<string> {
  const database = await createEmptyDatabase()
  for (const statement of statements) await queryDatabase(database.ownerUrl, statement)
  const text = await read(database.ownerUrl)
  await database.drop()
  return text
}

describe('schema.sql', () => {
  it('is what the migrations make; otherwise run npm run schema:dump and read the difference', async () => {
    expect(await readMigrated(dumpSchema)).toBe(readFileSync(schemaFile, 'utf8'))
  })

  it.each([
    ['a column', 'alter table x add column note text'],
    ['a default', 'alter table x alter column units set default 3'],
    ['not null', 'alter table x alter column units set not null'],
    ['a check', 'alter table x add constraint positive check (units > 0)'],
    ['an index', 'create index x_units on x (units)'],
    ['a policy', 'create policy own on x using (merchant_id = 1)'],
    ['row-level security switched on', 'alter table x enable row level security'],
    ['row-level security forced', 'alter table x force row level security'],
    ['a grant', 'grant select on x to stockcast_app'],
    ['a grant on a column', 'grant update (units) on x to stockcast_app'],
    ['a function', "create function f() returns int language sql as 'select 1'"],
    ['a comment', "comment on table x is 'why'"],
    ['a view', 'create view y as select units from x'],
    ['a type', "create type colour as enum ('red', 'blue')"],
  ])('shows %s', async (_, change) => {
    const table = 'create table x (merchant_id bigint, units int, primary key (merchant_id))'
    const [before, after] = [await readAfter(dumpSchema, table), await readAfter(dumpSchema, table, change)]
    expect(after).not.toBe(before)
    expect(after.length).toBeGreaterThan(before.length)
  })
})

describe('tables.ts', () => {
  it('is what the migrations make; otherwise run npm run schema:dump and read the difference', async () => {
    expect(await readMigrated(tableTypes)).toBe(readFileSync(tablesFile, 'utf8'))
  })

  it.each([
    ['text', 'note: string | null'],
    ['bigint not null', 'note: number'],
    ['timestamptz not null default now()', 'note: Generated<Date>'],
    ['date[] not null', 'note: string[]'],
    ['bigint generated always as identity', 'note: GeneratedAlways<number>'],
    ["text check (note in ('a', 'b'))", "note: 'a' | 'b' | null"],
    ['jsonb not null', 'note: JSONColumnType<Record<string, unknown>>'],
    ["jsonb not null default '{}'", 'note: ColumnType<Record<string, unknown>, string | undefined, string>'],
  ])('has the TypeScript type of a column of type %s', async (type, line) => {
    expect(await readAfter(tableTypes, `create table x (note ${type})`)).toContain(`  x: {\n    ${line}\n  }`)
  })

  it('refuses a type without a TypeScript type', async () => {
    await expect(readAfter(tableTypes, 'create table x (place point)')).rejects.toThrow('point')
  })
})
