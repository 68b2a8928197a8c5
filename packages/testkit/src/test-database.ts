import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { DatabaseAddress } from '../../../tools/postgres/address.ts'
import { databaseUrl } from '../../../tools/postgres/address.ts'
import { APP, OWNER } from '../../../tools/postgres/roles.ts'

/** The migrated database that every test database is a copy of. */
export const TEMPLATE = 'stockcast_template'

declare module 'vitest' {
  interface ProvidedContext {
    databaseAddress: DatabaseAddress
  }
}

export interface TestDatabase {
  /** Role `stockcast_app`: what the product itself connects as, row-level security included. */
  appUrl: string
  /** Role `stockcast_owner`: owns the tables. */
  ownerUrl: string
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>
}

/** A database of its own for one test file, migrated and empty. Works in the `db` tests (`*.db.test.ts`). */
export async function createTestDatabase(): Promise<TestDatabase> {
  const address = inject('databaseAddress')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asSuperuser(address, `create database ${name} template ${TEMPLATE} owner ${OWNER} strategy file_copy`)
  return {
    appUrl: databaseUrl(address, APP, name),
    ownerUrl: databaseUrl(address, OWNER, name),
    drop: () => asSuperuser(address, `drop database if exists ${name} with (force)`),
  }
}

async function asSuperuser(address: DatabaseAddress, statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(address, 'postgres', 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
