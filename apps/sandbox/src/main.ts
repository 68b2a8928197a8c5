import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { readConfig } from './config.ts'
import { listen } from './mail/smtp.ts'
import { Sandbox } from './sandbox.ts'

const HOST = '127.0.0.1'
const TICK_MS = 500
const LONGEST_STOP_MS = 2000
/** Longer than any client keeps an idle connection, so that no request is sent on a connection that is being closed. */
const KEEP_ALIVE_MS = 75_000

async function start(): Promise<void> {
  const config = readConfig()
  const sandbox = new Sandbox({ config, machineNow: Date.now, report })
  const smtpPort = await listen(sandbox.smtp, config.smtpPort, HOST)
  const server = createAdaptorServer({ fetch: sandbox.http.fetch }) as Server
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.listen(config.port, HOST)
  await once(server, 'listening')
  const address = `http://${HOST}:${(server.address() as AddressInfo).port}`
  sandbox.stripe.address = address
  const stop = () => {
    sandbox.smtp.close()
    server.close(() => process.exit(0))
    // Every change is on disk before its request is answered, so open requests need no further time.
    setTimeout(() => process.exit(0), LONGEST_STOP_MS).unref()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(signal, stop)
  sandbox.shopify.bulk.resume()
  setInterval(() => tick(sandbox), TICK_MS).unref()
  process.stdout.write(`Sandbox at ${address}, mail on port ${smtpPort}\n`)
  process.send?.({ type: 'ready', address, smtpPort })
}

function tick(sandbox: Sandbox): void {
  try {
    sandbox.tick()
  } catch (error) {
    report('advancing the fake providers failed', error)
  }
}

function report(message: string, error: unknown): void {
  const detail = error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${JSON.stringify({ level: 'error', message, error: detail })}\n`)
}

start().catch((error: NodeJS.ErrnoException) => {
  const isTaken = error.code === 'EADDRINUSE'
  const advice = isTaken ? 'The port is taken; set SANDBOX_PORT or SANDBOX_SMTP_PORT.' : 'Starting failed.'
  report(advice, error)
  process.exit(1)
})
