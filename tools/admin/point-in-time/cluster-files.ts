import { type Dirent, readdirSync } from 'node:fs'
import { chown, mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseUser } from '../../postgres/database-user.ts'
import { SERIES_FILE } from '../../postgres/wal-archive/series.ts'
import type { TarEntry } from '../container/tar.ts'

/** Large files are stored in pieces of this size. */
const PIECE = 8 * 2 ** 20
/** Files of PostgreSQL grow by this many bytes. */
const PAGE = 8192
const FOLDERS = 'folders.json'
const CONTROL = 'global/pg_control'
const CONTROL_PAUSE_MS = 10

/** Folders that a running server needs, and whose content a copy must not have, by the manual of PostgreSQL. */
const EMPTY_FOLDERS = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const LEFT_OUT = new RegExp(
  `^(postmaster\\.(pid|opts)|backup_label.*|tablespace_map.*|backup_manifest|${SERIES_FILE}|.*\\.auto\\.conf\\.tmp|` +
    'current_logfiles.*|\\.s\\.PGSQL.*|(recovery|standby)\\.signal|pg_internal\\.init.*|pgsql_tmp.*|t\\d+_\\d+.*)$',
)

/**
 * Reads the files of a cluster for a base backup, while they change. `onSize` is called with the bytes of each
 * piece.
 */
export async function* readCluster(
  dataDir: string,
  onSize: (bytes: number) => void,
): AsyncGenerator<TarEntry> {
  const found = walk(dataDir)
  const folders = found.filter((entry) => entry.isDirectory()).map((entry) => nameIn(dataDir, entry))
  yield { name: FOLDERS, content: Buffer.from(JSON.stringify(folders)) }
  const files = found.filter((entry) => entry.isFile()).map((entry) => nameIn(dataDir, entry))
  for (const name of files) {
    if (name === CONTROL) continue
    for await (const entry of readPieces(dataDir, name)) {
      onSize(entry.content.length)
      yield entry
    }
  }
  yield { name: `${CONTROL}@0`, content: await readControl(path.join(dataDir, CONTROL)) }
}

/** Returns the entry of a small file that is not in the cluster. */
export function smallFile(name: string, text: string): TarEntry {
  return { name: `${name}@0`, content: Buffer.from(text) }
}

/** Writes the files of a base backup into an empty folder, for the account of PostgreSQL. */
export async function writeCluster(
  folder: string,
  entries: AsyncIterable<TarEntry>,
  user: DatabaseUser | undefined,
): Promise<void> {
  const own = async (file: string) => user && chown(file, user.ids.uid, user.ids.gid)
  await mkdir(folder, { mode: 0o700 })
  await own(folder)
  for await (const { name, content } of entries) {
    if (name === FOLDERS) {
      for (const each of JSON.parse(content.toString()) as string[]) {
        await mkdir(pathIn(folder, each), { mode: 0o700 })
        await own(pathIn(folder, each))
      }
      continue
    }
    const [, file = '', offset] = /^(.*)@(\d+)$/.exec(name) ?? []
    const target = pathIn(folder, file)
    const handle = await open(target, offset === '0' ? 'wx' : 'r+', 0o600)
    try {
      await handle.write(content, 0, content.length, Number(offset))
    } finally {
      await handle.close()
    }
    if (offset === '0') await own(target)
  }
}

/** Returns folders and files, each folder before what it holds. */
function walk(dataDir: string, folder = dataDir): Dirent[] {
  return listFolder(folder).flatMap((entry) => {
    const full = path.join(folder, entry.name)
    if (LEFT_OUT.test(entry.name)) return []
    if (!entry.isDirectory()) return [entry]
    return EMPTY_FOLDERS.has(path.relative(dataDir, full)) ? [entry] : [entry, ...walk(dataDir, full)]
  })
}

/** Lists a folder; one that is gone, because its database was dropped meanwhile, is empty. */
function listFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function nameIn(dataDir: string, entry: Dirent): string {
  return path.relative(dataDir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')
}

/** Reads a file in pieces. One that is removed meanwhile is left out: the WAL has its removal. */
async function* readPieces(dataDir: string, name: string): AsyncGenerator<TarEntry> {
  const handle = await open(path.join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!handle) return
  try {
    const { size } = await handle.stat()
    let offset = 0
    for (;;) {
      // A file can have grown since.
      const wanted = Math.min(PIECE, Math.max(0, size - offset) + PAGE)
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, offset)
      if (bytesRead > 0 || offset === 0)
        yield { name: `${name}@${offset}`, content: buffer.subarray(0, bytesRead) }
      if (bytesRead < wanted) return
      offset += bytesRead
    }
  } finally {
    await handle.close()
  }
}

/** Reads the control file until two reads are equal, because it can be written meanwhile. */
async function readControl(file: string): Promise<Buffer> {
  for (;;) {
    const first = await readFile(file)
    await sleep(CONTROL_PAUSE_MS)
    if (first.equals(await readFile(file))) return first
  }
}

function pathIn(folder: string, name: string): string {
  const file = path.resolve(folder, name)
  if (file.startsWith(folder + path.sep)) return file
  throw new RangeError(`path leaves the folder: ${name}`)
}
