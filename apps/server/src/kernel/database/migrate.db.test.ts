import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createTestDatabase, type TestDatabase } from '@stockcast/testkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { migrate } from './migrate.ts'

let database: TestDatabase
let folder: string
let program: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(path.join(tmpdir(), 'stockcast-migrations-'))
  cpSync(new URL('./migrations/', import.meta.url), folder, { recursive: true })
  writeFileSync(path.join(folder, '9001_widen.sql'), 'alter table locations add column is_widened boolean;')
  program = new pg.Client({ connectionString: database.appUrl })
  await program.connect()
})
afterAll(async () => {
  await program?.end()
  await database?.drop()
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
