import { chownSync, existsSync, mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { migrate } from '../../../apps/server/src/database/migrate.ts'
import type { ReadableSecrets } from '../../../apps/server/src/operator/index.ts'
import { hasSecretInEnvironment, type LaunchConfig } from '../../launch/config.ts'
import { rotatedLog } from '../../launch/data-folder.ts'
import { DATABASE, databaseFolder } from '../../launch/database.ts'
import { findSecrets, type Secrets } from '../../launch/secret.ts'
import { formerFolderOf } from '../../postgres/former-cluster.ts'
import type { Place } from '../../postgres/open-place.ts'
import { findPlace, majorOf, requireInstalled, startIn } from '../../postgres/server.ts'
import { durableSettings } from '../../postgres/settings.ts'
import { recoverySettings } from '../../postgres/wal-archive/commands.ts'
import { findSeries, requireReadableWal } from '../../postgres/wal-archive/series.ts'
import { Problem } from '../../problem.ts'
import { hasDatabase, requireReadable } from '../backup/restore.ts'
import { hasAccounts } from '../backup/restore-rows.ts'
import { readBackupFile } from '../container/backup-file.ts'
import { embeddedUrls, lockDataFolder, withEmbedded } from '../installation.ts'
import { sizeText } from '../sizes.ts'
import { type Base, fileSum } from './base-manifest.ts'
import { chooseBase } from './choose-base.ts'
import { writeCluster } from './cluster-files.ts'
import { recoveryProblem } from './recovery-problem.ts'
import { LATEST } from './target-time.ts'

/** Disk space per byte of the cluster: its copy, and the WAL that is recovered. */
const NEEDED_PER_BYTE = 1.5
const NEEDED_AT_LEAST = 500e6

export interface TimeRestore {
  config: LaunchConfig
  archive: string
  /** A time as `readTarget` returns it. */
  at: string
  /** Whether a database with accounts is replaced. */
  replaces: boolean
}

export interface TimeRestored {
  base: Base
  secrets: ReadableSecrets
  /** Where the former cluster is kept; undefined if it had no accounts. */
  formerFolder: string | undefined
  seconds: number
}

/**
 * Restores the cluster of the installation, which must not run, to a time. Until the restored cluster runs and the
 * secret opens what is stored there, everything stays as it is.
 */
export async function restoreToTime(args: TimeRestore): Promise<TimeRestored> {
  const { config, archive, at } = args
  const begun = performance.now()
  requireEmbedded(config)
  const lock = lockDataFolder(config)
  try {
    const present = await inspectPresent(args)
    const secrets = requireSecrets(config)
    const base = chooseBase(archive, at)
    const place = await findPlace(databaseFolder(config.dataDir))
    await requireUsable(base, await requireInstalled(databaseFolder(config.dataDir), { mayDiffer: true }))
    requireRoom(base, path.dirname(place.dataDir))
    requireReadableWal(base.series, place.user)
    // A start removes the folder if this is killed.
    const staged = { ...place, dataDir: `${place.dataDir}.new-restored` }
    try {
      const readable = await recover({ staged, base, at, config, secrets })
      const formerFolder = swapClusters({
        from: staged.dataDir,
        to: place.dataDir,
        keepsFormer: present.isKept,
      })
      return { base, secrets: readable, formerFolder, seconds: (performance.now() - begun) / 1000 }
    } finally {
      rmSync(staged.dataDir, { recursive: true, force: true })
    }
  } finally {
    lock.release()
  }
}

/** Deletes the cluster that the last restore to a time replaced. */
export async function dropFormerCluster(config: LaunchConfig): Promise<void> {
  const { dataDir } = await findPlace(databaseFolder(config.dataDir))
  const major = majorOf(dataDir)
  if (major !== undefined) rmSync(formerFolderOf(dataDir, major), { recursive: true, force: true })
}

function requireEmbedded({ databaseUrl }: LaunchConfig): void {
  if (databaseUrl !== undefined) {
    throw new Problem('The database at DATABASE_URL is restored to a time by the tools of that PostgreSQL.')
  }
  if (process.platform === 'win32') {
    throw new Problem('A restore to a time is not possible on Windows: restore a backup with --from.')
  }
}

/**
 * Returns whether there is a cluster with accounts, or one that does not start, and refuses it without --replace.
 * Its start and stop also archive the WAL that a killed server has left.
 */
async function inspectPresent({ config, archive, replaces }: TimeRestore): Promise<{ isKept: boolean }> {
  const { dataDir } = await findPlace(databaseFolder(config.dataDir))
  if (majorOf(dataDir) === undefined) return { isKept: false }
  const walArchiveDir = config.walArchiveDir ?? (findSeries(archive, dataDir) && archive)
  const isKept = await withEmbedded({ ...config, walArchiveDir }, async (address) => {
    const isThere = await hasDatabase(embeddedUrls(address, 'postgres').readerUrl)
    return isThere && (await hasAccounts(embeddedUrls(address, DATABASE).readerUrl))
  }).catch((error: unknown) => {
    if (error instanceof Problem) return true
    throw error
  })
  if (isKept && !replaces) {
    throw new Problem(
      `The database in ${config.dataDir} has accounts, or does not start: add --replace to put the restored one in ` +
        'its place. It is kept beside it.',
    )
  }
  return { isKept }
}

function requireSecrets(config: LaunchConfig): Secrets {
  if (hasSecretInEnvironment(config)) {
    const { secret } = config
    if (secret !== undefined) return { secret, previous: config.env.STOCKCAST_SECRET_PREVIOUS || null }
    throw new Problem('Set STOCKCAST_SECRET to the secret of the installation that was archived.')
  }
  const secrets = findSecrets(config.dataDir)
  if (secrets) return secrets
  throw new Problem(
    `The secret is not in the archive: put the file \`secret\` that was kept apart into ${config.dataDir}, ` +
      'or set STOCKCAST_SECRET.',
  )
}

async function requireUsable(base: Base, installed: number): Promise<void> {
  if (base.postgres !== installed) {
    throw new Problem(
      `The base backup is of PostgreSQL ${base.postgres} and the installed programs are ${installed}: ` +
        'restore it with the version of Stockcast that made it, then upgrade.',
    )
  }
  if ((await fileSum(base.file)) === base.sha256) return
  throw new Problem(
    `${base.file} is damaged: use another copy of it, or move it away, and the base backup before it is used.`,
  )
}

function requireRoom({ clusterBytes }: Base, folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = Math.max(NEEDED_AT_LEAST, NEEDED_PER_BYTE * clusterBytes)
  if (bavail * bsize >= needed) return
  throw new Problem(
    `The restore needs ${sizeText(needed)} on the disk that holds ${folder}, which has ${sizeText(bavail * bsize)}: ` +
      'free some space, or set DATA_DIR to another disk.',
  )
}

interface Recovery {
  staged: Place
  base: Base
  at: string
  config: LaunchConfig
  secrets: Secrets
}

/** Recovers a copy of the base backup to the time, applies the migrations that came later, and tries the secret. */
async function recover({ staged, base, at, config, secrets }: Recovery): Promise<ReadableSecrets> {
  rmSync(staged.dataDir, { recursive: true, force: true })
  mkdirSync(path.dirname(staged.dataDir), { recursive: true })
  const noPassphrase = () => Promise.reject(new Problem(`${base.file} is not a base backup of Stockcast.`))
  await writeCluster(staged.dataDir, readBackupFile(base.file, noPassphrase), staged.user)
  beginRecovery(staged)
  const logFile = rotatedLog(config.dataDir, 'recovery')
  const server = await startIn(staged, {
    logFile,
    settings: {
      ...durableSettings(),
      ...recoverySettings(base.series.walFolder, at === LATEST ? undefined : at),
    },
    readyWithinMs: Number.POSITIVE_INFINITY,
  }).catch((cause: unknown) => {
    throw recoveryProblem({ cause, logFile, base, at })
  })
  try {
    const { ownerUrl, appUrl } = embeddedUrls(server.address, DATABASE)
    await migrate(ownerUrl)
    return await requireReadable(appUrl, secrets)
  } finally {
    await server.stop()
  }
}

function beginRecovery({ dataDir, user }: Place): void {
  const file = path.join(dataDir, 'recovery.signal')
  writeFileSync(file, '', { mode: 0o600 })
  if (user) chownSync(file, user.ids.uid, user.ids.gid)
}

/** Puts the restored cluster in its place, and returns where the former one is kept. */
function swapClusters(args: { from: string; to: string; keepsFormer: boolean }): string | undefined {
  const { from, to, keepsFormer } = args
  const former = formerFolderOf(to, majorOf(from)!)
  if (existsSync(to)) {
    // If this is killed in between, the next start puts the former cluster back.
    rmSync(former, { recursive: true, force: true })
    renameSync(to, former)
  }
  renameSync(from, to)
  if (keepsFormer) return former
  rmSync(former, { recursive: true, force: true })
}
