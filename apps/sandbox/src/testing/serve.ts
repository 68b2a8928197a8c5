import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import type { Sandbox } from '../sandbox.ts'

/** Address of the sandbox behind a real socket, for what only a socket shows. */
export function serve(sandbox: Sandbox): Promise<string> {
  return listen(createAdaptorServer({ fetch: sandbox.http.fetch }) as Server)
}

/** Opens a server until the end of the test, and returns its address. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
