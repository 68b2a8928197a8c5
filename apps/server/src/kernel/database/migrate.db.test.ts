import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createEmptyDatabase, withTestDatabase } from '@stockcast/testkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { migrate } from './migrate.ts'

const database = withTestDatabase()
let folder: string
let program: pg.Client

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'stockcast-migrations-'))
  cpSync(new URL('./migrations/', import.meta.url), folder, { recursive: true })
  writeFileSync(path.join(folder, '9001_widen.sql'), 'alter table locations add column is_widened boolean;')
  program = new pg.Client({ connectionString: database.appUrl })
  await program.connect()
})
afterAll(async () => {
  await program?.end()
  rmSync(folder, { recursive: true, force: true })
})

const url = () => pathToFileURL(`${folder}/`)
const waits = (tries: number) => ({ lockMs: 20, pausesMs: Array.from({ length: tries }, () => 5) })
const waiting = async () => {
  const found = await program.query<{ count: number }>(
    `select count(*)::int as count from pg_locks where not granted and relation = 'locations'::regclass`,
  )
  return found.rows[0]?.count
}

describe('a migration of a table that the running program uses', () => {
  it('gives up when the table stays in use, changes nothing, and names itself in the error', async () => {
    await program.query('begin; select from locations')
    const migrating = migrate(database.ownerUrl, { folder: url(), waits: waits(2) })
    await expect(migrating).rejects.toThrow(/9001_widen.sql failed: .*lock timeout/)
    await program.query('rollback')
    const { rowCount } = await program.query(`select from schema_migrations where name = '9001_widen.sql'`)
    expect(rowCount).toBe(0)
  })

  it('waits in short intervals, lets others through between them, and succeeds when the table is free', async () => {
    await program.query('begin; select from locations')
    const migrating = migrate(database.ownerUrl, { folder: url(), waits: waits(2000) })
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { interval: 1 })
    await vi.waitFor(async () => expect(await waiting()).toBe(0), { interval: 1 })
    await program.query('rollback')
    expect((await migrating).applied).toEqual(['9001_widen.sql'])
  })
})

describe('a database of another kind', () => {
  const migrations = async (owner: pg.Client) =>
    (await owner.query(`select name, needs from schema_migrations order by name`)).rows

  /** Makes the tables, and says of them that these migrations made them. */
  async function madeBy(...names: string[]) {
    const made = await createEmptyDatabase()
    await migrate(made.ownerUrl)
    const owner = new pg.Client({ connectionString: made.ownerUrl })
    await owner.connect()
    await owner.query(`delete from schema_migrations where name = '0001_baseline.sql'`)
    await owner.query(
      `insert into schema_migrations (name, needs)
      select name, case when name like '%alone%' then name end from unnest($1::text[]) as name`,
      [names],
    )
    await owner.query(`insert into server_keys values ('test', 'kept')`)
    const close = async () => {
      await owner.end()
      await made.drop()
    }
    return { made, owner, close }
  }

  it('is adopted with its rows when the migrations before version 0.1.0 made it, and is then like a new one', async () => {
    const { made, owner, close } = await madeBy(
      '0094_runs_alone.sql',
      '0095_count_what_was_received.sql',
      '9000_later.sql',
    )
    const later = (await migrations(owner)).filter(({ name }) => name > '0096')
    expect(await migrate(made.ownerUrl)).toEqual({ applied: [] })
    expect(await migrations(owner)).toEqual([
      { name: '0001_baseline.sql', needs: '0001_baseline.sql' },
      ...later,
    ])
    expect(later.at(-1)).toEqual({ name: '9000_later.sql', needs: null })
    expect((await owner.query('select * from server_keys')).rows).toEqual([
      { purpose: 'test', wrapped_key: 'kept' },
    ])
    expect(await migrate(made.ownerUrl)).toEqual({ applied: [] })
    await close()
  })

  it('is refused and left unchanged when these migrations created it but the last of them is missing', async () => {
    const { made, owner, close } = await madeBy('0093_x.sql', '0094_runs_alone.sql')
    const before = await migrations(owner)
    await expect(migrate(made.ownerUrl)).rejects.toThrow(
      'The database is from before version 0.1.0 and lacks 0095_count_what_was_received.sql. Upgrade it with the last program that has this migration, then try again.',
    )
    expect(await migrations(owner)).toEqual(before)
    await close()
  })

  it('is refused and left unchanged when it has tables of another program', async () => {
    const other = await createEmptyDatabase()
    const owner = new pg.Client({ connectionString: other.ownerUrl })
    await owner.connect()
    await owner.query('create table customers (id int)')
    await expect(migrate(other.ownerUrl)).rejects.toThrow(
      'The database has tables that Stockcast did not make.',
    )
    const found = await owner.query(
      `select schemaname, tablename from pg_tables where schemaname in ('public', 'jobs')`,
    )
    expect(found.rows).toEqual([{ schemaname: 'public', tablename: 'customers' }])
    await owner.end()
    await other.drop()
  })
})
