import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { hasSecretInEnvironment, type LaunchConfig } from '../launch/config.ts'
import { openDatabase } from '../launch/database.ts'
import { forgetPreviousSecret, replaceSecret } from '../launch/secret.ts'
import { secretVariables } from '../launch/service-environment.ts'
import { durableSettings } from '../postgres/settings.ts'
import { Problem } from '../problem.ts'
import { type Command, readOptions } from './command.ts'
import { lockDataFolder } from './installation.ts'

export const rotateSecretCommand: Command = {
  usage: '[--forget-previous]',
  does: 'encrypts stored secrets with the current secret, and replaces the one in the data folder',
  run: async (args, config) => {
    const { values } = readOptions(args, { 'forget-previous': { type: 'boolean' } })
    const texts = await rotate(config, values['forget-previous'] === true)
    return { text: texts.join('\n'), json: { done: texts } }
  },
}

/**
 * Encrypts stored secrets with the current secret. One in the environment was changed by the operator before. One
 * in the data folder is replaced here, but only after everything is encrypted with it, so that an interrupted run
 * is completed before a new secret is created. Returns what to print.
 */
async function rotate(config: LaunchConfig, isForgetting: boolean): Promise<string[]> {
  const isKept = !hasSecretInEnvironment(config)
  if (isForgetting && !isKept) {
    throw new Problem('Remove STOCKCAST_SECRET_PREVIOUS from the environment to forget the former secret.')
  }
  return withMigrated(config, (databaseUrl) => {
    const first = rotateStored(config, databaseUrl)
    if (isForgetting) forgetPreviousSecret(config.dataDir)
    if (isForgetting || !isKept) return [first]
    replaceSecret(config.dataDir)
    return [first, rotateStored(config, databaseUrl)]
  })
}

/** Runs the server's program for it, and returns the sentence that it prints. */
function rotateStored(config: LaunchConfig, databaseUrl: string): string {
  const program = path.join(config.root, 'apps/server/src/operator/start-rotation.ts')
  const env = { ...config.env, ...secretVariables(config), DATABASE_URL: databaseUrl }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], { env, encoding: 'utf8' })
  if (status === 0) return stdout.trim()
  throw new Problem(`${stderr.trim()}\nNothing is lost: repair what is said above, then run this again.`)
}

/**
 * Runs `work` with the migrated database. The embedded one is started for it; one given by the operator runs
 * already.
 */
async function withMigrated<Result>(
  config: LaunchConfig,
  work: (databaseUrl: string) => Result,
): Promise<Result> {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl)
  const lock = lockDataFolder(config)
  try {
    const database = await openDatabase(config, durableSettings(), {
      onRestart: () => undefined,
      onLost: (problem) => console.error(problem),
    })
    try {
      return work(database.appUrl)
    } finally {
      await database.stop()
    }
  } finally {
    lock.release()
  }
}
