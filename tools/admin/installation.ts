import path from 'node:path'
import type { LaunchConfig } from '../launch/config.ts'
import { prepareDataFolder, rotatedLog } from '../launch/data-folder.ts'
import { DATABASE, databaseFolder } from '../launch/database.ts'
import { type InstanceLock, takeInstanceLock } from '../launch/instance-lock.ts'
import { type DatabaseAddress, databaseUrl } from '../postgres/address.ts'
import { APP, OWNER, SUPERUSER } from '../postgres/roles.ts'
import { hasCluster, runningPostgres, startPostgres } from '../postgres/server.ts'
import { durableSettings } from '../postgres/settings.ts'
import { Problem } from '../problem.ts'

export interface InstalledDatabase {
  appUrl: string
  ownerUrl: string
  /** The role that reads the most rows: every row, or in a given database those of one merchant at a time. */
  readerUrl: string
}

/** Runs `work` with the database of the installation, whether the product runs or not. */
export async function withDatabase<Result>(
  config: LaunchConfig,
  work: (database: InstalledDatabase) => Promise<Result>,
): Promise<Result> {
  if (config.databaseUrl !== undefined)
    return work(givenDatabase(config.databaseUrl, config.databaseOwnerUrl))
  const lock = tryLock(config.dataDir)
  if (lock === undefined) return work(embeddedUrls(await runningAddress(config.dataDir), DATABASE))
  try {
    if (!(await hasCluster(databaseFolder(config.dataDir)))) {
      throw new Problem(
        `There is no database in ${config.dataDir}: start Stockcast once, or restore a backup.`,
      )
    }
    return await withEmbedded(config, (address) => work(embeddedUrls(address, DATABASE)))
  } finally {
    lock.release()
  }
}

/** Starts the embedded PostgreSQL of the data folder for `work`. The caller holds the lock. */
export async function withEmbedded<Result>(
  config: Pick<LaunchConfig, 'dataDir'>,
  work: (address: DatabaseAddress) => Promise<Result>,
): Promise<Result> {
  const server = await startPostgres({
    dataDir: databaseFolder(config.dataDir),
    logFile: rotatedLog(config.dataDir, 'postgres'),
    settings: durableSettings(),
  })
  try {
    return await work(server.address)
  } finally {
    await server.stop()
  }
}

/** Takes the lock of the data folder; throws a Problem while the product runs. */
export function lockDataFolder(config: LaunchConfig): InstanceLock {
  prepareDataFolder(config.dataDir)
  return takeInstanceLock(config.dataDir)
}

export function embeddedUrls(address: DatabaseAddress, database: string): InstalledDatabase {
  return {
    appUrl: databaseUrl(address, APP, database),
    ownerUrl: databaseUrl(address, OWNER, database),
    readerUrl: databaseUrl(address, SUPERUSER, database),
  }
}

function givenDatabase(appUrl: string, ownerUrl: string | undefined): InstalledDatabase {
  if (ownerUrl !== undefined) return { appUrl, ownerUrl, readerUrl: ownerUrl }
  throw new Problem(
    'Set DATABASE_OWNER_URL to the role that owns the tables: DATABASE_URL may not read all of them.',
  )
}

function tryLock(dataDir: string): InstanceLock | undefined {
  prepareDataFolder(dataDir)
  try {
    return takeInstanceLock(dataDir)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

async function runningAddress(dataDir: string): Promise<DatabaseAddress> {
  const address = await runningPostgres(databaseFolder(dataDir))
  if (address) return address
  throw new Problem(
    `Stockcast is starting or stopping, or another command uses ${path.resolve(dataDir)}: try again in a minute.`,
  )
}
