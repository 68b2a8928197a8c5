import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import type { Sandbox } from '../sandbox.ts'

/** Address of the sandbox behind a real socket, for what only a socket shows. */
export async function serve(sandbox: Sandbox): Promise<string> {
  const server = createAdaptorServer({ fetch: sandbox.http.fetch }) as Server
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
