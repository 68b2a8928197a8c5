import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import type { Client } from 'pg'
import { hasSecretInEnvironment, type LaunchConfig } from '../../launch/config.ts'
import { DATABASE } from '../../launch/database.ts'
import { findSecrets } from '../../launch/secret.ts'
import { Problem } from '../../problem.ts'
import { embeddedUrls, type InstalledDatabase, withDatabase, withEmbedded } from '../installation.ts'
import { sizeText } from '../sizes.ts'
import { type BackedUp, backUp } from './back-up.ts'
import { listTables } from './catalogue.ts'
import { withClient } from './connect.ts'
import { listMerchants, readRows } from './dump-rows.ts'
import type { TableSum } from './manifest.ts'
import { type Restored, restore } from './restore.ts'
import { getSum } from './table-sum.ts'

/** Disk space per byte of the database: for its copy, the backup, and the indexes that are built again. */
const NEEDED_PER_BYTE = 3

export interface Drill {
  backedUp: BackedUp
  restored: Restored
  /** One sentence for each table whose rows differ. */
  differences: string[]
}

/**
 * Backs up the installation, which may run and be written to, restores the file into a database of its own
 * below the data folder, and compares every row with the moment that was backed up.
 */
export async function drill(config: LaunchConfig): Promise<Drill> {
  const folder = path.join(config.dataDir, 'drill')
  rmSync(folder, { recursive: true, force: true })
  // Root's PostgreSQL runs as another account, which must be able to enter.
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  try {
    return await withDatabase(config, (database) => drillIn(folder, config, database))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function drillIn(folder: string, config: LaunchConfig, { readerUrl }: InstalledDatabase): Promise<Drill> {
  return withClient(readerUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ snapshot: string; bytes: string }>(
      'select pg_export_snapshot() as snapshot, pg_database_size(current_database()) as bytes',
    )
    requireRoom(folder, Number(rows[0]!.bytes))
    const file = path.join(folder, 'drill.backup')
    const { snapshot } = rows[0]!
    const backedUp = await backUp({
      readerUrl,
      config,
      file,
      passphrase: undefined,
      includesSecret: true,
      snapshot,
    })
    const elsewhere = scratchConfig(config, path.join(folder, 'data'))
    const restored = await restore({
      config: elsewhere,
      file,
      passphrase: () => Promise.reject(new Error('the file is not encrypted')),
      replaces: false,
    })
    const differences = await compare(client, elsewhere)
    return { backedUp, restored, differences }
  })
}

/** Returns the configuration of an embedded installation in another data folder, with the same secret. */
function scratchConfig(config: LaunchConfig, dataDir: string): LaunchConfig {
  const isInEnvironment = hasSecretInEnvironment(config)
  const secret = isInEnvironment ? config.secret : findSecrets(config.dataDir)?.secret
  if (secret === undefined)
    throw new Problem('Set STOCKCAST_SECRET: without it stored tokens cannot be read.')
  return {
    ...config,
    dataDir,
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    secret: isInEnvironment ? secret : undefined,
  }
}

function requireRoom(folder: string, databaseBytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = NEEDED_PER_BYTE * databaseBytes
  if (bavail * bsize >= needed) return
  throw new Problem(
    `A drill needs ${sizeText(needed)} on the disk that holds ${folder}, which has ${sizeText(bavail * bsize)}: ` +
      'free some space, or set DATA_DIR to another disk.',
  )
}

function compare(source: Client, elsewhere: LaunchConfig): Promise<string[]> {
  return withEmbedded(elsewhere, async (address) => {
    const expected = await getSums(source)
    const urls = embeddedUrls(address, DATABASE)
    // The copy is read as the source is: merchant by merchant if row-level security hides rows, so that the rows
    // come in the same order.
    const url = expected.isHidden ? urls.ownerUrl : urls.readerUrl
    const { sums } = await withClient(url, async (client) => {
      await client.query('begin isolation level repeatable read read only')
      return getSums(client)
    })
    return [...expected.sums].flatMap(([table, sum]) => {
      const found = sums.get(table)
      if (found?.sha256 === sum.sha256) return []
      return [
        `${table}: the ${found?.rows ?? 'missing'} restored rows differ from the ${sum.rows} of the backup`,
      ]
    })
  })
}

/** Returns the sum of each table with its rows in the order of their text. `client` is in a transaction. */
async function getSums(client: Client): Promise<{ sums: Map<string, TableSum>; isHidden: boolean }> {
  const tables = await listTables(client)
  const merchants = await listMerchants(client)
  const sums = new Map<string, TableSum>()
  for (const table of tables) {
    const order = 'order by (t.*)::text collate "C"'
    sums.set(table.name, await getSum(readRows(client, { table, merchants, order })))
  }
  return { sums, isHidden: tables.some(({ isHidden }) => isHidden) }
}
