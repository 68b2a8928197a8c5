import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { durableSettings } from '../postgres/settings.ts'
import { Problem } from '../problem.ts'
import { type LaunchConfig, readConfig } from './config.ts'
import { prepareDataFolder } from './data-folder.ts'
import { openDatabase } from './database.ts'
import { takeInstanceLock } from './instance-lock.ts'
import { forgetPreviousSecret, replaceSecret } from './secret.ts'
import { secretVariables } from './service-environment.ts'

const root = path.resolve(import.meta.dirname, '../..')
const FORGET = '--forget-previous'

/**
 * Wraps stored secrets with the current secret again. A secret in the environment was changed by the
 * operator. The one in the data folder is replaced here, after everything is wrapped with it, so that an
 * interrupted run is completed before a new secret is made.
 */
async function rotate(config: LaunchConfig, isForgetting: boolean): Promise<void> {
  const isKept = config.secret === undefined && !config.isProduction
  if (isForgetting && !isKept) {
    throw new Problem('Remove STOCKCAST_SECRET_PREVIOUS from the environment to forget the former secret.')
  }
  await withDatabase(config, (databaseUrl) => {
    rotateStored(config, databaseUrl)
    if (isForgetting) forgetPreviousSecret(config.dataDir)
    if (isForgetting || !isKept) return
    replaceSecret(config.dataDir)
    rotateStored(config, databaseUrl)
  })
}

function rotateStored(config: LaunchConfig, databaseUrl: string): void {
  const program = path.join(root, 'apps/server/src/start-rotation.ts')
  const env = { ...config.env, ...secretVariables(config), DATABASE_URL: databaseUrl }
  const { status } = spawnSync(process.execPath, [program], { env, stdio: 'inherit' })
  if (status !== 0) throw new Problem('Nothing is lost: repair what is said above, then run this again.')
}

/**
 * Runs `work` with the database. The embedded one is started for it; one given by the operator runs already.
 */
async function withDatabase(config: LaunchConfig, work: (databaseUrl: string) => void): Promise<void> {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl)
  prepareDataFolder(config.dataDir)
  const lock = takeInstanceLock(config.dataDir)
  try {
    const database = await openDatabase(config, durableSettings(), {
      onRestart: () => undefined,
      onLost: (problem) => console.error(problem),
    })
    try {
      work(database.appUrl)
    } finally {
      await database.stop()
    }
  } finally {
    lock.release()
  }
}

try {
  await rotate(readConfig(root), process.argv.includes(FORGET))
} catch (error) {
  console.error(error instanceof Problem ? error.message : error)
  process.exitCode = 1
}
