import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { DatabaseAddress } from './address.ts'
import type { DatabaseUser } from './database-user.ts'
import { socketFolder } from './socket-folder.ts'

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
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
