import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Problem } from '../problem.ts'
import type { DatabaseUser } from './database-user.ts'

// sockaddr_un.sun_path is 108 bytes on Linux and 104 on macOS, the end mark included.
const LONGEST_SOCKET_PATH = 103

/**
 * Returns a folder that only `user` may enter, short enough for a Unix socket: the data folder if it fits.
 */
export function socketFolder(args: {
  dataDir: string
  port: number
  user: DatabaseUser | undefined
}): string {
  const { dataDir, port, user } = args
  if (Buffer.byteLength(path.join(dataDir, `.s.PGSQL.${port}.lock`)) <= LONGEST_SOCKET_PATH) return dataDir
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const folder = path.join(os.tmpdir(), `stockcast-${name}`)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = lstatSync(folder)
  const isClosed = found.isDirectory() && (found.mode & 0o077) === 0
  if (isClosed && user && found.uid === 0) chownSync(folder, user.ids.uid, user.ids.gid)
  if (isClosed && [process.getuid?.(), user?.ids.uid].includes(found.uid)) return folder
  throw new Problem(`${folder} belongs to somebody else: remove it, or set DATA_DIR to a shorter path.`)
}
