import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Problem } from '../problem.ts'
import type { Binaries } from './binaries.ts'
import { type DatabaseUser, databaseUser, mayMakeNamespace } from './database-user.ts'

/** Folder of programs and cluster if only root may enter the checkout. */
export const OPEN_FOLDER = '/var/lib/stockcast'

export interface Place {
  binaries: Binaries
  dataDir: string
  user: DatabaseUser | undefined
}

export interface PlaceOptions {
  openFolder?: string
  mayMakeNamespace?: () => boolean
}

/**
 * Returns the folder of the cluster, with the programs and the account that run it. An existing cluster stays
 * in its folder. A new one is created in the open folder if root starts in a closed one and user namespaces
 * are not allowed.
 */
export function choosePlace(
  wanted: { dataDir: string; binaries: Binaries },
  options: PlaceOptions = {},
): Place {
  const { dataDir, binaries } = wanted
  const { openFolder = OPEN_FOLDER, mayMakeNamespace: probe = mayMakeNamespace } = options
  const isRoot = process.getuid?.() === 0
  const own = path.join(openFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  const openDataDir = path.join(own, 'postgres')
  const isOpened = isRoot && !existsSync(dataDir) && existsSync(openDataDir)
  try {
    const folders = [path.dirname(binaries.postgres), path.dirname(dataDir)]
    if (!isOpened) return { ...wanted, user: databaseUser(dataDir, folders, probe) }
  } catch (problem) {
    if (!(problem instanceof Problem) || !isRoot || existsSync(dataDir) || !make(own)) throw problem
  }
  const copied = copyPrograms(binaries, openFolder)
  const user = databaseUser(openDataDir, [path.dirname(copied.postgres), own], probe)
  return { binaries: copied, dataDir: openDataDir, user }
}

/** Creates the folder. Returns false if root may not write, such as in a read-only container. */
function make(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    for (const each of [path.dirname(folder), folder]) chmodSync(each, 0o711)
    return true
  } catch {
    return false
  }
}

/** Copies the programs once per version, into a temporary folder that is renamed when complete. */
function copyPrograms(binaries: Binaries, openFolder: string): Binaries {
  const native = path.resolve(path.dirname(binaries.postgres), '..')
  const { version } = JSON.parse(readFileSync(path.join(native, '../package.json'), 'utf8')) as {
    version: string
  }
  const programs = path.join(openFolder, `programs-${version}`)
  if (!existsSync(programs)) {
    const unfinished = `${programs}.new-${process.pid}`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    // The installed files may be readable by root only.
    spawnSync('chmod', ['-R', 'a+rX', unfinished])
    renameSync(unfinished, programs)
  }
  const moved = (program: string) => path.join(programs, path.relative(native, program))
  return {
    initdb: moved(binaries.initdb),
    postgres: moved(binaries.postgres),
    pg_ctl: moved(binaries.pg_ctl),
  }
}
