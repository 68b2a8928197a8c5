import { existsSync, readdirSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { hasSecretInEnvironment, type LaunchConfig } from '../../launch/config.ts'
import { archivedName, archiveSettings } from '../../postgres/wal-archive/commands.ts'
import { followSegments } from '../../postgres/wal-archive/segments.ts'
import { findSeries, listSegments, type Series, timeName } from '../../postgres/wal-archive/series.ts'
import { Problem } from '../../problem.ts'
import { withClient } from '../backup/connect.ts'
import { writeBackupFile } from '../container/backup-file.ts'
import type { TarEntry } from '../container/tar.ts'
import { withDatabase } from '../installation.ts'
import { type Base, type BaseManifest, basePaths, FORMAT, fileSum, listBases } from './base-manifest.ts'
import { readCluster, smallFile } from './cluster-files.ts'
import { removeOldBases } from './remove-old-bases.ts'

/** The lock of a base backup, so that two never remove each other's files. */
const LOCK = 727_002
const ARCHIVED_WITHIN_MS = 300_000
const PAUSE_MS = 100

export interface BaseBackedUp extends Base {
  seconds: number
  /** How many base backups were removed because there are newer ones. */
  removed: number
}

/**
 * Copies the cluster of the embedded PostgreSQL into its archive, while it is written to, and keeps the newest
 * `keep` copies with the WAL that follows them.
 */
export async function backUpBase(config: LaunchConfig, keep: number): Promise<BaseBackedUp> {
  const begun = performance.now()
  const archive = requireArchive(config)
  return withDatabase(config, ({ readerUrl }) =>
    withClient(readerUrl, async (client) => {
      const source = await requireArchiving(client, archive)
      await requireAlone(client)
      removeUnfinished(source.series)
      const secret = hasSecretInEnvironment(config) ? 'in the environment' : 'in the data folder'
      const base = await copyCluster(client, { ...source, secret })
      const removed = removeOldBases(archive, base, keep)
      return { ...base, seconds: (performance.now() - begun) / 1000, removed }
    }),
  )
}

/** Returns the folder of the archive. Refuses an installation that has none. */
export function requireArchive({ databaseUrl, walArchiveDir }: LaunchConfig): string {
  if (walArchiveDir !== undefined) return walArchiveDir
  throw new Problem(
    databaseUrl === undefined
      ? 'Set WAL_ARCHIVE_DIR to a folder, best on another disk, and restart Stockcast: base backups need archived WAL.'
      : 'Base backups are for the embedded PostgreSQL alone: use the tools of the one at DATABASE_URL.',
  )
}

export interface ArchivingServer {
  series: Series
  dataDir: string
  /** Major version. */
  postgres: number
  systemIdentifier: string
}

/** Returns the facts about a server that archives into `archive`. Refuses one that does not. */
export async function requireArchiving(client: Client, archive: string): Promise<ArchivingServer> {
  const { rows } = await client.query<Omit<ArchivingServer, 'series'> & { command: string }>(`
    select current_setting('data_directory') as "dataDir", current_setting('archive_command') as command,
      current_setting('server_version_num')::int / 10000 as postgres,
      system_identifier::text as "systemIdentifier"
    from pg_control_system()`)
  const { command, ...server } = rows[0]!
  const series = findSeries(archive, server.dataDir)
  if (series && archiveSettings(series.walFolder).archive_command === command) return { ...server, series }
  throw new Problem(
    `The PostgreSQL that runs does not archive into ${archive}: restart Stockcast with WAL_ARCHIVE_DIR.`,
  )
}

async function requireAlone(client: Client): Promise<void> {
  const { rows } = await client.query<{ isLocked: boolean }>(
    'select pg_try_advisory_lock($1) as "isLocked"',
    [LOCK],
  )
  if (!rows[0]!.isLocked) throw new Problem('Another base backup is being made: wait for its end.')
}

/** Removes the files that a killed command has left. */
function removeUnfinished(series: Series): void {
  const whole = new Set(listBases(series).flatMap(({ file, manifestFile }) => [file, manifestFile]))
  for (const name of readdirSync(series.basesFolder)) {
    const file = path.join(series.basesFolder, name)
    if (!whole.has(file)) rmSync(file, { force: true })
  }
}

type Copy = ArchivingServer & Pick<BaseManifest, 'secret'>

interface Stopped {
  firstSegment: string
  lastSegment: string
  finishedAt: string
  clusterBytes: number
}

async function copyCluster(client: Client, copy: Copy): Promise<Base> {
  const { series, dataDir, postgres, systemIdentifier, secret } = copy
  const startedAt = new Date()
  const { file, manifestFile } = basePaths(series, timeName(startedAt))
  let stopped: Stopped | undefined
  const entries = readWhileBackup(client, { dataDir, label: timeName(startedAt) }, (found) => {
    stopped = found
  })
  try {
    const fileBytes = await writeBackupFile({ file, passphrase: undefined, entries })
    const sha256 = await fileSum(file)
    await untilArchived(client, series, stopped!)
    const manifest: BaseManifest = {
      format: FORMAT,
      postgres,
      systemIdentifier,
      startedAt: startedAt.toISOString(),
      ...stopped!,
      fileBytes,
      sha256,
      secret,
    }
    await writeWhole(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`)
    return { ...manifest, series, file, manifestFile }
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

/**
 * Reads the cluster between the two calls by which PostgreSQL makes the copy a backup. If the connection ends
 * before the second call, PostgreSQL ends the backup.
 */
async function* readWhileBackup(
  client: Client,
  { dataDir, label }: { dataDir: string; label: string },
  onStop: (stopped: Stopped) => void,
): AsyncGenerator<TarEntry> {
  await client.query('select pg_backup_start($1, fast => true)', [label])
  let clusterBytes = 0
  yield* readCluster(dataDir, (bytes) => {
    clusterBytes += bytes
  })
  const { rows } = await client.query<{ label: string; lastSegment: string; finishedAt: Date }>(`
    select labelfile as label, pg_walfile_name(lsn - 1) as "lastSegment", clock_timestamp() as "finishedAt"
    from pg_backup_stop(wait_for_archive => false)`)
  const { label: labelFile, lastSegment, finishedAt } = rows[0]!
  const [, firstSegment = ''] = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)$/m.exec(labelFile) ?? []
  // PostgreSQL counts microseconds, and JavaScript cuts them off.
  const reached = new Date(finishedAt.getTime() + 1).toISOString()
  onStop({ firstSegment, lastSegment, finishedAt: reached, clusterBytes })
  yield smallFile('backup_label', labelFile)
}

async function untilArchived(client: Client, series: Series, stopped: Stopped): Promise<void> {
  const { firstSegment, lastSegment } = stopped
  const deadline = performance.now() + ARCHIVED_WITHIN_MS
  const failures = await countFailures(client)
  while (!existsSync(path.join(series.walFolder, archivedName(lastSegment)))) {
    if ((await countFailures(client)) > failures || performance.now() > deadline) {
      throw new Problem(
        `PostgreSQL could not archive ${lastSegment} into ${series.walFolder}: make room there and allow it to write, ` +
          'see `npm run -s admin -- doctor`.',
      )
    }
    await sleep(PAUSE_MS)
  }
  const { last, missing = '' } = followSegments(listSegments(series), firstSegment)
  if (last === undefined || last < lastSegment) {
    throw new Problem(
      `${missing} is missing in ${series.walFolder}, which this backup needs: run this again.`,
    )
  }
}

async function countFailures(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>('select failed_count as count from pg_stat_archiver')
  return Number(rows[0]!.count)
}

async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.unfinished`
  const handle = await open(unfinished, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(unfinished, file)
  const folder = await open(path.dirname(file))
  await folder.sync().finally(() => folder.close())
}
