import { mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { folderProblem, Problem } from '../problem.ts'

const NEEDED_BYTES = 500 * 2 ** 20
const KEPT_LOGS = 5

/** Creates the data folder and checks that it is writable. */
export function prepareDataFolder(folder: string): void {
  // Root's PostgreSQL runs as another account, which must be able to enter the folder but not to list it.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  try {
    mkdirSync(folder, { recursive: true, mode })
    mkdirSync(logFolder(folder), { recursive: true, mode: 0o700 })
    const probe = path.join(folder, 'write-probe')
    writeFileSync(probe, Buffer.alloc(4096))
    rmSync(probe)
  } catch (error) {
    throw folderProblem(error, folder)
  }
  requireFreeSpace(folder)
}

function requireFreeSpace(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free >= NEEDED_BYTES) return
  throw new Problem(
    `The disk that holds ${folder} has ${Math.floor(free / 2 ** 20)} MB left and Stockcast needs 500 MB: ` +
      'free some space, or set DATA_DIR to another disk.',
  )
}

function logFolder(dataDir: string): string {
  return path.join(dataDir, 'logs')
}

/** Returns the path of a new log file; those of the last starts are kept as `name.1.log` and so on. */
export function rotatedLog(dataDir: string, name: string): string {
  const file = (age: number) =>
    path.join(logFolder(dataDir), age === 0 ? `${name}.log` : `${name}.${age}.log`)
  for (let age = KEPT_LOGS - 1; age >= 0; age--) {
    try {
      renameSync(file(age), file(age + 1))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw folderProblem(error, logFolder(dataDir))
    }
  }
  return file(0)
}
