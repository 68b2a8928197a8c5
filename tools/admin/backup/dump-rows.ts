import type { Client } from 'pg'
import { MIGRATION_LOCK } from '../../../apps/server/src/kernel/database/migrate.ts'
import type { TarEntry } from '../container/tar.ts'
import { listSequences, listTables, readMigrations, readQueueVersion, type Table } from './catalogue.ts'
import { copyOut } from './copy-rows.ts'
import {
  END,
  type End,
  FORMAT,
  jsonEntry,
  MANIFEST,
  type Manifest,
  ROWS,
  type SecretPlace,
  type TableSum,
} from './manifest.ts'
import { summed } from './table-sum.ts'

/** A snapshot of the database, from which the whole backup is read. */
export interface Snapshot {
  client: Client
  tables: Table[]
  manifest: Manifest
}

/**
 * Opens a snapshot, and keeps migrations from running while `work` reads it. `exported` names a snapshot of
 * another transaction to use instead of a new one.
 */
export async function withSnapshot<Result>(
  client: Client,
  options: { secret: SecretPlace; now: Date; exported: string | undefined },
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  // The lock comes first: a migration that ends during the wait is then part of the snapshot.
  await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
  await client.query('begin isolation level repeatable read read only')
  const { exported } = options
  if (exported) await client.query(`set transaction snapshot ${client.escapeLiteral(exported)}`)
  const tables = await listTables(client)
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const manifest: Manifest = {
    format: FORMAT,
    createdAt: options.now.toISOString(),
    postgres: rows[0]!.server_version,
    migrations: await readMigrations(client),
    queueVersion: await readQueueVersion(client),
    secret: options.secret,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
  }
  return work({ client, tables, manifest })
}

/**
 * Returns the entries of a backup: the manifest, secret and files of the data folder, all rows, and the sums
 * that prove they are complete. `onEnd` gets these sums.
 */
export async function* dumpEntries(
  { client, tables, manifest }: Snapshot,
  ofDataFolder: AsyncIterable<TarEntry>,
  onEnd: (end: End) => void,
): AsyncGenerator<TarEntry> {
  yield jsonEntry(MANIFEST, manifest)
  yield* ofDataFolder
  const sums: Record<string, TableSum> = {}
  const merchants = await listMerchants(client)
  for (const table of tables) {
    const keepSum = (sum: TableSum) => {
      sums[table.name] = sum
    }
    let part = 0
    for await (const content of summed(readRows(client, { table, merchants }), keepSum)) {
      yield { name: `${ROWS}${table.name}/${String(++part).padStart(6, '0')}`, content }
    }
  }
  const end = { tables: sums, ...(await readSequencesAndSize(client)) }
  yield jsonEntry(END, end)
  onEnd(end)
}

/** Reads all rows of a table, merchant by merchant where row-level security hides the others. */
export async function* readRows(
  client: Client,
  { table, merchants, order = '' }: { table: Table; merchants: readonly string[]; order?: string },
): AsyncGenerator<Buffer> {
  const statement = readStatement(table, order)
  if (!table.isHidden) return yield* copyOut(client, statement)
  for (const merchant of merchants) {
    await client.query('select set_tenant($1::bigint)', [merchant])
    yield* copyOut(client, statement)
  }
}

export function readStatement({ name, columns }: Pick<Table, 'name' | 'columns'>, order = ''): string {
  return `copy (select ${columns.join(', ')} from ${name} t ${order}) to stdout`
}

/** Lists every merchant with rows: those of the directory, and deleted ones whose rows are being removed. */
export async function listMerchants(client: Client): Promise<string[]> {
  const ids = new Set<string>()
  for (const [table, column] of [
    ['merchant_directory', 'merchant_id'],
    ['account_erasures', 'id'],
  ]) {
    const { rows } = await client.query<{ id: string }>(`select ${column}::text as id from ${table}`)
    for (const { id } of rows) ids.add(id)
  }
  return [...ids].toSorted()
}

/** Reads sequences, which no snapshot covers. Read last, they are at or beyond every id in the backup. */
async function readSequencesAndSize(client: Client): Promise<Omit<End, 'tables'>> {
  const sequences: End['sequences'] = []
  for (const name of await listSequences(client)) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    )
    sequences.push({ name, ...rows[0]! })
  }
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database())::text as bytes',
  )
  return { sequences, databaseBytes: Number(rows[0]!.bytes) }
}
