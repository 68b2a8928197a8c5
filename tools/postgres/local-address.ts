import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { DatabaseAddress } from './address.ts'
import type { DatabaseUser } from './database-user.ts'
import { socketFolder } from './socket-folder.ts'

const PORT = 5432

/** A socket in a closed folder; on Windows a free loopback port and a password kept beside the data folder. */
export async function localAddress(args: {
  dataDir: string
  user: DatabaseUser | undefined
}): Promise<DatabaseAddress> {
  if (process.platform !== 'win32') return { host: socketFolder({ ...args, port: PORT }), port: PORT }
  const file = `${args.dataDir}-password`
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return { host: '127.0.0.1', port: await freePort(), password: readFileSync(file, 'utf8') }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
