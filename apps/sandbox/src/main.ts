import { serve } from '@hono/node-server'
import { readConfig } from './config.ts'
import { listen } from './mail/smtp.ts'
import { Sandbox } from './sandbox.ts'

const HOST = '127.0.0.1'

function report(message: string, error: unknown): void {
  process.stderr.write(`${JSON.stringify({ level: 'error', message, error: String(error) })}\n`)
}

const config = readConfig(process.env)
const sandbox = new Sandbox({ config, machineNow: Date.now, report })
sandbox.shopify.bulk.resume()
const smtpPort = await listen(sandbox.smtp, config.smtpPort, HOST)
const server = serve({ fetch: sandbox.http.fetch, hostname: HOST, port: config.port }, ({ port }) => {
  const address = `http://${HOST}:${port}`
  process.stdout.write(`Sandbox at ${address}, mail on port ${smtpPort}\n`)
  process.send?.({ type: 'ready', address })
})

function stop(): void {
  sandbox.smtp.close()
  server.close(() => process.exit(0))
  // State is on disk after every change: what still hangs need not be waited for.
  setTimeout(() => process.exit(0), 2000).unref()
}

process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.once('disconnect', stop)
