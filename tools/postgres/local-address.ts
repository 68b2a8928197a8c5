import { createHash, randomBytes, randomInt } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Problem } from '../problem.ts'
import type { DatabaseAddress } from './address.ts'
import type { DatabaseUser } from './database-user.ts'

// sockaddr_un.sun_path is 108 bytes on Linux and 104 on macOS, the end mark included.
const LONGEST_SOCKET_PATH = 103

const PORT = 5432

/**
 * Returns a socket in a private folder; on Windows a free loopback port and a password from the data folder.
 */
export async function localAddress(args: {
  dataDir: string
  user: DatabaseUser | undefined
}): Promise<DatabaseAddress> {
  if (process.platform !== 'win32') return { host: socketFolder({ ...args, port: PORT }), port: PORT }
  const file = `${args.dataDir}-password`
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return { host: '127.0.0.1', port: await freePort(), password: readFileSync(file, 'utf8') }
}

/**
 * Lowest port to try. Ports stay below the range for outgoing connections, which could take them at any time.
 */
const LOWEST_PORT = 10_000
const HIGHEST_PORT = 29_999

/** Returns a port on which nothing listens now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT + 1)
    if ((await listenError(port, '127.0.0.1')) === undefined) return port
  }
}

/** Returns why nothing can listen at a port; undefined if it is free. */
export function listenError(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

/**
 * Returns a folder that only `user` may enter, short enough for a Unix socket: the data folder if it fits.
 */
function socketFolder(args: { dataDir: string; port: number; user: DatabaseUser | undefined }): string {
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
