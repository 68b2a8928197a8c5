import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { DatabaseAddress } from '../../../tools/postgres/address.ts'
import { databaseUrl } from '../../../tools/postgres/address.ts'
import { APP, OWNER } from '../../../tools/postgres/roles.ts'

/** The migrated database from which every test database is copied. */
export const TEMPLATE = 'stockcast_template'
const SUPERUSER = 'postgres'

declare module 'vitest' {
  interface ProvidedContext {
    databaseAddress: DatabaseAddress
  }
}

export interface TestDatabase {
  /** Connects with role `stockcast_app`, as the product does, subject to row-level security. */
  appUrl: string
  /** Connects with role `stockcast_owner`, which owns the tables. */
  ownerUrl: string
  /** Ends every connection and removes the database. */
  drop(): Promise<void>
}

/** Creates a migrated, empty database for one test file. Only works in `db` tests (`*.db.test.ts`). */
export async function createTestDatabase(): Promise<TestDatabase> {
  const address = inject('databaseAddress')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asSuperuser(address, `create database ${name} template ${TEMPLATE} owner ${OWNER} strategy file_copy`)
  return urlsOf(address, name)
}

export interface EmptyDatabase extends TestDatabase {
  /** Connects as a role that bypasses row-level security and triggers, to load and compare rows. */
  superuserUrl: string
}

/** Creates a database without tables, for tests of the migrations. Only works in `db` tests. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const address = inject('databaseAddress')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asSuperuser(address, `create database ${name} owner ${OWNER}`)
  return { ...urlsOf(address, name), superuserUrl: databaseUrl(address, SUPERUSER, name) }
}

function urlsOf(address: DatabaseAddress, name: string): TestDatabase {
  return {
    appUrl: databaseUrl(address, APP, name),
    ownerUrl: databaseUrl(address, OWNER, name),
    drop: () => asSuperuser(address, `drop database if exists ${name} with (force)`),
  }
}

async function asSuperuser(address: DatabaseAddress, statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(address, SUPERUSER, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
