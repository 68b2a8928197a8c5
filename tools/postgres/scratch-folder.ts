import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const PREFIX = 'stockcast-test-'
const MEMORY_DISK = '/dev/shm'
const NEEDED_BYTES = 2 ** 30
const DAY_MS = 86_400_000

/** A folder for one test run, in memory where there is room: copying a database there takes 10 ms instead of 400. */
export function makeScratchFolder(): string {
  const parent = hasRoom(MEMORY_DISK) ? MEMORY_DISK : realpathSync(os.tmpdir())
  removeForgotten(parent)
  const folder = mkdtempSync(path.join(parent, PREFIX))
  // Started by root, PostgreSQL runs as another user, who must be able to pass.
  chmodSync(folder, 0o711)
  return folder
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}

/** Folders of runs that were killed; a day old, so that no run of today loses its own. */
function removeForgotten(parent: string): void {
  for (const name of readdirSync(parent)) {
    const folder = path.join(parent, name)
    const found = name.startsWith(PREFIX) && statSync(folder, { throwIfNoEntry: false })
    if (found && found.mtimeMs < Date.now() - DAY_MS) rmSync(folder, { recursive: true, force: true })
  }
}
