import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../apps/server/src/kernel/database/migrations')
/** Applied migrations are never changed, so only later ones are checked. */
const LAST_APPLIED = '0001'

/** Statements that break a program that still uses the previous tables. */
const NARROWING: readonly (readonly [string, RegExp])[] = [
  ['drops', /\bdrop\s+(column|table|function)\b/i],
  ['renames', /\brename\s+(to|column|constraint)\b/i],
  ['changes a type', /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i],
  ['refuses nulls that were allowed', /\bset\s+not\s+null\b/i],
  ['drops a default', /\bdrop\s+default\b/i],
]
const ADDED_COLUMN = /\badd\s+column\b[^;]*?(?=,\s*(?:add|drop|alter)\b|;|$)/gi

/** Returns a sentence for each way in which a migration breaks the previous program, unless it says that it may. */
function violations(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([name, text]) => {
    const narrowed = /^-- Narrows (\d{4}_\w+\.sql)\./m.exec(text)?.[1]
    if (narrowed !== undefined && !(files.has(narrowed) && narrowed < name))
      return [`${name} narrows ${narrowed}, which is not an earlier migration`]
    if (narrowed !== undefined || /^-- Runs alone\./m.test(text)) return []
    return getNarrowings(text.replace(/--.*$/gm, '')).map(
      (what) => `${name} ${what}: say which migration it narrows, or that it runs alone`,
    )
  })
}

function getNarrowings(code: string): string[] {
  const columns = code.match(ADDED_COLUMN) ?? []
  const isRequired = (column: string) =>
    /\bnot\s+null\b/i.test(column) && !/\b(default|generated)\b/i.test(column)
  return [
    ...NARROWING.filter(([, pattern]) => pattern.test(code)).map(([what]) => what),
    ...(columns.some(isRequired) ? ['adds a required column without a default'] : []),
  ]
}

describe('a migration', () => {
  const check = (...texts: string[]) => violations(new Map(texts.map((text, at) => [`900${at}_x.sql`, text])))

  it('keeps the previous version of the program working, or says that it does not', () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
    const texts = new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))
    expect(violations(texts).filter((sentence) => sentence.slice(0, 4) > LAST_APPLIED)).toEqual([])
  })

  it.each([
    'alter table x drop column y;',
    'drop table x;',
    'drop function f(int);',
    'alter table x rename column y to z;',
    'alter table x rename to z;',
    'alter table x alter column y type bigint;',
    'alter table x alter y set data type text;',
    'alter table x alter column y set not null;',
    'alter table x add column y int, add column z int not null;',
    'alter table x add column z int not null, add column y int default 1;',
  ])('is refused with %j in one step', (text) => {
    expect(check(text)).toHaveLength(1)
    expect(check(`-- Runs alone.\n${text}`)).toEqual([])
    expect(check('select 1;', `-- Narrows 9000_x.sql.\n${text}`)).toEqual([])
    expect(check(`-- Narrows 9000_x.sql.\n${text}`)).toHaveLength(1)
  })

  it.each([
    'alter table x add column y int;',
    'alter table x add column y int not null default 0, add column z text;',
    'alter table x add column y numeric(12, 2) not null default 0, add column z text;',
    'create table x (y int not null);',
    'alter table x drop constraint y, add constraint y check (true);',
    '-- drop column y comes later\nselect 1;',
  ])('is accepted with %j', (text) => {
    expect(check(text)).toEqual([])
  })
})
