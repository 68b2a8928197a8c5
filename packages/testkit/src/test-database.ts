import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, inject } from 'vitest'
import type { DatabaseAddress } from '../../../tools/postgres/address.ts'
import { databaseUrl } from '../../../tools/postgres/address.ts'
import { APP, OWNER, SUPERUSER } from '../../../tools/postgres/roles.ts'
import { asSuperuser, joinNodes, onEach } from './nodes.ts'

/** The migrated database from which every test database is copied. */
export const TEMPLATE = 'stockcast_template'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server; in a cluster the coordinator and the workers. */
    databaseNodes: DatabaseAddress[]
  }
}

export interface TestDatabase {
  /** Connects with role `stockcast_app`, as the product does, subject to row-level security. */
  appUrl: string
  /** Connects with role `stockcast_owner`, which owns the tables. */
  ownerUrl: string
  /** Waits up to a second for connections to close, ends those that are left, and removes the database. */
  drop(): Promise<void>
}

/** Creates a migrated, empty database for one test file. Only works in `db` tests (`*.db.test.ts`). */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = newName()
  await onEach(testNodes(), `create database ${name} template ${TEMPLATE} owner ${OWNER} strategy file_copy`)
  return toUrls(name)
}

export interface OpenedDatabase extends TestDatabase {
  /** Calls `close` after the tests of the file; what was started last is closed first. */
  closeLater(close: () => unknown): void
}

/** Creates a database before the tests of a file, and drops it after them. It has no address before the tests begin. */
export function withTestDatabase(): OpenedDatabase {
  const closers: (() => unknown)[] = []
  const opened = { closeLater: (close) => void closers.unshift(close) } as OpenedDatabase
  beforeAll(async () => {
    Object.assign(opened, await createTestDatabase())
    opened.closeLater(opened.drop)
  })
  afterAll(async () => {
    for (const close of closers) await close()
  })
  return opened
}

export interface EmptyDatabase extends TestDatabase {
  /** Connects as a role that bypasses row-level security and triggers, to load and compare rows. */
  superuserUrl: string
}

/**
 * Creates a database without tables, for tests of the migrations. Only works in `db` tests. It is plain PostgreSQL,
 * also on the nodes of a cluster.
 */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const name = newName()
  await onEach(testNodes(), `create database ${name} owner ${OWNER}`)
  return { ...toUrls(name), superuserUrl: databaseUrl(coordinator(), SUPERUSER, name) }
}

/** Like `createEmptyDatabase`, on a cluster whose nodes know each other in this database. */
export async function createEmptyCluster(): Promise<EmptyDatabase> {
  const database = await createEmptyDatabase()
  await joinNodes(testNodes(), new URL(database.superuserUrl).pathname.slice(1))
  return database
}

/** Returns the nodes of the tests' cluster, the coordinator first; a single one without a cluster. */
export function testNodes(): DatabaseAddress[] {
  return inject('databaseNodes')
}

function coordinator(): DatabaseAddress {
  return testNodes()[0]!
}

const newName = () => `test_${randomUUID().replaceAll('-', '')}`

function toUrls(name: string): TestDatabase {
  return {
    appUrl: databaseUrl(coordinator(), APP, name),
    ownerUrl: databaseUrl(coordinator(), OWNER, name),
    drop: async () => {
      await asSuperuser(databaseUrl(coordinator(), SUPERUSER, 'postgres'), [connectionsClose(name)])
      // Citus would go on opening connections, which wait for the removal, while the removal waits for Citus.
      if (testNodes().length > 1) await onEach(testNodes(), `alter database ${name} allow_connections false`)
      await onEach(testNodes(), `drop database if exists ${name} with (force)`)
    },
  }
}

/**
 * Returns a statement that waits until no client is connected to a database. A pool that has ended may still be
 * closing its connections; a connection that the server ends first is an error that nobody catches.
 */
const connectionsClose = (name: string) => `do $$ begin
  for attempt in 1..100 loop
    perform pg_stat_clear_snapshot();
    exit when not exists (
      select from pg_stat_activity
      where datname = '${name}' and backend_type = 'client backend' and application_name not like 'citus%'
    );
    perform pg_sleep(0.01);
  end loop;
end $$`
