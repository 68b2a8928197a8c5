import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import type { Client } from 'pg'
import type { LaunchConfig } from '../../launch/config.ts'
import { DATABASE } from '../../launch/database.ts'
import { storedSecrets } from '../../launch/secret.ts'
import { Problem } from '../../problem.ts'
import { embeddedUrls, type InstalledDatabase, withDatabase, withEmbedded } from '../installation.ts'
import { sizeText } from '../sizes.ts'
import { type BackedUp, backUp } from './back-up.ts'
import { listTables } from './catalogue.ts'
import { withClient } from './connect.ts'
import { listMerchants, readRows } from './dump-rows.ts'
import type { TableSum } from './manifest.ts'
import { type Restored, restore } from './restore.ts'
import { sumOf } from './table-sum.ts'

/** A copy of the database, its backup and the indexes that are built again. */
const NEEDED_TIMES_DATABASE = 3

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

/** Returns the configuration of an embedded installation elsewhere with the same secret. */
function scratchConfig(config: LaunchConfig, dataDir: string): LaunchConfig {
  const isOfEnvironment = config.secret !== undefined || config.isProduction
  const secret = isOfEnvironment ? config.secret : storedSecrets(config.dataDir)?.secret
  if (secret === undefined)
    throw new Problem('Set STOCKCAST_SECRET: without it stored tokens cannot be read.')
  return {
    ...config,
    dataDir,
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    secret: isOfEnvironment ? secret : undefined,
  }
}

function requireRoom(folder: string, databaseBytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = NEEDED_TIMES_DATABASE * databaseBytes
  if (bavail * bsize >= needed) return
  throw new Problem(
    `A drill needs ${sizeText(needed)} on the disk that holds ${folder}, which has ${sizeText(bavail * bsize)}: ` +
      'free some space, or set DATA_DIR to another disk.',
  )
}

function compare(source: Client, elsewhere: LaunchConfig): Promise<string[]> {
  return withEmbedded(elsewhere, async (address) => {
    const expected = await sumsOf(source)
    const urls = embeddedUrls(address, DATABASE)
    // A role that row-level security binds is compared with one that it binds, merchant by merchant.
    const url = expected.isHidden ? urls.ownerUrl : urls.readerUrl
    const { sums } = await withClient(url, async (client) => {
      await client.query('begin isolation level repeatable read read only')
      return sumsOf(client)
    })
    return [...expected.sums].flatMap(([table, sum]) => {
      const found = sums.get(table)
      if (found?.sha256 === sum.sha256) return []
      return [`${table}: ${found?.rows ?? 'no'} rows that differ from ${sum.rows}`]
    })
  })
}

/** Returns the sum of each table with its rows in the order of their text. `client` is in a transaction. */
async function sumsOf(client: Client): Promise<{ sums: Map<string, TableSum>; isHidden: boolean }> {
  const tables = await listTables(client)
  const merchants = await listMerchants(client)
  const sums = new Map<string, TableSum>()
  for (const table of tables) {
    const order = 'order by (t.*)::text collate "C"'
    sums.set(table.name, await sumOf(readRows(client, { table, merchants, order })))
  }
  return { sums, isHidden: tables.some(({ isHidden }) => isHidden) }
}
