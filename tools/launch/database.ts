import path from 'node:path'
import { migrate } from '../../apps/server/src/kernel/database/migrate.ts'
import { databaseUrl } from '../postgres/address.ts'
import { APP, createRolesAndDatabase, OWNER } from '../postgres/roles.ts'
import { startPostgres } from '../postgres/server.ts'
import type { Settings } from '../postgres/settings.ts'
import type { LaunchConfig } from './config.ts'
import { rotatedLog } from './data-folder.ts'
import { requireAnswer, requireMigrated } from './given-database.ts'

export interface Database {
  appUrl: string
  ownerUrl: string | undefined
  /** Folder of the embedded database; undefined for a database given by the operator. */
  folder: string | undefined
  stop(): Promise<void>
}

export interface DatabaseEvents {
  onElsewhere?: (dataDir: string) => void
  onRestart: () => void
  onLost: (problem: unknown) => void
}

export const DATABASE = 'stockcast'

/** Opens and migrates the database: that of DATABASE_URL, otherwise the embedded one in the data folder. */
export async function openDatabase(
  config: LaunchConfig,
  settings: Settings,
  events: DatabaseEvents,
): Promise<Database> {
  if (config.databaseUrl) return openGiven(config.databaseUrl, config.databaseOwnerUrl)
  const server = await startPostgres({
    dataDir: databaseFolder(config.dataDir),
    logFile: rotatedLog(config.dataDir, 'postgres'),
    settings,
    ...events,
  })
  const ownerUrl = databaseUrl(server.address, OWNER, DATABASE)
  try {
    await createRolesAndDatabase(server.address, DATABASE)
    await migrate(ownerUrl)
  } catch (error) {
    await server.stop()
    throw error
  }
  const appUrl = databaseUrl(server.address, APP, DATABASE)
  return { appUrl, ownerUrl, folder: server.dataDir, stop: () => server.stop() }
}

/** Returns the folder of the embedded database; it is kept elsewhere if its account may not enter this one. */
export function databaseFolder(dataDir: string): string {
  return path.join(dataDir, 'postgres')
}

async function openGiven(appUrl: string, ownerUrl: string | undefined): Promise<Database> {
  if (ownerUrl) {
    await requireAnswer(ownerUrl, 'DATABASE_OWNER_URL')
    await migrate(ownerUrl)
  } else {
    await requireMigrated(appUrl)
  }
  return { appUrl, ownerUrl, folder: undefined, stop: async () => undefined }
}
