import { Client } from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from './test-database.ts'

async function rows(url: string, statement: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

describe('createTestDatabase', () => {
  it('gives each caller a database that no other caller sees', async () => {
    const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
    await rows(first.ownerUrl, 'create table only_here (id int)')
    const seen = await rows(second.ownerUrl, "select to_regclass('only_here') as found")
    expect(seen).toEqual([{ found: null }])
    await Promise.all([first.drop(), second.drop()])
  })

  it('X-02 the app connects as a role that owns nothing and cannot pass row-level security', async () => {
    const database = await createTestDatabase()
    const role = await rows(
      database.appUrl,
      'select rolname, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user',
    )
    expect(role).toEqual([
      {
        rolname: 'stockcast_app',
        rolsuper: false,
        rolbypassrls: false,
        rolcreatedb: false,
        rolcreaterole: false,
      },
    ])
    const owned = await rows(
      database.appUrl,
      "select count(*)::int as tables from pg_class where relowner = 'stockcast_app'::regrole",
    )
    expect(owned).toEqual([{ tables: 0 }])
    await database.drop()
  })

  it('lets a connection close that closes within a second', async () => {
    const database = await createTestDatabase()
    const open = new Client({ connectionString: database.appUrl })
    const failed = vi.fn()
    open.on('error', failed)
    await open.connect()
    const dropped = database.drop()
    await open.query('select pg_sleep(0.2)')
    await open.end()
    await dropped
    expect(failed).not.toHaveBeenCalled()
  })

  it('removes the database on drop, even with an open connection', async () => {
    const database = await createTestDatabase()
    const open = new Client({ connectionString: database.appUrl })
    open.on('error', () => undefined)
    await open.connect()
    await database.drop()
    await expect(rows(database.appUrl, 'select 1')).rejects.toThrow(/does not exist/)
  })
})
