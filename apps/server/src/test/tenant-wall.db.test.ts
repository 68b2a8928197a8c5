import { randomUUID } from 'node:crypto'
import { queryDatabase, testNodes } from '@stockcast/testkit'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../kernel/database/app-database.ts'
import { assertTenantIsolation } from '../kernel/database/guard.ts'
import { withTestApp } from '../testing/index.ts'
import {
  fillTables,
  getContent,
  insertRow,
  type Row,
  readTenantTables,
  type TenantTable,
} from '../testing/tenant-tables.ts'

/**
 * Tables that are shared on purpose: who may sign in, global uniqueness, the sandbox clock, the list of
 * migrations, what is due for which merchant, whose a phone number is, and what outlives a merchant or applies
 * to all of them, by hash.
 */
const tablesWithoutIsolation = [
  'account_erasures',
  'auth_accounts',
  'auth_email_changes',
  'auth_jwks',
  'auth_sessions',
  'auth_two_factors',
  'auth_used_codes',
  'auth_users',
  'auth_verifications',
  'billing_closings',
  'clock_offset',
  'compliance_requests',
  'demo_starts',
  'due_times',
  'ended_trials',
  'limit_counts',
  'mail_failures',
  'memberships',
  'merchant_directory',
  'merchant_phones',
  'schema_migrations',
  'server_keys',
  'sms_stops',
  'statistics_refreshes',
]

let tables: TenantTable[]
let own: number
let other: number
let otherRows: Map<string, Row>
let before: Record<string, string>

const app = withTestApp()

beforeAll(async () => {
  tables = await readTenantTables(app.kernel.db.directory)
  own = (await app.signUp()).merchantId
  other = (await app.signUp()).merchantId
  await app.kernel.db.withTenant(own, (tx) =>
    fillTables(tx, tables, { merchantId: own, marker: 'own', firstId: 100_000 }),
  )
  otherRows = await app.kernel.db.withTenant(other, (tx) =>
    fillTables(tx, tables, { merchantId: other, marker: 'other', firstId: 200_000 }),
  )
  before = await contentOfOther()
})

const contentOfOther = () => app.kernel.db.withTenant(other, (tx) => getContent(tx, tables))

/**
 * Runs each statement in a transaction of its own, as this merchant; returns the error's code when it is
 * refused.
 */
async function attempt(merchantId: number, statement: ReturnType<typeof sql>): Promise<number | string> {
  try {
    const done = await app.kernel.db.withTenant(merchantId, (tx) => statement.execute(tx))
    return done.rows.length
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

const refusedByPolicy = '42501'
/** A cluster refuses to move a row to another merchant's shard before it asks the policy. */
const refusedMove = testNodes().length > 1 ? '0A000' : refusedByPolicy
/** The app may only add and read rows of these tables. */
const appendOnly = new Set(['audit_log'])

describe('X-02 tables', () => {
  it('all have row-level security, except the few that are shared on purpose', async () => {
    const all = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname
    `.execute(app.kernel.db.directory)
    const isolated = tables.map((table) => table.name)
    expect(all.rows.map((row) => row.name).filter((name) => !isolated.includes(name))).toEqual(
      tablesWithoutIsolation,
    )
    expect(isolated).toContain('variants')
  })

  it('show each merchant its own row of every table, so that the following tests prove something', async () => {
    for (const { name } of tables) {
      expect([name, await attempt(own, sql`select 1 from ${sql.table(name)}`)]).toEqual([name, 1])
      expect([name, await attempt(other, sql`select 1 from ${sql.table(name)}`)]).toEqual([name, 1])
    }
  })

  it('show no row of another merchant, and let none be changed or deleted', async () => {
    for (const { name, tenantColumn } of tables) {
      const [table, column] = [sql.table(name), sql.ref(tenantColumn)]
      const seen = await attempt(own, sql`select 1 from ${table} where ${column} = ${other}`)
      const changed = await attempt(
        own,
        sql`update ${table} set ${column} = ${column} where ${column} = ${other} returning 1`,
      )
      const removed = await attempt(own, sql`delete from ${table} where ${column} = ${other} returning 1`)
      const none = appendOnly.has(name) ? refusedByPolicy : 0
      expect({ name, seen, changed, removed }).toEqual({ name, seen: 0, changed: none, removed: none })
    }
    expect(await contentOfOther()).toEqual(before)
  })

  it('accept no row in the name of another merchant, and let none be handed over', async () => {
    for (const table of tables) {
      const { name, tenantColumn } = table
      const copy = { ...otherRows.get(name)! }
      const given = Object.fromEntries(
        table.columns
          .filter((column) => column.isRequired)
          .map((column) => [column.name, asInput(copy[column.name])]),
      )
      const inserted = await app.kernel.db
        .withTenant(own, (tx) => insertRow(tx, table, given))
        .catch((error) => error.code)
      const moved = await attempt(
        own,
        sql`update ${sql.table(name)} set ${sql.ref(tenantColumn)} = ${other} returning 1`,
      )
      expect({ name, inserted, moved }).toEqual({ name, inserted: refusedByPolicy, moved: refusedMove })
    }
    expect(await contentOfOther()).toEqual(before)
  })

  it('show and accept nothing while no merchant is set', async () => {
    const { pool } = app.kernel.db
    for (const { name, tenantColumn } of tables) {
      const seen = await pool.query(`select 1 from ${name}`)
      if (appendOnly.has(name)) {
        expect([name, seen.rowCount]).toEqual([name, 0])
        continue
      }
      const changed = await pool.query(`update ${name} set ${tenantColumn} = ${tenantColumn}`)
      const removed = await pool.query(`delete from ${name}`)
      expect([name, seen.rowCount, changed.rowCount, removed.rowCount]).toEqual([name, 0, 0, 0])
    }
    expect(await contentOfOther()).toEqual(before)
  })

  it('enforce this even against their own owner', async () => {
    for (const { name } of tables) {
      const rows = await queryDatabase(app.database.ownerUrl, `select 1 from ${name}`)
      expect([name, rows]).toEqual([name, []])
    }
  })
})

function asInput(value: unknown): unknown {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
    ? JSON.stringify(value)
    : value
}

describe('X-02 the start of the server', () => {
  const superuserUrl = () => app.database.ownerUrl.replace('stockcast_owner', 'postgres')
  async function startAs(url: string): Promise<void> {
    const db = openDatabase(url, { poolSize: 1, onError: () => undefined })
    try {
      await assertTenantIsolation(db.pool)
    } finally {
      await db.close()
    }
  }

  it('is allowed as the app role', async () => {
    await expect(startAs(app.database.appUrl)).resolves.toBeUndefined()
  })

  it('is refused as superuser and as owner', async () => {
    await expect(startAs(superuserUrl())).rejects.toThrow('may bypass row-level security')
    await expect(startAs(app.database.ownerUrl)).rejects.toThrow('owns tables')
  })

  it('is refused as a role that may bypass row-level security', async () => {
    const role = `bypass_${randomUUID().replaceAll('-', '')}`
    await queryDatabase(superuserUrl(), `create role ${role} login bypassrls in role stockcast_app`)
    await expect(startAs(app.database.appUrl.replace('stockcast_app', role))).rejects.toThrow(
      'may bypass row-level security',
    )
    await queryDatabase(superuserUrl(), `drop role ${role}`)
  })

  it.each([
    ['has no row-level security', []],
    ['does not force it', ['alter table unprotected enable row level security']],
    [
      'has no policy',
      [
        'alter table unprotected enable row level security',
        'alter table unprotected force row level security',
      ],
    ],
  ])('is refused while a table with a merchant %s', async (_what, statements) => {
    for (const statement of ['create table unprotected (merchant_id bigint primary key)', ...statements])
      await queryDatabase(app.database.ownerUrl, statement)
    await expect(startAs(app.database.appUrl)).rejects.toThrow(
      'These tables have no forced row-level security: unprotected.',
    )
    await queryDatabase(app.database.ownerUrl, 'drop table unprotected')
  })

  it('is refused while a view reads with the rights of its owner', async () => {
    await queryDatabase(app.database.ownerUrl, 'create view unprotected as select merchant_id from variants')
    await expect(startAs(app.database.appUrl)).rejects.toThrow('unprotected (a view that reads')
    await queryDatabase(app.database.ownerUrl, 'drop view unprotected')
  })
})
