import type { Client } from 'pg'
import { withBaseline } from '../../../apps/server/src/kernel/database/migrate.ts'
import { Problem } from '../../problem.ts'
import type { TarEntry } from '../container/tar.ts'
import { listGuards, listTables, readMigrations, readQueueVersion } from './catalogue.ts'
import { copyIn, copyOut } from './copy-rows.ts'
import { readStatement } from './dump-rows.ts'
import { END, type End, FILES, type Manifest, ROWS, type TableSum } from './manifest.ts'
import type { Entries, OpenedBackup } from './read-entries.ts'
import { getSum, summed } from './table-sum.ts'

/**
 * Loads the rows into a database with the same migrations, in one transaction, and reads every table back
 * before it commits. `client` is the owner of the tables. `keepFile` gets the files of the data folder.
 */
export async function loadRows(
  client: Client,
  { manifest, entries }: Pick<OpenedBackup, 'manifest' | 'entries'>,
  keepFile: (entry: TarEntry) => Promise<void>,
): Promise<End> {
  await requireSameTables(client, manifest)
  for await (const entry of entries.takeAll(FILES)) await keepFile(entry)
  await client.query('begin')
  await client.query(`set local maintenance_work_mem = '256MB'`)
  // Rows are then read back in the order in which they were written, as their sum requires.
  await client.query('set local synchronize_seqscans = off')
  const guards = await listGuards(client)
  for (const statement of guards.remove) await client.query(statement)
  const tables = manifest.tables
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  const loaded = new Map<string, TableSum>()
  for (const table of tables) {
    const parts = getContent(entries.takeAll(`${ROWS}${table.name}/`))
    const statement = `copy ${table.name} (${table.columns.join(', ')}) from stdin`
    await copyIn(
      client,
      statement,
      summed(parts, (sum) => loaded.set(table.name, sum)),
    )
  }
  const end = await takeEnd(entries)
  for (const table of tables) {
    requireSum(table.name, end.tables[table.name], loaded.get(table.name))
    requireSum(table.name, end.tables[table.name], await getSum(copyOut(client, readStatement(table))))
  }
  for (const { name, value, isCalled } of end.sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled])
  }
  for (const statement of guards.restore) await client.query(statement)
  await client.query('commit')
  await client.query('analyze')
  return end
}

/** Reads a whole backup, and throws a Problem if rows are missing or differ from the sums at its end. */
export async function verifyRows({ manifest, entries }: OpenedBackup): Promise<void> {
  for await (const _ of entries.takeAll(FILES));
  const found = new Map<string, TableSum>()
  for (const { name } of manifest.tables) {
    found.set(name, await getSum(getContent(entries.takeAll(`${ROWS}${name}/`))))
  }
  const end = await takeEnd(entries)
  for (const { name } of manifest.tables) requireSum(name, end.tables[name], found.get(name))
}

async function takeEnd(entries: Entries): Promise<End> {
  const last = await entries.take()
  if (last?.name !== END) throw new Problem('The backup is damaged or cut off: use another copy of it.')
  return JSON.parse(last.content.toString()) as End
}

async function requireSameTables(client: Client, manifest: Manifest): Promise<void> {
  const queueVersion = await readQueueVersion(client)
  const migrations = await readMigrations(client)
  const found = (await listTables(client)).map(({ name, columns }) => ({ name, columns }))
  const isSame =
    queueVersion === manifest.queueVersion &&
    migrations.join() === withBaseline(manifest.migrations, 'backup').join() &&
    JSON.stringify(found) === JSON.stringify(manifest.tables)
  if (isSame) return
  throw new Problem(
    `The backup has other tables than this program (queue version ${manifest.queueVersion}, here ${queueVersion}): ` +
      'restore it with the version of Stockcast that made it, then start the newer one.',
  )
}

function requireSum(table: string, expected: TableSum | undefined, found: TableSum | undefined): void {
  if (expected && found && expected.rows === found.rows && expected.sha256 === found.sha256) return
  throw new Problem(
    `The ${found?.rows ?? 'missing'} rows of table ${table} differ from the ${expected?.rows ?? 'missing'} that were backed up: ` +
      'use another copy of the backup.',
  )
}

async function* getContent(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const { content } of entries) yield content
}
