import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrationViolations } from './repository/migration-rules.ts'

const folder = path.resolve(import.meta.dirname, '../apps/server/src/database/migrations')
const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
const migrations = new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))
const planted = (text: string, name = '9001_x.sql') => migrationViolations(new Map([[name, text]]))

describe('migrations', () => {
  it('keep the previous program version working, or name the earlier migration that they complete', () => {
    expect(migrationViolations(migrations)).toEqual([])
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
  ])('are refused if they contain %j in one step', (text) => {
    expect(planted(text)).toEqual([expect.stringMatching(/names no migration it narrows$/)])
  })

  it.each([
    'alter table x add column y int;',
    'alter table x add column y int not null default 0, add column z text;',
    'create table x (y int not null);',
    'alter table x drop constraint y, add constraint y check (true);',
    '-- drop column y comes later\nselect 1;',
  ])('are accepted if they contain %j', (text) => {
    expect(planted(text)).toEqual([])
  })

  it('must name an earlier migration if they narrow one', () => {
    const narrowing = '-- Narrows 9001_x.sql.\nalter table x drop column y;'
    const widened = ['9001_x.sql', 'alter table x add column z int;'] as const
    expect(migrationViolations(new Map([widened, ['9002_y.sql', narrowing]]))).toEqual([])
    expect(planted(narrowing, '9002_y.sql')).toEqual([
      '9002_y.sql narrows 9001_x.sql, which is no earlier migration',
    ])
    expect(planted(narrowing)).toHaveLength(1)
  })

  it('must be listed if they say that no older program may run beside them', () => {
    expect(planted('-- Runs alone.\nalter table x drop column y;')).toEqual([
      expect.stringContaining('must both be listed in ALONE'),
    ])
  })
})
