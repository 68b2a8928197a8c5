import { withTestDatabase } from '@stockcast/testkit'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { type AppDatabase, openDatabase } from './app-database.ts'
import { keepingPlans } from './kept-plans.ts'

const database = withTestDatabase()
let db: AppDatabase
let pooled: AppDatabase
let owner: pg.Client

beforeAll(async () => {
  const options = { poolSize: 1, onError: () => undefined }
  db = openDatabase(database.appUrl, options)
  pooled = openDatabase(database.appUrl, { ...options, hasPooler: true })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  for (const close of [db.close, pooled.close, () => owner.end()]) database.closeLater(close)
  await owner.connect()
  await owner.query(
    'create table things (id int); grant all on things to public; insert into things values (1)',
  )
})

const things = (of: AppDatabase, id = 1) =>
  of.inDirectory(async (tx) => (await sql`select * from things where id = ${id}`.execute(tx)).rows)
const kept = (of: AppDatabase) =>
  of.inDirectory(async (tx) => {
    const { rows } =
      await sql`select 1 from pg_prepared_statements where statement like '%from things%'`.execute(tx)
    return rows.length
  })

it('the plan of a repeated statement is kept, whatever its values', async () => {
  await things(db)
  expect(await kept(db)).toBe(0)
  await keepingPlans(async () => {
    expect(await things(db)).toEqual([{ id: 1 }])
    expect(await things(db, 2)).toEqual([])
  })
  expect(await kept(db)).toBe(1)
})

it('no plan is kept behind a pooler, which gives the next statement another connection', async () => {
  await keepingPlans(() => things(pooled))
  expect(await kept(pooled)).toBe(0)
})

it('plans end with their connection when a migration has added a column, so that a retried job succeeds', async () => {
  await keepingPlans(() => things(db))
  await owner.query('alter table things add column name text')
  await keepingPlans(async () => {
    await expect(things(db)).rejects.toThrow('cached plan must not change result type')
    expect(await things(db)).toEqual([{ id: 1, name: null }])
  })
})
