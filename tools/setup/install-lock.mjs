import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './root.mjs'

const name = `stockcast-install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`
const socket = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), `${name}.sock`)

/**
 * Runs `work` under a lock, so that commands started together install in turn. The holder listens on a local
 * socket.
 */
export async function withInstallLock(work) {
  let hasTold = false
  for (;;) {
    const server = await tryListen()
    if (server) {
      try {
        return await work()
      } finally {
        server.close()
      }
    }
    if (!(await isHeld())) rmSync(socket, { force: true })
    else if (!hasTold) console.log('Waiting for another command that is installing …')
    hasTold = true
    await sleep(200)
  }
}

function tryListen() {
  return new Promise((resolve, reject) => {
    const server = net.createServer((demoUser) => demoUser.destroy())
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(socket, () => resolve(server))
  })
}

function isHeld() {
  return new Promise((resolve) => {
    const demoUser = net.connect(socket)
    demoUser.once('connect', () => {
      demoUser.destroy()
      resolve(true)
    })
    demoUser.once('error', () => resolve(false))
  })
}
