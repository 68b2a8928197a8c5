import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { Problem } from '../../problem.ts'
import { closedFolder, commandAs, type DatabaseUser, idsOf } from '../database-user.ts'
import { archivedName } from './commands.ts'
import { isSegment } from './segments.ts'

/** File in the cluster that names its series. */
export const SERIES_FILE = 'wal-archive-series'
const NAME = /^\d{8}T\d{9}Z-[0-9a-f]{8}$/
const ARCHIVED = archivedName('')

/** The WAL that one cluster has archived, with its base backups. A restored cluster begins another series. */
export interface Series {
  folder: string
  walFolder: string
  basesFolder: string
}

/** Returns a time as it stands in names of files: "20261122T100000000Z". */
export function timeName(time: Date): string {
  return time.toISOString().replaceAll(/[-:.]/g, '')
}

/** Lists every series of an archive, the oldest first. */
export function listSeries(archive: string): Series[] {
  const names = existsSync(archive) ? readdirSync(archive).filter((name) => NAME.test(name)) : []
  return names.sort().map((name) => seriesAt(archive, name))
}

/** Returns the series into which the cluster archives; undefined before it has archived anything. */
export function findSeries(archive: string, dataDir: string): Series | undefined {
  const file = path.join(dataDir, SERIES_FILE)
  if (!existsSync(file)) return undefined
  const name = readFileSync(file, 'utf8').trim()
  return NAME.test(name) ? seriesAt(archive, name) : undefined
}

/** Lists the archived segments of a series in order. */
export function listSegments({ walFolder }: Series): string[] {
  if (!existsSync(walFolder)) return []
  const archived = readdirSync(walFolder).filter((name) => name.endsWith(ARCHIVED))
  return archived
    .map((name) => name.slice(0, -ARCHIVED.length))
    .filter(isSegment)
    .sort()
}

/** Returns the series of the cluster, with folders into which its account may write. */
export function prepareSeries(args: {
  archive: string
  dataDir: string
  user: DatabaseUser | undefined
}): Series {
  const { archive, dataDir, user } = args
  requireApart(archive, dataDir)
  const series = findSeries(archive, dataDir) ?? beginSeries(args)
  try {
    // Root's PostgreSQL runs as another account, which must be able to enter.
    const mode = process.getuid?.() === 0 ? 0o711 : 0o700
    mkdirSync(series.folder, { recursive: true, mode })
    for (const folder of [series.walFolder, series.basesFolder])
      mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (mode === 0o711) chmodSync(series.folder, mode)
    if (user) chownSync(series.walFolder, user.ids.uid, user.ids.gid)
  } catch (cause) {
    throw new Problem(
      `Stockcast cannot write to ${archive} (${(cause as NodeJS.ErrnoException).code}): change its owner, or set ` +
        'WAL_ARCHIVE_DIR to a folder of yours.',
      { cause },
    )
  }
  requireWritable(series.walFolder, user)
  return series
}

/** Refuses a folder of archived WAL that the account of PostgreSQL may not read. */
export function requireReadableWal(series: Series, user: DatabaseUser | undefined): void {
  const { walFolder } = series
  const newest = listSegments(series).slice(-1)
  const files = newest.map((name) => path.join(walFolder, archivedName(name)))
  const script = 'for f in "$@"; do [ -r "$f" ] || exit 1; done'
  if (runAs(user, script, [walFolder, ...files]) === 0) return
  throw new Problem(
    `PostgreSQL runs as ${user?.name ?? 'this account'}, which may not read ${walFolder}: let it read that folder, ` +
      'the files in it and the folders above.',
  )
}

function beginSeries({ archive, dataDir, user }: Parameters<typeof prepareSeries>[0]): Series {
  const name = `${timeName(new Date())}-${randomBytes(4).toString('hex')}`
  const file = path.join(dataDir, SERIES_FILE)
  writeFileSync(file, `${name}\n`, { mode: 0o600, flush: true })
  if (user) chownSync(file, user.ids.uid, user.ids.gid)
  return seriesAt(archive, name)
}

function seriesAt(archive: string, name: string): Series {
  const folder = path.join(archive, name)
  return { folder, walFolder: path.join(folder, 'wal'), basesFolder: path.join(folder, 'bases') }
}

function requireApart(archive: string, dataDir: string): void {
  if (process.platform === 'win32') {
    throw new Problem(
      'WAL_ARCHIVE_DIR is not possible on Windows: remove it, and back up with `backup --to`.',
    )
  }
  const inside = path.relative(dataDir, archive)
  if (inside !== '' && inside.startsWith('..')) return
  throw new Problem(
    `WAL_ARCHIVE_DIR is in the database itself, ${dataDir}: set it to another folder, best on another disk.`,
  )
}

const NEEDED = ['gzip', 'cmp', 'mv', 'sync']
const LACKS_PROGRAM = 3

function requireWritable(walFolder: string, user: DatabaseUser | undefined): void {
  const closed = user && closedFolder(user, [walFolder])
  const programs = NEEDED.map((name) => `command -v ${name} >/dev/null || exit ${LACKS_PROGRAM}`)
  const status = runAs(user, [...programs, '[ -w "$1" ]'].join('; '), [walFolder])
  if (closed === undefined && status === 0) return
  throw new Problem(
    status === LACKS_PROGRAM
      ? `WAL_ARCHIVE_DIR needs the programs ${NEEDED.join(', ')}: install them.`
      : `PostgreSQL runs as ${user?.name ?? 'this account'}, which may not write to ${closed ?? walFolder}: ` +
          'set WAL_ARCHIVE_DIR to a folder that this account may enter.',
  )
}

/** Runs a script of the shell as the account of PostgreSQL, and returns its status. */
function runAs(user: DatabaseUser | undefined, script: string, values: readonly string[]): number | null {
  const [command, args] = commandAs(user, '/bin/sh', ['-c', script, 'sh', ...values])
  return spawnSync(command, args, { ...idsOf(user), cwd: '/' }).status
}
